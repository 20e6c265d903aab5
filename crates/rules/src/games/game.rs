//! The trait that every game implements: one hand, which is rebuilt from its events.

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

/// An amount of chips. Every amount stays below 2^53, so every JSON reader keeps it exact.
pub type Chips = u64;

/// The largest amount: 2^53 − 1.
pub const MOST_CHIPS: Chips = (1 << 53) - 1;

/// The release of the rules that new hands are dealt under. A hand keeps the release that it was dealt under; this
/// build does not play hands of a newer release.
///
/// 1. The first.
/// 2. A cap that was reached in fixed limit is not lifted by a later fold, and `table_all_ins` (Hold'em); `must` holds
///    cards outside the led group, and the reinforcing policy holds while the kitty may be stolen (Shengji). The tabled
///    hands' equity is an event.
/// 3. The cards left in a hand at the end may be shown, as an event (Dou Dizhu).
/// 4. In pot limit a dead small blind counts before the flop; `blind_first` (Hold'em).
pub const RULES_RELEASE: u32 = 4;

/// An occupied chair as a game sees it before a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chair<W> {
    /// Which seat it is.
    pub seat: Seat,
    /// The chips in front of it.
    pub chips: Chips,
    /// Whether its player has not been dealt a hand since sitting down.
    pub newcomer: bool,
    /// Whether, and on what terms, its player wants to be dealt in.
    pub entry: Entry,
    /// The player's wishes for the hands to come; absent if nothing was set.
    pub wishes: Option<W>,
}

impl<W> Chair<W> {
    /// The same chair with its wishes in another form.
    #[doc(hidden)]
    pub fn map_wishes<V>(&self, form: impl FnOnce(&W) -> Option<V>) -> Chair<V> {
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
    /// If something is owed, waits until it is no longer owed (Hold'em: until the big blind reaches the seat).
    Wait,
    /// Pays at once what is owed.
    Post,
}

/// Why the clock acts for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Its time is up.
    Late,
    /// Its player has left the table.
    Gone,
}

/// How long a hand pauses before its next step, in milliseconds. It depends on the table's options alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// In milliseconds; 0 means no pause.
    pub millis: u32,
}

impl Pause {
    /// No pause.
    pub const NONE: Self = Self { millis: 0 };

    /// If a card takes fewer milliseconds than this, the cards of a round come together.
    const QUICK: u16 = 100;

    /// The pause before the next card of a deal, if `dealt` cards are dealt and a card takes `card_millis`. If a card
    /// takes less than a tenth of a second, the cards of a round come together after a round's time, because each pause
    /// is a write.
    pub fn round_by_round(card_millis: u16, dealt: usize, seats: u8) -> Self {
        let seats = u16::from(seats);
        match card_millis {
            ..Self::QUICK if dealt.is_multiple_of(seats.into()) => Self::millis(card_millis * seats),
            ..Self::QUICK => Self::NONE,
            _ => Self::millis(card_millis),
        }
    }

    /// This many seconds.
    pub fn seconds(seconds: u16) -> Self {
        Self { millis: u32::from(seconds) * 1_000 }
    }

    /// This many milliseconds.
    pub fn millis(millis: u16) -> Self {
        Self { millis: millis.into() }
    }
}

/// The next step of a hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Step<E, S> {
    /// This event follows at once: a street, a sweep, a pot.
    Now(E),
    /// This event follows after a pause. [`Game::may_act`] gives the seats that may act meanwhile.
    After(Pause, E),
    /// These seats are on the clock.
    Await(Seats),
    /// The hand has ended.
    Over(Outcome<S>),
}

