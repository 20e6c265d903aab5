//! Ratings: the log of rated events, what comes of it, and voiding.

use std::sync::Arc;

use cardroom::service::people::deletion::Deletion;
use cardroom::service::ports::commits::{Batch, Committed};
use cardroom::service::ports::deletion::Deleted;
use cardroom::service::ports::ratings::{
    LeaderboardKey, LeaderboardOrder, MOST_PAIRS_RECOMPUTED, MOST_RECOMPUTED, RatingStore, Voided,
};
use cardroom::service::ports::store::Store;
use cardroom::service::ratings::network_tag::NetworkTag;
use cardroom::service::ratings::rated_result::{Finisher, RatedOutcome, RatedResult, RatedSource};
use cardroom::service::ratings::stored::{RatingChange, StoredRatedEvent};
use cardroom::service::table::stored::change::Author;
use cardroom::service::tournaments::stored::options::StoredTournamentOptions;
use cardroom::service::tournaments::stored::{
    CommitGroup, StoredNumbers, StoredPhase, TournamentBody, TournamentChange, TournamentCommit,
    TournamentRecord,
};
use cardroom::store::postgres::Postgres;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::{MovementId, PlayerId, RatedEventId, TournamentId};
use cardroom_api::rating::season::Season;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::tournament::rating::Rating;
use jiff::Timestamp;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use uuid::Uuid;

use crate::records::{RecordMaker, time};

/// A day, in milliseconds. The story begins on 15 January 2027.
const DAY: i64 = 86_400_000;

pub async fn chapter(store: &dyn Store) {
    let mut story = Story { store, maker: RecordMaker::starting_at(9_000_000), last: 0 };
    two_addresses_and_two_accounts(&mut story).await;
    ten_a_day(&mut story).await;
    boards(&mut story).await;
    voiding(&mut story).await;
}

#[tokio::test]
async fn events_of_two_addresses_count_ten_times_a_day() {
    let store = Sqlite::open("sqlite::memory:").await.unwrap();
    let mut story = Story { store: &store, maker: RecordMaker::starting_at(0), last: 0 };
    ten_a_day(&mut story).await;
    store.close().await;
}

#[tokio::test]
async fn an_event_with_too_many_after_it_is_not_voided() {
    const GAME: GameKind = GameKind::Holdem;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let store = Sqlite::open(file.to_str().unwrap()).await.unwrap();
    let mut story = Story { store: &store, maker: RecordMaker::starting_at(0), last: 0 };
    let [ann, bob] = story.players().await;
    let event = story.played(GAME, 0, &[(ann, 1), (bob, 2)], each).await;
    store.close().await;
    let mut raw = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    // The networks are forgotten with the end.
    let kept: i64 =
        sqlx::query_scalar("select count(*) from rated_networks").fetch_one(&mut raw).await.unwrap();
    assert_eq!(kept, 0);
    let later = "update rating_logs set last_number = 1 + ?";
    sqlx::query(later).bind(i64::from(MOST_RECOMPUTED) + 1).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let store = Sqlite::open(file.to_str().unwrap()).await.unwrap();
    assert_eq!(store.void_rated_event(event, time(DAY)).await.unwrap(), Voided::TooOld);
    assert_eq!(store.rated_events(GAME, None, 1).await.unwrap()[0].voided_at, None);
    store.close().await;
}

