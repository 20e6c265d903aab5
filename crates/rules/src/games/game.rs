//! What every game is to the rest of the card room: one hand, as a fold over its events.

use std::error::Error;
use std::fmt::Debug;
use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::refusal::{BadOption, NotAccepted, ReplayError};
use super::seat::{Seat, Seats};
use super::viewer::{Viewer, ViewerSafe};
use crate::cards::card::Card;
use crate::cards::deck::Deck;

/// An amount of chips. Every amount in the card room stays below 2^53, so that any JSON reader keeps it exact.
pub type Chips = u64;

/// The largest amount that anything may reach: 2^53 − 1.
pub const MOST_CHIPS: Chips = (1 << 53) - 1;

/// The release of the rules that new hands are dealt under. A hand keeps the release that it was dealt under; one of
/// a newer release than this is not played by this build.
///
/// 1. The first.
/// 2. A cap that was reached in fixed limit is not lifted by a later fold, and `table_all_ins` (Hold'em); `must` holds
///    cards outside the led group, and the reinforcing policy holds while the kitty may be stolen (Shengji). The
///    tabled hands' equity is an event.
/// 3. What is left in hand at the end may be shown, as an event (Dou Dizhu).
pub const RULES_RELEASE: u32 = 3;

/// An occupied chair as a game sees it before a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chair<W> {
    /// Where it stands.
    pub seat: Seat,
    /// The chips in front of it.
    pub chips: Chips,
    /// Whether whoever sits here has not been dealt a hand since sitting down.
    pub newcomer: bool,
    /// Whether, and on what terms, it wants to be dealt in.
    pub entry: Entry,
    /// What it wishes for the hands to come; absent until it has said so.
    pub wishes: Option<W>,
}

impl<W> Chair<W> {
    /// The same chair with its wishes in another form.
    #[doc(hidden)]
    pub fn wishing<V>(&self, form: impl FnOnce(&W) -> Option<V>) -> Chair<V> {
        let Self { seat, chips, newcomer, entry, ref wishes } = *self;
        Chair { seat, chips, newcomer, entry, wishes: wishes.as_ref().and_then(form) }
    }
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

/// Why a seat is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Its time is up.
    Late,
    /// Whoever sat there has left the table.
    Gone,
}

/// How long a hand pauses before its next step, in milliseconds. The length follows from the table's options alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// In milliseconds; 0 does not pause.
    pub millis: u32,
}

impl Pause {
    /// None.
    pub const NONE: Self = Self { millis: 0 };

    /// Below so many milliseconds a card, cards come a round at a time.
    const QUICK: u16 = 100;

    /// The pause before the next card of a deal of which so many cards are dealt, where a card takes so many milliseconds.
    /// Cards that take less than a tenth of a second come a round at a time, which takes as long: each pause is a write.
    pub fn round_by_round(card_millis: u16, dealt: usize, seats: u8) -> Self {
        let seats = u16::from(seats);
        match card_millis {
            ..Self::QUICK if dealt.is_multiple_of(seats.into()) => Self::millis(card_millis * seats),
            ..Self::QUICK => Self::NONE,
            _ => Self::millis(card_millis),
        }
    }

    /// So many seconds.
    pub fn seconds(seconds: u16) -> Self {
        Self { millis: u32::from(seconds) * 1_000 }
    }

    /// So many milliseconds.
    pub fn millis(millis: u16) -> Self {
        Self { millis: millis.into() }
    }
}

/// What happens next in a hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<E, S> {
    /// This follows by itself: a street, a sweep, a pot.
    Now(E),
    /// This follows by itself after a pause; [`Game::may_act`] says who may act meanwhile.
    After(Pause, E),
    /// These seats are on the clock.
    Await(Seats),
    /// The hand has ended.
    Over(Outcome<S>),
}

