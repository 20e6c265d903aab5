//! How many changes a second become durable: with one table, and with many tables at once. Hands are played as they are
//! over HTTP: dealt, eight moves that carry the event and the decision it leaves open, and an end with its movements
//! and figures. Ends with `figure` lines for other programs to read. They depend on the disk as much as on the code.
//! The file is in the folder for temporary files.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures and prints"
)]

use std::sync::Arc;
use std::time::Instant;

use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::store::Store;
use cardroom::service::room::writer::Writer;
use cardroom::service::table::stored::change::{Author, Event};
use cardroom::service::table::stored::commit::{Columns, Commit, Write};
use cardroom::service::table::stored::decision::{StoredDecision, StoredDecisionClock};
use cardroom::service::table::stored::figures::HandFigures;
use cardroom::service::table::stored::record::TableRecord;
use cardroom::store::sqlite::Sqlite;
use cardroom_rules::games::any::{AnyEvent, AnyTally};
use cardroom_rules::games::holdem::event::{Event::Checked, Turn};
use cardroom_rules::games::holdem::tally::Tally;
use cardroom_rules::games::seat::Seat;
use futures::future::join_all;

#[path = "../tests/support/records.rs"]
mod records;

use records::{RecordMaker, done, next, options, time, under_key, write, written};

const TABLES: u64 = 256;

/// The number of hands at each table, of ten changes each.
const HANDS: u64 = 5;

/// The number of moves in a hand.
const MOVES: u64 = 8;

/// A table of two in a hand, which makes its records.
struct Played {
    maker: RecordMaker,
    table: TableRecord,
    moves: u64,
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cardroom.db");
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(file.to_str().unwrap()).await.unwrap());
    let mut tables = vec![];
    for number in 0..=TABLES {
        tables.push(Played::open(&*store, number).await);
    }
    let writer = Writer::start(Arc::clone(&store));
    let alone = per_second(&writer, &mut tables[..1], 40 * HANDS, false).await;
    let grouped = per_second(&writer, &mut tables[1..], HANDS, false).await;
    let keyed = per_second(&writer, &mut tables[1..], HANDS, true).await;
    let start = Instant::now();
    assert!(store.audit().await.unwrap().holds());
    let audit = start.elapsed();
    writer.drain().await;
    println!("figure commits_per_second_alone {alone:.0}");
    println!("figure commits_per_second_grouped {grouped:.0}");
    println!("figure commits_per_second_keyed {keyed:.0}");
    println!("figure audit_ms {:.1}", audit.as_secs_f64() * 1e3);
}

/// This many hands at each table, one change after another at a table, all tables at once.
async fn per_second(writer: &Writer, tables: &mut [Played], hands: u64, keyed: bool) -> f64 {
    let start = Instant::now();
    let count = tables.len() as u64;
    join_all(tables.iter_mut().map(async |played| {
        for _ in 0..hands * (MOVES + 2) {
            let commit = played.change(keyed);
            played.table = commit.table.record.clone();
            assert_eq!(written(writer, commit).await.unwrap(), Committed::Done);
        }
    }))
    .await;
    let changes = u32::try_from(hands * (MOVES + 2) * count).unwrap();
    f64::from(changes) / start.elapsed().as_secs_f64()
}

impl Played {
    async fn open(store: &dyn Store, number: u64) -> Self {
        let mut maker = RecordMaker::starting_at(number << 32);
        let host = maker.guest(store).await;
        let mut table = done(store, maker.open(host.id, options(100))).await;
        for _ in 0..2 {
            let player = maker.guest(store).await;
            table = done(store, maker.sit(&table, &player, 5_000)).await;
        }
        let table = done(store, maker.deal(&table, time(9))).await;
        Self { maker, table, moves: 0 }
    }

    /// The next change of the table.
    fn change(&mut self, keyed: bool) -> Commit {
        if self.table.hand.is_none() {
            self.moves = 0;
            return self.maker.deal(&self.table, time(9));
        }
        if self.moves == MOVES {
            return self.finish();
        }
        let commit = self.act();
        let player = self.table.state.chairs[0].player;
        let key = format!("{}-{}", commit.table.record.id, commit.table.record.version);
        if keyed { under_key(commit, player, &key, time(9)) } else { commit }
    }

    /// A move: its event, the decision of the next seat, and its time limit.
    fn act(&mut self) -> Commit {
        let seat = |number: u64| Seat(u8::from(number % 2 == 1));
        let mut table = next(&self.table);
        let clock = Some(StoredDecisionClock { bank_from: time(5), due: time(9) });
        table.decisions =
            vec![StoredDecision { seat: seat(self.moves + 1), since: table.version, clock }].into();
        let player = table.state.chairs[usize::from(seat(self.moves).0)].player;
        let mut commit = write(table, Author::Player(player), vec![]);
        let checked = AnyEvent::Holdem(Checked(Turn { seat: seat(self.moves) }));
        Arc::make_mut(&mut commit.change).body.events.push(Event::Hand(checked));
        self.moves += 1;
        let was = commit.table.record.version - 1;
        Commit { write: Write::Update { was, columns: Columns::None }, ..commit }
    }

    /// The hand's end: one of the two wins a chip, and both have played one more hand.
    fn finish(&mut self) -> Commit {
        let commit = self.maker.finish(&self.table, 1, 0);
        let nets = [-1, 1].into_iter().zip(&commit.table.record.state.chairs);
        let counted = nets.map(|(net, chair)| HandFigures {
            player: chair.player,
            net,
            with_computers: false,
            tally: AnyTally::Holdem(Tally { vpip: 1, ..Tally::default() }),
        });
        Commit { counted: counted.collect(), ..commit }
    }
}
