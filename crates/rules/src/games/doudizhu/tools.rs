//! The rules of plays as a calculator, without a table: how cards are read, whether they beat others, what a hand may
//! play.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cards::Cards;
use super::dictionary::Dictionary;
use super::hint::cheapest_first;
use super::play::{PlayRules, Unplayable};
use super::preset::WingRules;
use super::rank::Rank;
use super::ranks::Ranks;
use super::reading::{Kind, Named, Play, Purity, Reading};
use crate::cards::card::Card;
use crate::games::viewer::ViewerSafe;

/// The most cards that a hand has, and so a play.
const MOST_CARDS: usize = 20;
/// The largest number of plays in one answer.
const MOST_TOLD: u32 = 1000;

/// The rules of plays, as far as tables differ in them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = doudizhu::Under)]
pub struct Under {
    /// The wings that trios, airplanes and quads may carry.
    pub wings: WingRules,
    /// The ranks whose cards are wild: none, one or two different ones, and no joker.
    #[schema(max_items = 2)]
    pub wild: Vec<Rank>,
}

/// Cards to read as a play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::ToRead, example = json!({"cards": ["3s", "3h", "3c", "4s", "4h", "4c", "5s", "7h"]}))]
pub struct ToRead {
    /// One to twenty different cards.
    #[schema(min_items = 1, max_items = 20)]
    pub cards: Vec<Card>,
    /// The rules of plays.
    #[serde(default)]
    pub under: Under,
}

/// All readings of cards. If the cards are led without a named reading, the first one counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Read)]
pub struct Read {
    /// The readings; empty if the cards are no play.
    pub readings: Vec<ReadingView>,
    /// Whether a play of these cards must name its reading, because wild cards among them stand for others.
    pub must_be_named: bool,
}

/// A reading of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Shown)]
pub struct ReadingView {
    /// The kind of play.
    pub kind: Kind,
    /// The lowest rank of the chain, or the rank of the trio, of the quad or of all cards.
    pub main: Rank,
    /// How many ranks a chain has, how many cards a bomb; 1 for every other kind.
    pub length: u8,
    /// How a bomb is made up, with or without wild cards; `natural` for every other kind.
    pub purity: Purity,
    /// The strength among the readings of this kind and length, or among all bombs: the higher number wins.
    pub weight: u16,
    /// The cards in display order: the chain or the main cards, then the wings.
    pub cards: Vec<Card>,
}

/// A play: its cards, and the reading that the player names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::Played)]
pub struct Played {
    /// One to twenty different cards.
    #[schema(min_items = 1, max_items = 20)]
    pub cards: Vec<Card>,
    /// The reading that the player means. It must be named if wild cards among these stand for other ranks.
    #[serde(default, rename = "as")]
    pub named: Option<Named>,
}

/// Two plays to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::ToCompare, example = json!({
    "table": {"cards": ["3s", "3h", "3c", "9d"]}, "answer": {"cards": ["4s", "4h", "4c", "5d"]},
}))]
/// Two plays to compare: one on the table, and one that may beat it.
pub struct ToCompare {
    /// The play on the table.
    pub table: Played,
    /// The play that may beat it. The cards of each play are different, but the two plays may share some.
    pub answer: Played,
    /// The rules of plays.
    #[serde(default)]
    pub under: Under,
}

/// The result of a comparison: whether the answer beats the play on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::Compared)]
pub struct Compared {
    /// Whether the answer beats the play on the table.
    pub beats: bool,
    /// The reading of the play on the table.
    pub table: ReadingView,
    /// The reading of the answer; absent if it does not beat the table.
    pub answer: Option<ReadingView>,
    /// The rule by which the answer does not beat the table; absent if it does.
    pub why: Option<Unplayable>,
}

/// A hand whose plays are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::ToMove, example = json!({
    "hand": ["3s", "4s", "4h", "5s", "6s", "7s", "Ks", "X2"], "table": {"cards": ["3d"]}, "order": "cheapest",
}))]
/// A hand whose possible plays are wanted, with the filter, the order and the page of the list.
pub struct ToMove {
    /// The cards of the hand: one to twenty different ones.
    #[schema(min_items = 1, max_items = 20)]
    pub hand: Vec<Card>,
    /// The play on the table, which has to be beaten; absent for a lead.
    #[serde(default)]
    pub table: Option<Played>,
    /// The rules of plays.
    #[serde(default)]
    pub under: Under,
    /// The kind of the wanted plays; absent for all kinds.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// The main rank of the wanted plays; absent for all ranks.
    #[serde(default)]
    pub main: Option<Rank>,
    /// The order of the list.
    #[serde(default)]
    pub order: PlayOrder,
    /// The largest number of plays in the answer, 1 to 1000.
    #[serde(default = "some")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// The number of plays to skip: the `next` of the answer before.
    #[serde(default)]
    pub after: u32,
}

