//! The cache of sign-ins and profiles over a store: once one of them ends or changes, the cache does not return the
//! old one.

use std::sync::Arc;

use cardroom::service::people::accounts::Accounts;
use cardroom::service::people::player::Player;
use cardroom::service::people::players::Players;
use cardroom::service::people::recovery::Recovery;
use cardroom::service::people::session_cache::{Invalidate, SessionCache};
use cardroom::service::people::sessions::{Sessions, Tokens};
use cardroom::service::ports::clock::{Clock, SystemClock};
use cardroom::service::ports::entropy::SystemDealer;
use cardroom::service::ports::store::Store;
use cardroom::service::room::clock::housekeeping;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::service::topics::Topics;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_api::player::account::{Login, Password};
use cardroom_api::player::name::Name;
use futures::FutureExt;
use jiff::SignedDuration;
use strum::VariantArray;
use tempfile::TempDir;
use tokio::task::yield_now;

/// The services that end sign-ins or change players.
struct People {
    store: Arc<dyn Store>,
    cache: SessionCache,
    clock: Arc<dyn Clock>,
    sessions: Sessions,
    accounts: Accounts,
    recovery: Recovery,
    players: Players,
    _folder: TempDir,
}

impl People {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cardroom.db");
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        let (dealer, cache): (Arc<dyn Dealer>, _) = (Arc::new(SystemDealer), SessionCache::default());
        let parts = || (Arc::clone(&store), Arc::clone(&clock), Arc::clone(&dealer));
        let (of_store, of_clock, of_dealer) = parts();
        let sessions = Sessions::new(of_store, of_clock, of_dealer, cache.clone());
        let (of_store, of_clock, of_dealer) = parts();
        let accounts = Accounts::new(of_store, of_clock, of_dealer, sessions.clone(), None);
        let (of_store, of_clock, of_dealer) = parts();
        let recovery = Recovery::new(of_store, Arc::clone(&of_dealer), accounts.clone());
        let (of_store, grants) = (Arc::clone(&store), (1_000, None));
        let players =
            Players::new(of_store, of_clock, of_dealer, sessions.clone(), grants, Topics::default());
        Self { store, cache, clock, sessions, accounts, recovery, players, _folder: folder }
    }

    /// A player with an account, and a sign-in whose access token was stolen and used.
    async fn robbed(&self) -> (Player, Tokens) {
        let (player, tokens) = self.players.guest(None, None, None).await.unwrap();
        self.accounts.name(player.id, &login(player.id), password("correct horse")).await.unwrap();
        assert!(self.is_open(&tokens).await);
        (player, tokens)
    }

    /// Whether a thief with an access token is accepted, at the first try or at the second.
    async fn is_open(&self, stolen: &Tokens) -> bool {
        let access = stolen.pair.access.reveal();
        let first = self.sessions.who(&access).await.is_ok();
        self.sessions.who(&access).await.is_ok() || first
    }
}

fn login(player: PlayerId) -> Login {
    player.to_string().try_into().unwrap()
}

fn password(text: &str) -> Password {
    text.to_owned().try_into().unwrap()
}

