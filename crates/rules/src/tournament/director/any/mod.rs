//! The director of a tournament of any game: the one list of the kinds of tournament.

mod common;

use self::common::{of_duplicate, of_teams};
use super::command::DirectorCommand;
use super::duplicate::event::{DealResult, DuplicateCommand, DuplicateEvent, DuplicatePlayer};
use super::duplicate::state::{DuplicateDirector, STACK};
use super::duplicate::step::DuplicateStep;
use super::entry::{PlayerNumber, TournamentEntry};
use super::event::DirectorEvent;
use super::floor::place::TableNumber;
use super::floor::table::PotResult;
use super::refusal::TournamentRefusal;
use super::setup::EntryPrice;
use super::state::{Director, Phase};
use super::step::NextStep;
use super::teams::event::{TeamCommand, TeamEvent};
use super::teams::state::TeamDirector;
use super::teams::step::TeamStep;
use super::time::Millis;
use crate::games::any::{AnyHand, AnyRules};
use crate::games::game::{Chips, Game, Step};
use crate::games::refusal::ReplayError;
use crate::games::seat::Seat;
use crate::tournament::prizes::payouts::PrizePool;

/// The director of a tournament of any game.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one for each tournament")]
pub enum AnyDirector {
    /// Until one has all chips: Hold'em.
    Stacks(Director),
    /// Rounds or stages in which all tables play the same deals: Dou Dizhu.
    Duplicate(DuplicateDirector),
    /// An event of Teams.
    Teams(TeamDirector),
}

/// A change of a tournament of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyDirectorEvent {
    /// Of the first kind.
    Stacks(DirectorEvent),
    /// Of duplicate rounds.
    Duplicate(DuplicateEvent),
    /// Of Teams.
    Teams(TeamEvent),
}

/// A command to a director of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyDirectorCommand {
    /// A command that is the same in all games. What another game has not is refused there.
    Common(DirectorCommand),
    /// A command of duplicate rounds alone.
    Duplicate(DuplicateCommand),
    /// A command of Teams alone.
    Teams(TeamCommand),
}

impl From<DirectorCommand> for AnyDirectorCommand {
    fn from(command: DirectorCommand) -> Self {
        Self::Common(command)
    }
}

/// What happens next in a tournament of any game.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "it is taken apart at once")]
pub enum AnyNextStep {
    /// This event follows at once.
    Now(AnyDirectorEvent),
    /// Nothing happens by itself before this time, on the server's clock; `None` if only a command can change it.
    Until(Option<Millis>),
    /// The tournament is over.
    Over,
}

/// Calls the same method of each kind of director.
macro_rules! each {
    ($director:expr, $own:ident => $call:expr) => {
        match $director {
            Self::Stacks($own) => $call,
            Self::Duplicate($own) => $call,
            Self::Teams($own) => $call,
        }
    };
}

impl AnyDirector {
    /// Judges a command that comes at this time, and changes nothing.
    pub fn accept(
        &self,
        at: Millis,
        command: &AnyDirectorCommand,
    ) -> Result<AnyDirectorEvent, TournamentRefusal> {
        match (self, command) {
            (Self::Stacks(director), AnyDirectorCommand::Common(command)) => {
                director.accept(at, command).map(AnyDirectorEvent::Stacks)
            }
            (Self::Duplicate(director), AnyDirectorCommand::Common(command)) => {
                director.accept(&of_duplicate(command)?).map(AnyDirectorEvent::Duplicate)
            }
            (Self::Teams(director), AnyDirectorCommand::Common(command)) => {
                director.accept(&of_teams(command)?).map(AnyDirectorEvent::Teams)
            }
            (Self::Duplicate(director), AnyDirectorCommand::Duplicate(command)) => {
                director.accept(command).map(AnyDirectorEvent::Duplicate)
            }
            (Self::Teams(director), AnyDirectorCommand::Teams(command)) => {
                director.accept(command).map(AnyDirectorEvent::Teams)
            }
            (_, AnyDirectorCommand::Duplicate(_)) => Err(TournamentRefusal::ResultDoesNotFit {}),
            (_, AnyDirectorCommand::Teams(_)) => Err(TournamentRefusal::NoSuchTeam {}),
        }
    }

    /// The next step by itself at this time.
    pub fn step(&self, at: Millis) -> AnyNextStep {
        match self {
            Self::Stacks(director) => match director.step(at) {
                NextStep::Now(event) => AnyNextStep::Now(AnyDirectorEvent::Stacks(event)),
                NextStep::Until(until) => AnyNextStep::Until(until),
                NextStep::Over => AnyNextStep::Over,
            },
            Self::Duplicate(director) => match director.step(at) {
                DuplicateStep::Now(event) => AnyNextStep::Now(AnyDirectorEvent::Duplicate(event)),
                DuplicateStep::Until(until) => AnyNextStep::Until(until),
                DuplicateStep::Over => AnyNextStep::Over,
            },
            Self::Teams(director) => match director.step(at) {
                TeamStep::Now(event) => AnyNextStep::Now(AnyDirectorEvent::Teams(event)),
                TeamStep::Until(until) => AnyNextStep::Until(until),
                TeamStep::Over => AnyNextStep::Over,
            },
        }
    }

