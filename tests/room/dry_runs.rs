//! Dry runs: an action is only judged. The answer is its effect or its refusal, and nothing changes.

use std::sync::Arc;

use cardroom::service::people::session_cache::Invalidate;
use cardroom::service::room::caller::Caller;
use cardroom::service::table::command::Command;
use cardroom::service::table::refused::Refused;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::table::answer::DryRun;
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyAction, AnyPreview};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::preview::Preview;
use tokio::task::JoinSet;

use crate::room::{TestRoom, act, judged, options};
use crate::tables::heads_up;
use crate::watched::Watched;

#[tokio::test]
async fn a_dry_run_returns_the_effect_and_changes_nothing() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let before = room.view(table, bob).await;
    let price = async |action: Action| {
        let dry =
            room.card_room.dry_run(table, bob, before.version, &AnyAction::Holdem(action)).await.unwrap();
        assert_eq!((dry.accepted, dry.version), (true, before.version));
        let AnyPreview::Holdem(preview) = dry.preview else { panic!("{dry:?}") };
        preview
    };
    assert_eq!(price(Action::Fold {}).await, Preview::default());
    assert_eq!(price(Action::Call {}).await, Preview { cost: 5, to: Some(10), all_in: false });
    assert_eq!(price(Action::Raise { to: 30 }).await, Preview { cost: 25, to: Some(30), all_in: false });
    assert_eq!(
        price(Action::Raise { to: 1_000 }).await,
        Preview { cost: 995, to: Some(1_000), all_in: true }
    );
    assert_eq!(room.view(table, bob).await, before);
    assert!(room.store.changes(table, before.version, 10).await.unwrap().is_empty());
    room.act(table, bob, Action::Call {}).await.unwrap();
}

#[tokio::test]
async fn a_dry_run_is_refused_as_the_action_would_be() {
    let room = TestRoom::open().await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    let eve = room.player("Eve").await;
    let refusals = async |by, at: Version, action: Action| {
        let any = AnyAction::Holdem(action.clone());
        let dry: Result<DryRun, Refused> = judged(room.card_room.dry_run(table, by, at, &any).await);
        let done = room.command(table, by, act(at, action)).await;
        let (dry, done) = (dry.expect_err("refused"), done.expect_err("refused"));
        assert_eq!(format!("{dry:?}"), format!("{done:?}"));
        dry
    };
    let at = room.view(table, ann).await.version;
    assert!(matches!(refusals(bob, at, Action::Fold {}).await, Refused::NoHand));
    room.command(table, ann, Command::Deal).await.unwrap();
    assert!(matches!(refusals(bob, at, Action::Fold {}).await, Refused::Stale { .. }));
    assert!(matches!(refusals(bob, at + 2, Action::Fold {}).await, Refused::Ahead { .. }));
    assert!(matches!(refusals(eve, at + 1, Action::Fold {}).await, Refused::NotInHand));
    for wrong in [Action::Check {}, Action::Raise { to: 19 }, Action::Bet { to: 20 }, Action::Muck {}] {
        assert!(matches!(refusals(bob, at + 1, wrong).await, Refused::Rule { options: Some(_), .. }));
    }
    assert!(matches!(refusals(ann, at + 1, Action::Fold {}).await, Refused::Rule { options: None, .. }));
    let unknown = cardroom_api::id::PlayerId(uuid::Uuid::from_u128(9));
    let dry = judged(room.card_room.dry_run(table, unknown, at, &AnyAction::Holdem(Action::Fold {})).await);
    assert!(matches!(dry, Err(Refused::NoSuchPlayer)), "{dry:?}");
    let nowhere = cardroom_api::id::TableId(uuid::Uuid::from_u128(9));
    let dry = judged(room.card_room.dry_run(nowhere, bob, at, &AnyAction::Holdem(Action::Fold {})).await);
    assert!(matches!(dry, Err(Refused::NoSuchTable)), "{dry:?}");
    assert_eq!(room.card_room.table(table, &Caller::default()).await.unwrap().version, at + 1);
}

#[tokio::test]
async fn a_dry_run_reads_only_its_player_and_counts_as_in_flight() {
    let store = Watched::new(Arc::new(Sqlite::open("sqlite::memory:").await.unwrap()));
    let room = TestRoom::over(store.clone()).await;
    let (table, ann, bob) = heads_up(&room, options()).await;
    room.command(table, ann, Command::Deal).await.unwrap();
    let at = room.view(table, bob).await.version;
    room.session_cache.invalidate(Invalidate::Looks(bob));
    store.calls();
    let mut rushing = JoinSet::new();
    // No future is polled twice before all of them have begun: one thread runs the test.
    for _ in 0..100 {
        let room = room.card_room.clone();
        let call = AnyAction::Holdem(Action::Call {});
        rushing.spawn(async move { judged(room.dry_run(table, bob, at, &call).await) });
    }
    let answers = rushing.join_all().await;
    let refused = |answer: &&Result<_, Refused>| matches!(answer, Err(Refused::TooManyAtOnce { most: 16 }));
    assert_eq!(answers.iter().filter(refused).count(), 84);
    assert_eq!(store.calls().into_iter().collect::<Vec<_>>(), [("looks", 16)]);
    room.act(table, bob, Action::Call {}).await.unwrap();
}
