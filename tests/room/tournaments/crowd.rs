//! Very many computer players in one tournament, to its end.

use std::collections::BTreeSet;
use std::env;
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::room::caller::Caller;
use cardroom::service::room::limits::{BotLimits, RoomLimits};
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::command::Command;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::TournamentId;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::{TournamentEntryView, TournamentPhase, TournamentView};
use cardroom_rules::games::game::Chips;

use super::{act, announced, options};
use crate::room::TestRoom;

/// How many play: `CARDROOM_TOURNAMENT_PLAYERS`, or 100.
fn players() -> u32 {
    env::var("CARDROOM_TOURNAMENT_PLAYERS").map_or(100, |text| text.parse().expect("a number of players"))
}

async fn all_entries(room: &TestRoom, id: TournamentId) -> Vec<TournamentEntryView> {
    let (mut entries, mut after) = (Vec::new(), Some(0));
    while let Some(from) = after {
        let page = room.card_room.tournament_entries(id, &Caller::default(), from, 100).await.unwrap();
        entries.extend(page.entries);
        after = page.next;
    }
    entries
}

/// The tournament with its entries, of one version.
async fn whole(room: &TestRoom, id: TournamentId) -> (TournamentView, Vec<TournamentEntryView>) {
    loop {
        let view = room.card_room.tournament(id, &Caller::default()).await.unwrap();
        let entries = all_entries(room, id).await;
        if room.card_room.tournament(id, &Caller::default()).await.unwrap().version == view.version {
            return (view, entries);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn very_many_computers_play_to_the_end() {
    let players = players();
    let mut room = TestRoom::over(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap())).await;
    let bots = BotLimits { most: players, most_of_host: players, winnings_a_day: 0 };
    room.restart_within(RoomLimits { bots, ..RoomLimits::default() }).await;
    let ann = room.player("Ann").await;
    let terms = TournamentOptions { decision_seconds: 600, ..options(players, 9) };
    let id = announced(&room, ann, terms).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let (began, mut level, mut is_away) = (tokio::time::Instant::now(), 0, false);
    let ended = loop {
        let view = room.card_room.tournament(id, &Caller::default()).await.unwrap();
        if !is_away && view.phase == TournamentPhase::Playing {
            // Else every hand waits for her.
            let own = all_entries(&room, id).await.into_iter().find(|entry| entry.player == ann);
            let table = own.and_then(|entry| entry.table).unwrap();
            is_away = room.card_room.command(table, ann, Command::Away, None).await.is_ok();
        }
        if view.phase == TournamentPhase::Finished {
            break view;
        }
        let now = view.level.map_or(0, |level| level.number);
        if now > level {
            level = now;
            let (view, entries) = whole(&room, id).await;
            println!("{:?}: level {now}, {} left, {} tables", began.elapsed(), view.left, view.tables.len());
            let chips: Chips = entries.iter().map(|entry| entry.chips).sum();
            if view.phase == TournamentPhase::Playing {
                assert_eq!(chips, 200 * Chips::from(players));
                let seated: BTreeSet<_> =
                    entries.iter().filter_map(|entry| Some((entry.table?, entry.seat?.0))).collect();
                let left = entries.iter().filter(|entry| entry.place.is_none()).count();
                assert_eq!((seated.len(), left), (left, view.left as usize));
            }
            let audit = room.card_room.audit().await.unwrap();
            assert!(audit.holds(), "{audit:?}");
        }
        assert!(began.elapsed() < Duration::from_mins(30), "it does not end: {view:?}");
        // To look costs more than to wait.
        for _ in 0..20 {
            room.clock.think();
            tokio::time::sleep(Duration::from_micros(500)).await;
        }
    };
    println!("{players} players, {} levels, {:?}", level, began.elapsed());
    let entries = all_entries(&room, id).await;
    assert_eq!(entries.len(), players as usize);
    let paid: Chips = entries.iter().map(|entry| entry.prize).sum();
    assert_eq!((paid, ended.prizes.iter().sum::<Chips>()), (ended.pool, 100 * Chips::from(players)));
    let places: Vec<u32> = entries.iter().map(|entry| entry.place.unwrap()).collect();
    assert!(places.is_sorted() && places.first() == Some(&1));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}
