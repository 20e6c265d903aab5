//! Tournaments as they are kept: a record, and a log of changes.

pub mod options;

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use self::options::StoredTournamentOptions;
use crate::service::ratings::rated_result::{RatedResult, RatedSource};
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::{Commit, MostBots};
use crate::service::table::stored::ledger::ChipMovement;
use crate::service::table::stored::words::same_words;
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_api::tournament::view::TournamentPhase;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::level::Level;
use cardroom_rules::tournament::director::any::AnyDirectorEvent;
use cardroom_rules::tournament::director::duplicate::event::DuplicateEvent;
use cardroom_rules::tournament::director::event::DirectorEvent;
use cardroom_rules::tournament::director::floor::place::TableNumber;
use cardroom_rules::tournament::director::teams::event::TeamEvent;

/// A tournament as it is kept. Its state is rebuilt from its log.
#[derive(Clone, PartialEq, Eq)]
pub struct TournamentRecord {
    /// The identifier of the tournament.
    pub id: TournamentId,
    /// The player who announced it.
    pub host: PlayerId,
    /// What it was announced with.
    pub options: Arc<StoredTournamentOptions>,
    /// The code that lets players into a tournament that is not public.
    pub invite_code: Option<String>,
    /// The seed of its lots. Never sent.
    pub lots: [u8; 32],
    /// How far it is.
    pub phase: StoredPhase,
    /// The count of its changes.
    pub version: Version,
    /// When it was announced.
    pub created_at: Timestamp,
    /// When it ended.
    pub ended_at: Option<Timestamp>,
    /// From when on a server has to keep its time; `None` if only a request can change it.
    pub due_at: Option<Timestamp>,
    /// Until when its time is known to have gone on.
    pub saved_at: Option<Timestamp>,
    /// Its numbers in lists.
    pub numbers: StoredNumbers,
}

/// The numbers of a tournament in lists, so that none has to be read for them. They are written with each change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredNumbers {
    /// Whether players may enter.
    pub registration_open: bool,
    /// How many have entered.
    pub entered: u32,
    /// How many of them are left.
    pub left: u32,
    /// What is paid out.
    pub pool: Chips,
    /// Whether the prizes that were collected reach the guarantee.
    pub guarantee_met: bool,
    /// The number of the level, if there is one.
    pub level: Option<u32>,
    /// Its big blind.
    pub big_blind: Option<Chips>,
    /// Whether it is paused.
    pub paused: bool,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredPhase {
    /// It has not started.
    Registering,
    /// It is played.
    Playing,
    /// It has ended.
    Finished,
    /// It was cancelled.
    Cancelled,
}

same_words!(StoredPhase, TournamentPhase: Registering, Playing, Finished, Cancelled);

/// One write to a tournament. It raises its version by one.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentChange {
    /// The tournament that changed.
    pub tournament: TournamentId,
    /// Its version after the change.
    pub version: Version,
    /// The time of the change.
    pub at: Timestamp,
    /// The player, the clock or the operator who caused it.
    pub author: Author,
    /// What happened.
    pub body: TournamentBody,
}

/// What happened in a change of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TournamentBody {
    /// The events of its director, in order, if it is played for stacks. All happened at the time of the change.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<DirectorEvent>,
    /// The same if it is played in duplicate rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub duplicate: Vec<DuplicateEvent>,
    /// The same if teams play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<TeamEvent>,
    /// The tables that opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<OpenedTournamentTable>,
    /// The computer players who entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub computers: Vec<TournamentComputer>,
    /// The invite code that replaces the one before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invite_code: Option<String>,
    /// Why the house has cancelled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl TournamentBody {
    /// Adds an event of its director.
    pub fn push(&mut self, event: AnyDirectorEvent) {
        match event {
            AnyDirectorEvent::Stacks(event) => self.events.push(event),
            AnyDirectorEvent::Duplicate(event) => self.duplicate.push(event),
            AnyDirectorEvent::Teams(event) => self.teams.push(event),
        }
    }

    /// The events of its director, in order: a tournament has those of one kind.
    pub fn events(&self) -> impl Iterator<Item = AnyDirectorEvent> {
        let duplicate = self.duplicate.iter().cloned().map(AnyDirectorEvent::Duplicate);
        let teams = self.teams.iter().cloned().map(AnyDirectorEvent::Teams);
        self.events.iter().cloned().map(AnyDirectorEvent::Stacks).chain(duplicate).chain(teams)
    }

    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        let nothing = self.events.is_empty() && self.duplicate.is_empty() && self.teams.is_empty();
        nothing && self.invite_code.is_none()
    }
}

