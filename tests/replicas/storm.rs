//! Clients play all games at three servers, which are killed, paused and cut off meanwhile, while their database crashes and its standby
//! takes its place: nothing is lost, done twice or forked, and no stream has a gap.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::cluster::Cluster;
use crate::fleet::{Fleet, below, millis};
use crate::followers::{Sightings, follow};
use crate::log::Logs;
use crate::players::{Done, Game, play as playing};
use crate::relay::Link;
use crate::rooms::{self, Room};
use crate::{checks, log};

/// A number of the environment.
pub fn number(name: &str, otherwise: usize) -> usize {
    std::env::var(name).map_or(otherwise, |text| text.parse().expect("a number"))
}

/// How often a server is killed, paused or cut off: `CARDROOM_REPLICAS_KILLS`. Between them the database crashes and loses its standby, a
/// twentieth as often and once at least, and fails over: `CARDROOM_REPLICAS_FAILOVERS`.
fn disturbances() -> Vec<Disturbance> {
    let kills = number("CARDROOM_REPLICAS_KILLS", 5);
    let mut all: Vec<Disturbance> = (0..kills).map(|_| Disturbance::of_a_server()).collect();
    all.extend([Disturbance::Crash, Disturbance::LoseStandby].repeat(kills.div_ceil(20)));
    all.extend(vec![Disturbance::FailOver; number("CARDROOM_REPLICAS_FAILOVERS", 1)]);
    for place in (1..all.len()).rev() {
        all.swap(place, below(place + 1));
    }
    all
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Disturbance {
    Kill,
    Pause,
    CutOff,
    Crash,
    LoseStandby,
    FailOver,
}

impl Disturbance {
    fn of_a_server() -> Self {
        [Self::Kill, Self::Kill, Self::Pause, Self::Pause, Self::CutOff][below(5)]
    }

    async fn happen(self, fleet: &Arc<Fleet>, cluster: &Cluster) {
        let nth = below(fleet.len());
        // Now and then as long as it takes until the others take over all that a server did.
        let time = if below(10) == 0 { Duration::from_secs(10) } else { millis(500, 4_000) };
        match self {
            Self::Kill => {
                let fleet = Arc::clone(fleet);
                let restart = move || {
                    fleet.kill(nth);
                    fleet.start_one(nth);
                };
                tokio::task::spawn_blocking(restart).await.unwrap();
            }
            Self::Pause => {
                fleet.signal(nth, "-STOP");
                sleep(time).await;
                fleet.signal(nth, "-CONT");
            }
            Self::CutOff => {
                let link = [Link::Refused, Link::Stalled, Link::StalledInTransaction][below(3)];
                cluster.cut_off(nth, link, time).await;
            }
            Self::Crash => cluster.restart(millis(0, 1_000)).await,
            // Now and then for longer than a server waits for a commit.
            Self::LoseStandby if below(3) == 0 => cluster.lose_standby(Duration::from_secs(13)).await,
            Self::LoseStandby => cluster.lose_standby(millis(500, 4_000)).await,
            Self::FailOver => cluster.fail_over().await,
        }
    }
}

/// Clients at play.
struct Play {
    game: Arc<Game>,
    rooms: Vec<Room>,
    players: JoinSet<Vec<Done>>,
    followers: JoinSet<(u64, usize)>,
    sightings: Arc<Sightings>,
}

impl Play {
    /// Opens tables of each kind, `CARDROOM_REPLICAS_TABLES` of each, and begins to play at them.
    async fn begin(fleet: &Arc<Fleet>) -> Self {
        let mut play = Self {
            game: Arc::default(),
            rooms: Vec::new(),
            players: JoinSet::new(),
            followers: JoinSet::new(),
            sightings: Arc::default(),
        };
        for _ in 0..number("CARDROOM_REPLICAS_TABLES", 1) {
            for (game, people, seats) in [
                ("holdem", 3, 3),
                ("holdem", 2, 4),
                ("doudizhu", 3, 3),
                ("doudizhu", 1, 3),
                ("shengji", 4, 4),
            ] {
                play.rooms.push(rooms::open(fleet, game, people, seats).await);
            }
        }
        for Room { id, tokens, .. } in &play.rooms {
            for token in tokens {
                let game = &play.game;
                play.players.spawn(playing(Arc::clone(fleet), Arc::clone(game), id.clone(), token.clone()));
                let (fleet, game, sightings) =
                    (Arc::clone(fleet), Arc::clone(game), Arc::clone(&play.sightings));
                play.followers.spawn(follow(fleet, game, sightings, id.clone(), token.clone()));
            }
        }
        play
    }

    /// Ends it: all requests are answered, and each stream comes to the last version.
    async fn end(self, fleet: &Fleet) -> Played {
        let Self { game, rooms, players, followers, sightings } = self;
        game.is_over.store(true, Ordering::Relaxed);
        let done: Vec<Done> = players.join_all().await.into_iter().flatten().collect();
        for room in &rooms {
            let view = fleet.get(&room.tokens[0], &format!("/v1/tables/{}", room.id)).await;
            game.last.lock().unwrap().insert(room.id.clone(), view["version"].as_u64().unwrap());
        }
        let followed = timeout(Duration::from_mins(1), followers.join_all()).await;
        let followed = followed.expect("each stream comes to the last version");
        let delays = sightings.delays();
        println!(
            "{} requests done, {} refused, {} times idle; {} changes in {} streams, median delay {:?} ms, p99 {:?} ms",
            done.len(),
            game.refused.load(Ordering::Relaxed),
            game.idle.load(Ordering::Relaxed),
            followed.iter().map(|(changes, _)| changes).sum::<u64>(),
            followed.iter().map(|(_, resumed)| resumed).sum::<usize>(),
            delays.get(delays.len() / 2),
            delays.get(delays.len() * 99 / 100),
        );
        Played { rooms, done }
    }
}

/// What was played.
struct Played {
    rooms: Vec<Room>,
    done: Vec<Done>,
}

impl Played {
    /// Nothing is lost or done twice, and each table was played; returns what its log says.
    async fn check(&self, fleet: &Fleet, url: &str) -> Logs {
        let Self { rooms, done } = self;
        checks::acknowledged(fleet, done).await;
        checks::audits(fleet).await;
        log::acknowledged(url, rooms, done).await;
        let logs = log::read(url, rooms).await;
        println!("{} hands replayed; {logs:?}", log::replay(url, rooms).await);
        assert!(done.len() > 50, "hardly anything was played: {}", done.len());
        for room in rooms {
            let played = done.iter().filter(|done| done.table == room.id).count();
            if played <= 2 {
                let view = fleet.get(&room.tokens[0], &format!("/v1/tables/{}", room.id)).await;
                panic!("{played} requests were done at a table of {}: {view}", room.game);
            }
        }
        logs
    }
}

/// Clients play anew after so many disturbances, because a sign-in lasts an hour without a renewal.
const OF_ONE_PLAY: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_done_twice_while_servers_and_their_database_are_disturbed() {
    let Some(cluster) = Cluster::start(3).await else { return };
    let fleet = Fleet::start_at(cluster.urls());
    let mut written = Vec::new();
    for disturbances in disturbances().chunks(OF_ONE_PLAY) {
        let play = Play::begin(&fleet).await;
        let longest = disturb(&fleet, &cluster, disturbances).await;
        let played = play.end(&fleet).await;
        let logs = played.check(&fleet, &cluster.url()).await;
        written.extend(log::fingerprints(&cluster.url(), &played.rooms).await);
        // A lease of a dead server, and the next look for overdue tables, take nine seconds. Before that the database may be away several
        // times in a row, and the machine may be busy.
        let latest = 60_000 + i64::try_from(longest.as_millis()).unwrap();
        assert!(logs.latest < latest && logs.overdue < latest && logs.back < 1_000, "{logs:?}");
    }
    let now = log::again(&cluster.url(), &written).await;
    assert!(now == written, "a later outage changed what was written before it");
}

/// Lets all of these happen, one after the other; returns for how long the database was away at most.
async fn disturb(fleet: &Arc<Fleet>, cluster: &Cluster, disturbances: &[Disturbance]) -> Duration {
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    for (nth, disturbance) in disturbances.iter().enumerate() {
        sleep(millis(500, 2_000)).await;
        let at = Instant::now();
        disturbance.happen(fleet, cluster).await;
        if [Disturbance::Crash, Disturbance::LoseStandby, Disturbance::FailOver].contains(disturbance) {
            longest = longest.max(at.elapsed());
        }
        println!("{} of {}: {disturbance:?}, {} ms", nth + 1, disturbances.len(), at.elapsed().as_millis());
    }
    sleep(Duration::from_secs(2)).await;
    let count = |wanted: Disturbance| disturbances.iter().filter(|it| **it == wanted).count();
    println!(
        "{} s: {} kills, {} pauses, {} cuts, {} crashes, {} losses of the standby and {} fail-overs (the longest took {} ms)",
        began.elapsed().as_secs(),
        count(Disturbance::Kill),
        count(Disturbance::Pause),
        count(Disturbance::CutOff),
        count(Disturbance::Crash),
        count(Disturbance::LoseStandby),
        count(Disturbance::FailOver),
        longest.as_millis(),
    );
    longest
}