#[tokio::test]
async fn a_stolen_token_is_refused_however_its_sign_in_ended() {
    let people = People::open().await;
    let People { sessions, accounts, recovery, .. } = &people;
    let who = async |tokens: &Tokens| sessions.who(&tokens.pair.access.reveal()).await.unwrap();

    let (_, stolen) = people.robbed().await;
    sessions.sign_out(who(&stolen).await).await.unwrap();
    assert!(!people.is_open(&stolen).await, "signed out");

    let (player, stolen) = people.robbed().await;
    assert!(sessions.end(player.id, who(&stolen).await.session).await.unwrap());
    assert!(!people.is_open(&stolen).await, "ended from another device");

    let (player, stolen) = people.robbed().await;
    assert_eq!(sessions.sign_out_everywhere(player.id).await.unwrap(), 1);
    assert!(!people.is_open(&stolen).await, "signed out everywhere");

    let (player, stolen) = people.robbed().await;
    let (was, new) = (password("correct horse"), password("another horse"));
    let fresh = accounts.change_password(player.id, was, new, None).await.unwrap();
    assert!(!people.is_open(&stolen).await && people.is_open(&fresh).await, "another password");

    let (player, stolen) = people.robbed().await;
    let codes = recovery.renew(player.id, password("correct horse")).await.unwrap();
    let (code, new) = (codes[0].reveal(), password("another horse"));
    let (_, fresh) = recovery.recover(&login(player.id), &code, new, None).await.unwrap();
    assert!(!people.is_open(&stolen).await && people.is_open(&fresh).await, "recovered");

    let (player, stolen) = people.robbed().await;
    accounts.delete(player.id, Some(password("correct horse"))).await.unwrap();
    assert!(!people.is_open(&stolen).await, "deleted");

    let (_, stolen) = people.robbed().await;
    let fresh = sessions.refresh(&stolen.pair.refresh.reveal()).await.unwrap();
    assert!(!people.is_open(&stolen).await && people.is_open(&fresh).await, "refreshed");

    let in_a_year = people.clock.now() + SignedDuration::from_hours(365 * 24);
    housekeeping::forget(&people.store, &people.cache, in_a_year).await.unwrap();
    assert!(!people.is_open(&fresh).await, "forgotten");
}

/// A read that began before the end of a sign-in may finish after it, and must not be cached.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_read_from_before_the_end_is_not_cached_after_it() {
    let people = People::open().await;
    for _ in 0..100 {
        let (_, stolen) = people.players.guest(None, None, None).await.unwrap();
        let signed_in = people.sessions.who(&stolen.pair.access.reveal()).await.unwrap();
        people.cache.invalidate(Invalidate::SignIns);
        let thieves = [(); 4].map(|()| {
            let (sessions, access) = (people.sessions.clone(), stolen.pair.access.reveal());
            tokio::spawn(async move {
                while sessions.who(&access).await.is_ok() {
                    yield_now().await;
                }
            })
        });
        yield_now().await;
        people.sessions.sign_out(signed_in).await.unwrap();
        assert!(!people.is_open(&stolen).await);
        for thief in thieves {
            thief.await.unwrap();
        }
        assert!(!people.is_open(&stolen).await);
    }
}

/// If a client disconnects while it signs out, it has been signed out or not; no cached token outlives its sign-in.
#[tokio::test]
async fn an_end_counts_even_if_its_caller_disconnects() {
    let people = People::open().await;
    let People { sessions, .. } = &people;
    for _ in 0..20 {
        let (_, stolen) = people.robbed().await;
        let signed_in = sessions.who(&stolen.pair.access.reveal()).await.unwrap();
        assert!(sessions.sign_out(signed_in).now_or_never().is_none());
        while sessions.check(signed_in).await.is_ok() {
            sessions.who(&stolen.pair.access.reveal()).await.ok();
            yield_now().await;
        }
        // One more write comes after the unfinished one, and after its consequences.
        people.store.ping(people.clock.now()).await.unwrap();
        assert!(!people.is_open(&stolen).await);
    }
}

#[tokio::test]
async fn others_see_the_current_profile_of_a_player() {
    let people = People::open().await;
    let (player, _) = people.robbed().await;
    let looks = async || {
        let looks = people.cache.looks(&*people.store, player.id).await.unwrap();
        looks.map(|looks| (looks.name.to_string(), looks.avatar))
    };
    assert_eq!(looks().await, Some((player.name.clone(), player.avatar)));
    let bea = Name::try_from("Bea".to_owned()).unwrap();
    people.players.change(player.id, Some(&bea), None).await.unwrap();
    assert_eq!(looks().await, Some(("Bea".to_owned(), player.avatar)));
    let other = Avatar::VARIANTS.iter().copied().find(|&avatar| avatar != player.avatar).unwrap();
    people.players.change(player.id, None, Some(other)).await.unwrap();
    assert_eq!(looks().await, Some(("Bea".to_owned(), other)));
    people.accounts.delete(player.id, Some(password("correct horse"))).await.unwrap();
    assert_eq!(looks().await, None);
}
