//! The fold: how each event changes an event of Dou Dizhu.

use super::event::{DealResult, DuplicateEvent, DuplicatePlayer};
use super::setup::DuplicateFormat;
use super::state::{DuplicateDirector, DuplicateRound, DuplicateTable, PlayerStanding};
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::tournament::director::event::EntryAmount;
use crate::tournament::director::state::Phase;
use crate::tournament::director::time::Millis;
use crate::tournament::duplicate::matchpoints::{DealScores, matchpoints};
use crate::tournament::duplicate::standing::DealsPlayed;

/// Records an event that happened at this time.
pub(super) fn record(
    director: &mut DuplicateDirector,
    at: Millis,
    event: &DuplicateEvent,
) -> Result<(), ReplayError> {
    if !matches!(event, DuplicateEvent::Restarted {}) {
        director.time.go_on(at);
    }
    let total = director.setup.price.total();
    match event {
        &DuplicateEvent::Registered { entry, player } => {
            let is_next = entry.index() == director.entries.len();
            ReplayError::unless(is_next, "the entries are not numbered in order")?;
            director.entries.push(Some(player));
            director.balance.pay_in(total);
        }
        DuplicateEvent::Unregistered { entry } => {
            let own = director.entries.get_mut(entry.index()).and_then(Option::take);
            director.withdrawals.note(own.ok_or(ReplayError("there is no such entry"))?);
            director.balance.pay_out(total)?;
        }
        DuplicateEvent::Started { players, reserve } => {
            director.lots.draw();
            director.phase = Phase::Playing;
            for entry in reserve {
                let own = director.entries.get_mut(entry.index()).and_then(Option::take);
                ReplayError::unless(own.is_some(), "there is no such entry")?;
                director.balance.pay_out(total)?;
            }
            let standing = |&player| PlayerStanding { player, stage: 1, played: DealsPlayed::default() };
            director.players = players.iter().map(standing).collect();
        }
        DuplicateEvent::RoundBegan { number, tables } => director.round_began(*number, tables),
        &DuplicateEvent::DealBegan { table, .. } => director.table_mut(table)?.is_playing = true,
        &DuplicateEvent::DealEnded { table, result } => {
            let rests_until = director.time.now + director.setup.pause_millis;
            let table = director.table_mut(table)?;
            table.is_playing = false;
            table.rests_until = rests_until;
            table.results.push(result);
        }
        DuplicateEvent::RoundEnded {} => director.round_ended()?,
        DuplicateEvent::Ranked { added, prizes } => {
            // The fees become the house's, and it adds what the guarantee needs.
            let fees = director.setup.price.fee * director.entered() as Chips;
            director.balance.pay_in(*added);
            director.balance.pay_out(fees + sum(prizes))?;
            director.phase = Phase::Finished;
        }
        DuplicateEvent::Cancelled { refunds, .. } => {
            director.balance.pay_out(sum(refunds))?;
            director.phase = Phase::Cancelled;
            director.round = None;
        }
        DuplicateEvent::Paused {} => director.time.pause(at),
        DuplicateEvent::Resumed {} => director.time.resume(at),
        DuplicateEvent::ClockSaved {} => {}
        DuplicateEvent::Restarted {} => director.time.restart(at),
    }
    Ok(())
}

fn sum(amounts: &[EntryAmount]) -> Chips {
    amounts.iter().map(|paid| paid.amount).sum()
}

impl DuplicateDirector {
    fn table_mut(&mut self, table: usize) -> Result<&mut DuplicateTable, ReplayError> {
        let round = self.round.as_mut().ok_or(ReplayError("no round is played"))?;
        round.tables.get_mut(table).ok_or(ReplayError("there is no such table"))
    }

    fn round_began(&mut self, number: u32, tables: &[[DuplicatePlayer; 3]]) {
        self.lots.draw();
        if self.setup.format == (DuplicateFormat::KnockOut {}) && number > 1 {
            for each in &mut self.players {
                if tables.iter().flatten().any(|&player| player == each.player) {
                    (each.stage, each.played) = (number, DealsPlayed::default());
                }
            }
        }
        let rests_until = self.time.now + self.setup.pause_millis;
        let table = |&seats: &[DuplicatePlayer; 3]| {
            let results = Vec::new();
            DuplicateTable { seats, results, is_playing: false, rests_until }
        };
        let until = self.time.now + self.setup.round_millis;
        self.round = Some(DuplicateRound { number, tables: tables.iter().map(table).collect(), until });
    }

    /// Compares all deals of the round. One that no table has begun counts the same for all.
    fn round_ended(&mut self) -> Result<(), ReplayError> {
        let round = self.round.take().ok_or(ReplayError("no round is played"))?;
        self.rounds = round.number;
        self.tables_before += u32::try_from(round.tables.len()).unwrap_or(u32::MAX);
        for deal in 0..self.setup.deals as usize {
            let scores: Vec<Option<DealScores>> = round
                .tables
                .iter()
                .map(|table| table.results.get(deal).map(|result| result.scores))
                .collect();
            let points = matchpoints(&scores).map_err(|_| ReplayError("there are too many tables"))?;
            for (table, points) in round.tables.iter().zip(points) {
                self.count(table.seats, points, table.results.get(deal));
            }
        }
        Ok(())
    }

    fn count(&mut self, seats: [DuplicatePlayer; 3], points: [u32; 3], result: Option<&DealResult>) {
        for (seat, player) in seats.into_iter().enumerate() {
            let Some(own) = self.players.iter_mut().find(|each| each.player == player) else { continue };
            own.played.matchpoints += points[seat];
            if let Some(result) = result {
                own.played.score = own.played.score.saturating_add(result.scores[seat]);
                own.played.landlord_wins +=
                    u32::from(result.landlord_won.is_some_and(|won| won.index() == seat));
            }
        }
    }
}
