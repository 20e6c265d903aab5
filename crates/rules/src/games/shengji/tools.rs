//! The rules of Shengji as a calculator: whether a play is legal, which play wins a trick, whether a throw stands. It
//! needs no table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accept;
use super::cards::Cards;
use super::lead::{self, Component, Lead};
use super::options::Options;
use super::order::{Adjacency, Group, Order, Trump};
use super::refusal::Refusal;
use super::rules::ThrowPenalty;
use super::setup::SEATS;
use super::throw;
use super::trick::{self, ThrowEvaluation};
use super::view::Holding;
use crate::cards::card::Card;
use crate::games::viewer::ViewerSafe;

/// The most cards of a hand, a lead or a play.
const MOST_CARDS: usize = Lead::MOST as usize;

/// A play to check: the trumps, the lead, the hand, and the cards of the play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = shengji::PlayQuestion)]
pub struct PlayQuestion {
    /// The trump suit, or no-trump, and the level whose cards are trumps.
    pub trump: Trump,
    /// The order of cards as far as tables differ: which ranks are neighbours in a tractor, and whether every 2 is a trump.
    #[serde(default)]
    pub adjacency: Adjacency,
    /// The cards that were led, at most 25; empty if the play is a lead itself.
    #[serde(default)]
    #[schema(max_items = 25)]
    pub lead: Vec<Card>,
    /// The hand before the play, so the cards of the play are among them; at most 25.
    #[schema(max_items = 25)]
    pub hand: Vec<Card>,
    /// The cards of the play; at most 25.
    #[schema(max_items = 25)]
    pub play: Vec<Card>,
}

/// Whether a play is legal, and if not, why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::PlayAnswer)]
pub struct PlayAnswer {
    /// Whether the play is legal.
    pub legal: bool,
    /// The rule that the play breaks, with the demanded and the given cards; null if it is legal.
    #[schema(required)]
    pub why: Option<Refusal>,
    /// The same rule as an English sentence; null if the play is legal.
    #[schema(required)]
    pub says: Option<String>,
    /// What the hand may play: for a lead, its choices; else the demanded shape, the cards that must be played, and a legal play.
    pub options: Options,
    /// The cards of the hand by group, the trumps last.
    pub hand: Vec<Holding>,
}

/// A trick, complete or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = shengji::TrickQuestion)]
pub struct TrickQuestion {
    /// The trump suit, or no-trump, and the level whose cards are trumps.
    pub trump: Trump,
    /// The order of cards as far as tables differ: which ranks are neighbours in a tractor, and whether every 2 is a trump.
    #[serde(default)]
    pub adjacency: Adjacency,
    /// How plays on a throw are compared with it and with each other.
    #[serde(default)]
    pub evaluation: ThrowEvaluation,
    /// One to four plays in the order of the seats, the lead first. All have as many cards as the lead; whether they follow it
    /// legally is not checked.
    #[schema(min_items = 1, max_items = 4)]
    pub plays: Vec<Vec<Card>>,
}

/// The winner of a trick, and its points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::TrickAnswer)]
pub struct TrickAnswer {
    /// The index of the winning play in `plays`: 0 is the lead.
    #[schema(maximum = 3)]
    pub winner: usize,
    /// The points of all cards in the trick: 5 for each five, 10 for each ten and each king.
    pub points: u16,
    /// The components of the lead: tractors, pairs and singles.
    pub components: Vec<Component>,
}

/// A throw, and the hands that may beat it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = shengji::ThrowQuestion)]
pub struct ThrowQuestion {
    /// The trump suit, or no-trump, and the level whose cards are trumps.
    pub trump: Trump,
    /// The order of cards as far as tables differ: which ranks are neighbours in a tractor, and whether every 2 is a trump.
    #[serde(default)]
    pub adjacency: Adjacency,
    /// How the penalty for a throw that fails is counted.
    #[serde(default)]
    pub penalty: ThrowPenalty,
    /// The cards of the throw: 1 to 25, all of one group.
    #[schema(min_items = 1, max_items = 25)]
    pub lead: Vec<Card>,
    /// The cards of the other hands, the partner's included: one to three lists.
    #[schema(min_items = 1, max_items = 3)]
    pub others: Vec<Vec<Card>>,
}

