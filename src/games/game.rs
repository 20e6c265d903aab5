//! What every game is to the rest of the house: one hand, as a fold over its events.

use std::error::Error;
use std::fmt::{self, Debug};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::deck::Deck;

/// An amount of chips. Every amount in the house stays below 2^53, so that any JSON reader keeps it exact.
pub type Chips = u64;

/// The largest amount anything in the house may reach: 2^53 − 1.
pub const MOST_CHIPS: Chips = (1 << 53) - 1;

/// A place at a table, counted clockwise from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = u8, example = 0)]
pub struct Seat(pub u8);

impl Seat {
    /// The most seats any table has.
    pub const MOST: u8 = 10;

    /// The seat as an index into a list of seats.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(u16);

impl Seats {
    /// Whether `seat` is one of them.
    pub fn contains(self, seat: Seat) -> bool {
        self.0.checked_shr(seat.0.into()).is_some_and(|bits| bits & 1 == 1)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        Self(seats.into_iter().fold(0, |bits, seat| bits | 1u16.checked_shl(seat.0.into()).unwrap_or(0)))
    }
}

/// Who looks: a seat of the hand, or somebody who only watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player of this very hand; knows that seat's own cards.
    Seat(Seat),
    /// Anybody else; knows what lies open on the table.
    Watcher,
}

impl Viewer {
    /// Whether this viewer is that seat.
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }
}

/// An occupied chair as a game sees it before a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Where it stands.
    pub seat: Seat,
    /// The chips in front of it.
    pub chips: Chips,
    /// Whether whoever sits here has not been dealt a hand since sitting down.
    pub newcomer: bool,
    /// Whether, and on what terms, it wants to be dealt in.
    pub entry: Entry,
    /// Whether it wants to straddle where the table allows that.
    pub straddles: bool,
}

/// On what terms a seat wants to be dealt into the next hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Sits out.
    Out,
    /// Waits, where something is owed, until it comes round by itself (Hold'em: until the big blind reaches it).
    Wait,
    /// Pays at once what is owed.
    Post,
}

/// Why the clock plays for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Its time is up.
    Late,
    /// Whoever sat there has left the table.
    Gone,
}

/// What a pause is for; how long it lasts is the table's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Beat {
    /// A hand is about to be shown or mucked; its holder may choose meanwhile.
    Showdown,
    /// A card is about to be dealt or turned up where cards are dealt one at a time.
    Card,
    /// There is a grace for declaring when all cards are dealt, or for showing a hand before any is.
    Declaring,
}

/// What happens next in a hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<E, S> {
    /// This follows by itself: a street, a sweep, a pot.
    Now(E),
    /// This follows by itself after a pause; [`Game::options`] says who may act meanwhile.
    After(Beat, E),
    /// These seats are on the clock.
    Await(Seats),
    /// The hand has ended.
    Over(Outcome<S>),
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<S> {
    /// Nothing counted: no chips move.
    pub void: bool,
    /// Each player's chips after the hand, in the order of the setup's players.
    pub stacks: Vec<(Seat, Chips)>,
    /// What the house keeps. The stacks before the hand sum to the stacks after it and the rake.
    pub rake: Chips,
    /// What outlives the hand.
    pub standing: S,
}

/// An event that does not fit the state it is recorded on: the log was written by other rules, or damaged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event does not fit the hand: {0}")]
pub struct Misfit(pub &'static str);

/// A table option that no table can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option} must be {must}")]
pub struct BadOption {
    /// The option's name, as the client wrote it; dots lead into it.
    pub option: &'static str,
    /// What it must be.
    pub must: &'static str,
}

impl BadOption {
    /// Judges one option.
    pub fn unless(holds: bool, option: &'static str, must: &'static str) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self { option, must }) }
    }
}

/// Marks what was built for one viewer and may be sent to them. HTTP's JSON answer asks for it; events and
/// states never have it.
pub trait Told: Serialize {}

/// The rules of one hand: pure and deterministic, without clock, chance or IO.
///
/// Not serializable, so it cannot leak; its `Debug` shows no card. The laws that every implementation keeps are
/// tests, generic over this trait: what is listed is accepted; a refusal leaves the state equal; replaying the
/// events equals having played; chips are conserved; and swapping two cards hidden from a viewer changes nothing
/// that viewer can get.
pub trait Game: Clone + Debug + PartialEq + Sized {
    /// The table's options.
    type Rules: Clone + Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// What outlives hands: the button, blinds owed.
    type Standing: Clone + Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// Everything a hand needs but its chance.
    type Setup: Clone + Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// What a seat asks for.
    type Action: Clone + Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// What happened. It is stored, with its cards, and never sent.
    type Event: Clone + Debug + PartialEq + Serialize + for<'a> Deserialize<'a>;
    /// An event as one viewer may know it: the wire form.
    type Seen: Clone + Debug + PartialEq + Told;
    /// What a seat may do now, short enough to send.
    type Options: Clone + Debug + PartialEq + Told;
    /// What one viewer may know of the hand.
    type View: Clone + Debug + PartialEq + Told;
    /// The rule that was broken, with its data.
    type Refusal: Error + Clone + PartialEq;

    /// Whether a table can be opened on these rules.
    fn check(rules: &Self::Rules) -> Result<(), BadOption>;
    /// How many seats a table of these rules may have.
    fn seats(rules: &Self::Rules) -> RangeInclusive<u8>;
    /// What a table of these rules starts from.
    fn opening(rules: &Self::Rules) -> Self::Standing;
    /// Who plays the next hand and on what terms; `None` where it cannot start.
    fn setup(rules: &Self::Rules, standing: &Self::Standing, chairs: &[Chair]) -> Option<Self::Setup>;
    /// The seats that a setup deals in, with the chips each brings, in seat order.
    fn players(setup: &Self::Setup) -> Vec<(Seat, Chips)>;
    /// The cards that the hand is dealt from, unshuffled.
    fn pack(setup: &Self::Setup) -> Vec<crate::cards::card::Card>;
    /// The hand before its first event; a [`Misfit`] where the deck is not a shuffle of the pack.
    fn new(setup: &Self::Setup, deck: Deck) -> Result<Self, Misfit>;
    /// What happens next.
    fn step(&self) -> Step<Self::Event, Self::Standing>;
    /// What this seat may do now, also out of turn; `None` where it may do nothing.
    fn options(&self, seat: Seat) -> Option<Self::Options>;
    /// The options spelled out, for counts, computer players and fuzzing: complete, or where amounts are a
    /// range, its ends and some between.
    fn moves(&self, seat: Seat) -> Vec<Self::Action>;
    /// Judges an action and changes nothing.
    fn accept(&self, seat: Seat, action: &Self::Action) -> Result<Self::Event, Self::Refusal>;
    /// The only mutation: records an event that [`Game::step`] or [`Game::accept`] gave, or that a log holds.
    fn record(&mut self, event: &Self::Event) -> Result<(), Misfit>;
    /// What the clock plays for an absent seat. [`Game::accept`] takes it wherever the seat is awaited.
    fn fallback(&self, seat: Seat, why: Absence) -> Self::Action;
    /// What an awaited seat cannot but do, where a player may want that done without being asked. Unlike everything else
    /// that happens by itself it depends on hidden cards, so doing it at once tells something about them.
    fn forced(&self, _seat: Seat) -> Option<Self::Action> {
        None
    }
    /// What this viewer may know of the hand now.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// What this viewer may know of an event.
    fn seen(event: &Self::Event, viewer: Viewer) -> Self::Seen;
}
