//! What a player knows of a hand, as a type: all that a seat, or a watcher, has been told, and nothing else.
//!
//! Three things, kept apart:
//!
//! - A [`Witness`] folds events as one viewer has seen them. It holds a *mask*: an ordinary hand, dealt from an
//!   unshuffled pack, whose hidden cards are swapped so that each event fits. It never held the truth, so nothing hidden
//!   can get in; its view and options are the mask's own.
//! - A *world* says where every hidden card lies now. It is sampled from a witness and dealt into its mask: for
//!   search. That is sound and not complete: it refuses only what is impossible.
//! - A *story* is everything that was hidden since the first event. It is folded and judged: each event must be what
//!   the rules give. That is exact: for laws. It is for hands under the current release of the rules; an older log may
//!   refuse its own truth.

use std::fmt::{self, Debug};

use super::game::{Game, Step};
use super::refusal::ReplayError;
use super::seat::{Seat, Seats};
use super::viewer::Viewer;
use crate::cards::card::Card;
use crate::cards::deck::Deck;
use crate::cards::generator::Generator;

/// Chance for sampling, handed in by whoever samples.
pub trait Dice {
    /// A number below `bound`, every one equally likely.
    fn below(&mut self, bound: usize) -> usize;

    /// Puts these in an order of which every one is equally likely (Fisher–Yates).
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

impl Dice for Generator {
    fn below(&mut self, bound: usize) -> usize {
        Self::below(self, bound)
    }
}

/// A game of which hands can be imagined that a viewer cannot tell from the true one.
pub trait Imagined: Game {
    /// Where every hidden card lies now, and the lots that are not told yet. `Debug` shows none of it.
    type World: Clone + Debug + PartialEq;
    /// What a viewer has seen once and a hand does not keep: cards that showed themselves and went back.
    type Memory: Clone + Debug + Default + PartialEq;

    /// The world of this hand.
    fn world(&self) -> Self::World;
    /// Swaps a mask's hidden cards so that what this viewer has seen fits, and gives the event to record on it.
    fn learn(
        &mut self,
        viewer: Viewer,
        seen: &Self::Seen,
        memory: &mut Self::Memory,
    ) -> Result<Self::Event, ReplayError>;
    /// A world in which this mask's viewer has seen the same; `None` where none was found.
    fn sampled(&self, viewer: Viewer, memory: &Self::Memory, dice: &mut impl Dice) -> Option<Self::World>;
    /// The mask with this world dealt into it; an error where its viewer knows that it is not so.
    fn redealt(
        &self,
        viewer: Viewer,
        memory: &Self::Memory,
        world: &Self::World,
    ) -> Result<Self, ReplayError>;
    /// The action behind what was seen, where a seat has acted; `pile` is what it laid away unseen if it did.
    fn asked(seen: &Self::Seen, pile: Option<&[Card]>) -> Option<(Seat, Self::Action)>;
    /// The cards that an event lays away unseen.
    fn laid_away(_event: &Self::Event) -> Option<&[Card]> {
        None
    }
}

/// All that a seat, or a watcher, has been told of a hand: its setup, and events as seen. View and options follow from
/// that alone. It is kept as the hand goes on: to learn an event costs a tenth of a microsecond, to build a witness
/// anew up to 25.
///
/// ```
/// use cardroom::cards::deck::Deck;
/// use cardroom::cards::generator::Generator;
/// use cardroom::games::doudizhu::hand::Doudizhu;
/// use cardroom::games::doudizhu::rules::Rules;
/// use cardroom::games::game::{Absence, Chair, Entry, Game, Step};
/// use cardroom::games::seat::Seat;
/// use cardroom::games::viewer::Viewer;
/// use cardroom::games::witness::Witness;
///
/// let rules = Rules { force_landlord: true, ..Rules::default() };
/// let chair = |seat| Chair { seat, chips: 100, newcomer: false, entry: Entry::Wait, wishes: None };
/// let chairs: Vec<_> = Seat::first(3).map(chair).collect();
/// let setup = Doudizhu::setup(&rules, &Doudizhu::opening(&rules), &chairs).expect("all three play");
/// let mut hand = Doudizhu::new(&setup, Deck::shuffled(Doudizhu::pack(&setup), [7; 32]))?;
///
/// // Seat 0 is told of each event what it may know, until it is asked for something.
/// let me = Viewer::Seat(Seat(0));
/// let mut witness = Witness::<Doudizhu>::new(&setup, me)?;
/// while !witness.awaited().contains(Seat(0)) {
///     let event = match hand.step() {
///         Step::Now(event) | Step::After(_, event) => event,
///         Step::Await(seats) => {
///             let seat = seats.iter().next().expect("somebody is asked");
///             hand.accept(seat, &hand.fallback(seat, Absence::Late))?
///         }
///         Step::Over(_) => break,
///     };
///     hand.record(&event)?;
///     witness.learn(&Doudizhu::seen(&event, me))?;
/// }
/// assert_eq!(witness.view(), hand.view(me));
/// assert_eq!(witness.options(), hand.options(Seat(0)));
///
/// // In a world that it imagines, it sees the same.
/// let world = witness.sampled(&mut Generator::new([1; 32])).expect("there is one");
/// assert_eq!(witness.imagined(&world)?.view(me), hand.view(me));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Witness<G: Imagined> {
    setup: G::Setup,
    viewer: Viewer,
    mask: G,
    memory: G::Memory,
}

