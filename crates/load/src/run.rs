//! `cardroom load`: opens, plays and closes tables.

use std::rc::Rc;
use std::time::Duration;

use tokio::runtime;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{Instant, sleep};

use super::connection::{Connection, Place, Request};
use super::error::LoadError;
use super::flags::LoadFlags;
use super::play::{Manner, play, play_ahead, watch};
use super::report::{OfGame, Report};
use super::table::{Game, Table};
use super::tally::Tally;

/// How long is played before the measurement.
const BEFORE: Duration = Duration::from_secs(1);

/// A table's path, and the token of its host.
type Host = (String, String);

impl LoadFlags {
    /// Puts the load on the server, and returns the text to print.
    pub fn run(&self) -> Result<String, LoadError> {
        let report = runtime::Builder::new_current_thread().enable_all().build()?.block_on(self.measure())?;
        if self.json { Ok(serde_json::to_string_pretty(&report)? + "\n") } else { Ok(report.to_string()) }
    }

    /// Opens the tables, plays them, and closes them, even after an error.
    async fn measure(&self) -> Result<Report, LoadError> {
        let place = Place::named(&self.url).await?;
        let mut server = Connection::open(&place).await?;
        let mut games = self.games.clone();
        games.sort_unstable();
        games.dedup();
        let mut hosts = Vec::new();
        let report = match self.open(&mut server, &games, &mut hosts).await {
            Ok(tables) => LocalSet::new().run_until(self.play(&place, &games, tables)).await,
            Err(error) => Err(error),
        };
        // A table that stays open closes by itself after some time without players.
        let closed = close(&place, &hosts).await;
        report.and_then(|report| closed.map(|()| report))
    }

    /// Opens all tables. `hosts` has those that were opened, even after an error.
    async fn open(
        &self,
        server: &mut Connection,
        games: &[Game],
        hosts: &mut Vec<Host>,
    ) -> Result<Vec<(Game, Table)>, LoadError> {
        let mut tables = Vec::new();
        for &game in games {
            for _ in 0..self.tables.get() {
                let mut table = Table::open(server, game).await?;
                hosts.push((table.path().to_owned(), table.tokens()[0].clone()));
                play_ahead(&mut table, server, tables.len()).await?;
                tables.push((game, table));
            }
        }
        Ok(tables)
    }

    /// Plays all tables and counts.
    async fn play(
        &self,
        place: &Place,
        games: &[Game],
        tables: Vec<(Game, Table)>,
    ) -> Result<Report, LoadError> {
        let tallies: Vec<(Game, Rc<Tally>)> = games.iter().map(|&game| (game, Rc::default())).collect();
        for (number, (game, table)) in (0..).zip(tables) {
            let Some((_, tally)) = tallies.iter().find(|(of, _)| *of == game) else { continue };
            if self.streams {
                for token in table.tokens() {
                    let stream = Connection::open(place).await?;
                    spawn_local(watch(stream, table.path().to_owned(), token.clone(), Rc::clone(tally)));
                }
            }
            let manner = Manner { asks: false, keys: self.keys.then_some(number) };
            spawn_local(play(place.clone(), table, manner, Rc::clone(tally)));
        }
        sleep(BEFORE).await;
        for (_, tally) in &tallies {
            tally.take()?;
        }
        let began = Instant::now();
        sleep(Duration::from_secs(self.seconds.get().into())).await;
        let seconds = began.elapsed().as_secs_f64();
        let mut parts = Vec::new();
        for (game, tally) in tallies {
            parts.push(OfGame { game, tables: self.tables.get(), counts: tally.take()? });
        }
        Report::of(seconds, &parts)
    }
}

/// Closes tables, on a new connection.
async fn close(place: &Place, hosts: &[Host]) -> Result<(), LoadError> {
    let mut server = Connection::open(place).await?;
    for (path, token) in hosts {
        server.ask(Request { method: "DELETE", path, token, ..Request::default() }).await?;
    }
    Ok(())
}