const fn some() -> u32 {
    100
}

/// The order of a list of plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::PlayOrder)]
pub enum PlayOrder {
    /// By kind, then by length, by main rank, and by wings.
    #[default]
    Kind,
    /// The order of hints: first the plays that spoil the hand least.
    Cheapest,
}

/// The plays that a hand may make: their number, their groups, and one page of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::Moves)]
pub struct Moves {
    /// The number of plays of the wanted kind and main rank.
    pub total: usize,
    /// All these plays, counted by kind, length and main rank. Ask for one kind and main rank to see the wings.
    pub groups: Vec<KindGroup>,
    /// One page of the plays, in the wanted order.
    pub plays: Vec<ReadingView>,
    /// The `after` of the next page; absent on the last one.
    pub next: Option<u32>,
    /// Whether the hand may pass instead; false for a lead.
    pub may_pass: bool,
}

/// The plays of one kind, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::KindGroup)]
pub struct KindGroup {
    /// The kind of these plays.
    pub kind: Kind,
    /// The plays by length and main rank.
    pub mains: Vec<MainGroup>,
}

/// The plays of a kind, a length and a main rank. They differ in their wings, or in what wild cards stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::MainGroup)]
pub struct MainGroup {
    /// The main rank of these plays.
    pub main: Rank,
    /// How many ranks their chains have, how many cards the bombs; 1 for every other kind.
    pub length: u8,
    /// The number of these plays.
    pub plays: u32,
}

/// Cards or rules that cannot be judged, with the data that shows it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
/// A question that the rules cannot answer, with the data that shows why.
#[strum(serialize_all = "snake_case")]
#[serde(untagged)]
pub enum Unanswerable {
    /// A play or a hand has no cards, or more than 20.
    #[error("a play has 1 to 20 cards, not {cards}")]
    NumberOfCards {
        /// The given number of cards.
        cards: usize,
    },
    /// A card was given twice.
    #[error("a card came twice")]
    CardTwice {
        /// The card that was given twice.
        card: Card,
    },
    /// More than two ranks are wild, or one is given twice, or a joker is among them.
    #[error("at most two different ranks may be wild, and no jokers")]
    NotWild {
        /// The given wild ranks.
        wild: Vec<Rank>,
    },
    /// The cards on the table are no play.
    #[error("on the table: {table}")]
    NoPlayOnTable {
        /// The rule by which they are none.
        table: Unplayable,
    },
    /// The wanted number of plays is 0 or above 1000.
    #[error("one answer has 1 to {MOST_TOLD} plays, not {limit}")]
    TooManyPlays {
        /// The wanted number of plays.
        limit: u32,
    },
}

impl ViewerSafe for Read {}
impl ViewerSafe for Compared {}
impl ViewerSafe for Moves {}
impl ViewerSafe for Unanswerable {}

impl Under {
    fn rules(&self) -> Result<PlayRules, Unanswerable> {
        let wild = self.wild.iter().fold(Ranks::NONE, |wild, &rank| wild.or(Ranks::one(rank)));
        let is_sound = self.wild.len() <= 2
            && wild.len() as usize == self.wild.len()
            && wild.without(Ranks::FOURS).is_empty();
        let rules = PlayRules { forbidden: self.wings.forbidden(), wild };
        is_sound.then_some(rules).ok_or_else(|| Unanswerable::NotWild { wild: self.wild.clone() })
    }
}

impl ReadingView {
    /// The reading alone.
    pub fn reading(&self) -> Reading {
        let Self { kind, main, length, purity, .. } = *self;
        Reading { kind, main, length, purity }
    }

    fn of(reading: Reading, cards: &[Card], wild: Ranks) -> Self {
        let Reading { kind, main, length, purity } = reading;
        Self { kind, main, length, purity, weight: reading.weight(), cards: reading.arrange(cards, wild) }
    }
}

/// All readings of some cards.
///
/// # Errors
/// The number of cards is not 1 to 20, a card is given twice, or the wild ranks are not allowed.
///
/// ```
/// use cardroom_rules::games::doudizhu::reading::Kind;
/// use cardroom_rules::games::doudizhu::tools::{ToRead, readings};
///
/// let asked: ToRead = serde_json::from_str(r#"{"cards": ["3s", "3h", "3c", "4s", "4h", "4c", "5s", "7h"]}"#)?;
/// let read = readings(&asked).expect("one to twenty different cards");
/// assert_eq!(read.readings.len(), 1);
/// assert_eq!((read.readings[0].kind, read.readings[0].length), (Kind::AirplaneSingles, 2));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn readings(asked: &ToRead) -> Result<Read, Unanswerable> {
    let rules = asked.under.rules()?;
    let counts = gathered(&asked.cards)?.counts();
    let shown = |reading| ReadingView::of(reading, &asked.cards, rules.wild);
    let readings = if rules.wild.is_empty() {
        Dictionary::of_all().allowed(counts, rules.forbidden).map(shown).collect()
    } else {
        rules.readings(counts).into_iter().map(shown).collect()
    };
    Ok(Read { readings, must_be_named: rules.must_be_named(counts) })
}

