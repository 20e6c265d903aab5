//! A table of an arena: the same players in the same chairs, hand after hand.

use super::error::ArenaError;
use super::player::{Maker, Player};
use super::timing::{Timing, timed};
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::game::{Outcome, Step};
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Imagined, Witness};

/// More events than any hand can have.
const ENDLESS: usize = 100_000;

/// The source of a hand's randomness: the run's seed, the deal, and the hand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Randomness {
    /// The run's seed.
    pub seed: u64,
    /// The deal.
    pub deal: u64,
    /// The hand of the deal, if a deal has several.
    pub hand: u32,
}

impl Randomness {
    /// The deck of the hand: the same in every seating.
    pub fn deck<G: Imagined>(self, setup: &G::Setup) -> Deck {
        Deck::shuffled(G::pack(setup), self.bytes(0))
    }

    /// The generator of a seat. It is independent of the deck and of the other seats.
    fn dice(self, seat: Seat) -> Generator {
        Generator::new(self.bytes(1 + u32::from(seat.0)))
    }

    fn bytes(self, purpose: u32) -> [u8; 32] {
        let words = [self.seed, self.deal, u64::from(self.hand) << 32 | u64::from(purpose), 0];
        let mut bytes = [0; 32];
        bytes.copy_from_slice(words.map(u64::to_le_bytes).as_flattened());
        bytes
    }
}

/// A hand that was played.
pub struct Played<G: Imagined> {
    /// How it ended.
    pub outcome: Outcome<G::Standing>,
    /// The hand as every viewer may know it now.
    pub view: G::View,
}

/// The same players in the same chairs, hand after hand. Chair `n` is seat `n`.
pub struct Table<G: Imagined> {
    chairs: Vec<Taken<G>>,
}

/// A chair and its player.
struct Taken<G: Imagined> {
    seat: Seat,
    name: String,
    player: Player<G>,
    timing: Timing,
}

/// A player at a hand.
struct Sitting<'a, G: Imagined> {
    chair: &'a mut Taken<G>,
    witness: Witness<G>,
    dice: Generator,
}

impl<G: Imagined> Table<G> {
    /// A table with these players, without memory of earlier hands.
    pub fn new<'a>(players: impl Iterator<Item = (&'a str, &'a Maker<G>)>) -> Result<Self, ArenaError>
    where
        G: 'static,
    {
        let seats = Seat::first(Seat::MOST);
        let chairs = players.zip(seats).map(|((name, maker), seat)| {
            let (player, timing) = (maker.make()?, Timing::default());
            Ok(Taken { seat, name: name.to_owned(), player, timing })
        });
        Ok(Self { chairs: chairs.collect::<Result<_, ArenaError>>()? })
    }

    /// How long each chair's decisions took, by the player's name.
    pub fn timings(&self) -> impl Iterator<Item = (&str, &Timing)> {
        self.chairs.iter().map(|chair| (chair.name.as_str(), &chair.timing))
    }

    /// Plays a hand. Derived events of the rules are left out.
    pub fn play(&mut self, setup: &G::Setup, randomness: Randomness) -> Result<Played<G>, ArenaError> {
        let mut hand = G::new(setup, randomness.deck::<G>(setup))?;
        let mut sitting = Vec::with_capacity(self.chairs.len());
        for chair in &mut self.chairs {
            let witness = Witness::new(setup, Viewer::Seat(chair.seat))?;
            chair.player.begin(chair.seat, setup, &witness)?;
            sitting.push(Sitting { dice: randomness.dice(chair.seat), chair, witness });
        }
        for _ in 0..ENDLESS {
            let event = match hand.step() {
                Step::Over(outcome) => return Ok(Played { outcome, view: hand.view(Viewer::Watcher) }),
                Step::Now(event) => event,
                Step::After(_, event) => asked(&mut sitting, &hand, hand.may_act())?.unwrap_or(event),
                Step::Await(seats) => {
                    let others = hand.may_act().iter().filter(|&seat| !seats.contains(seat));
                    let order = [seats, others.collect()];
                    let mut given = order.into_iter().map(|seats| asked(&mut sitting, &hand, seats));
                    let given = given.find(|given| !matches!(given, Ok(None))).transpose()?.flatten();
                    given.ok_or_else(|| silent(&sitting, seats))?
                }
            };
            hand.record(&event)?;
            for each in &mut sitting {
                let seen = G::seen(&event, Viewer::Seat(each.chair.seat));
                each.witness.learn(&seen)?;
                each.chair.player.watch(&each.witness, &seen)?;
            }
        }
        Err(ArenaError::Endless)
    }
}

/// Asks these seats in turn until one of them acts, and returns the event of the action.
fn asked<G: Imagined>(
    sitting: &mut [Sitting<'_, G>],
    hand: &G,
    seats: Seats,
) -> Result<Option<G::Event>, ArenaError> {
    for each in sitting.iter_mut().filter(|each| seats.contains(each.chair.seat)) {
        let chair = &mut *each.chair;
        let (action, taken) = timed(|| chair.player.act(&each.witness, &mut each.dice));
        let Some(action) = action? else { continue };
        chair.timing.add(taken);
        let event = hand.accept(chair.seat, &action).map_err(|refused| ArenaError::Illegal {
            player: chair.name.clone(),
            action: serde_json::to_string(&action).unwrap_or_default(),
            why: refused.to_string(),
        })?;
        return Ok(Some(event));
    }
    Ok(None)
}

fn silent<G: Imagined>(sitting: &[Sitting<'_, G>], seats: Seats) -> ArenaError {
    let asked = sitting.iter().find(|each| seats.contains(each.chair.seat));
    ArenaError::Silent { player: asked.map(|each| each.chair.name.clone()).unwrap_or_default() }
}
