//! The director of a tournament of any game: the one list of the kinds of tournament.

use super::command::DirectorCommand;
use super::duplicate::event::{DuplicateCommand, DuplicateEvent, DuplicatePlayer};
use super::duplicate::state::DuplicateDirector;
use super::duplicate::step::DuplicateStep;
use super::entry::{PlayerNumber, TournamentEntry};
use super::event::DirectorEvent;
use super::floor::place::TableNumber;
use super::refusal::TournamentRefusal;
use super::setup::EntryPrice;
use super::state::{Director, Phase};
use super::step::NextStep;
use super::teams::event::{TeamCommand, TeamEvent};
use super::teams::state::TeamDirector;
use super::teams::step::TeamStep;
use super::time::Millis;
use crate::games::game::Chips;
use crate::games::refusal::ReplayError;
use crate::tournament::prizes::deal::MOST_DEALERS;
use crate::tournament::prizes::payouts::PrizePool;

/// The director of a tournament of any game.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "there is one for each tournament")]
pub enum AnyDirector {
    /// A tournament of Hold'em.
    Holdem(Director),
    /// An event of Dou Dizhu.
    Doudizhu(DuplicateDirector),
    /// An event of Shengji.
    Shengji(TeamDirector),
}

/// A change of a tournament of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyDirectorEvent {
    /// Of Hold'em.
    Holdem(DirectorEvent),
    /// Of Dou Dizhu.
    Doudizhu(DuplicateEvent),
    /// Of Shengji.
    Shengji(TeamEvent),
}

