//! Players, accounts and sign-ins.

use cardroom::service::people::player::Player;
use cardroom::service::people::session::{Replaced, Session};
use cardroom::service::ports::accounts::Named;
use cardroom::service::ports::friends::Befriended;
use cardroom::service::ports::store::Store;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_api::player::friends::Friendship;
use strum::VariantArray;

use crate::records::{RecordMaker, time};

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(1_000_000);
    store.ping(time(1)).await.unwrap();
    players(store, &mut maker).await;
    accounts(store, &mut maker).await;
    passwords(store, &mut maker).await;
    tokens(store, &mut maker).await;
    rotation(store, &mut maker).await;
    forgetting(store, &mut maker).await;
    asking(store, &mut maker).await;
}

/// Its access token is stored, and accepted.
async fn is_signed_in(store: &dyn Store, session: &Session) {
    assert_eq!(store.sign_in_by_access(session.access).await.unwrap(), Some(session.shown()));
    assert_eq!(store.session_by_refresh(session.refresh).await.unwrap().as_ref(), Some(session));
}

async fn players(store: &dyn Store, maker: &mut RecordMaker) {
    let (ann, grant, session) = maker.newcomer();
    assert_eq!(store.player(ann.id).await.unwrap(), None);
    store.create_player(&ann, std::slice::from_ref(&grant), &session).await.unwrap();
    assert_eq!(store.player(ann.id).await.unwrap(), Some(ann.clone()));
    assert_eq!(store.ledger(ann.id, None, 9).await.unwrap(), [grant]);
    is_signed_in(store, &session).await;

    assert!(store.change_player(ann.id, Some("Änne 🂡"), None).await.unwrap());
    let renamed = Player { name: "Änne 🂡".to_owned(), ..ann };
    assert_eq!(store.player(renamed.id).await.unwrap().as_ref(), Some(&renamed));
    let (unknown, ..) = maker.newcomer();
    assert!(!store.change_player(unknown.id, Some("Bob"), None).await.unwrap());

    let bob = maker.guest(store).await;
    let avatar = Avatar::VARIANTS.iter().copied().find(|&avatar| avatar != bob.avatar).unwrap();
    assert!(store.change_player(bob.id, None, Some(avatar)).await.unwrap());
    let looks = store.looks(&[renamed.id, unknown.id, bob.id, renamed.id]).await.unwrap();
    let shown = |id: &PlayerId| looks.get(id).map(|looks| (&*looks.name, looks.avatar));
    assert_eq!(shown(&renamed.id), Some(("Änne 🂡", renamed.avatar)));
    assert_eq!((shown(&bob.id), looks.len()), (Some((bob.name.as_str(), avatar)), 2));
    assert!(store.looks(&[]).await.unwrap().is_empty());
}

async fn accounts(store: &dyn Store, maker: &mut RecordMaker) {
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    assert_eq!(store.account("ann").await.unwrap(), None);
    assert_eq!(name(store, ann.id, "ann").await, Named::Done);
    assert_eq!(store.account("ann").await.unwrap(), Some((ann.id, "hash of ann".to_owned())));
    assert_eq!(store.player(ann.id).await.unwrap().unwrap().login.as_deref(), Some("ann"));

    assert_eq!(name(store, bob.id, "ann").await, Named::LoginTaken);
    assert_eq!(name(store, ann.id, "anna").await, Named::AlreadyNamed);
    assert_eq!(store.account("anna").await.unwrap(), None);
    assert_eq!(store.player(bob.id).await.unwrap().unwrap().login, None);
}

async fn name(store: &dyn Store, id: PlayerId, login: &str) -> Named {
    store.name_account(id, login, &format!("hash of {login}"), time(0)).await.unwrap()
}

async fn passwords(store: &dyn Store, maker: &mut RecordMaker) {
    let cat = maker.guest(store).await;
    assert_eq!(name(store, cat.id, "cat").await, Named::Done);
    let [phone, laptop, late] = [(); 3].map(|()| maker.session(cat.id));
    assert!(store.sign_in("hash of cat", &phone).await.unwrap());

    assert!(!store.change_password("guessed", "stolen", &laptop).await.unwrap());
    assert_eq!(store.account("cat").await.unwrap(), Some((cat.id, "hash of cat".to_owned())));
    assert_eq!(store.sign_in_by_access(laptop.access).await.unwrap(), None);
    is_signed_in(store, &phone).await;

    assert!(store.change_password("hash of cat", "another", &laptop).await.unwrap());
    assert_eq!(store.account("cat").await.unwrap(), Some((cat.id, "another".to_owned())));
    assert_eq!(store.sign_in_by_access(phone.access).await.unwrap(), None);
    is_signed_in(store, &laptop).await;

    assert!(!store.sign_in("hash of cat", &late).await.unwrap());
    assert_eq!(store.sign_in_by_access(late.access).await.unwrap(), None);

    let guest = maker.guest(store).await;
    let session = maker.session(guest.id);
    assert!(!store.change_password("", "any", &session).await.unwrap());
}

