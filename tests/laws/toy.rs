//! A game that joins by its folder and one line in a list: cutting for high card, played by two to four. Each player
//! is dealt a card face down and may exchange it once for the next of the pack. Then all are shown: the lowest pays
//! one chip to the highest. It has everything that a game has: chips, hidden cards, turns, options, refusals, wishes.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Absence, Chair, Chips, Entry, Game, Outcome, Step};
use cardroom_rules::games::refusal::{BadOption, Common, NotAccepted, ReplayError};
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::viewer::{Viewer, ViewerSafe};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::law::Trial;
use crate::rng::TestRng;

/// The list of another card room: our games, and the new one.
mod list {
    use cardroom_rules::games::{doudizhu, holdem, shengji};

    use super::cut;

    cardroom_rules::games! {
        /// Texas Hold'em.
        Holdem = "holdem" in holdem;
        /// Dou Dizhu.
        Doudizhu = "doudizhu" in doudizhu;
        /// Shengji.
        Shengji = "shengji" in shengji;
        /// Cutting for high card.
        Cut = "cut" in cut;
    }
}

/// The files that the folder of a game has; here they are one.
mod cut {
    pub(crate) use crate::toy as action;
    pub(crate) use crate::toy as advice;
    pub(crate) use crate::toy as event;
    pub(crate) use crate::toy as hand;
    pub(crate) use crate::toy as options;
    pub(crate) use crate::toy as preview;
    pub(crate) use crate::toy as refusal;
    pub(crate) use crate::toy as rules;
    pub(crate) use crate::toy as setup;
    pub(crate) use crate::toy as tally;
    pub(crate) use crate::toy as view;
    pub(crate) use crate::toy as wishes;
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rules {
    may_exchange: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    hands: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Wishes {
    keeps: bool,
}

impl ViewerSafe for Wishes {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    rules: Rules,
    hands: u32,
    players: Vec<(Seat, Chips)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    Keep {},
    Exchange {},
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Dealt { cards: Vec<Card> },
    Kept { seat: Seat },
    Exchanged { seat: Seat, card: Card },
    Shown { cards: Vec<Card> },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seen {
    Dealt {},
    Kept { seat: Seat },
    Exchanged { seat: Seat, card: Option<Card> },
    Shown { cards: Vec<Card> },
}

impl ViewerSafe for Seen {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Options {
    may_exchange: bool,
}

impl ViewerSafe for Options {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Preview {
    exchanges: bool,
}

impl ViewerSafe for Preview {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct View {
    cards: Vec<Option<Card>>,
}

impl ViewerSafe for View {}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Tally {
    highest: u64,
}

impl ViewerSafe for Tally {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Advice {}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error, strum::IntoStaticStr)]
#[serde(tag = "code", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Refusal {
    #[error("cards are not exchanged at this table")]
    NoExchange {},
}

impl ViewerSafe for Refusal {}

#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    setup: Setup,
    deck: Deck,
    cards: Vec<Card>,
    drawn: usize,
    answered: usize,
    is_over: bool,
}

impl Cut {
    fn index_of(&self, seat: Seat) -> Option<usize> {
        self.setup.players.iter().position(|&(player, _)| player == seat)
    }

    fn height(&self, index_of: usize) -> impl Ord {
        (self.cards[index_of].rank(), self.cards[index_of].suit())
    }

    fn highest(&self) -> Option<usize> {
        (0..self.cards.len()).max_by_key(|&index_of| self.height(index_of))
    }

    fn turn(&self) -> Option<Seat> {
        let dealt = !self.cards.is_empty();
        self.setup.players.get(self.answered).filter(|_| dealt).map(|&(seat, _)| seat)
    }
}

impl Game for Cut {
    type Rules = Rules;
    type Standing = Standing;
    type Wishes = Wishes;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type Seen = Seen;
    type Preview = Preview;
    type Options = Options;
    type View = View;
    type Refusal = Refusal;
    type Tally = Tally;

    fn check(_: &Rules) -> Result<(), BadOption> {
        Ok(())
    }

    fn seats(_: &Rules) -> std::ops::RangeInclusive<u8> {
        2..=4
    }

    fn stake(_: &Rules) -> Chips {
        1
    }

    fn opening(_: &Rules) -> Standing {
        Standing { hands: 0 }
    }

    fn check_wishes(_: &Rules, _: &Wishes) -> Result<(), Refusal> {
        Ok(())
    }

    fn setup(rules: &Rules, standing: &Standing, chairs: &[Chair<Wishes>]) -> Option<Setup> {
        let players: Vec<_> = chairs.iter().map(|chair| (chair.seat, chair.chips)).collect();
        (players.len() > 1).then(|| Setup { rules: rules.clone(), hands: standing.hands, players })
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules.clone()
    }

    fn players(setup: &Setup) -> Vec<(Seat, Chips)> {
        setup.players.clone()
    }

    fn pack(_: &Setup) -> Vec<Card> {
        Card::french().collect()
    }

    fn new(setup: &Setup, deck: Deck) -> Result<Self, ReplayError> {
        ReplayError::unless(deck.cards.len() == 52, "the deck is not the 52 cards")?;
        Ok(Self { setup: setup.clone(), deck, cards: vec![], drawn: 0, answered: 0, is_over: false })
    }

    fn step(&self) -> Step<Event, Standing> {
        let players = self.setup.players.len();
        if self.cards.is_empty() {
            return Step::Now(Event::Dealt { cards: self.deck.cards[..players].to_vec() });
        }
        if let Some(seat) = self.turn() {
            return Step::Await([seat].into_iter().collect());
        }
        if !self.is_over {
            return Step::Now(Event::Shown { cards: self.cards.clone() });
        }
        let mut stacks = self.setup.players.clone();
        let lowest = (0..players).min_by_key(|&index_of| self.height(index_of));
        if let (Some(lowest), Some(highest)) = (lowest, self.highest()) {
            let paid = stacks[lowest].1.min(1);
            stacks[lowest].1 -= paid;
            stacks[highest].1 += paid;
        }
        Step::Over(Outcome {
            void: false,
            stacks,
            rake: 0,
            standing: Standing { hands: self.setup.hands + 1 },
        })
    }

    fn may_act(&self) -> Seats {
        self.turn().into_iter().collect()
    }

    fn options(&self, seat: Seat) -> Option<Options> {
        (self.turn() == Some(seat)).then_some(Options { may_exchange: self.setup.rules.may_exchange })
    }

    fn moves(&self, seat: Seat) -> Vec<Action> {
        let may_exchange = |options: &Options| options.may_exchange;
        let exchange = self.options(seat).filter(may_exchange).map(|_| Action::Exchange {});
        self.options(seat).map(|_| Action::Keep {}).into_iter().chain(exchange).collect()
    }

    fn accept(&self, seat: Seat, action: &Action) -> Result<Event, NotAccepted<Refusal>> {
        if self.is_over {
            return Err(Common::HandOver {}.into());
        }
        if self.index_of(seat).is_none() {
            return Err(Common::NotDealtIn {}.into());
        }
        if self.turn() != Some(seat) {
            return Err(Common::NotYourTurn { awaited: self.may_act().iter().collect() }.into());
        }
        match action {
            Action::Keep {} => Ok(Event::Kept { seat }),
            Action::Exchange {} if self.setup.rules.may_exchange => {
                Ok(Event::Exchanged { seat, card: self.deck.cards[self.drawn] })
            }
            Action::Exchange {} => Err(NotAccepted::Rule(Refusal::NoExchange {})),
        }
    }

    // The event of an exchange has the drawn card, which a dry run does not reveal.
    fn preview(&self, seat: Seat, action: &Action) -> Result<Preview, NotAccepted<Refusal>> {
        self.accept(seat, action).map(|event| Preview { exchanges: matches!(event, Event::Exchanged { .. }) })
    }

    fn record(&mut self, event: &Event) -> Result<(), ReplayError> {
        match event {
            Event::Dealt { cards } => {
                ReplayError::unless(self.deck.cards.starts_with(cards), "other cards are dealt")?;
                (self.cards, self.drawn) = (cards.clone(), cards.len());
            }
            Event::Kept { .. } => self.answered += 1,
            Event::Exchanged { seat, card } => {
                let index_of = self.index_of(*seat).ok_or(ReplayError("the seat was not dealt in"))?;
                ReplayError::unless(self.deck.cards.get(self.drawn) == Some(card), "another card is next")?;
                self.cards[index_of] = *card;
                self.drawn += 1;
                self.answered += 1;
            }
            Event::Shown { cards } => {
                ReplayError::unless(self.cards == *cards, "the seats hold other cards")?;
                self.is_over = true;
            }
        }
        Ok(())
    }

    fn fallback(&self, _: Seat, _: Absence) -> Action {
        Action::Keep {}
    }

    fn automatic_action(&self, seat: Seat, wishes: &Wishes) -> Option<Action> {
        (wishes.keeps && self.turn() == Some(seat)).then_some(Action::Keep {})
    }

    fn tally(&self, seat: Seat) -> Tally {
        Tally { highest: (self.highest() == self.index_of(seat)).into() }
    }

    fn view(&self, viewer: Viewer) -> View {
        let may_see = |seat| self.is_over || viewer.is(seat);
        let dealt = self.cards.iter().zip(&self.setup.players);
        View { cards: dealt.map(|(card, &(seat, _))| may_see(seat).then_some(*card)).collect() }
    }

    fn seen(event: &Event, viewer: Viewer) -> Seen {
        match event {
            Event::Dealt { .. } => Seen::Dealt {},
            Event::Kept { seat } => Seen::Kept { seat: *seat },
            Event::Exchanged { seat, card } => {
                Seen::Exchanged { seat: *seat, card: viewer.is(*seat).then_some(*card) }
            }
            Event::Shown { cards } => Seen::Shown { cards: cards.clone() },
        }
    }
}

fn setup(players: u8, may_exchange: bool) -> Setup {
    let chair = |seat| Chair { seat, chips: 5, newcomer: false, entry: Entry::Post, wishes: None };
    let chairs: Vec<_> = Seat::first(players).map(chair).collect();
    Cut::setup(&Rules { may_exchange }, &Standing { hands: 0 }, &chairs).expect("two or more")
}

#[test]
fn a_new_game_keeps_the_laws() {
    for seed in 0..60 {
        let mut rng = TestRng::new(seed);
        let players = u8::try_from(rng.between(2, 4)).expect("four at most");
        let setup = setup(players, rng.one_in(2));
        let any_action = |rng: &mut TestRng| {
            if rng.one_in(2) { Action::Keep {} } else { Action::Exchange {} }
        };
        Trial::<Cut>::new(&setup, any_action).run(&mut rng);
        let any_action = |rng: &mut TestRng| {
            if rng.one_in(2) { Action::Exchange {}.into() } else { crate::holdem::any_action(rng).into() }
        };
        Trial::<list::AnyHand>::new(&setup.into(), any_action).run(&mut rng);
    }
}

#[test]
fn a_new_game_joins_by_one_line() {
    assert_eq!(
        list::GameKind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        ["holdem", "doudizhu", "shengji", "cut"]
    );
    let rules: list::AnyRules = serde_json::from_str(r#"{"cut": {"may_exchange": false}}"#).expect("options");
    assert_eq!(rules.kind(), list::GameKind::Cut);
    assert_eq!(list::AnyHand::seats(&rules), 2..=4);

    let setup = list::AnySetup::from(setup(2, false));
    let deck = Deck::shuffled(list::AnyHand::pack(&setup), [1; 32]);
    let mut hand = list::AnyHand::new(&setup, deck).expect("a whole deck");
    let Step::Now(event) = hand.step() else { panic!("the cards are dealt first") };
    hand.record(&event).expect("its own event fits");
    let view = serde_json::to_value(hand.view(Viewer::Watcher)).expect("a view as JSON");
    assert_eq!(view, serde_json::json!({ "cut": { "cards": [null, null] } }));

    let exchange: list::AnyAction =
        serde_json::from_str(r#"{"cut": {"type": "exchange"}}"#).expect("an action");
    let Err(NotAccepted::Rule(refusal)) = hand.accept(Seat(0), &exchange) else {
        panic!("not at this table")
    };
    assert_eq!(refusal.code(), (Some(list::GameKind::Cut), "no_exchange"));

    let check = cardroom_rules::games::holdem::action::Action::Check {};
    let Err(NotAccepted::Rule(refusal)) = hand.accept(Seat(0), &check.into()) else { panic!("another game") };
    assert_eq!(refusal.code(), (None, "other_game"));

    let wishes = list::AnyWishes::from(Wishes { keeps: true });
    assert_eq!(hand.automatic_action(Seat(0), &wishes), Some(Action::Keep {}.into()));
    assert_eq!(list::AnyHand::check_wishes(&rules, &wishes), Ok(()));
}