    /// Records an event with its time. If it does not fit, the log is damaged, and the director must not be used any more.
    pub fn record(&mut self, at: Millis, event: &AnyDirectorEvent) -> Result<(), ReplayError> {
        match (self, event) {
            (Self::Stacks(director), AnyDirectorEvent::Stacks(event)) => director.record(at, event),
            (Self::Duplicate(director), AnyDirectorEvent::Duplicate(event)) => director.record(at, event),
            (Self::Teams(director), AnyDirectorEvent::Teams(event)) => director.record(at, event),
            _ => Err(ReplayError("the event is of a tournament of another game")),
        }
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        each!(self, director => director.phase())
    }

    /// Whether the organiser has paused it.
    pub fn is_paused(&self) -> bool {
        each!(self, director => director.is_paused())
    }

    /// Whether players may enter now.
    pub fn is_registration_open(&self) -> bool {
        match self {
            Self::Stacks(director) => director.is_registration_open(),
            Self::Duplicate(_) | Self::Teams(_) => self.phase() == Phase::Registering,
        }
    }

    /// Whether the time that was played has to be saved.
    pub fn keeps_time(&self) -> bool {
        match self {
            Self::Stacks(_) | Self::Duplicate(_) => self.phase() == Phase::Playing && !self.is_paused(),
            Self::Teams(_) => false,
        }
    }

    /// The price of an entry, or of each player of a team.
    pub fn price(&self) -> EntryPrice {
        each!(self, director => director.setup().price)
    }

    /// The least pool.
    pub fn guarantee(&self) -> Chips {
        each!(self, director => director.setup().guarantee)
    }

    /// The most entrants; in an event of teams, the most players.
    pub fn max_entrants(&self) -> u32 {
        each!(self, director => director.setup().max_entrants)
    }

    /// The players who have entered: one for each entry that was not taken back, in the order of entries.
    pub fn entered_players(&self) -> Vec<PlayerNumber> {
        match self {
            Self::Stacks(director) => {
                let entries = director.entries().iter().filter(|entry| entry.counts());
                entries.map(|entry| entry.player).collect()
            }
            Self::Duplicate(director) => director.entries().iter().flatten().copied().collect(),
            Self::Teams(director) => director.players(),
        }
    }

    /// Whether a player has an entry, also one that is out.
    pub fn has_entered(&self, player: PlayerNumber) -> bool {
        self.entered_players().contains(&player)
    }

    /// The players who still play for something, or will.
    pub fn players_left(&self) -> Vec<PlayerNumber> {
        if self.phase().is_over() {
            return Vec::new();
        }
        match self {
            Self::Stacks(director) => {
                let entries = director.entries().iter().filter(|entry| entry.is_left());
                entries.map(|entry| entry.player).collect()
            }
            Self::Duplicate(director) => director.left(),
            Self::Teams(director) => director.left(),
        }
    }

    /// The players who play, or to whom something may be paid yet.
    pub fn concerned(&self) -> Vec<PlayerNumber> {
        if self.phase().is_over() {
            return Vec::new();
        }
        match self {
            Self::Stacks(director) => director.concerned(),
            // All prizes are paid at the end.
            Self::Duplicate(_) | Self::Teams(_) => self.entered_players(),
        }
    }

    /// How many entries there are, without those that were taken back; in an event of teams, how many players.
    pub fn entered(&self) -> usize {
        self.entered_players().len()
    }

    /// How many of them are left.
    pub fn left(&self) -> usize {
        self.players_left().len()
    }

    /// The director of a tournament of the first kind.
    pub fn stacks(&self) -> Option<&Director> {
        if let Self::Stacks(director) = self { Some(director) } else { None }
    }

    /// The table where a player sits.
    pub fn table_of(&self, player: PlayerNumber) -> Option<TableNumber> {
        match self {
            Self::Stacks(director) => {
                director.entry_of(player).and_then(TournamentEntry::place).map(|place| place.table)
            }
            Self::Duplicate(director) => {
                let own = DuplicatePlayer::Entry(director.entry_of(player)?);
                let tables = &director.round()?.tables;
                let table = tables.iter().position(|table| table.seats.contains(&own))?;
                Some(director.table_number(table))
            }
            Self::Teams(director) => {
                let sits = |&nth: &usize| {
                    let of = director.round().and_then(|round| round.matches.get(nth));
                    let seats = of.filter(|of| of.heights.is_none()).and_then(|of| director.seats(of));
                    seats.is_some_and(|seats| seats.contains(&player))
                };
                let nth = (0..director.round()?.matches.len()).find(sits)?;
                Some(director.table_number(nth))
            }
        }
    }