impl<E, S> Step<E, S> {
    /// A step of one game as a step of any.
    #[doc(hidden)]
    pub fn widened<F: From<E>, T: From<S>>(self) -> Step<F, T> {
        match self {
            Self::Now(event) => Step::Now(event.into()),
            Self::After(pause, event) => Step::After(pause, event.into()),
            Self::Await(seats) => Step::Await(seats),
            Self::Over(Outcome { void, stacks, rake, standing }) => {
                Step::Over(Outcome { void, stacks, rake, standing: standing.into() })
            }
        }
    }
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

/// The rules of one hand: pure and deterministic, without clock, chance or IO.
///
/// Not serializable, so it cannot leak; its `Debug` shows no card. The laws that every implementation keeps are
/// tests, generic over this trait: what is listed is accepted; a refusal leaves the state equal; replaying the
/// events equals having played; chips are conserved; and swapping two cards hidden from a viewer changes nothing
/// that viewer can get.
///
/// ```
/// use cardroom::cards::deck::Deck;
/// use cardroom::games::game::{Absence, Chair, Entry, Game, Step};
/// use cardroom::games::seat::Seat;
/// use cardroom::games::shengji::hand::Shengji;
/// use cardroom::games::shengji::rules::Rules;
///
/// // Four chairs, and a hand that the clock plays from the first card to the last.
/// let rules = Rules::default();
/// let chair = |seat| Chair { seat, chips: 0, newcomer: true, entry: Entry::Wait, wishes: None };
/// let chairs: Vec<_> = Seat::first(4).map(chair).collect();
/// let setup = Shengji::setup(&rules, &Shengji::opening(&rules), &chairs).expect("all four play");
/// let mut hand = Shengji::new(&setup, Deck::shuffled(Shengji::pack(&setup), [7; 32])).expect("a whole deck");
/// let outcome = loop {
///     let event = match hand.step() {
///         Step::Now(event) | Step::After(_, event) => event,
///         Step::Await(seats) => {
///             let seat = seats.iter().next().expect("somebody is asked");
///             hand.accept(seat, &hand.fallback(seat, Absence::Late)).expect("the clock plays by the rules")
///         }
///         Step::Over(outcome) => break outcome,
///     };
///     hand.record(&event).expect("its own event fits");
/// };
/// assert!(outcome.void, "nobody has declared on the first hand, so it is dealt again");
/// ```
pub trait Game: Clone + Debug + PartialEq + Sized {
    /// The table's options.
    type Rules: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What outlives hands: the button, blinds owed.
    type Standing: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What a seat may wish for the hands to come: to straddle, to pass without being asked.
    type Wishes: Clone + Debug + PartialEq + Serialize + DeserializeOwned + ViewerSafe;
    /// Everything a hand needs but its chance; nothing hidden.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What a seat asks for.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// What happened. It is stored, with its cards, and never sent.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// An event as one viewer may know it: the wire form.
    type Seen: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;
    /// How an action is read and what it costs, told before it is done.
    type Preview: Clone + Debug + PartialEq + ViewerSafe;
    /// What a seat may do now, short enough to send.
    type Options: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;
    /// What one viewer may know of the hand.
    type View: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;
    /// The rule that was broken, with its data.
    type Refusal: Error + Clone + PartialEq + ViewerSafe;
    /// What hands add to a player's figures: a flat object of counts, each absent where it is 0. None of them is called
    /// `hands` or `net`, which are counted for every game.
    type Tally: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;

