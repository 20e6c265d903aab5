//! Clients play all games at three servers, which are killed and paused meanwhile: nothing is lost, done twice or forked, and no
//! stream has a gap.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::checks;
use crate::fleet::{Fleet, below, millis};
use crate::followers::{Sightings, follow};
use crate::players::{Done, Game, play};
use crate::postgres::database;
use crate::rooms::{self, Room};

/// How long clients play, in seconds: `CARDROOM_REPLICAS_SECONDS`.
fn seconds() -> u64 {
    std::env::var("CARDROOM_REPLICAS_SECONDS").map_or(15, |text| text.parse().expect("a number of seconds"))
}

/// How many tables of each kind there are: `CARDROOM_REPLICAS_TABLES`.
fn tables() -> usize {
    std::env::var("CARDROOM_REPLICAS_TABLES").map_or(1, |text| text.parse().expect("a number of tables"))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_done_twice_while_servers_are_killed_and_paused() {
    let Some((postgres, database)) = database().await else { return };
    let fleet = Fleet::start(postgres, &database, 3);
    let mut rooms = Vec::new();
    for _ in 0..tables() {
        for (game, people, seats) in
            [("holdem", 3, 3), ("holdem", 2, 4), ("doudizhu", 3, 3), ("doudizhu", 1, 3), ("shengji", 4, 4)]
        {
            rooms.push(rooms::open(&fleet, game, people, seats).await);
        }
    }
    let (game, sightings) = (Arc::new(Game::default()), Arc::new(Sightings::default()));
    let (mut players, mut followers) = (JoinSet::new(), JoinSet::new());
    for Room { id, tokens, .. } in &rooms {
        for token in tokens {
            players.spawn(play(Arc::clone(&fleet), Arc::clone(&game), id.clone(), token.clone()));
            let sightings = Arc::clone(&sightings);
            followers.spawn(follow(
                Arc::clone(&fleet),
                Arc::clone(&game),
                sightings,
                id.clone(),
                token.clone(),
            ));
        }
    }
    let (kills, pauses) = disturb(&fleet, Duration::from_secs(seconds())).await;
    game.is_over.store(true, Ordering::Relaxed);
    let done: Vec<Done> = players.join_all().await.into_iter().flatten().collect();
    let followed = followers.join_all().await;
    let (changes, resumed) =
        followed.iter().fold((0, 0), |sum, (changes, resumed)| (sum.0 + changes, sum.1 + resumed));
    checks::acknowledged(&fleet, &done).await;
    for nth in 0..fleet.len() {
        let audit = fleet.audit(nth).await;
        assert_eq!(audit["holds"], true, "{audit}");
    }
    let clocked = checks::log(&postgres.url(&database), &rooms, &done).await;
    let delays = sightings.delays();
    println!(
        "{kills} kills, {pauses} pauses; {} requests done, {} refused, {} times idle; {changes} changes in {resumed} streams, \
         median delay {:?} ms, p99 {:?} ms; {clocked:?}",
        done.len(),
        game.refused.load(Ordering::Relaxed),
        game.idle.load(Ordering::Relaxed),
        delays.get(delays.len() / 2),
        delays.get(delays.len() * 99 / 100),
    );
    assert!(done.len() > 50, "hardly anything was played: {}", done.len());
    for room in &rooms {
        let played = done.iter().filter(|done| done.table == room.id).count();
        if played <= 2 {
            let view = fleet.get(&room.tokens[0], &format!("/v1/tables/{}", room.id)).await;
            panic!("{played} requests were done at a table of {}: {view}", room.game);
        }
    }
    // A lease of a dead server, and the next look for overdue tables.
    assert!(clocked.latest < 9_000 && clocked.earliest > -50, "{clocked:?}");
}

/// Kills a server and starts it again, or pauses it, one after the other; returns how often.
async fn disturb(fleet: &Arc<Fleet>, time: Duration) -> (usize, usize) {
    let began = Instant::now();
    let (mut kills, mut pauses) = (0, 0);
    while began.elapsed() < time {
        tokio::time::sleep(millis(500, 2_000)).await;
        let nth = below(fleet.len());
        if below(2) == 0 {
            kills += 1;
            let fleet = Arc::clone(fleet);
            let restart = move || {
                fleet.kill(nth);
                fleet.start_one(nth);
            };
            tokio::task::spawn_blocking(restart).await.unwrap();
        } else {
            pauses += 1;
            fleet.signal(nth, "-STOP");
            tokio::time::sleep(millis(500, 4_000)).await;
            fleet.signal(nth, "-CONT");
        }
    }
    (kills, pauses)
}
