//! The parts of the measurement, and their groups.

use std::env;
use std::time::Duration;

use cardroom_load::connection::Connection;
use cardroom_load::table::{Game, Table};

use crate::figures::{self, Run};
use crate::machine::Cores;
use crate::play::{Measured, Part, Way};
use crate::servers::{self, Kind, Server};
use crate::{growth, turns, wrong};

/// How much of a processor other processes may use during a measurement.
pub const QUIET: f64 = 0.05;

/// The number of repetitions if they use more.
const TRIES: usize = 4;

/// The parts. Those that take turns are in one group. The offered rates follow from what 500 tables reach.
const PARTS: [&[Part]; 8] = {
    const fn part(name: &'static str, kind: Kind, tables: usize, way: Way) -> Part {
        Part { name, kind, game: Game::Holdem, tables, way }
    }
    const fn asked(name: &'static str, game: Game) -> Part {
        Part { name, kind: Kind::Cardroom, game, tables: 50, way: Way::Asked }
    }
    [
        &[
            part("bare", Kind::Bare, 50, Way::Moves),
            part("reference", Kind::Reference, 50, Way::Moves),
            part("moves", Kind::Cardroom, 50, Way::Moves),
            part("keyed", Kind::Cardroom, 50, Way::Keyed),
            part("watched", Kind::Cardroom, 50, Way::Watched),
            part("reads", Kind::Cardroom, 50, Way::Reads),
        ],
        &[
            part("reference_alone", Kind::Reference, 1, Way::Moves),
            part("alone", Kind::Cardroom, 1, Way::Moves),
        ],
        &[
            part("reference_500", Kind::Reference, 500, Way::Moves),
            part("moves_500", Kind::Cardroom, 500, Way::Moves),
        ],
        &[
            part("postgres_reference", Kind::PostgresReference, 50, Way::Moves),
            part("postgres", Kind::Postgres, 50, Way::Moves),
        ],
        &[part("offered", Kind::Cardroom, 500, Way::Offered { rate: 0.0 })],
        // The clocks of games cannot be stopped.
        &[asked("holdem", Game::Holdem)],
        &[asked("doudizhu", Game::Doudizhu)],
        &[asked("shengji", Game::Shengji)],
    ]
};

/// Measures, or runs as one of the compared servers.
pub fn run() {
    if servers::serve_where_asked() {
        return;
    }
    let cores = Cores::of_this_machine();
    cores.use_the_clients();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(measure(cores));
}

async fn measure(cores: Cores) {
    let number = |name, otherwise| env::var(name).map_or(otherwise, |text| text.parse().expect("a number"));
    let time = Duration::from_secs(number("CARDROOM_SECONDS", 5));
    let wanted = env::var("CARDROOM_PARTS").ok();
    let is_wanted = |part: &Part| {
        wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|wanted| wanted == part.name))
    };
    let is_named =
        |name| wanted.as_ref().is_some_and(|wanted| wanted.split(',').any(|wanted| wanted == name));
    if is_named("growth") {
        growth::measure(cores, &recorded(cores).await, number("CARDROOM_MOVES", 1_000_000)).await;
    }
    if is_named("wrong") {
        wrong::measure(cores, time).await;
    }
    let mut groups: Vec<Vec<Part>> =
        PARTS.iter().map(|group| group.iter().copied().filter(is_wanted).collect()).collect();
    groups
        .retain(|group| !group.is_empty() && (!is_on_postgres(group) || servers::postgres(cores).is_some()));
    if groups.is_empty() {
        return;
    }
    let answer = recorded(cores).await;
    let mut runs = Vec::new();
    for number in 1..=number("CARDROOM_RUNS", 3) {
        println!("run {number}");
        println!("{}", figures::HEAD);
        let mut run = Run::default();
        for group in &mut groups {
            for part in group.iter_mut() {
                if let Way::Offered { rate } = &mut part.way {
                    *rate = 0.6 * run.get("moves_500").map_or(10_000.0, |saturated| saturated.per_second);
                }
            }
            let measured = quietly(group, cores, &answer, time).await;
            for (part, measured) in group.iter().zip(measured) {
                println!("{}", figures::row(part.name, &measured));
                run.put(part.name, measured);
            }
        }
        runs.push(run);
    }
    figures::print(&runs);
}

fn is_on_postgres(group: &[Part]) -> bool {
    group.iter().any(|part| part.kind.is_on_postgres())
}

/// An undisturbed measurement of this group; of several disturbed ones the least disturbed.
async fn quietly(group: &[Part], cores: Cores, answer: &str, time: Duration) -> Vec<Measured> {
    let (mut least, mut others) = (Vec::new(), f64::INFINITY);
    // What PostgreSQL does is part of the work, and disturbs every try.
    let tries = if is_on_postgres(group) { 1 } else { TRIES };
    for _ in 0..tries {
        let measured = turns::measure(group, cores, answer, time).await;
        let took = measured.first().map_or(0.0, |part| part.others);
        if took < others {
            (least, others) = (measured, took);
        }
        if others < QUIET {
            break;
        }
    }
    least
}

/// Cardroom's answer to a move in the middle of a hand, for the servers that it is compared with.
async fn recorded(cores: Cores) -> String {
    let server = Server::start(Kind::Cardroom, cores, "");
    let mut connection = Connection::open(&server.place).await.unwrap();
    let mut table = Table::open(&mut connection, Game::Holdem).await.unwrap();
    let answer = connection.ask(table.request("").expect("a move")).await.unwrap();
    let answer = String::from_utf8(answer.body.to_vec()).unwrap();
    server.stop();
    answer
}
