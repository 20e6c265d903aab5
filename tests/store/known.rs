//! What is in memory of sign-ins and players: whatever ends or changes one, it is not told from memory any more.

use std::sync::Arc;

use cardroom::service::avatar::Avatar;
use cardroom::service::people::deletion::Deletion;
use cardroom::service::people::player::Player;
use cardroom::service::people::session::{Replaced, Session};
use cardroom::service::ports::deletion::Deleted;
use cardroom::service::ports::store::Store;
use cardroom::store::sqlite::Sqlite;
use futures::FutureExt;
use strum::VariantArray;
use tempfile::TempDir;
use tokio::task::yield_now;

use crate::records::{House, time};

/// What a thief has of somebody's sign-in, who uses it before and after.
async fn is_open(store: &dyn Store, stolen: &Session) -> bool {
    let first = store.sign_in_by_access(stolen.access).await.unwrap();
    let second = store.sign_in_by_access(stolen.access).await.unwrap();
    let remembered = store.remembers_sign_in(stolen.access);
    for found in [first, second, remembered].into_iter().flatten() {
        assert_eq!(found, stolen.shown());
    }
    second.is_some() || remembered.is_some()
}

async fn open() -> (TempDir, Arc<dyn Store>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    (folder, Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap()))
}

/// A player with an account, and a sign-in whose token was stolen and used.
async fn robbed(store: &dyn Store, house: &mut House) -> (Player, Session) {
    let (player, grant, session) = house.newcomer();
    store.create_player(&player, &[grant], &session).await.unwrap();
    store.name_account(player.id, &player.id.to_string(), "hash", time(0)).await.unwrap();
    assert!(is_open(store, &session).await);
    (player, session)
}

fn deletion(player: &Player, house: &mut House) -> Deletion {
    let movement = house.newcomer().1.id;
    Deletion { player: player.id, password_hash: Some("hash".to_owned()), at: time(5), movement }
}

#[tokio::test]
async fn a_stolen_token_opens_nothing_once_its_sign_in_has_ended_by_any_way() {
    let (_folder, store) = open().await;
    let (store, mut house) = (&*store, House::starting_at(0));

    let (_, stolen) = robbed(store, &mut house).await;
    assert!(store.revoke(stolen.id).await.unwrap());
    assert!(!is_open(store, &stolen).await, "signed out");

    let (player, stolen) = robbed(store, &mut house).await;
    assert!(store.revoke_of(player.id, stolen.id).await.unwrap());
    assert!(!is_open(store, &stolen).await, "ended from another device");

    let (player, stolen) = robbed(store, &mut house).await;
    store.revoke_all(player.id).await.unwrap();
    assert!(!is_open(store, &stolen).await, "signed out everywhere");

    let (player, stolen) = robbed(store, &mut house).await;
    let fresh = house.session(player.id);
    assert!(store.change_password("hash", "another", &fresh).await.unwrap());
    assert!(!is_open(store, &stolen).await && is_open(store, &fresh).await, "another password");

    let (player, stolen) = robbed(store, &mut house).await;
    let (code, fresh) = (house.token(), house.session(player.id));
    assert!(store.set_recovery_codes(player.id, "hash", &[code]).await.unwrap());
    assert!(store.recover(code, "another", &fresh).await.unwrap());
    assert!(!is_open(store, &stolen).await && is_open(store, &fresh).await, "recovered");

    let (player, stolen) = robbed(store, &mut house).await;
    let deletion = deletion(&player, &mut house);
    assert!(matches!(store.delete_player(&deletion).await.unwrap(), Deleted::Done { .. }));
    assert!(!is_open(store, &stolen).await, "deleted");

    let (_, stolen) = robbed(store, &mut house).await;
    let replaced = Some(Replaced { refresh: stolen.refresh, at: time(9), salt: [9; 32] });
    let fresh = Session { access: house.token(), refresh: house.token(), replaced, ..stolen.clone() };
    assert!(store.rotate(stolen.refresh, &fresh).await.unwrap());
    assert!(!is_open(store, &stolen).await && is_open(store, &fresh).await, "refreshed");

    store.forget(time(0), time(i64::from(u32::MAX) * 1_000)).await.unwrap();
    assert!(!is_open(store, &fresh).await, "forgotten");
}

/// A read that began before the end of a sign-in may come back after it, and must not be kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_read_before_the_end_is_not_kept_after_it() {
    let (_folder, store) = open().await;
    let mut house = House::starting_at(0);
    for _ in 0..100 {
        let (player, grant, stolen) = house.newcomer();
        store.create_player(&player, &[grant], &stolen).await.unwrap();
        let thieves = [(); 4].map(|()| {
            let (store, access) = (Arc::clone(&store), stolen.access);
            tokio::spawn(async move {
                while store.sign_in_by_access(access).await.unwrap().is_some() {
                    yield_now().await;
                }
            })
        });
        yield_now().await;
        assert!(store.revoke(stolen.id).await.unwrap());
        assert!(!is_open(&*store, &stolen).await);
        for thief in thieves {
            thief.await.unwrap();
        }
        assert!(!is_open(&*store, &stolen).await);
    }
}

/// Who hangs up in the middle of signing out has been signed out, or has not; no token outlives its sign-in in memory.
#[tokio::test]
async fn an_end_whose_asker_has_gone_is_an_end() {
    let (_folder, store) = open().await;
    let (store, mut house) = (&*store, House::starting_at(0));
    for _ in 0..20 {
        let (_, stolen) = robbed(store, &mut house).await;
        assert!(store.revoke(stolen.id).now_or_never().is_none());
        while store.has_session(stolen.id).await.unwrap() {
            store.sign_in_by_access(stolen.access).await.unwrap();
            yield_now().await;
        }
        // One more write comes after the one that was left, and after what follows it.
        store.ping(time(1)).await.unwrap();
        assert!(!is_open(store, &stolen).await);
    }
}

#[tokio::test]
async fn what_others_see_of_a_player_is_as_it_is() {
    let (_folder, store) = open().await;
    let (store, mut house) = (&*store, House::starting_at(0));
    let (player, _) = robbed(store, &mut house).await;
    let looks =
        async || store.looks(player.id).await.unwrap().map(|looks| (looks.name.to_string(), looks.avatar));
    assert_eq!(looks().await, Some((player.name.clone(), player.avatar)));
    store.change_player(player.id, Some("Bea"), None).await.unwrap();
    assert_eq!(looks().await, Some(("Bea".to_owned(), player.avatar)));
    let other = Avatar::VARIANTS.iter().copied().find(|&avatar| avatar != player.avatar).unwrap();
    store.change_player(player.id, None, Some(other)).await.unwrap();
    assert_eq!(looks().await, Some(("Bea".to_owned(), other)));
    store.delete_player(&deletion(&player, &mut house)).await.unwrap();
    assert_eq!(looks().await, None);
}
