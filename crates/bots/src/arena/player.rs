//! The players of an arena: our own strategies, and external programs.

use super::error::ArenaError;
use super::external::External;
use crate::strategy::{Named, Strategy};
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::witness::{Imagined, Witness};

/// The name of an external program.
pub const EXTERNAL: &str = "external";

/// Makes a player, once for each chair that it takes.
pub enum Maker<G: Imagined + 'static> {
    /// One of our own strategies.
    Own(&'static Named<G>),
    /// An external program: its command.
    External(String),
}

impl<G: Imagined> Maker<G> {
    /// The maker of this name.
    pub fn of(
        name: &str,
        strategies: &'static [Named<G>],
        external: Option<&str>,
    ) -> Result<Self, ArenaError> {
        if name == EXTERNAL {
            return external.map(|command| Self::External(command.to_owned())).ok_or(ArenaError::NoCommand);
        }
        strategies.iter().find(|named| named.name == name).map(Self::Own).ok_or_else(|| {
            let known: Vec<_> = strategies.iter().map(|named| named.name).chain([EXTERNAL]).collect();
            ArenaError::UnknownStrategy { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// A player without memory of earlier hands.
    pub fn make(&self) -> Result<Player<G>, ArenaError> {
        match self {
            Self::Own(named) => Ok(Player::Own((named.make)())),
            Self::External(command) => External::start(command).map(Player::External),
        }
    }
}

/// A player of one chair, hand after hand.
pub enum Player<G: Imagined> {
    /// One of our own strategies.
    Own(Box<dyn Strategy<G>>),
    /// An external program.
    External(External),
}

impl<G: Imagined> Player<G> {
    /// A hand begins.
    pub fn begin(&mut self, seat: Seat, setup: &G::Setup, witness: &Witness<G>) -> Result<(), ArenaError> {
        match self {
            Self::Own(strategy) => strategy.begin(witness),
            Self::External(program) => program.begin::<G>(seat, setup)?,
        }
        Ok(())
    }

    /// Its witness has just learned this event.
    pub fn watch(&mut self, witness: &Witness<G>, seen: &G::Seen) -> Result<(), ArenaError> {
        match self {
            Self::Own(strategy) => strategy.watch(witness, seen),
            Self::External(program) => program.watch::<G>(seen)?,
        }
        Ok(())
    }

    /// Its action now that its seat may act.
    pub fn act(
        &mut self,
        witness: &Witness<G>,
        dice: &mut Generator,
    ) -> Result<Option<G::Action>, ArenaError> {
        match self {
            Self::Own(strategy) => Ok(strategy.act(witness, dice)),
            Self::External(program) => program.act(witness),
        }
    }
}
