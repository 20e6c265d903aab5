//! Plays a table: move after move, as fast as the server answers.

use std::rc::Rc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::connection::{Connection, Place};
use super::error::LoadError;
use super::table::Table;
use super::tally::Tally;

/// How long a player waits after a refusal.
const REFUSED: Duration = Duration::from_millis(200);

/// The number of moves in a hand of two players who check and call.
const MOVES: usize = 8;

/// How a table is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Manner {
    /// The options are read before each move, even if the move follows from what every player sees.
    pub asks: bool,
    /// Each move has an `Idempotency-Key`, made from a number that no other table has.
    pub keys: Option<u64>,
}

/// Plays a table until the server is gone. Each seat has a connection.
pub async fn play(place: Place, mut table: Table, manner: Manner, tally: Rc<Tally>) {
    let played = play_on(&place, &mut table, manner, &tally).await;
    tally.ended(played);
}

async fn play_on(place: &Place, table: &mut Table, manner: Manner, tally: &Tally) -> Result<(), LoadError> {
    let mut seats = Vec::new();
    for _ in table.tokens() {
        seats.push(Connection::open(place).await?);
    }
    let mut moves = 0;
    loop {
        table.wait(&mut seats[0]).await?;
        moves += 1;
        let key = manner.keys.map(|of| format!("idempotency-key: {}\r\n", key(of, moves)));
        let seat = table.seat();
        step(table, &mut seats[seat], key.as_deref().unwrap_or_default(), manner.asks, None, tally).await?;
    }
}

/// Plays this many moves of a hand, so that each table is at another point of its hand than its neighbours. Otherwise
/// tables that are opened together would end their hands together, which real tables do not.
pub async fn play_ahead(table: &mut Table, server: &mut Connection, number: usize) -> Result<(), LoadError> {
    let tally = Tally::default();
    for _ in 0..number % MOVES {
        table.wait(server).await?;
        step(table, server, "", false, None, &tally).await?;
    }
    Ok(())
}

/// Makes one move at a table. Its time starts when it is sent, or at the given time of the tally's clock.
pub async fn step(
    table: &mut Table,
    server: &mut Connection,
    header: &str,
    asks: bool,
    began: Option<Instant>,
    tally: &Tally,
) -> Result<(), LoadError> {
    let is_seen = !asks && table.request(header).is_some();
    if !is_seen && !table.choose(server).await? {
        sleep(REFUSED).await;
        return Ok(());
    }
    let began = began.unwrap_or_else(|| tally.now());
    let answer = server.ask(table.chosen(header)).await?;
    if answer.status == 200 {
        table.learn(answer.body)?;
        tally.answered(began);
    } else {
        tally.refused(answer.status, answer.body);
        table.forget();
        sleep(REFUSED).await;
    }
    Ok(())
}

/// As random as a client's key: keys of successive moves are not neighbours in the index.
fn key(table: u64, number: u64) -> String {
    let mut mixed = (table << 40 | number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    format!("{:016x}-{table}-{number}", mixed ^ (mixed >> 31))
}

/// Follows a table by a stream, and counts its messages.
pub async fn watch(mut stream: Connection, path: String, token: String, tally: Rc<Tally>) {
    tally.ended(watch_on(&mut stream, &path, &token, &tally).await);
}

async fn watch_on(stream: &mut Connection, path: &str, token: &str, tally: &Tally) -> Result<(), LoadError> {
    stream.follow(&format!("{path}/events"), token).await?;
    loop {
        let came = stream.stream().await?;
        tally.delivered(came.windows(12).filter(|bytes| bytes == b"event: table").count());
    }
}