impl<G: Imagined> Witness<G> {
    /// Before the first event of a hand of this setup.
    pub fn new(setup: &G::Setup, viewer: Viewer) -> Result<Self, ReplayError> {
        let mask = G::new(setup, Deck::stacked(G::pack(setup)))?;
        Ok(Self { setup: setup.clone(), viewer, mask, memory: G::Memory::default() })
    }

    /// What the hand started from, its rules among it.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Who it is.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Takes up an event, the next as this viewer has seen it; an error where it does not fit what was seen before.
    pub fn learn(&mut self, seen: &G::Seen) -> Result<(), ReplayError> {
        let event = self.mask.learn(self.viewer, seen, &mut self.memory)?;
        self.mask.record(&event)
    }

    /// What this viewer may know of the hand now.
    pub fn view(&self) -> G::View {
        self.mask.view(self.viewer)
    }

    /// What this viewer may do now; `None` for a watcher, and where it may do nothing.
    pub fn options(&self) -> Option<G::Options> {
        self.seat().and_then(|seat| self.mask.options(seat))
    }

    /// Its options spelled out; see [`Game::moves`].
    pub fn moves(&self) -> Vec<G::Action> {
        self.seat().map(|seat| self.mask.moves(seat)).unwrap_or_default()
    }

    /// Who may act now.
    pub fn may_act(&self) -> Seats {
        self.mask.may_act()
    }

    /// Which seats are on the clock.
    pub fn awaited(&self) -> Seats {
        match self.mask.step() {
            Step::Await(seats) => seats,
            Step::Now(_) | Step::After(..) | Step::Over(_) => Seats::default(),
        }
    }

    /// A world in which all that this viewer has seen would have been the same, as far as the cards that are known now
    /// tell; `None` where none was found.
    pub fn sampled(&self, dice: &mut impl Dice) -> Option<G::World> {
        self.mask.sampled(self.viewer, &self.memory, dice)
    }

    /// The hand as it would be in this world; an error where this viewer knows that it is not so.
    pub fn imagined(&self, world: &G::World) -> Result<G, ReplayError> {
        self.mask.redealt(self.viewer, &self.memory, world)
    }

    fn seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watcher => None,
        }
    }
}

/// Everything that was hidden since a hand's first event. `Debug` shows none of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Story {
    /// All chance of the hand.
    pub deck: Deck,
    /// The piles that were laid away unseen, in order.
    pub piles: Vec<Vec<Card>>,
}

impl fmt::Debug for Story {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Story")
    }
}

impl Story {
    /// The true story of a hand: its deck, and what its events laid away.
    pub fn of<G: Imagined>(deck: Deck, events: &[G::Event]) -> Self {
        let piles = events.iter().filter_map(G::laid_away).map(<[Card]>::to_vec);
        Self { deck, piles: piles.collect() }
    }

    /// Folds the story over what a viewer has seen of it, and judges each event: it must be what the rules give, by
    /// themselves or for the action behind it, and look as it was seen. An error where the story cannot be true.
    pub fn judged<G: Imagined>(
        &self,
        setup: &G::Setup,
        viewer: Viewer,
        seen: &[G::Seen],
    ) -> Result<G, ReplayError> {
        let mut hand = G::new(setup, self.deck.clone())?;
        let (mut piles, mut aside) = (self.piles.iter(), None);
        for seen in seen {
            let due = match hand.step() {
                Step::Now(event) | Step::After(_, event) => Some(event),
                Step::Await(_) | Step::Over(_) => None,
            };
            let acted = || {
                let pile = piles.as_slice().first().map(Vec::as_slice);
                G::asked(seen, pile).and_then(|(seat, action)| hand.accept(seat, &action).ok())
            };
            let looks_so = |event: &G::Event| G::seen(event, viewer) == *seen;
            let event = aside.filter(looks_so).or(due.filter(looks_so)).or_else(acted).filter(looks_so);
            let event = event.ok_or(ReplayError("the rules give another event"))?;
            hand.record(&event)?;
            aside = hand.aside(&event);
            if G::laid_away(&event).is_some() {
                piles.next();
            }
        }
        Ok(hand)
    }
}
