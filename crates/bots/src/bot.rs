//! A computer player in one seat of one hand, of any game.

use std::fmt::{self, Debug};

use super::strategy::{Named, Strategy};
use super::{doudizhu, holdem, shengji};
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::any::{AnyAction, AnySeen, AnySetup};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Imagined, Witness};

/// A computer player in one seat of one hand, of any game.
///
/// Its moves follow from its level, its seed and the events that its seat has seen. So a bot that is rebuilt from the
/// log continues as the one that was kept would have.
pub struct Bot(Box<dyn Sits>);

impl Bot {
    /// A computer player of this level at a hand with this setup, before its first event. All its randomness follows
    /// from the seed, which must be as secret as the deck.
    pub fn new(level: Level, setup: &AnySetup, seat: Seat, seed: [u8; 32]) -> Result<Self, ReplayError> {
        match setup {
            AnySetup::Holdem(setup) => Self::of(holdem::STRATEGIES, level, setup, seat, seed),
            AnySetup::Doudizhu(setup) => Self::of(doudizhu::STRATEGIES, level, setup, seat, seed),
            AnySetup::Shengji(setup) => Self::of(shengji::STRATEGIES, level, setup, seat, seed),
        }
    }

    /// The same player at the next hand of its table, before its first event. It remembers how the others play.
    pub fn begin(&mut self, setup: &AnySetup, seed: [u8; 32]) -> Result<(), ReplayError> {
        self.0.begin(setup, seed)
    }

    /// Learns the next event, as this seat has seen it.
    pub fn watch(&mut self, seen: &AnySeen) -> Result<(), ReplayError> {
        self.0.watch(seen)
    }

    /// Its action now; `None` if its seat may do nothing, or if it is not awaited and does not act.
    pub fn act(&mut self) -> Option<AnyAction> {
        self.0.act()
    }

    fn of<G>(
        strategies: &[Named<G>],
        level: Level,
        setup: &G::Setup,
        seat: Seat,
        seed: [u8; 32],
    ) -> Result<Self, ReplayError>
    where
        G: Imagined<Action: Into<AnyAction>> + Send + 'static,
        G::Setup: Send,
        G::Memory: Send,
        for<'a> &'a G::Seen: TryFrom<&'a AnySeen, Error = ReplayError>,
        for<'a> &'a G::Setup: TryFrom<&'a AnySetup, Error = ReplayError>,
    {
        let named = strategies.iter().find(|named| named.name == <&str>::from(level));
        let strategy = (named.ok_or(ReplayError("nobody plays at this level"))?.make)();
        let witness = Witness::<G>::new(setup, Viewer::Seat(seat))?;
        let mut sitting = Sitting { seat, seed, events: 0, witness, strategy };
        sitting.strategy.begin(&sitting.witness);
        Ok(Self(Box::new(sitting)))
    }
}

impl Debug for Bot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Bot")
    }
}

/// A bot of any game.
trait Sits: Send {
    fn begin(&mut self, setup: &AnySetup, seed: [u8; 32]) -> Result<(), ReplayError>;
    fn watch(&mut self, seen: &AnySeen) -> Result<(), ReplayError>;
    fn act(&mut self) -> Option<AnyAction>;
}

/// A bot of one game.
struct Sitting<G: Imagined> {
    seat: Seat,
    seed: [u8; 32],
    /// The number of events that it has learned.
    events: u64,
    witness: Witness<G>,
    strategy: Box<dyn Strategy<G>>,
}

impl<G> Sits for Sitting<G>
where
    G: Imagined<Action: Into<AnyAction>> + Send,
    G::Setup: Send,
    G::Memory: Send,
    for<'a> &'a G::Seen: TryFrom<&'a AnySeen, Error = ReplayError>,
    for<'a> &'a G::Setup: TryFrom<&'a AnySetup, Error = ReplayError>,
{
    fn begin(&mut self, setup: &AnySetup, seed: [u8; 32]) -> Result<(), ReplayError> {
        self.witness = Witness::new(setup.try_into()?, Viewer::Seat(self.seat))?;
        (self.seed, self.events) = (seed, 0);
        self.strategy.begin(&self.witness);
        Ok(())
    }

    fn watch(&mut self, seen: &AnySeen) -> Result<(), ReplayError> {
        let seen = <&G::Seen>::try_from(seen)?;
        self.witness.learn(seen)?;
        self.events += 1;
        self.strategy.watch(&self.witness, seen);
        Ok(())
    }

    fn act(&mut self) -> Option<AnyAction> {
        if !self.witness.may_act().contains(self.seat) {
            return None;
        }
        self.strategy.act(&self.witness, &mut dice(self.seed, self.events)).map(Into::into)
    }
}

/// The random numbers of one decision. Each decision has its own, so it does not matter which decisions were made
/// before.
pub(super) fn dice(mut seed: [u8; 32], events: u64) -> Generator {
    seed.iter_mut().zip(events.to_le_bytes()).for_each(|(byte, of_events)| *byte ^= of_events);
    Generator::new(seed)
}