#[tokio::test]
async fn an_event_with_too_many_players_after_it_is_not_voided() {
    const GAME: GameKind = GameKind::Holdem;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let store = Sqlite::open(file.to_str().unwrap()).await.unwrap();
    let mut story = Story { store: &store, maker: RecordMaker::starting_at(0), last: 0 };
    let [ann, bob] = story.players().await;
    let event = story.played(GAME, 0, &[(ann, 1), (bob, 2)], each).await;
    story.played(GAME, 0, &[(ann, 1), (bob, 2)], each).await;
    store.close().await;
    for (players, is_voided) in
        [(MOST_PAIRS_RECOMPUTED.isqrt() + 1, false), (MOST_PAIRS_RECOMPUTED.isqrt(), true)]
    {
        let mut raw = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
        let later = sqlx::query("update rated_events set players = ? where number = 2");
        later.bind(i64::try_from(players).unwrap()).execute(&mut raw).await.unwrap();
        raw.close().await.unwrap();
        let store = Sqlite::open(file.to_str().unwrap()).await.unwrap();
        let voided = store.void_rated_event(event, time(DAY)).await.unwrap();
        assert_eq!(matches!(voided, Voided::Done(_)), is_voided, "{voided:?}");
        store.close().await;
    }
}

/// Two servers rate results of the same players at once: each is computed from the ratings that the one before it has left.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_rate_the_same_players() {
    const GAME: GameKind = GameKind::Holdem;
    const EVENTS: u32 = 20;
    let Some((server, database)) = crate::postgres::database().await else { return };
    let first = Postgres::open(&server.url(&database)).await.unwrap();
    let second = Postgres::open(&server.url(&database)).await.unwrap();
    let mut one = Story { store: &first, maker: RecordMaker::starting_at(0), last: 0 };
    let [ann, bob, cid, dan] = one.players().await;
    let mut other = Story { store: &second, maker: RecordMaker::starting_at(1_000_000), last: 1_000_000 };
    let play = async |story: &mut Story<'_>, places: [(PlayerId, u32); 3]| {
        for _ in 0..EVENTS {
            story.played(GAME, 0, &places, each).await;
        }
    };
    tokio::join!(
        play(&mut one, [(ann, 1), (bob, 2), (cid, 3)]),
        play(&mut other, [(bob, 1), (dan, 2), (ann, 3)])
    );
    for (player, events) in [(ann, 2 * EVENTS), (bob, 2 * EVENTS), (cid, EVENTS), (dan, EVENTS)] {
        let history = one.history(GAME, player).await;
        assert_eq!(history.len(), events as usize);
        for pair in history.windows(2) {
            let [(_, later), (_, earlier)] = pair else { unreachable!() };
            assert_eq!((later.before, later.events), (earlier.after, earlier.events + 1));
        }
        assert_eq!(one.rating(GAME, player).await.unwrap().0, history[0].1.after);
    }
    let numbers: Vec<u32> =
        first.rated_events(GAME, None, 100).await.unwrap().iter().map(|event| event.number).collect();
    assert_eq!(numbers, (1..=2 * EVENTS).rev().collect::<Vec<_>>());
    first.close().await;
    second.close().await;
}

/// The makers of what is stored.
struct Story<'a> {
    store: &'a dyn Store,
    maker: RecordMaker,
    last: u128,
}

