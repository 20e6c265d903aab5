//! Tables of computer players at one move a second, each move durable: how much of a processor they use, and whether
//! memory grows.
//!
//! `cargo bench --bench bots`: a thousand tables of each game and level, for ten seconds. `CARDROOM_SECONDS` sets how
//! long, `CARDROOM_TABLES` how many tables, `CARDROOM_LEVELS` which levels, separated by commas.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking, and prints what it measured"
)]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]
#![allow(clippy::disallowed_methods, reason = "a bench measures time")]

use std::env;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cardroom::service::people::players::Players;
use cardroom::service::people::session_cache::SessionCache;
use cardroom::service::people::sessions::Sessions;
use cardroom::service::ports::clock::{Clock, SystemClock};
use cardroom::service::ports::entropy::SystemDealer;
use cardroom::service::ports::store::Store;
use cardroom::service::room::caller::Caller;
use cardroom::service::room::card_room::CardRoom;
use cardroom::service::room::limits::BotLimits;
use cardroom::service::room::limits::RoomLimits;
use cardroom::service::room::streams::following::Following;
use cardroom::service::table::command::Command;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::store::sqlite::Sqlite;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::options::TableOptions;
use cardroom_rules::games::any::AnyRules;
use cardroom_rules::games::level::Level;
use serde_json::json;
use tempfile::TempDir;

/// The number of tables for each host.
const HOSTED: usize = 20;
/// The interval between looks at the tables.
const TICKS: f64 = 100.0;

struct Cardroom {
    room: CardRoom,
    store: Arc<dyn Store>,
    players: Players,
    folder: TempDir,
}

impl Cardroom {
    async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cardroom.sqlite");
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap());
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
        let dealer: Arc<dyn Dealer> = Arc::new(SystemDealer);
        let bots = BotLimits { most: 100_000, most_of_host: 100_000, winnings_a_day: 0 };
        let limits = RoomLimits { bots, ..RoomLimits::default() };
        let cache = SessionCache::of(&*store);
        let (parts, random) = ((Arc::clone(&store), Arc::clone(&clock)), Arc::clone(&dealer));
        let room = CardRoom::start(parts.0, parts.1, random, cache.clone(), limits).await.unwrap();
        let sessions = Sessions::new(Arc::clone(&store), Arc::clone(&clock), Arc::clone(&dealer), cache);
        let players = Players::new(Arc::clone(&store), clock, dealer, sessions, (0, None), room.news());
        Self { room, store, players, folder }
    }

    async fn host(&self) -> PlayerId {
        self.players.guest(None, None, None).await.unwrap().0.id
    }

    /// A table of computer players alone, and a watcher.
    async fn table(&self, host: PlayerId, rules: &AnyRules, seats: u8, level: Level) -> (TableId, Following) {
        let options = json!({
            "name": "Bench", "seats": seats, "min_buy_in": 100, "max_buy_in": 1_000, "bot_pace": "none",
            "dealing": {"type": "automatic", "pause_seconds": 0}, "game": rules,
        });
        let options: TableOptions = serde_json::from_value(options).unwrap();
        let table = self.room.open_table(host, options, None, None).await.unwrap().table.id;
        for _ in 0..seats {
            let bot = Command::SeatBot { seat: None, level, name: None };
            self.room.command(table, host, bot, None).await.unwrap();
        }
        let watcher = Caller::default();
        (table, self.room.follow(table, watcher, None).await.unwrap())
    }

    async fn changes(&self, tables: &[(TableId, Following)]) -> u64 {
        let mut changes = 0;
        for (table, _) in tables {
            changes += self.store.table(*table).await.unwrap().unwrap().version;
        }
        changes
    }

    fn log_bytes(&self) -> u64 {
        fs::metadata(self.folder.path().join("cardroom.sqlite-wal")).map_or(0, |file| file.len())
    }
}

/// The processor seconds of this process.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks = |field: usize| fields[field].parse::<f64>().unwrap();
    (ticks(11) + ticks(12)) / TICKS
}

/// The resident memory of this process, in MiB.
fn memory() -> f64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    pages.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() * 4_096.0 / 1_048_576.0
}

fn setting<T: std::str::FromStr>(name: &str, otherwise: T) -> T {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[tokio::main]
async fn main() {
    let seconds: u64 = setting("CARDROOM_SECONDS", 10);
    let tables: usize = setting("CARDROOM_TABLES", 1_000);
    let levels: String = setting("CARDROOM_LEVELS", "novice,intermediate,advanced".to_owned());
    let games = [
        (
            6,
            json!({"holdem": {"betting": "no_limit", "small_blind": 5, "big_blind": 10, "showdown_seconds": 0}}),
        ),
        (3, json!({"doudizhu": {"card_millis": 0, "showing_seconds": 1}})),
        (4, json!({"shengji": {"card_millis": 0, "declaring_seconds": 1}})),
    ];
    for (seats, rules) in games {
        let rules: AnyRules = serde_json::from_value(rules).unwrap();
        for level in levels.split(',') {
            measure((&rules, seats), level.parse().unwrap(), tables, seconds).await;
        }
    }
}

async fn measure((rules, seats): (&AnyRules, u8), level: Level, tables: usize, seconds: u64) {
    let cardroom = Cardroom::open().await;
    let mut open = Vec::new();
    let mut host = cardroom.host().await;
    for number in 0..tables {
        if number % HOSTED == HOSTED - 1 {
            host = cardroom.host().await;
        }
        open.push(cardroom.table(host, rules, seats, level).await);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (begun, busy, before) = (Instant::now(), processor(), cardroom.changes(&open).await);
    let mut held = vec![memory()];
    while begun.elapsed().as_secs() < seconds {
        tokio::time::sleep(Duration::from_secs(seconds.div_ceil(5))).await;
        held.push(memory());
    }
    let moves = (cardroom.changes(&open).await - before) as f64;
    let (took, busy) = (begun.elapsed().as_secs_f64(), processor() - busy);
    let held: Vec<String> = held.iter().map(|held| format!("{held:.0}")).collect();
    println!(
        "{}_{level}: {tables} tables, {:.0} moves/s, {:.2} cores, {:.0} us a move; memory {} MiB, log {} KiB",
        rules.kind().name(),
        moves / took,
        busy / took,
        busy * 1e6 / moves,
        held.join(" "),
        cardroom.log_bytes() / 1_024,
    );
    drop(open);
    cardroom.room.drain().await;
}