/// Whether a throw stands, and what is led.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = shengji::ThrowAnswer)]
pub struct ThrowAnswer {
    /// Whether the throw stands: no other hand beats one of its components.
    pub stands: bool,
    /// The components of the throw: tractors, pairs and singles.
    pub components: Vec<Component>,
    /// The components that another hand beats; none if the throw stands.
    pub beaten: Vec<Component>,
    /// The cards that are led: all cards of a throw that stands, else the smallest beaten component, or its lowest card if the penalty is
    /// counted by card.
    pub led: Vec<Card>,
    /// The cards that go back to the hand; none if the throw stands.
    pub returned: Vec<Card>,
    /// The penalty, in points; 0 if the throw stands.
    pub penalty: u16,
}

/// A request that the rules cannot judge, with the path to the fault in it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
/// A question that the rules cannot answer. `path` leads to the wrong member of the request, such as `plays[2]`.
#[strum(serialize_all = "snake_case")]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Unanswerable {
    /// A card is given a third time, but there are two decks.
    #[error("{path}: {card} comes a third time")]
    ThirdCopy {
        /// The path to the third copy.
        path: String,
        /// The card that is given a third time.
        card: Card,
    },
    /// A list has more cards than a hand holds.
    #[error("{path}: at most {most} cards, not {given}")]
    TooManyCards {
        /// The path to the list.
        path: String,
        /// The largest allowed number of cards.
        most: usize,
        /// The given number of cards.
        given: usize,
    },
    /// There are too few lists of cards, or too many.
    #[error("{path}: 1 to {most}, not {given}")]
    ListCount {
        /// The path to the lists.
        path: String,
        /// The largest allowed number of lists.
        most: usize,
        /// The given number of lists.
        given: usize,
    },
    /// A lead has no cards.
    #[error("{path}: a lead has at least one card")]
    NoCards {
        /// The path to the lead.
        path: String,
    },
    /// The cards of a lead are of several groups.
    #[error("{path}: all cards of a lead must be of one group")]
    MixedGroups {
        /// The path to the lead.
        path: String,
        /// The groups of its cards.
        groups: Vec<Group>,
    },
    /// A play has more or fewer cards than the lead.
    #[error("{path}: {demanded} cards were led, not {given}")]
    WrongNumber {
        /// The path to the play.
        path: String,
        /// The number of cards that were led.
        demanded: u32,
        /// The number of cards of the play.
        given: u32,
    },
}

impl ViewerSafe for PlayAnswer {}
impl ViewerSafe for TrickAnswer {}
impl ViewerSafe for ThrowAnswer {}
impl ViewerSafe for Unanswerable {}

/// Judges a play. Lead and hand are checked separately: only the shape of a lead matters.
pub fn check(question: &PlayQuestion) -> Result<PlayAnswer, Unanswerable> {
    let order = Order::new(question.trump, question.adjacency);
    let lead = Decks::default().take("lead", &question.lead)?;
    let hand = Decks::default().take("hand", &question.hand)?;
    bounded("play", &question.play)?;
    let lead = if lead.is_empty() { None } else { Some(led(&order, "lead", lead)?) };
    let refusal = accept::chosen(&order, lead.as_ref(), hand, &question.play).err();
    Ok(PlayAnswer {
        legal: refusal.is_none(),
        says: refusal.as_ref().map(ToString::to_string),
        why: refusal,
        options: Options::to_play(&order, lead.as_ref(), hand),
        hand: Holding::all(&order, hand),
    })
}