    /// Whether a table can be opened on these rules.
    fn check(rules: &Self::Rules) -> Result<(), BadOption>;
    /// How many seats a table of these rules may have.
    fn seats(rules: &Self::Rules) -> RangeInclusive<u8>;
    /// Whether a table of these rules may go on, between two hands, by those: its stakes and its times may change, and
    /// nothing that players sat down for.
    fn may_become(from: &Self::Rules, to: &Self::Rules) -> bool {
        from == to
    }
    /// These options, with what a request leaves out of those that earlier releases did not have: as it is at the table that
    /// is to change to them, or as new tables have it where there is none. What is stored is never filled in: there, what is
    /// absent is as it was before there was such an option.
    #[must_use]
    fn filled_in(rules: Self::Rules, _at: Option<&Self::Rules>) -> Self::Rules {
        rules
    }
    /// What the lobby sorts tables by: the size of one bet; 0 at a table that is not for chips.
    fn stake(rules: &Self::Rules) -> Chips;
    /// The chair that is asked first in the first hand of a table with so many, all of them taken: the last has the button,
    /// where there is one. The first where chance decides, or all are asked at once.
    fn first_asked(_rules: &Self::Rules, _chairs: u8) -> Seat {
        Seat(0)
    }
    /// What a table of these rules starts from.
    fn opening(rules: &Self::Rules) -> Self::Standing;
    /// Whether a seat at a table of these rules may wish for that.
    fn wish(rules: &Self::Rules, wishes: &Self::Wishes) -> Result<(), Self::Refusal>;
    /// Who plays the next hand and on what terms; `None` where it cannot start.
    fn setup(
        rules: &Self::Rules,
        standing: &Self::Standing,
        chairs: &[Chair<Self::Wishes>],
    ) -> Option<Self::Setup>;
    /// The same hand for one person among computers, for whom nobody else waits: cards are dealt as quickly as one can follow.
    #[must_use]
    fn hastened(setup: Self::Setup) -> Self::Setup {
        setup
    }
    /// The options that a hand of this setup is played by.
    fn rules(setup: &Self::Setup) -> Self::Rules;
    /// The seats that a setup deals in, with the chips each brings, in seat order.
    fn players(setup: &Self::Setup) -> Vec<(Seat, Chips)>;
    /// The cards that the hand is dealt from, unshuffled.
    fn pack(setup: &Self::Setup) -> Vec<Card>;
    /// The hand before its first event; an error where the deck is not a shuffle of the pack.
    fn new(setup: &Self::Setup, deck: Deck) -> Result<Self, ReplayError>;
    /// Who posts the big blind of this hand, where there is one.
    fn big_blind(_setup: &Self::Setup) -> Option<Seat> {
        None
    }
    /// What happens next. What it awaits, and how long it pauses, depends on nothing hidden.
    fn step(&self) -> Step<Self::Event, Self::Standing>;
    /// Who may act now, also out of turn: exactly the seats that have [`Game::options`]. It depends on nothing hidden.
    fn may_act(&self) -> Seats;
    /// What this seat may do now; `None` where it may do nothing.
    fn options(&self, seat: Seat) -> Option<Self::Options>;
    /// The options spelled out, for counts, computer players and fuzzing: complete, or where amounts are a
    /// range, its ends and some between.
    fn moves(&self, seat: Seat) -> Vec<Self::Action>;
    /// Judges an action and changes nothing.
    fn accept(&self, seat: Seat, action: &Self::Action) -> Result<Self::Event, NotAccepted<Self::Refusal>>;
    /// Judges an action as [`Game::accept`] does, and says how it is read and what it costs. It tells its seat nothing that
    /// this does not know before: not the card that the action would draw, nor whether others can beat it.
    fn preview(&self, seat: Seat, action: &Self::Action)
    -> Result<Self::Preview, NotAccepted<Self::Refusal>>;
    /// The only mutation: records an event that [`Game::step`], [`Game::accept`] or [`Game::aside`] gave, or that a
    /// log holds.
    fn record(&mut self, event: &Self::Event) -> Result<(), ReplayError>;
    /// What is told beside this event, the last that was recorded: it follows from what everybody sees, and changes
    /// nothing. It is asked for once, where the event happens, and never by a replay; a log without it is whole.
    fn aside(&self, _event: &Self::Event) -> Option<Self::Event> {
        None
    }
    /// Whether everybody who may act is asked something else after this event than before: a declaration was made that
    /// theirs would have to beat, the auction has begun. An answer to what was asked before is then out of date. That a
    /// card was drawn, or that somebody else has answered, asks nothing else.
    fn renews(_event: &Self::Event) -> bool {
        false
    }
    /// Whether a seat that was dealt in may still be asked something before the hand is over, as far as everybody sees.
    fn may_be_asked(&self, _seat: Seat) -> bool {
        true
    }
    /// What is answered, by its own preference, for a seat that may show its cards at the end or keep them hidden; `None` where
    /// it is not to choose now. They are shown where the rules do not let it keep them.
    fn at_showdown(&self, _seat: Seat, _shows: bool) -> Option<Self::Action> {
        None
    }
    /// What the clock plays for an absent seat. [`Game::accept`] takes it wherever the seat is awaited.
    fn fallback(&self, seat: Seat, why: Absence) -> Self::Action;
    /// Whether a seat that wishes so may have something played for it unasked.
    fn plays_unasked(_wishes: &Self::Wishes) -> bool {
        false
    }
    /// What is played for an awaited seat by its own wish, without asking it. It may depend on the seat's hidden cards,
    /// so doing it tells something about them.
    fn unasked(&self, _seat: Seat, _wishes: &Self::Wishes) -> Option<Self::Action> {
        None
    }
    /// What a hand that is over, and not void, adds to the figures of a seat that played it.
    fn tally(&self, seat: Seat) -> Self::Tally;
    /// The cards of a seat that everybody knows at the end of the hand though the seat has not played them: tabled at the
    /// showdown, or left in a hand that lay open.
    fn shown(&self, _seat: Seat) -> Vec<Card> {
        Vec::new()
    }
    /// What this viewer may know of the hand now.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// What this viewer may know of an event.
    fn seen(event: &Self::Event, viewer: Viewer) -> Self::Seen;
}