impl Story<'_> {
    fn id(&mut self) -> Uuid {
        self.last += 1;
        Uuid::from_u128((0x49_u128 << 64) + self.last)
    }

    /// New players with accounts.
    async fn players<const N: usize>(&mut self) -> [PlayerId; N] {
        let mut players = [PlayerId(Uuid::nil()); N];
        for player in &mut players {
            *player = self.maker.guest(self.store).await.id;
            let login = format!("rated {player}");
            self.store.name_account(*player, &login, "hash", time(0)).await.unwrap();
        }
        players
    }

    /// A tournament of these players is played to its end, each at an address of their own unless some share one; returns its event.
    async fn played(
        &mut self,
        game: GameKind,
        day: i64,
        places: &[(PlayerId, u32)],
        address: impl Fn(usize) -> u8,
    ) -> RatedEventId {
        let (tournament, event) = (TournamentId(self.id()), RatedEventId(self.id()));
        let source = RatedSource::Tournament(tournament);
        for (nth, (player, _)) in places.iter().enumerate() {
            let tag = NetworkTag([address(nth); 16]);
            self.store.note_rated_network(source, *player, tag).await.unwrap();
        }
        let finisher = |&(player, place)| Finisher { player, place };
        let outcome = RatedOutcome::Field(places.iter().map(finisher).collect());
        let at = time(day * DAY);
        let rated = RatedResult { id: event, game, at, source, outcome };
        let host = places[0].0;
        for commit in [commit(tournament, host, at, None), commit(tournament, host, at, Some(rated))] {
            let mut batch = Batch::default();
            batch.push_group(CommitGroup { tournament: commit, target: None, tables: Vec::new() });
            assert_eq!(self.store.commit(Arc::new(batch)).await.unwrap(), [Committed::Done]);
        }
        event
    }

    async fn rating(&self, game: GameKind, player: PlayerId) -> Option<(Rating, u32, u32)> {
        let ratings = self.store.ratings_of(player).await.unwrap();
        let found = ratings.iter().find(|rating| rating.game == game)?;
        Some((found.last.stored.rating, found.last.stored.events, found.last.result_points))
    }

    async fn history(&self, game: GameKind, player: PlayerId) -> Vec<(StoredRatedEvent, RatingChange)> {
        self.store.rating_changes(player, game, None, 100).await.unwrap()
    }
}

/// A tournament that is announced; or one that ends with this result.
fn commit(id: TournamentId, host: PlayerId, at: Timestamp, rated: Option<RatedResult>) -> TournamentCommit {
    let options = json!({
        "name": "Rated", "game": {"holdem": {"seats": 2}}, "max_entrants": 9, "prize": 0, "rated": true,
    });
    let options = StoredTournamentOptions::announced(serde_json::from_value(options).unwrap(), true).unwrap();
    let (is_over, version) = (rated.is_some(), if rated.is_some() { 2 } else { 1 });
    TournamentCommit {
        was: is_over.then_some(1),
        record: TournamentRecord {
            id,
            host,
            options: options.into(),
            invite_code: None,
            lots: [0; 32],
            phase: if is_over { StoredPhase::Finished } else { StoredPhase::Registering },
            version,
            created_at: at,
            due_at: None,
            saved_at: None,
            ended_at: is_over.then_some(at),
            numbers: StoredNumbers::default(),
        },
        change: TournamentChange {
            tournament: id,
            version,
            at,
            author: Author::Clock,
            body: TournamentBody::default(),
        },
        most_announced: None,
        most_entered: None,
        filled: None,
        request: None,
        registered: Vec::new(),
        unregistered: Vec::new(),
        won_from_bots: Vec::new(),
        movements: Vec::new(),
        results: Vec::new(),
        rated,
    }
}

fn each(nth: usize) -> u8 {
    u8::try_from(nth).unwrap()
}

async fn two_addresses_and_two_accounts(story: &mut Story<'_>) {
    const GAME: GameKind = GameKind::Holdem;
    let [ann, bob] = story.players().await;
    let guest = story.maker.guest(story.store).await.id;
    story.played(GAME, 0, &[(ann, 1), (bob, 2)], |_| 7).await;
    story.played(GAME, 0, &[(guest, 1), (bob, 2)], each).await;
    assert_eq!((story.rating(GAME, ann).await, story.rating(GAME, bob).await), (None, None));

    // The guest's place does not count.
    let event = story.played(GAME, 0, &[(guest, 1), (ann, 2), (bob, 3)], each).await;
    let (rating, events, points) = story.rating(GAME, ann).await.unwrap();
    assert_eq!(
        (format!("{:.2}", rating.mu).as_str(), rating.points(), events, points),
        ("27.64", 138, 1, 14)
    );
    assert_eq!(story.rating(GAME, bob).await.unwrap().2, 10);
    assert_eq!(story.rating(GAME, guest).await, None);
    let [(of, change)] = &story.history(GAME, ann).await[..] else { panic!("one event") };
    assert_eq!((of.id, of.number, of.players, change.place), (event, 1, 2, 1));
    assert_eq!((change.before, change.after), (Rating::NEW, rating));
    let listed = story.store.rated_events(GAME, None, 9).await.unwrap();
    assert_eq!(listed, [*of]);
}