impl<E, S> Step<E, S> {
    /// A step of one game as a step of any game.
    #[doc(hidden)]
    pub fn into_any<F: From<E>, T: From<S>>(self) -> Step<F, T> {
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
    /// Whether the hand is void: no chips move.
    pub void: bool,
    /// Each player's chips after the hand, in the order of the setup's players.
    pub stacks: Vec<(Seat, Chips)>,
    /// The rake, which the house keeps. The stacks before the hand sum to the stacks after it and the rake.
    pub rake: Chips,
    /// The data that the next hand needs from this one.
    pub standing: S,
}

/// The rules of one hand: pure and deterministic, without clock, randomness or IO.
///
/// Not serializable, so it cannot leak; its `Debug` shows no card. Tests that are generic over this trait hold every
/// implementation to these laws: a listed action is accepted; a refusal leaves the state equal; replaying the events
/// gives the same state as playing; chips are conserved; swapping two cards that are hidden from a viewer changes
/// nothing that this viewer can get.
///
/// ```
/// use cardroom_rules::cards::deck::Deck;
/// use cardroom_rules::games::game::{Absence, Chair, Entry, Game, Step};
/// use cardroom_rules::games::seat::Seat;
/// use cardroom_rules::games::shengji::hand::Shengji;
/// use cardroom_rules::games::shengji::rules::Rules;
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
///             let seat = seats.iter().next().expect("some seat is awaited");
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
    /// The standing that the next hand needs: the button, blinds owed.
    type Standing: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// The wishes of a seat for the hands to come: to straddle, to pass automatically.
    type Wishes: Clone + Debug + PartialEq + Serialize + DeserializeOwned + ViewerSafe;
    /// Everything a hand needs except its randomness; nothing hidden.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// An action of a seat.
    type Action: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// An event. It is stored, with its cards, and never sent.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned;
    /// An event as one viewer may know it: the wire form.
    type Seen: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;
    /// How an action is read and what it costs, before it is taken.
    type Preview: Clone + Debug + PartialEq + ViewerSafe;
    /// The options of a seat now, short enough to send.
    type Options: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;
    /// The hand as one viewer may know it.
    type View: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;
    /// The rule that was broken, with its data.
    type Refusal: Error + Clone + PartialEq + ViewerSafe;
    /// The counts that hands add to a player's figures: a flat object, whose members are absent if they are 0. None of
    /// them is called `hands` or `net`, which are counted for every game.
    type Tally: Clone + Debug + PartialEq + ViewerSafe + DeserializeOwned;

