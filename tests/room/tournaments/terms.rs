//! Terms of Hold'em: hand for hand, and the time of decisions.

use std::time::Duration;

use cardroom::service::room::error::RoomError;
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::service::tournaments::stored::options::StoredTournamentGame;
use cardroom_api::tournament::options::{TournamentGame, TournamentOptions};
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::holdem::action::Action;
use jiff::SignedDuration;
use serde_json::json;

use super::keeping::{is_on_the_clock, table_until};
use super::{act, announced, holdem, run_until, seen};
use crate::room::{TestRoom, act as plays};

#[tokio::test(flavor = "multi_thread")]
async fn hand_for_hand_is_as_announced() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = |at: u32| holdem(6, 3, &json!({"hand_for_hand_at": at, "round_ties": true}));
    let refused = room.card_room.announce_tournament(ann, terms(101), None).await.unwrap_err();
    let RoomError::Refused(Refused::BadOption(bad)) = refused else { panic!("{refused}") };
    assert_eq!(bad.option, "hand_for_hand_at");
    for (options, at, ties) in
        [(terms(3), 3, true), (terms(0), 0, true), (holdem(6, 3, &json!({})), 1, false)]
    {
        let id = announced(&room, ann, options).await;
        let record = room.store.tournament(id).await.unwrap().unwrap();
        let StoredTournamentGame::Holdem(stored) = &record.options.game else { panic!("it is Hold'em") };
        assert_eq!((stored.setup.hand_for_hand_at, stored.setup.round_ties), (at, ties));
        let TournamentGame::Holdem(sent) = seen(&room, id).await.options.game.clone() else {
            panic!("it is Hold'em")
        };
        assert_eq!((sent.hand_for_hand_at, sent.round_ties), (at, ties));
    }
}

/// Each level adds ten seconds to the bank of every player, up to two minutes.
#[tokio::test(flavor = "multi_thread")]
async fn time_banks_grow_with_levels() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let level =
        |big: u64| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"hands": 1}});
    let structure: Vec<_> = (1..30).map(|nth| level(20 + 2 * nth)).collect();
    let id =
        announced(&room, ann, holdem(5, 3, &json!({"structure": structure, "starting_chips": 600}))).await;
    for player in [ann, room.player("Bob").await] {
        act(&room, id, player, TournamentAction::Register).await.unwrap();
    }
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    for entry in started.entries.iter().filter(|entry| entry.computer.is_none()) {
        room.card_room.command(entry.table.unwrap(), entry.player, Command::Away, None).await.unwrap();
    }
    let (mut first, mut longest) = (false, false);
    for _ in 0..20_000 {
        let view = seen(&room, id).await;
        for table in &view.tables {
            let record = room.store.table(table.table).await.unwrap().unwrap();
            // A computer player may use the bank.
            for chair in record.state.chairs.iter().filter(|chair| chair.bot.is_none()) {
                let Some(level) = chair.bank_level else { continue };
                let grown = (60_000 + 10_000 * (level - 1)).min(120_000);
                assert_eq!(chair.bank_millis, grown, "{chair:?}");
                first |= level == 2;
                longest |= level > 8;
            }
        }
        if first && longest || view.phase == TournamentPhase::Finished {
            break;
        }
        room.clock.think();
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
    assert!(first && longest, "it ends too soon");
}

/// Thirty seconds for a decision, then cards of thirty seconds, which are used up whole and do not come back.
#[tokio::test(flavor = "multi_thread")]
async fn a_shot_clock_takes_whole_cards() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = holdem(2, 2, &json!({"shot_clock": true, "starting_chips": 2_000}));
    let id = announced(&room, ann, TournamentOptions { decision_seconds: 7, ..terms }).await;
    let view = act(&room, id, ann, TournamentAction::Register).await.unwrap();
    assert_eq!((view.options.decision_seconds, view.options.time_bank_seconds), (30, 120));
    let table = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await.tables[0].table;
    let mut bank = 120_000;
    for (spends, cards) in [(29, 0), (31, 1), (61, 2), (30, 0)] {
        let view = table_until(&room, table, ann, is_on_the_clock).await;
        let own = view.you.as_ref().unwrap().seat.unwrap();
        let decisions = &view.hand.as_ref().unwrap().decisions;
        let clock = decisions.iter().find(|decision| decision.seat == own).unwrap().clock.unwrap();
        let cards_left = clock.due.duration_since(clock.bank_from);
        assert_eq!(cards_left, SignedDuration::from_millis(i64::from(bank)));
        let decided_at = clock.bank_from - SignedDuration::from_secs(30) + SignedDuration::from_secs(spends);
        room.clock.advance_to(decided_at);
        room.card_room.command(table, ann, plays(view.version, Action::Fold {}), None).await.unwrap();
        bank -= cards * 30_000;
        let record = room.store.table(table).await.unwrap().unwrap();
        let chair = record.state.chairs.iter().find(|chair| chair.player == ann).unwrap();
        assert_eq!(chair.bank_millis, bank, "after {spends} s");
    }
}
