//! What entries cost, and what is paid: prizes, bounties, rebuys and deals.

use cardroom::service::ports::clock::Clock;
use cardroom::service::room::error::RoomError;
use cardroom::service::room::tournaments::commands::TournamentAction;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom_api::tournament::options::TournamentOptions;
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::game::Chips;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;
use cardroom_rules::tournament::prizes::deal::{DealBasis, DealTerms};
use serde_json::json;

use super::{Seen, act, announced, assert_paid, assert_paid_with, holdem, options, run_until, seen};
use crate::room::{GRANT, TestRoom, caller};

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_taken_back_and_given_back() {
    let room = TestRoom::open().await;
    let (ann, bob) = (room.player("Ann").await, room.player("Bob").await);
    let id = announced(&room, ann, TournamentOptions { fill_with_bots: None, ..options(6, 6) }).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let again = act(&room, id, ann, TournamentAction::Register).await.unwrap_err();
    let is_registered = |error| {
        matches!(error, RoomError::Refused(Refused::ByDirector(TournamentRefusal::AlreadyRegistered {})))
    };
    assert!(is_registered(again));
    act(&room, id, bob, TournamentAction::Register).await.unwrap();
    act(&room, id, ann, TournamentAction::Unregister).await.unwrap();
    assert_eq!([room.chips(ann).await, room.chips(bob).await], [GRANT, GRANT - 100]);
    let refused = act(&room, id, bob, TournamentAction::Cancel).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotAnnouncer)));
    let cancelled = act(&room, id, ann, TournamentAction::Cancel).await.unwrap();
    assert_eq!((cancelled.phase, room.chips(bob).await), (TournamentPhase::Cancelled, GRANT));
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
    assert!(room.store.registered(bob).await.unwrap().is_empty());
    let late = act(&room, id, bob, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(late, RoomError::Refused(Refused::ByDirector(TournamentRefusal::TournamentOver {}))));
    assert!(room.clock.now() > jiff::Timestamp::UNIX_EPOCH);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_needs_its_price() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, TournamentOptions { prize: GRANT + 1, ..options(6, 6) }).await;
    let refused = act(&room, id, ann, TournamentAction::Register).await.unwrap_err();
    assert!(matches!(refused, RoomError::Refused(Refused::NotEnoughChips)));
    assert_eq!(seen(&room, id).await.entered, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn bounties_are_paid_to_the_last_chip() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    for bounties in ["fixed", "progressive"] {
        let terms = json!({"bounty": 25, "bounties": bounties});
        let id = announced(&room, ann, holdem(5, 3, &terms)).await;
        act(&room, id, ann, TournamentAction::Register).await.unwrap();
        let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
        assert_paid_with(&room, &ended, 5 * 25).await;
    }
}

/// Two people lose all their chips at once or one after another; one rebuys, the computers do not.
#[tokio::test(flavor = "multi_thread")]
async fn players_rebuy_and_add_on() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let terms = json!({
        "rebuy": {"price": 50, "chips": 200, "until_level": 100, "most": 2},
        "add_on": {"price": 30, "chips": 100},
    });
    let id = announced(&room, ann, holdem(3, 3, &terms)).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let started = run_until(&room, id, |view| view.phase == TournamentPhase::Playing).await;
    let none = act(&room, id, ann, TournamentAction::AddOn).await.unwrap_err();
    assert!(matches!(none, RoomError::Refused(Refused::ByDirector(TournamentRefusal::NoAddOnNow {}))));
    let table = started.tables[0].table;
    room.card_room.command(table, ann, Command::Away, None).await.unwrap();
    let own = |view: &Seen| view.entries.iter().find(|entry| entry.player == ann).unwrap().clone();
    let is_out = |view: &Seen| own(view).deciding || view.phase == TournamentPhase::Finished;
    let busted = run_until(&room, id, is_out).await;
    if busted.phase == TournamentPhase::Finished {
        return assert_paid(&room, &busted).await;
    }
    let bought = act(&room, id, ann, TournamentAction::Rebuy).await.unwrap();
    assert_eq!((bought.pool, bought.you.unwrap().chips), (350, 200));
    assert_eq!(room.chips(ann).await, GRANT - 150);
    let seated = room.card_room.table(table, &caller(ann)).await.unwrap();
    assert_eq!(seated.chairs.iter().find(|chair| chair.player == ann).unwrap().chips, 200);
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    assert_paid(&room, &ended).await;
}

/// Computers accept a deal by the Independent Chip Model; it ends the tournament.
#[tokio::test(flavor = "multi_thread")]
async fn a_deal_ends_a_tournament() {
    let room = TestRoom::open().await;
    let ann = room.player("Ann").await;
    let id = announced(&room, ann, holdem(4, 4, &json!({"bounty": 25}))).await;
    act(&room, id, ann, TournamentAction::Register).await.unwrap();
    let money = |view: &Seen| view.left == 2 || view.phase == TournamentPhase::Finished;
    let two = run_until(&room, id, money).await;
    let own = two.entries.iter().find(|entry| entry.player == ann).unwrap();
    if two.phase == TournamentPhase::Playing && own.place.is_none() {
        let terms = DealTerms { basis: DealBasis::Icm, keep: 0 };
        act(&room, id, ann, TournamentAction::ProposeDeal(terms)).await.unwrap();
    }
    let ended = run_until(&room, id, |view| view.phase == TournamentPhase::Finished).await;
    let paid: Chips = ended.entries.iter().map(|entry| entry.prize).sum();
    assert_eq!(paid, 4 * 125);
    let audit = room.card_room.audit().await.unwrap();
    assert!(audit.holds() && audit.tournaments == 0, "{audit:?}");
}