/// A command to a director of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyDirectorCommand {
    /// A command that is the same in all games. What another game has not is refused there.
    Common(DirectorCommand),
    /// A command of Dou Dizhu alone.
    Doudizhu(DuplicateCommand),
    /// A command of Shengji alone.
    Shengji(TeamCommand),
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
            Self::Holdem($own) => $call,
            Self::Doudizhu($own) => $call,
            Self::Shengji($own) => $call,
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
            (Self::Holdem(director), AnyDirectorCommand::Common(command)) => {
                director.accept(at, command).map(AnyDirectorEvent::Holdem)
            }
            (Self::Doudizhu(director), AnyDirectorCommand::Common(command)) => {
                director.accept(&of_doudizhu(command)?).map(AnyDirectorEvent::Doudizhu)
            }
            (Self::Shengji(director), AnyDirectorCommand::Common(command)) => {
                director.accept(&of_shengji(command)?).map(AnyDirectorEvent::Shengji)
            }
            (Self::Doudizhu(director), AnyDirectorCommand::Doudizhu(command)) => {
                director.accept(command).map(AnyDirectorEvent::Doudizhu)
            }
            (Self::Shengji(director), AnyDirectorCommand::Shengji(command)) => {
                director.accept(command).map(AnyDirectorEvent::Shengji)
            }
            (_, AnyDirectorCommand::Doudizhu(_)) => Err(TournamentRefusal::ResultDoesNotFit {}),
            (_, AnyDirectorCommand::Shengji(_)) => Err(TournamentRefusal::NoSuchTeam {}),
        }
    }

    /// The next step by itself at this time.
    pub fn step(&self, at: Millis) -> AnyNextStep {
        match self {
            Self::Holdem(director) => match director.step(at) {
                NextStep::Now(event) => AnyNextStep::Now(AnyDirectorEvent::Holdem(event)),
                NextStep::Until(until) => AnyNextStep::Until(until),
                NextStep::Over => AnyNextStep::Over,
            },
            Self::Doudizhu(director) => match director.step(at) {
                DuplicateStep::Now(event) => AnyNextStep::Now(AnyDirectorEvent::Doudizhu(event)),
                DuplicateStep::Until(until) => AnyNextStep::Until(until),
                DuplicateStep::Over => AnyNextStep::Over,
            },
            Self::Shengji(director) => match director.step(at) {
                TeamStep::Now(event) => AnyNextStep::Now(AnyDirectorEvent::Shengji(event)),
                TeamStep::Until(until) => AnyNextStep::Until(until),
                TeamStep::Over => AnyNextStep::Over,
            },
        }
    }

    /// Records an event with its time. If it does not fit, the log is damaged, and the director must not be used any more.
    pub fn record(&mut self, at: Millis, event: &AnyDirectorEvent) -> Result<(), ReplayError> {
        match (self, event) {
            (Self::Holdem(director), AnyDirectorEvent::Holdem(event)) => director.record(at, event),
            (Self::Doudizhu(director), AnyDirectorEvent::Doudizhu(event)) => director.record(at, event),
            (Self::Shengji(director), AnyDirectorEvent::Shengji(event)) => director.record(at, event),
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
            Self::Holdem(director) => director.is_registration_open(),
            Self::Doudizhu(_) | Self::Shengji(_) => self.phase() == Phase::Registering,
        }
    }

    /// Whether the time that was played has to be saved.
    pub fn keeps_time(&self) -> bool {
        match self {
            Self::Holdem(_) | Self::Doudizhu(_) => self.phase() == Phase::Playing && !self.is_paused(),
            Self::Shengji(_) => false,
        }
    }

    /// The price of an entry, or of each player of a team.
    pub fn price(&self) -> EntryPrice {
        each!(self, director => director.setup().price)
    }

    /// The most entrants; in an event of teams, the most players.
    pub fn max_entrants(&self) -> u32 {
        each!(self, director => director.setup().max_entrants)
    }

    /// The players who have entered: one for each entry that was not taken back, in the order of entries.
    pub fn entered(&self) -> Vec<PlayerNumber> {
        match self {
            Self::Holdem(director) => {
                let entries = director.entries().iter().filter(|entry| entry.counts());
                entries.map(|entry| entry.player).collect()
            }
            Self::Doudizhu(director) => director.entries().iter().flatten().copied().collect(),
            Self::Shengji(director) => director.players(),
        }
    }

    /// The players who still play for something, or will.
    pub fn left(&self) -> Vec<PlayerNumber> {
        if self.phase().is_over() {
            return Vec::new();
        }
        match self {
            Self::Holdem(director) => {
                let entries = director.entries().iter().filter(|entry| entry.is_left());
                entries.map(|entry| entry.player).collect()
            }
            Self::Doudizhu(director) => director.left(),
            Self::Shengji(director) => director.left(),
        }
    }

    /// The table where a player sits.
    pub fn table_of(&self, player: PlayerNumber) -> Option<TableNumber> {
        match self {
            Self::Holdem(director) => {
                director.entry_of(player).and_then(TournamentEntry::place).map(|place| place.table)
            }
            Self::Doudizhu(director) => {
                let own = DuplicatePlayer::Entry(director.entry_of(player)?);
                let tables = &director.round()?.tables;
                let table = tables.iter().position(|table| table.seats.contains(&own))?;
                Some(director.table_number(table))
            }
            Self::Shengji(director) => {
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
            Self::Holdem(director) => {
                director.tables().iter().map(|table| (table.number, table.count())).collect()
            }
            Self::Doudizhu(director) => {
                let tables = director.round().map_or(0, |round| round.tables.len());
                (0..tables).map(|table| (director.table_number(table), 3)).collect()
            }
            Self::Shengji(director) => {
                let matches = director.round().map_or(&[][..], |round| &round.matches);
                let open = (0..).zip(matches).filter(|(_, of)| of.heights.is_none());
                open.map(|(nth, _)| (director.table_number(nth), 4)).collect()
            }
        }
    }

    /// The tables that play a hand.
    pub fn playing(&self) -> Vec<TableNumber> {
        match self {
            Self::Holdem(director) => {
                let tables = director.tables().iter().filter(|table| table.hand().is_some());
                tables.map(|table| table.number).collect()
            }
            Self::Doudizhu(director) => {
                let tables = director.round().map_or(&[][..], |round| &round.tables);
                let playing = (0..).zip(tables).filter(|(_, table)| table.is_playing);
                playing.map(|(table, _)| director.table_number(table)).collect()
            }
            Self::Shengji(director) => {
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
            Self::Holdem(director) => {
                let provisional = || director.setup().reward.prizes(&pool);
                director.prizes().map_or_else(provisional, <[Chips]>::to_vec)
            }
            Self::Doudizhu(director) => director.setup().payouts.prizes(&pool).unwrap_or_default(),
            Self::Shengji(director) => director.setup().payouts.prizes(&pool).unwrap_or_default(),
        }
    }
}

/// The same command in an event of Dou Dizhu.
fn of_doudizhu(command: &DirectorCommand) -> Result<DuplicateCommand, TournamentRefusal> {
    Ok(match *command {
        DirectorCommand::Register { player } => DuplicateCommand::Register { player },
        DirectorCommand::Unregister { player } => DuplicateCommand::Unregister { player },
        DirectorCommand::Pause {} => DuplicateCommand::Pause {},
        DirectorCommand::Resume {} => DuplicateCommand::Resume {},
        DirectorCommand::Cancel {} => DuplicateCommand::Cancel {},
        DirectorCommand::SaveClock {} => DuplicateCommand::SaveClock {},
        DirectorCommand::Restart {} => DuplicateCommand::Restart {},
        _ => return Err(not_here(command)),
    })
}

/// The same command in an event of Shengji. Players enter alone; a partner may join them.
fn of_shengji(command: &DirectorCommand) -> Result<TeamCommand, TournamentRefusal> {
    Ok(match *command {
        DirectorCommand::Register { player } => TeamCommand::Register { players: vec![player], rating: None },
        DirectorCommand::Unregister { player } => TeamCommand::Unregister { player },
        DirectorCommand::Pause {} => TeamCommand::Pause {},
        DirectorCommand::Resume {} => TeamCommand::Resume {},
        DirectorCommand::Cancel {} => TeamCommand::Cancel {},
        DirectorCommand::Restart {} => TeamCommand::Restart {},
        _ => return Err(not_here(command)),
    })
}

/// Why a command of Hold'em is refused in an event of rounds.
fn not_here(command: &DirectorCommand) -> TournamentRefusal {
    match command {
        DirectorCommand::Rebuy { .. } => TournamentRefusal::NoRebuyNow {},
        DirectorCommand::DeclineRebuy { .. } => TournamentRefusal::NothingToDecline {},
        DirectorCommand::AddOn { .. } => TournamentRefusal::NoAddOnNow {},
        DirectorCommand::ProposeDeal { .. } => TournamentRefusal::NoDealNow { most: MOST_DEALERS },
        DirectorCommand::AnswerDeal { .. } => TournamentRefusal::NothingProposed {},
        DirectorCommand::EndHand { table, .. } => TournamentRefusal::NoHand { table: *table },
        _ => TournamentRefusal::NothingToChange {},
    }
}