/// A table of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedTournamentTable {
    /// Its number in the tournament.
    pub number: TableNumber,
    /// The table.
    pub table: TableId,
}

/// A computer player who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentComputer {
    /// Its identifier.
    pub player: PlayerId,
    /// Its name.
    pub name: String,
    /// How well it plays.
    pub level: Level,
    /// Its number among the computer players who take the seats that are left at the last table, without an entry; `None` if
    /// it has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fills: Option<u8>,
}

/// A change of a tournament and everything written with it.
#[derive(Clone)]
pub struct TournamentCommit {
    /// The version that the stored row must still have; `None` if the tournament is announced by it.
    pub was: Option<Version>,
    /// The tournament after it.
    pub record: TournamentRecord,
    /// What is appended to the log.
    pub change: TournamentChange,
    /// How many open tournaments its host may have, this one included; `None` unless it is announced by it.
    pub most_announced: Option<u64>,
    /// In how many open tournaments those who enter may be; `None` unless they ask for it themselves.
    pub most_entered: Option<u64>,
    /// The computer players who fill it up by it.
    pub filled: Option<NewComputers>,
    /// The request with an idempotency key that it carries out; `None` if the request has no key, or without a request.
    pub request: Option<DoneTournamentRequest>,
    /// The people who enter.
    pub registered: Vec<PlayerId>,
    /// The people who take their entry back, or have nothing to play for any more.
    pub unregistered: Vec<PlayerId>,
    /// The chips that people win from computer players by it.
    pub won_from_bots: Vec<(PlayerId, Chips)>,
    /// The movements of chips between accounts. The balances of wallets change with them.
    pub movements: Vec<ChipMovement>,
    /// The results of the people who played in it, if it has finished.
    pub results: Vec<TournamentResult>,
    /// The result that is to be rated, if it ends with one.
    pub rated: Option<RatedResult>,
}

impl TournamentCommit {
    /// The tournament whose players' networks are forgotten, if it was to be rated and is over.
    pub fn ended_source(&self) -> Option<RatedSource> {
        let is_over = self.record.options.rated && self.record.ended_at.is_some();
        is_over.then_some(RatedSource::Tournament(self.record.id))
    }
}

/// Computer players who enter a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewComputers {
    /// How many.
    pub count: u64,
    /// How many there may be, these included, those at all tables and those at the tables of the host.
    pub most: MostBots,
}

/// What a tournament has come to for a person who played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentResult {
    /// The person.
    pub player: PlayerId,
    /// The place of their last entry.
    pub place: u32,
    /// The chips that they have paid: entries, rebuys and add-ons.
    pub paid: Chips,
    /// The chips that they were paid: prizes and bounties.
    pub won: Chips,
}

/// A player's request with an idempotency key that has been done in a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoneTournamentRequest {
    /// The player who sent the request.
    pub player: PlayerId,
    /// The player's key, as sent.
    pub key: String,
    /// The digest of the request. Another request with the same key is refused.
    pub digest: [u8; 32],
    /// The tournament of the change that carried it out.
    pub tournament: TournamentId,
    /// The version that the request led to.
    pub version: Version,
    /// The time of the request.
    pub at: Timestamp,
}

/// A change of a tournament and the changes of its tables: written whole or not at all.
#[derive(Clone)]
pub struct CommitGroup {
    /// The tournament.
    pub tournament: TournamentCommit,
    /// The tournament whose entries it pays as prizes.
    pub target: Option<TournamentCommit>,
    /// Its tables, at most one commit of each.
    pub tables: Vec<Box<Commit>>,
}
