//! The rows that the accepted changes of tournaments of a batch write, by table, for every database in the same way.

use jiff::Timestamp;

use super::column::{author, json, signed, word};
use crate::service::ports::error::StoreError;
use crate::service::tournaments::stored::{
    DoneTournamentRequest, TournamentChange, TournamentCommit, TournamentRecord, TournamentResult,
};
use cardroom_api::id::{PlayerId, TournamentId};

/// A player in a tournament.
pub type InTournament = (PlayerId, TournamentId);

/// The rows of the tournaments of a batch, by table.
#[derive(Default)]
#[allow(missing_docs, reason = "they are named as the tables are")]
pub struct TournamentBatchRows<'a> {
    pub announced: Vec<AnnouncedTournament<'a>>,
    pub changed: Vec<ChangedTournament<'a>>,
    pub changes: Vec<NewTournamentChange<'a>>,
    pub requests: Vec<NewTournamentRequest<'a>>,
    pub registered: Vec<InTournament>,
    pub unregistered: Vec<InTournament>,
    pub results: Vec<NewTournamentResult>,
}

/// A new row of `tournaments`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct AnnouncedTournament<'a> {
    pub host: PlayerId,
    pub name: &'a str,
    pub game: &'static str,
    pub price: i64,
    pub starts_at: Option<i64>,
    pub options: String,
    pub lots: &'a [u8],
    pub created_at: i64,
    pub rest: ChangedTournament<'a>,
}

/// A changed row of `tournaments`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct ChangedTournament<'a> {
    pub id: TournamentId,
    pub invite_code: Option<&'a str>,
    pub phase: String,
    pub version: i64,
    pub ended_at: Option<i64>,
    pub due_at: Option<i64>,
    pub numbers: String,
}

/// A new row of `tournament_changes`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewTournamentChange<'a> {
    pub tournament_id: TournamentId,
    pub version: i64,
    pub at: i64,
    pub author: &'a [u8],
    pub body: String,
}

/// A new row of `done_tournament_requests`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewTournamentRequest<'a> {
    pub player_id: PlayerId,
    pub key: &'a str,
    pub digest: &'a [u8],
    pub tournament_id: TournamentId,
    pub version: i64,
    pub at: i64,
}

/// A new row of `tournament_results`.
#[allow(missing_docs, reason = "they are named as the columns are")]
pub struct NewTournamentResult {
    pub player_id: PlayerId,
    pub tournament_id: TournamentId,
    pub game: &'static str,
    pub place: i64,
    pub paid: i64,
    pub won: i64,
}

impl<'a> TournamentBatchRows<'a> {
    /// Adds the rows of a change, but not those of its movements of chips.
    pub fn push(&mut self, commit: &'a TournamentCommit) -> Result<(), StoreError> {
        let record = &commit.record;
        match commit.was {
            None => self.announced.push(AnnouncedTournament::of(record)?),
            Some(_) => self.changed.push(ChangedTournament::of(record)?),
        }
        self.changes.push(NewTournamentChange::of(&commit.change)?);
        if let Some(request) = &commit.request {
            self.requests.push(NewTournamentRequest::of(request)?);
        }
        let in_it = |&player: &PlayerId| (player, record.id);
        self.registered.extend(commit.registered.iter().map(in_it));
        self.unregistered.extend(commit.unregistered.iter().map(in_it));
        for result in &commit.results {
            self.results.push(NewTournamentResult::of(record, result)?);
        }
        Ok(())
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl<'a> AnnouncedTournament<'a> {
    fn of(record: &'a TournamentRecord) -> Result<Self, StoreError> {
        Ok(Self {
            host: record.host,
            name: &record.options.name,
            game: record.options.kind().name(),
            price: signed(record.options.price().total())?,
            starts_at: record.options.starts_at().map(Timestamp::as_millisecond),
            options: json(&*record.options)?,
            lots: &record.lots,
            created_at: record.created_at.as_millisecond(),
            rest: ChangedTournament::of(record)?,
        })
    }
}

impl<'a> ChangedTournament<'a> {
    fn of(record: &'a TournamentRecord) -> Result<Self, StoreError> {
        Ok(Self {
            id: record.id,
            invite_code: record.invite_code.as_deref(),
            phase: word(&record.phase)?,
            version: signed(record.version)?,
            ended_at: record.ended_at.map(Timestamp::as_millisecond),
            due_at: record.due_at.map(Timestamp::as_millisecond),
            numbers: json(&record.numbers)?,
        })
    }
}

impl<'a> NewTournamentChange<'a> {
    fn of(change: &'a TournamentChange) -> Result<Self, StoreError> {
        Ok(Self {
            tournament_id: change.tournament,
            version: signed(change.version)?,
            at: change.at.as_millisecond(),
            author: author(&change.author),
            body: json(&change.body)?,
        })
    }
}

impl<'a> NewTournamentRequest<'a> {
    fn of(request: &'a DoneTournamentRequest) -> Result<Self, StoreError> {
        Ok(Self {
            player_id: request.player,
            key: &request.key,
            digest: &request.digest,
            tournament_id: request.tournament,
            version: signed(request.version)?,
            at: request.at.as_millisecond(),
        })
    }
}

impl NewTournamentResult {
    fn of(record: &TournamentRecord, result: &TournamentResult) -> Result<Self, StoreError> {
        let &TournamentResult { player, place, paid, won } = result;
        Ok(Self {
            player_id: player,
            tournament_id: record.id,
            game: record.options.kind().name(),
            place: place.into(),
            paid: signed(paid)?,
            won: signed(won)?,
        })
    }
}