async fn tokens(store: &dyn Store, maker: &mut RecordMaker) {
    let dan = maker.guest(store).await;
    name(store, dan.id, "dan").await;
    let [phone, laptop] = [(); 2].map(|()| maker.session(dan.id));
    for session in [&phone, &laptop] {
        assert!(store.sign_in("hash of dan", session).await.unwrap());
    }
    assert_eq!(store.session_by_refresh(phone.refresh).await.unwrap(), Some(phone.clone()));
    assert_eq!(store.session_by_refresh(phone.access).await.unwrap(), None);
    assert_eq!(store.sign_in_by_access(phone.refresh).await.unwrap(), None);

    assert!(store.revoke(phone.id).await.unwrap());
    assert!(!store.revoke(phone.id).await.unwrap());
    assert_eq!(store.sign_in_by_access(phone.access).await.unwrap(), None);
    is_signed_in(store, &laptop).await;
    // The laptop's, and the one that came with the player.
    assert_eq!(store.revoke_all(dan.id).await.unwrap(), 2);
    assert_eq!(store.revoke_all(dan.id).await.unwrap(), 0);
}

async fn rotation(store: &dyn Store, maker: &mut RecordMaker) {
    let (eve, grant, first) = maker.newcomer();
    store.create_player(&eve, &[grant], &first).await.unwrap();
    let second = rotated(maker, &first);
    assert!(store.rotate(first.refresh, &second).await.unwrap());
    // The retry that lost the race, and a thief with the old token, change nothing.
    let rival = rotated(maker, &first);
    assert!(!store.rotate(first.refresh, &rival).await.unwrap());
    assert_eq!(store.sign_in_by_access(first.access).await.unwrap(), None);
    for known in [first.refresh, second.refresh] {
        assert_eq!(store.session_by_refresh(known).await.unwrap(), Some(second.clone()));
    }

    let third = rotated(maker, &second);
    assert!(store.rotate(second.refresh, &third).await.unwrap());
    assert_eq!(store.session_by_refresh(first.refresh).await.unwrap(), None);
    assert_eq!(store.session_by_family(first.family.unwrap()).await.unwrap(), Some(third.clone()));
    assert_eq!(store.session_by_family(first.refresh).await.unwrap(), None);
    assert_eq!(store.session_by_refresh(second.refresh).await.unwrap(), Some(third));
}

fn rotated(maker: &mut RecordMaker, was: &Session) -> Session {
    let replaced = Replaced { refresh: was.refresh, at: time(9), salt: [9; 32] };
    Session { access: maker.token(), refresh: maker.token(), replaced: Some(replaced), ..was.clone() }
}

async fn forgetting(store: &dyn Store, maker: &mut RecordMaker) {
    let (fay, grant, session) = maker.newcomer();
    let over = Session { refresh_until: time(-1_000), ..session };
    store.create_player(&fay, &[grant], &over).await.unwrap();
    assert_eq!(store.forget(time(-9_000), time(-1_000)).await.unwrap(), 0);
    is_signed_in(store, &over).await;
    assert_eq!(store.forget(time(-9_000), time(-999)).await.unwrap(), 1);
    assert_eq!(store.sign_in_by_access(over.access).await.unwrap(), None);
    assert_eq!(store.player(fay.id).await.unwrap(), Some(fay));
}

/// With room for two requests, one is replaced by a third: a guest's by any, an account's by an account's, and a
/// friend's by none.
async fn asking(store: &dyn Store, maker: &mut RecordMaker) {
    let [ivy, jan, kim, lea] = [(); 4].map(|()| maker.newcomer());
    for (player, grant, session) in [&ivy, &jan, &kim, &lea] {
        store.create_player(player, std::slice::from_ref(grant), session).await.unwrap();
    }
    let [ivy, jan, kim, lea] = [ivy.0.id, jan.0.id, kim.0.id, lea.0.id];
    let ask = async |by: PlayerId, at: i64| store.befriend(by, ivy, time(at), 2).await.unwrap();
    let asks = async |by: PlayerId| store.friendship(ivy, by).await.unwrap() == Friendship::Asking;
    assert_eq!(name(store, jan, "jan").await, Named::Done);
    assert_eq!((ask(jan, 1).await, ask(kim, 2).await), (Befriended::Done, Befriended::Done));
    assert_eq!(ask(lea, 3).await, Befriended::Done);
    assert_eq!((asks(jan).await, asks(kim).await, asks(lea).await), (true, false, true));
    assert_eq!(name(store, lea, "lea").await, Named::Done);
    assert_eq!(ask(kim, 4).await, Befriended::TooManyAsk);
    assert_eq!(name(store, kim, "kim").await, Named::Done);
    assert_eq!(ask(kim, 5).await, Befriended::Done);
    assert_eq!((asks(jan).await, asks(kim).await, asks(lea).await), (false, true, true));
    for friend in [kim, lea] {
        assert_eq!(store.befriend(ivy, friend, time(6), 2).await.unwrap(), Befriended::Done);
    }
    assert_eq!(ask(jan, 7).await, Befriended::TooManyAsk);
}
