//! How far a round is, as its tables show it.

use std::collections::BTreeSet;
use std::time::Duration;

use cardroom::service::room::caller::Caller;
use cardroom::service::room::streams::following::Following;
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::table::message::Message;
use cardroom_api::tournament::progress::{RoundProgress, TournamentProgress};
use cardroom_api::tournament::view::TournamentPhase;
use serde_json::json;

use super::duplicate::{all_away, doudizhu, entered};
use super::teams::shengji;
use super::{Seen, run_until, seen};
use crate::room::{TestRoom, caller};

/// What a table shows to this caller; `None` once it is closed.
async fn shown(room: &TestRoom, table: TableId, to: &Caller) -> Option<TournamentProgress> {
    room.card_room.table(table, to).await.ok()?.tournament?.progress
}

/// A person at each open table.
fn insiders(view: &Seen, people: &[PlayerId]) -> Vec<(TableId, PlayerId)> {
    let sits = |table: TableId| {
        view.entries.iter().find(|entry| entry.table == Some(table) && people.contains(&entry.player))
    };
    view.tables.iter().map(|own| (own.table, sits(own.table).unwrap().player)).collect()
}

/// What is seen of each deal of the first round at each table, and how many tables still play as messages tell it.
async fn deals_of_a_round(
    room: &TestRoom,
    id: TournamentId,
    own: &[(TableId, PlayerId)],
    streams: &mut [Following],
) -> (BTreeSet<(TableId, Option<u32>)>, BTreeSet<u32>) {
    let mut deals = BTreeSet::new();
    let mut told = BTreeSet::new();
    while seen(room, id).await.rounds.as_ref().unwrap().number == 1 {
        for (&(table, player), stream) in own.iter().zip(&mut *streams) {
            if let Some(round) = shown(room, table, &caller(player)).await.and_then(|it| it.round)
                && round.number == 1
            {
                deals.insert((table, round.deal));
                assert!(round.tables_playing == 2 || round.deal != Some(1), "{round:?}");
            }
            while let Ok(Some(message)) = tokio::time::timeout(Duration::from_micros(50), stream.next()).await
            {
                match message {
                    Message::Progress(message) => {
                        told.insert(message.progress.round.unwrap().tables_playing);
                    }
                    Message::End(_) => break,
                    _ => {}
                }
            }
        }
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    (deals, told)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_duplicate_rounds_shows_the_round_and_its_deal() {
    let room = TestRoom::open().await;
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan"] {
        people.push(room.player(name).await);
    }
    let terms = json!({"format": {"type": "duplicate", "rounds": 2}, "deals": 2, "computers": "novice"});
    let id = entered(&room, &people, doudizhu(6, &terms)).await;
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let own = insiders(&started, &people);
    let mut streams = Vec::new();
    for &(table, player) in &own {
        let progress = shown(&room, table, &caller(player)).await.unwrap();
        let round = progress.round.unwrap();
        assert!(round.ends_at.is_some());
        let first = RoundProgress {
            number: 1,
            of: Some(2),
            ends_at: round.ends_at,
            tables_playing: 2,
            deal: Some(1),
            deals: 2,
        };
        assert_eq!((round, progress.level, progress.your_place), (first, None, None));
        assert_eq!((progress.entered, progress.left, progress.places_paid), (6, 6, 2));
        streams.push(room.card_room.follow(table, caller(player), None).await.unwrap());
    }
    all_away(&room, &started, &people).await;
    let (deals, told) = deals_of_a_round(&room, id, &own, &mut streams).await;
    for &(table, _) in &own {
        assert!(deals.contains(&(table, Some(1))) && deals.contains(&(table, Some(2))), "{deals:?}");
    }
    assert!(deals.iter().any(|(_, deal)| deal.is_none()), "one waits for the other: {deals:?}");
    assert!(!told.is_empty() && told.iter().all(|&playing| playing < 2), "{told:?}");
    assert_places(&room, id, &people).await;
}

/// The places are those after the first round.
async fn assert_places(room: &TestRoom, id: TournamentId, people: &[PlayerId]) {
    let second =
        run_until(room, id, |view| view.rounds.as_ref().unwrap().number == 2 && view.tables.len() == 2).await;
    for (table, player) in insiders(&second, people) {
        let progress = shown(room, table, &caller(player)).await.unwrap();
        assert_eq!(progress.round.unwrap().number, 2);
        let key = |view: &Seen, of: PlayerId| {
            let own = view.entries.iter().find(|entry| entry.player == of).unwrap().duplicate.unwrap();
            (own.matchpoints, own.score, own.landlord_wins)
        };
        let own = key(&second, player);
        let better = second.entries.iter().filter(|entry| key(&second, entry.player) > own).count();
        assert_eq!(progress.your_place, Some(u32::try_from(better + 1).unwrap()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_teams_shows_the_round_and_its_hand() {
    let room = TestRoom::open().await;
    room.dealer.vary();
    let ann = room.player("Ann").await;
    let id = entered(&room, &[ann], shengji(8, &json!({"hands": 3}))).await;
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    for own in &started.tables {
        let progress = shown(&room, own.table, &Caller::default()).await.unwrap();
        let first = RoundProgress {
            number: 1,
            of: Some(3),
            ends_at: None,
            tables_playing: 2,
            deal: Some(1),
            deals: 3,
        };
        assert_eq!((progress.round, progress.level, progress.your_place), (Some(first), None, None));
    }
    all_away(&room, &started, &[ann]).await;
    let later = run_until(&room, id, |view| {
        let rounds = view.rounds.as_ref().unwrap();
        rounds.number == 1 && rounds.matches.iter().any(|own| own.hands == 1 && own.table.is_some())
    })
    .await;
    let own = later.rounds.as_ref().unwrap().matches.iter().find(|own| own.hands == 1).unwrap();
    let table = own.table.unwrap();
    let progress = shown(&room, table, &Caller::default()).await.unwrap();
    assert!(progress.round.unwrap().deal >= Some(2));
    let second = run_until(&room, id, |view| view.rounds.as_ref().unwrap().number == 2).await;
    let own = second.entries.iter().find(|entry| entry.player == ann).unwrap().table.unwrap();
    let place = shown(&room, own, &caller(ann)).await.unwrap().your_place;
    assert!((1..=4).contains(&place.unwrap()), "{place:?}");
}