/// Whether one play beats another, and if not, why.
///
/// # Errors
/// The cards on the table are no play, a play has a wrong number of cards or one card twice, or the wild ranks are not allowed.
pub fn beats(asked: &ToCompare) -> Result<Compared, Unanswerable> {
    let rules = asked.under.rules()?;
    let table = on_table(rules, &asked.table)?;
    let answer = gathered(&asked.answer.cards)?.counts();
    let judged = rules.answer(answer, table, asked.answer.named);
    Ok(Compared {
        beats: judged.is_ok(),
        table: ReadingView::of(table, &asked.table.cards, rules.wild),
        answer: judged
            .as_ref()
            .ok()
            .map(|&reading| ReadingView::of(reading, &asked.answer.cards, rules.wild)),
        why: judged.err(),
    })
}

/// The plays that a hand may make.
///
/// # Errors
/// As of [`beats`], and if the wanted number of plays is 0 or above 1000.
pub fn moves(asked: &ToMove) -> Result<Moves, Unanswerable> {
    let ToMove { kind, main, limit, after, .. } = *asked;
    if !(1..=MOST_TOLD).contains(&limit) {
        return Err(Unanswerable::TooManyPlays { limit });
    }
    let rules = asked.under.rules()?;
    let table = asked.table.as_ref().map(|table| on_table(rules, table)).transpose()?;
    let hand = gathered(&asked.hand)?;
    let mut plays = Vec::new();
    let wanted = |play: &Play| {
        kind.is_none_or(|kind| play.reading.kind == kind) && main.is_none_or(|main| play.reading.main == main)
    };
    let mut visit = |play| {
        if wanted(&play) {
            plays.push(play);
        }
    };
    match table {
        Some(table) => rules.answers(hand.counts(), table, &mut visit),
        None => rules.leads(hand.counts(), &mut visit),
    }
    let groups = grouped(&plays);
    if asked.order == PlayOrder::Cheapest {
        cheapest_first(&mut plays, hand.counts());
    }
    let page = plays.iter().skip(after as usize).take(limit as usize);
    let shown = |play: &Play| {
        let cards: Vec<Card> = hand.pick(play.cards).iter().flat_map(|cards| cards.iter()).collect();
        ReadingView::of(play.reading, &cards, rules.wild)
    };
    let next = after.saturating_add(limit);
    Ok(Moves {
        total: plays.len(),
        groups,
        plays: page.map(shown).collect(),
        next: ((next as usize) < plays.len()).then_some(next),
        may_pass: table.is_some(),
    })
}

/// Counts plays that come in the order of kind, length and main rank.
pub fn grouped(plays: &[Play]) -> Vec<KindGroup> {
    let alike = |one: &Play, other: &Play| one.reading.kind == other.reading.kind;
    let of_kind = |plays: &[Play]| {
        let mains = plays.chunk_by(|one, other| {
            (one.reading.main, one.reading.length) == (other.reading.main, other.reading.length)
        });
        let mains = mains.filter_map(|plays| {
            let Reading { main, length, .. } = plays.first()?.reading;
            Some(MainGroup { main, length, plays: u32::try_from(plays.len()).ok()? })
        });
        Some(KindGroup { kind: plays.first()?.reading.kind, mains: mains.collect() })
    };
    plays.chunk_by(alike).filter_map(of_kind).collect()
}

/// The reading of the play on the table.
fn on_table(rules: PlayRules, table: &Played) -> Result<Reading, Unanswerable> {
    let cards = gathered(&table.cards)?;
    rules.lead(cards.counts(), table.named).map_err(|table| Unanswerable::NoPlayOnTable { table })
}

fn gathered(cards: &[Card]) -> Result<Cards, Unanswerable> {
    if cards.is_empty() || cards.len() > MOST_CARDS {
        return Err(Unanswerable::NumberOfCards { cards: cards.len() });
    }
    let mut gathered = Cards::NONE;
    for &card in cards {
        let one = Cards::one(card);
        if gathered.contain(one) {
            return Err(Unanswerable::CardTwice { card });
        }
        gathered = gathered.with(one);
    }
    Ok(gathered)
}
