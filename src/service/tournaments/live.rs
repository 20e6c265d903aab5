//! One version of a tournament: its record, its director, its tables, and its computer players.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::stored::{TournamentChange, TournamentComputer, TournamentRecord};
use crate::service::table::error::OutOfOrder;
use crate::service::table::time::later;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::tournament::director::entry::{PlayerNumber, TournamentEntry};
use cardroom_rules::tournament::director::event::DirectorEvent;
use cardroom_rules::tournament::director::floor::place::{EntryId, TableNumber};
use cardroom_rules::tournament::director::lots::Lots;
use cardroom_rules::tournament::director::state::{Director, Phase};
use cardroom_rules::tournament::director::time::Millis;
use uuid::Uuid;

/// A tournament. It never changes: a change makes the next one.
#[derive(Clone)]
pub struct LiveTournament {
    /// The stored record.
    pub record: TournamentRecord,
    /// Its director, with every event so far recorded.
    pub director: Director,
    /// Its tables that were opened, also those that are closed.
    pub tables: BTreeMap<TableNumber, TableId>,
    /// The computer players who have entered.
    pub computers: BTreeMap<PlayerId, Arc<TournamentComputer>>,
    /// What each entry was paid, in chips of the wallet.
    pub paid: BTreeMap<EntryId, Chips>,
    /// Since when a person is registered and waits for others.
    pub waits_since: Option<Timestamp>,
    /// When its last event happened.
    pub changed_at: Option<Timestamp>,
}

impl LiveTournament {
    /// A tournament before its first event.
    pub fn announced(record: TournamentRecord) -> Result<Self, OutOfOrder> {
        let setup =
            record.options.setup().map_err(|_| ReplayError("a tournament cannot have these options"))?;
        Ok(Self {
            director: Director::new(setup, Lots::new(record.lots)),
            record,
            tables: BTreeMap::new(),
            computers: BTreeMap::new(),
            paid: BTreeMap::new(),
            waits_since: None,
            changed_at: None,
        })
    }

    /// A stored tournament, with its whole log.
    pub fn load(record: TournamentRecord, changes: &[TournamentChange]) -> Result<Self, OutOfOrder> {
        let mut live = Self::announced(record)?;
        for change in changes {
            live.computers.extend(change.body.computers.iter().map(|it| (it.player, Arc::new(it.clone()))));
            live.tables.extend(change.body.opened.iter().map(|it| (it.number, it.table)));
            for event in &change.body.events {
                live.record(change.at, event)?;
            }
        }
        Ok(live)
    }

    /// Records an event of its director.
    pub fn record(&mut self, at: Timestamp, event: &DirectorEvent) -> Result<(), OutOfOrder> {
        self.director.record(millis(at), event)?;
        self.changed_at = Some(at);
        match event {
            DirectorEvent::PrizePaid { entry, prize, .. } => {
                *self.paid.entry(*entry).or_default() += prize.total();
            }
            DirectorEvent::Registered { .. } | DirectorEvent::Unregistered { .. } => {
                let waits = self.has_people();
                self.waits_since = self.waits_since.filter(|_| waits).or(waits.then_some(at));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a person is left.
    fn has_people(&self) -> bool {
        let mut left = self.director.entries().iter().filter(|entry| entry.is_left());
        left.any(|entry| !self.computers.contains_key(&player_of(entry)))
    }

    /// When computer players fill it up; `None` if none do.
    pub fn fills_at(&self) -> Option<Timestamp> {
        let fill =
            self.record.options.fill_with_bots.filter(|_| self.director.phase() == Phase::Registering)?;
        Some(later(self.waits_since?, SignedDuration::from_secs(fill.after_seconds.into())))
    }

    /// How far it is.
    pub fn phase(&self) -> TournamentPhase {
        match self.director.phase() {
            Phase::Registering => TournamentPhase::Registering,
            Phase::Playing => TournamentPhase::Playing,
            Phase::Finished => TournamentPhase::Finished,
            Phase::Cancelled => TournamentPhase::Cancelled,
        }
    }

    /// Whether it has ended, so that nothing happens any more.
    pub fn is_over(&self) -> bool {
        matches!(self.director.phase(), Phase::Finished | Phase::Cancelled)
    }

    /// The player of an entry.
    pub fn player(&self, entry: EntryId) -> Result<PlayerId, OutOfOrder> {
        let entry =
            self.director.entries().get(entry.index()).ok_or(ReplayError("there is no such entry"))?;
        Ok(player_of(entry))
    }

    /// The table of this number.
    pub fn table(&self, number: TableNumber) -> Result<TableId, OutOfOrder> {
        Ok(self.tables.get(&number).copied().ok_or(ReplayError("the table was not opened"))?)
    }
}

/// The player of an entry.
pub fn player_of(entry: &TournamentEntry) -> PlayerId {
    PlayerId(Uuid::from_u128(entry.player.0))
}

/// The number by which a director knows a player.
pub fn number_of(player: PlayerId) -> PlayerNumber {
    PlayerNumber(player.0.as_u128())
}

/// A moment as a director counts it.
pub fn millis(at: Timestamp) -> Millis {
    u64::try_from(at.as_millisecond()).unwrap_or(0)
}

/// A moment of a director.
pub fn moment(millis: Millis) -> Timestamp {
    i64::try_from(millis)
        .ok()
        .and_then(|millis| Timestamp::from_millisecond(millis).ok())
        .unwrap_or(Timestamp::MAX)
}