/// The winner of a trick so far.
pub fn trick(question: &TrickQuestion) -> Result<TrickAnswer, Unanswerable> {
    let order = Order::new(question.trump, question.adjacency);
    let plays = Decks::default().take_each("plays", &question.plays, SEATS.into())?;
    let leading = plays.first().copied().unwrap_or_default();
    let lead = led(&order, "plays[0]", leading)?;
    let demanded = leading.len();
    if let Some(place) = plays.iter().position(|play| play.len() != demanded) {
        let given = plays[place].len();
        return Err(Unanswerable::WrongNumber { path: format!("plays[{place}]"), demanded, given });
    }
    Ok(TrickAnswer {
        winner: trick::winner(&order, question.evaluation, &lead, &plays),
        points: plays.iter().map(|&play| trick::points(play)).sum(),
        components: lead::components(&order, leading),
    })
}

/// Whether a throw stands, and what is led.
///
/// ```
/// use cardroom_rules::games::shengji::tools::{ThrowQuestion, throw};
///
/// let question: ThrowQuestion = serde_json::from_str(
///     r#"{"trump": {"suit": "spades", "level": "2"}, "lead": ["9h", "8h", "8h", "4h", "4h"],
///         "others": [["Jh", "3h"], ["7h", "7h"], []]}"#,
/// )?;
/// let answer = throw(&question).expect("cards of two decks");
/// assert!(!answer.stands);
/// assert_eq!(answer.led, ["9h".parse().expect("a card")], "the jack beats the nine");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn throw(question: &ThrowQuestion) -> Result<ThrowAnswer, Unanswerable> {
    let order = Order::new(question.trump, question.adjacency);
    let mut decks = Decks::default();
    let lead = decks.take("lead", &question.lead)?;
    let others = decks.take_each("others", &question.others, usize::from(SEATS) - 1)?;
    led(&order, "lead", lead)?;
    let throw::Tested { components, beaten, led, penalty } =
        throw::test(&order, lead, &others, question.penalty);
    Ok(ThrowAnswer {
        stands: beaten.is_empty(),
        components,
        beaten,
        led: order.sorted(led),
        returned: order.sorted(lead.without(led)),
        penalty,
    })
}

/// Two decks, from which lists of cards are taken.
#[derive(Default)]
struct Decks {
    taken: Cards,
}

impl Decks {
    fn take(&mut self, path: &str, cards: &[Card]) -> Result<Cards, Unanswerable> {
        bounded(path, cards)?;
        let before = self.taken;
        for (place, &card) in cards.iter().enumerate() {
            if !self.taken.add(card) {
                return Err(Unanswerable::ThirdCopy { path: format!("{path}[{place}]"), card });
            }
        }
        Ok(self.taken.without(before))
    }

    fn take_each(
        &mut self,
        path: &str,
        lists: &[Vec<Card>],
        most: usize,
    ) -> Result<Vec<Cards>, Unanswerable> {
        let given = lists.len();
        if !(1..=most).contains(&given) {
            return Err(Unanswerable::ListCount { path: path.to_owned(), most, given });
        }
        let each = lists.iter().enumerate();
        each.map(|(place, cards)| self.take(&format!("{path}[{place}]"), cards)).collect()
    }
}

fn bounded(path: &str, cards: &[Card]) -> Result<(), Unanswerable> {
    let given = cards.len();
    if given <= MOST_CARDS {
        Ok(())
    } else {
        Err(Unanswerable::TooManyCards { path: path.to_owned(), most: MOST_CARDS, given })
    }
}

fn led(order: &Order, path: &str, cards: Cards) -> Result<Lead, Unanswerable> {
    if cards.is_empty() {
        return Err(Unanswerable::NoCards { path: path.to_owned() });
    }
    let groups = || accept::groups(order, cards);
    Lead::of(order, cards)
        .ok_or_else(|| Unanswerable::MixedGroups { path: path.to_owned(), groups: groups() })
}
