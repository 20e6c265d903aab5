//! A table without a database, a clock or a task: it depends only on the commands and their times.

use std::sync::Arc;

use cardroom::service::table::command::{ActingPlayer, Command};
use cardroom::service::table::draft::Draft;
use cardroom::service::table::draft::DraftContext;
use cardroom::service::table::error::DraftError;
use cardroom::service::table::live::Table;
use cardroom::service::table::randomness::dealer::Dealer;
use cardroom::service::table::refused::Refused;
use cardroom::service::table::stored::change::Author;
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::decision::StoredDecision;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_api::table::bots::{BotPace, BotsBy};
use cardroom_api::table::change::Version;
use cardroom_api::table::options::{Absent, Access, Dealing, TableOptions};
use cardroom_rules::games::any::{AnyAction, AnyRules};
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;
use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

/// A table, the moment of the next command, and the source of its randomness.
pub struct Pure<D: Dealer> {
    pub table: Arc<Table>,
    pub now: Timestamp,
    pub dealer: D,
    pub context: DraftContext,
}

/// The player of this number.
pub fn player(number: u8) -> PlayerId {
    PlayerId(Uuid::from_u128(1 + u128::from(number)))
}

/// A table of this game, dealt by hand, with time enough for everything.
pub fn options(game: AnyRules, seats: u8) -> TableOptions {
    TableOptions {
        name: "Pure".to_owned(),
        game,
        seats,
        min_buy_in: 100,
        max_buy_in: 2_000,
        decision_seconds: 20,
        time_bank_seconds: 30,
        dealing: Dealing::ByHand {},
        access: Access::Public,
        bots: BotsBy::default(),
        bot_pace: BotPace::default(),
        fill_with_bots: None,
        absent: Absent::default(),
        levels: Vec::new(),
        rated: false,
    }
}

impl<D: Dealer> Pure<D> {
    /// Opens a table; its host is player 0.
    pub fn open(options: TableOptions, dealer: D) -> (Commit, Self) {
        let now = Timestamp::from_second(1_800_000_000).unwrap();
        let commit =
            Table::open(player(0), options.into(), None, now, &dealer, DraftContext::default()).unwrap();
        let table = Arc::clone(&commit.table);
        (commit, Self { table, now, dealer, context: DraftContext::default() })
    }

    /// The same, with a player on each seat.
    pub fn seated(options: TableOptions, dealer: D) -> Self {
        let seats = options.seats;
        let (_, mut table) = Self::open(options, dealer);
        for seat in Seat::first(seats) {
            table.ask(seat.0, &sit(seat, 1_000)).unwrap();
        }
        table
    }

    /// This many milliseconds pass.
    pub fn wait(&mut self, millis: i64) {
        self.now += SignedDuration::from_millis(millis);
    }

    /// A player's command. Returns the change.
    pub fn ask(&mut self, number: u8, command: &Command) -> Result<Commit, DraftError> {
        self.ask_as(player(number), command)
    }

    /// The same of any player, also of a computer.
    pub fn ask_as(&mut self, by: PlayerId, command: &Command) -> Result<Commit, DraftError> {
        let mut draft = Draft::new(&self.table, self.now, &self.dealer).within(self.context.clone());
        let name = format!("Player {}", by.0);
        draft.apply(ActingPlayer { id: by, name: &name, avatar: Avatar::of(by.0) }, command)?;
        let commit = draft.finish(Author::Player(by))?;
        self.table = Arc::clone(&commit.table);
        Ok(commit)
    }

    /// A player's action in the hand, with the version that they have seen, or the refusal that it is stale.
    pub fn act(
        &mut self,
        number: u8,
        at: Version,
        action: impl Into<AnyAction>,
    ) -> Result<Commit, DraftError> {
        self.ask(number, &Command::Act { at, action: action.into() })
    }

    /// The change that is due, if any.
    pub fn tick(&mut self) -> Option<Commit> {
        let mut draft = Draft::new(&self.table, self.now, &self.dealer).within(self.context.clone());
        draft.tick().unwrap();
        if draft.is_empty() {
            return None;
        }
        let commit = draft.finish(Author::Clock).unwrap();
        self.table = Arc::clone(&commit.table);
        Some(commit)
    }

    /// The clock plays for a computer.
    pub fn play_for_bot(&mut self, seat: u8) -> Commit {
        let mut draft = Draft::new(&self.table, self.now, &self.dealer).within(self.context.clone());
        draft.play_for_bot(Seat(seat)).unwrap();
        let commit = draft.finish(Author::Clock).unwrap();
        self.table = Arc::clone(&commit.table);
        commit
    }

    /// Since when each open decision is.
    pub fn since(&self) -> Vec<(u8, Version)> {
        self.table
            .record
            .decisions
            .iter()
            .map(|decision: &StoredDecision| (decision.seat.0, decision.since))
            .collect()
    }
}

pub fn sit(seat: Seat, buy_in: Chips) -> Command {
    Command::Sit { seat: Some(seat), buy_in, entry: Entry::Post, invite_code: None }
}

/// Whether a decision had changed since the caller saw it.
pub fn is_stale(answer: &Result<Commit, DraftError>) -> bool {
    matches!(answer, Err(DraftError::Refused(Refused::Stale { .. })))
}