    /// The tables that are open, with how many sit there.
    pub fn open_tables(&self) -> Vec<(TableNumber, usize)> {
        match self {
            Self::Stacks(director) => {
                director.tables().iter().map(|table| (table.number, table.count())).collect()
            }
            Self::Duplicate(director) => {
                let tables = director.round().map_or(0, |round| round.tables.len());
                (0..tables).map(|table| (director.table_number(table), 3)).collect()
            }
            Self::Teams(director) => {
                let matches = director.round().map_or(&[][..], |round| &round.matches);
                let open = (0..).zip(matches).filter(|(_, of)| of.heights.is_none());
                open.map(|(nth, _)| (director.table_number(nth), 4)).collect()
            }
        }
    }

    /// The tables that play a hand.
    pub fn playing(&self) -> Vec<TableNumber> {
        match self {
            Self::Stacks(director) => {
                let tables = director.tables().iter().filter(|table| table.hand().is_some());
                tables.map(|table| table.number).collect()
            }
            Self::Duplicate(director) => {
                let tables = director.round().map_or(&[][..], |round| &round.tables);
                let playing = (0..).zip(tables).filter(|(_, table)| table.is_playing);
                playing.map(|(table, _)| director.table_number(table)).collect()
            }
            Self::Teams(director) => {
                let matches = director.round().map_or(&[][..], |round| &round.matches);
                let playing = (0..).zip(matches).filter(|(_, of)| of.is_playing);
                playing.map(|(nth, _)| director.table_number(nth)).collect()
            }
        }
    }

    /// The pool so far.
    pub fn pool(&self) -> PrizePool {
        each!(self, director => director.pool())
    }

    /// The prizes, the best place first; provisional while players may enter. In an event of teams they are the teams'.
    pub fn prizes(&self) -> Vec<Chips> {
        let pool = self.pool();
        match self {
            Self::Stacks(director) => {
                let provisional = || director.setup().reward.prizes(&pool);
                director.prizes().map_or_else(provisional, <[Chips]>::to_vec)
            }
            Self::Duplicate(director) => director.setup().payouts.prizes(&pool).unwrap_or_default(),
            Self::Teams(director) => director.setup().payouts.prizes(&pool).unwrap_or_default(),
        }
    }

    /// What a table that opens now starts from.
    pub fn new_table(&self) -> Option<NewTournamentTable> {
        Some(match self {
            Self::Stacks(director) => {
                let (setup, rules) = (director.setup(), director.rules_of_new_table()?);
                let seats = setup.sizes().final_table.max(setup.seats).min(Seat::MOST);
                NewTournamentTable { rules, seats, chips: setup.starting_chips, is_secret: false }
            }
            Self::Duplicate(director) => {
                let rules = AnyRules::Doudizhu(director.setup().hand_rules());
                NewTournamentTable { rules, seats: 3, chips: STACK, is_secret: director.shares_deals() }
            }
            Self::Teams(director) => {
                let rules = AnyRules::Shengji(director.setup().hand_rules());
                NewTournamentTable { rules, seats: 4, chips: 0, is_secret: false }
            }
        })
    }

    /// The command that brings the result of a table's hand; without a hand, of one that was voided. `None` if the director
    /// waits for no such result.
    pub fn result_of(&self, number: TableNumber, hand: Option<&AnyHand>) -> Option<AnyDirectorCommand> {
        match self {
            Self::Stacks(_) => {
                let game = hand?;
                let Step::Over(outcome) = game.step() else { return None };
                let (stacks, pots) = (outcome.stacks, PotResult::of(game));
                Some(DirectorCommand::EndHand { table: number, stacks, pots }.into())
            }
            Self::Duplicate(director) => {
                let table = director.table_at(number)?;
                let result = hand.map_or(Some(DealResult::PASSED_OUT), DealResult::of)?;
                Some(AnyDirectorCommand::Duplicate(DuplicateCommand::EndDeal { table, result }))
            }
            Self::Teams(director) => {
                let nth = director.match_at(number)?;
                let of = director.round()?.matches.get(nth)?;
                let hand = hand.map_or_else(|| Some(of.void_hand()), |hand| of.result_of(hand))?;
                Some(AnyDirectorCommand::Teams(TeamCommand::EndHand { nth, hand }))
            }
        }
    }
}

/// What a table of a tournament starts from.
#[derive(Clone, Debug, PartialEq)]
pub struct NewTournamentTable {
    /// The options of its game.
    pub rules: AnyRules,
    /// How many seats it has.
    pub seats: u8,
    /// The tournament chips of a player who sits down there from no other table.
    pub chips: Chips,
    /// Whether other tables play the same deals, so that nothing of them may leave it while it is open.
    pub is_secret: bool,
}