async fn ten_a_day(story: &mut Story<'_>) {
    const GAME: GameKind = GameKind::Doudizhu;
    let [ann, bob] = story.players().await;
    let address = |nth: usize| 100 + each(nth);
    for _ in 0..11 {
        story.played(GAME, 1, &[(ann, 1), (bob, 2)], address).await;
    }
    assert_eq!(story.rating(GAME, ann).await.unwrap().1, 10);
    story.played(GAME, 1, &[(bob, 1), (ann, 2)], |nth| 101 - each(nth)).await;
    assert_eq!(story.rating(GAME, ann).await.unwrap().1, 10, "the pair is the same in either order");
    story.played(GAME, 2, &[(ann, 1), (bob, 2)], address).await;
    assert_eq!(story.rating(GAME, ann).await.unwrap().1, 11);
    story.store.forget(time(0), time(4 * DAY)).await.unwrap();
    assert_eq!(story.rating(GAME, ann).await.unwrap().1, 11);

    // In the next season the events start again, from what is left of the rating.
    let before = story.rating(GAME, ann).await.unwrap().0;
    story.played(GAME, 80, &[(ann, 1), (bob, 2)], address).await;
    let (rating, events, points) = story.rating(GAME, ann).await.unwrap();
    assert_eq!((events, points), (1, 14));
    let [(_, change), ..] = &story.history(GAME, ann).await[..] else { panic!("events") };
    assert_eq!((change.before, change.after), (before.in_new_season(), rating));
    let old = story.store.season_rating(ann, GAME, Season::of(time(0))).await.unwrap().unwrap();
    assert_eq!((old.stored.rating, old.stored.events, old.result_points), (before, 11, 11 * 14));
}

/// The places of a leaderboard, and the next page.
async fn places(story: &Story<'_>, key: LeaderboardKey, after: u32) -> Vec<(u32, PlayerId)> {
    let rows = story.store.leaderboard(key, after, 100).await.unwrap();
    rows.iter().map(|row| (row.place, row.player)).collect()
}

async fn boards(story: &mut Story<'_>) {
    const GAME: GameKind = GameKind::Shengji;
    let [ann, bob, cid, dan] = story.players().await;
    // Bob and Cid are equal in everything, and Dan plays too little to be listed.
    for nth in 0..25 {
        let [of_ann, of_others] = if nth % 3 == 2 { [3, 1] } else { [1, 2] };
        let mut all = vec![(ann, of_ann), (bob, of_others), (cid, of_others)];
        all.extend((nth < 9).then_some((dan, 4)));
        story.played(GAME, 3, &all, each).await;
    }
    assert!(story.rating(GAME, bob).await.unwrap().0.sigma < 4.0);
    let key = LeaderboardKey { game: GAME, season: Season::of(time(0)), order: LeaderboardOrder::Ratings };
    let (one, other) = (bob.min(cid), bob.max(cid));
    assert_eq!(places(story, key, 0).await, [(1, ann), (2, one), (2, other)]);
    assert_eq!(places(story, key, 2).await, [(2, other)]);
    let results = LeaderboardKey { order: LeaderboardOrder::Results, ..key };
    assert_eq!(places(story, results, 0).await, [(1, ann), (2, one), (2, other), (4, dan)]);
    assert_eq!(story.store.place_on(key, cid).await.unwrap(), Some(2));
    assert_eq!(story.store.place_on(key, dan).await.unwrap(), None);
    // The best twenty count: the first places of four and of three, and three third ones of four.
    assert_eq!(story.rating(GAME, ann).await.unwrap().2, 6 * 20 + 11 * 17 + 3 * 11);

    story.store.hide(ann, true).await.unwrap();
    story.store.hide(ann, true).await.unwrap();
    assert!(story.store.is_hidden(ann).await.unwrap());
    assert_eq!(places(story, key, 0).await, [(1, one), (1, other)]);
    assert_eq!(story.store.place_on(key, ann).await.unwrap(), None);
    story.store.hide(ann, false).await.unwrap();
    delete(story, bob).await;
    assert_eq!(places(story, key, 0).await, [(1, ann), (2, cid)]);
    assert_eq!(story.rating(GAME, bob).await, None);
    let other_season = LeaderboardKey { season: key.season.next(), ..key };
    assert_eq!(places(story, other_season, 0).await, []);
}