    /// Whether a table can be opened with these rules.
    fn check(rules: &Self::Rules) -> Result<(), BadOption>;
    /// How many seats a table of these rules may have.
    fn seats(rules: &Self::Rules) -> RangeInclusive<u8>;
    /// Whether a table may change from these rules to those between two hands. Its stakes and times may change, but not
    /// what its players sat down for.
    fn may_become(from: &Self::Rules, to: &Self::Rules) -> bool {
        from == to
    }
    /// These options, with a value for each option that a request leaves out because earlier releases did not have it:
    /// the value of the table that is to change, or the default for a new table. Stored options are never filled in: an
    /// absent option there means the behaviour before the option existed.
    #[must_use]
    fn filled_in(rules: Self::Rules, _at: Option<&Self::Rules>) -> Self::Rules {
        rules
    }
    /// The stake by which the lobby sorts tables: the size of one bet; 0 at a table that is not for chips.
    fn stake(rules: &Self::Rules) -> Chips;
    /// Whether hands of these rules belong to matches of several hands, which a side wins.
    fn has_matches(_rules: &Self::Rules) -> bool {
        false
    }
    /// The chair that acts first in the first hand of a table with this many chairs, all taken. The last chair has the
    /// button, if there is one. Chair 0 if the deck decides, or if all act at once.
    fn first_to_act(_rules: &Self::Rules, _chairs: u8) -> Seat {
        Seat(0)
    }
    /// The standing before the first hand of a table with these rules.
    fn opening(rules: &Self::Rules) -> Self::Standing;
    /// Judges a seat's wishes at a table with these rules.
    fn check_wishes(rules: &Self::Rules, wishes: &Self::Wishes) -> Result<(), Self::Refusal>;
    /// The seats of the next hand, and their terms; `None` if it cannot start.
    fn setup(
        rules: &Self::Rules,
        standing: &Self::Standing,
        chairs: &[Chair<Self::Wishes>],
    ) -> Option<Self::Setup>;
    /// The same hand for one person among computer players: cards are dealt as fast as a person can follow, because
    /// nobody else waits.
    #[must_use]
    fn hastened(setup: Self::Setup) -> Self::Setup {
        setup
    }
    /// The options that a hand of this setup is played by.
    fn rules(setup: &Self::Setup) -> Self::Rules;
    /// The seats that are dealt in, with the chips each brings, in seat order.
    fn players(setup: &Self::Setup) -> Vec<(Seat, Chips)>;
    /// The cards that the hand is dealt from, unshuffled.
    fn pack(setup: &Self::Setup) -> Vec<Card>;
    /// The hand before its first event; an error if the deck is not a shuffle of the pack.
    fn new(setup: &Self::Setup, deck: Deck) -> Result<Self, ReplayError>;
    /// The seat that posts the big blind of this hand, if there is one.
    fn big_blind(_setup: &Self::Setup) -> Option<Seat> {
        None
    }
    /// Whether a match of several hands begins with a hand of this setup.
    fn begins_match(_setup: &Self::Setup) -> bool {
        false
    }
    /// The seats of the side that has won a match with this hand, which is over; none if the match goes on.
    fn champions(&self) -> Seats {
        Seats::default()
    }
    /// The next step. The awaited seats and the length of a pause depend on nothing hidden.
    fn step(&self) -> Step<Self::Event, Self::Standing>;
    /// The seats that may act now, also out of turn: exactly those that have [`Game::options`]. They depend on nothing
    /// hidden.
    fn may_act(&self) -> Seats;
    /// The options of this seat now; `None` if it may do nothing.
    fn options(&self, seat: Seat) -> Option<Self::Options>;
    /// The options as a list of actions, for counts, computer players and fuzzing. It is complete; but of a range of
    /// amounts it has the ends and some between.
    fn moves(&self, seat: Seat) -> Vec<Self::Action>;
    /// Judges an action and changes nothing.
    fn accept(&self, seat: Seat, action: &Self::Action) -> Result<Self::Event, NotAccepted<Self::Refusal>>;
    /// Judges an action as [`Game::accept`] does, and gives how it is read and what it costs. The answer holds nothing
    /// that the seat does not know already: not the card that the action would draw, nor whether others can beat it.
    fn preview(&self, seat: Seat, action: &Self::Action)
    -> Result<Self::Preview, NotAccepted<Self::Refusal>>;
    /// The only mutation: records an event that [`Game::step`], [`Game::accept`] or [`Game::derived_event`] gave, or
    /// that was read from a log.
    fn record(&mut self, event: &Self::Event) -> Result<(), ReplayError>;
    /// An event derived from this one, the last that was recorded. It follows from public events alone, and changes
    /// nothing. It is computed once, when the event happens, and never in a replay; a log without it is complete.
    fn derived_event(&self, _event: &Self::Event) -> Option<Self::Event> {
        None
    }
    /// Whether this event invalidates the open decisions: every seat that may act now decides about something else than
    /// before (a declaration was made that theirs would have to beat, the auction has begun). An action for an earlier
    /// decision is then stale. A drawn card, or another seat's answer, invalidates nothing.
    fn invalidates_decisions(_event: &Self::Event) -> bool {
        false
    }
    /// Whether a seat that was dealt in may still have to act before the hand is over, as far as everybody sees.
    fn may_still_act(&self, _seat: Seat) -> bool {
        true
    }
    /// The action, by the player's preference, of a seat that may show its cards at the end or keep them hidden; `None`
    /// if it is not to choose now. The cards are shown if the rules do not let it keep them.
    fn at_showdown(&self, _seat: Seat, _shows: bool) -> Option<Self::Action> {
        None
    }
    /// The action that the clock takes for an absent seat. [`Game::accept`] takes it whenever the seat is awaited.
    fn fallback(&self, seat: Seat, why: Absence) -> Self::Action;
    /// Whether a seat with these wishes may have automatic actions.
    fn has_automatic_actions(_wishes: &Self::Wishes) -> bool {
        false
    }
    /// The action that an awaited seat takes automatically because of its own wish. It may depend on the seat's hidden
    /// cards, so taking it reveals something about them.
    fn automatic_action(&self, _seat: Seat, _wishes: &Self::Wishes) -> Option<Self::Action> {
        None
    }
    /// The counts that a hand adds to the figures of a seat that played it. The hand is over, and not void.
    fn tally(&self, seat: Seat) -> Self::Tally;
    /// The cards of a seat that everybody knows at the end of the hand although the seat has not played them: tabled at
    /// the showdown, or left in a hand that was shown.
    fn shown(&self, _seat: Seat) -> Vec<Card> {
        Vec::new()
    }
    /// The hand as this viewer may know it now.
    fn view(&self, viewer: Viewer) -> Self::View;
    /// An event as this viewer may know it.
    fn seen(event: &Self::Event, viewer: Viewer) -> Self::Seen;
}