async fn delete(story: &mut Story<'_>, player: PlayerId) {
    let movement = MovementId(story.id());
    let deletion = Deletion { player, password_hash: Some("hash".to_owned()), at: time(5 * DAY), movement };
    assert!(matches!(story.store.delete_player(&deletion).await.unwrap(), Deleted::Done { .. }));
}

/// The same events are rated twice: with one that is voided, in one game; and without it, in another. Then nothing tells the two apart.
async fn voiding(story: &mut Story<'_>) {
    const GAMES: [GameKind; 2] = [GameKind::Holdem, GameKind::Shengji];
    let all: [PlayerId; 6] = story.players().await;
    let [ann, bob, cid, dan, eve, fay] = all;
    // The last four are in the next season.
    let events: [(i64, &[(PlayerId, u32)]); 8] = [
        (40, &[(ann, 1), (bob, 2), (cid, 3)]),
        (40, &[(dan, 1), (eve, 2), (fay, 3)]),
        // Void.
        (41, &[(ann, 1), (bob, 2), (dan, 2), (cid, 4)]),
        (41, &[(bob, 1), (eve, 2), (ann, 3)]),
        (81, &[(cid, 1), (bob, 1), (ann, 3)]),
        (82, &[(fay, 1), (cid, 2), (eve, 3), (dan, 4)]),
        (83, &[(eve, 1), (fay, 2), (ann, 3)]),
        (84, &[(dan, 1), (ann, 2), (fay, 3)]),
    ];
    let mut void = None;
    for (nth, (day, places)) in events.into_iter().enumerate() {
        let event = story.played(GAMES[0], day, places, each).await;
        if nth == 2 {
            void = Some(event);
        } else {
            story.played(GAMES[1], day, places, each).await;
        }
    }
    let void = void.unwrap();
    assert_ne!(story.rating(GAMES[0], dan).await, story.rating(GAMES[1], dan).await);
    delete(story, fay).await;
    let unknown = RatedEventId(Uuid::nil());
    assert_eq!(story.store.void_rated_event(unknown, time(0)).await.unwrap(), Voided::NoSuchEvent);
    for _ in 0..2 {
        let Voided::Done(event) = story.store.void_rated_event(void, time(90 * DAY)).await.unwrap() else {
            panic!("it is not voided")
        };
        assert_eq!((event.id, event.voided_at), (void, Some(time(90 * DAY))));
        for player in all {
            let [with, without] = GAMES.map(|game| story.rating(game, player));
            assert_eq!(with.await, without.await, "{player}");
            for season in ["2027-Q1", "2027-Q2"] {
                let [with, without] =
                    GAMES.map(|game| story.store.season_rating(player, game, season.parse().unwrap()));
                assert_eq!(with.await.unwrap(), without.await.unwrap(), "{player} in {season}");
            }
            let changes = async |game| {
                let changes = story.history(game, player).await.into_iter();
                let counts = changes.filter(|(event, _)| event.id != void && event.voided_at.is_none());
                counts.map(|(_, change)| change).collect::<Vec<_>>()
            };
            assert_eq!(changes(GAMES[0]).await, changes(GAMES[1]).await, "{player}");
        }
    }
    assert_eq!(story.rating(GAMES[0], fay).await, None, "who is deleted stays deleted");
}
