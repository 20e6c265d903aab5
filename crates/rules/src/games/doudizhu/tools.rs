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

/// The rules of plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(as = doudizhu::Under)]
pub struct Under {
    /// The wings that plays may carry.
    pub wings: WingRules,
    /// The ranks that are wild: none, one or two different ones, and no joker.
    #[schema(max_items = 2)]
    pub wild: Vec<Rank>,
}

/// Cards to read.
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

/// All readings of cards; the first is that of a lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Read)]
pub struct Read {
    /// The readings; none if the cards are no play.
    pub readings: Vec<Shown>,
    /// Whether a play of these cards must name its reading, because wild cards among them stand for others.
    pub must_be_named: bool,
}

/// A reading of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = doudizhu::Shown)]
pub struct Shown {
    /// The kind of play.
    pub kind: Kind,
    /// The lowest rank of the chain, or the rank of the trio, of the quad or of all cards.
    pub main: Rank,
    /// How many ranks a chain has, how many cards a bomb; 1 for every other kind.
    pub length: u8,
    /// The cards of a bomb; `natural` for every other kind.
    pub purity: Purity,
    /// The order among the readings of this kind and length, or among all bombs: the higher wins.
    pub weight: u16,
    /// The cards in display order: the chain or the main cards, then the wings.
    pub cards: Vec<Card>,
}

/// A play: cards, and the reading that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::Played)]
pub struct Played {
    /// One to twenty different cards.
    #[schema(min_items = 1, max_items = 20)]
    pub cards: Vec<Card>,
    /// The reading that is meant, if there are several.
    #[serde(default, rename = "as")]
    pub named: Option<Named>,
}

/// Two plays to compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::ToCompare, example = json!({
    "table": {"cards": ["3s", "3h", "3c", "9d"]}, "answer": {"cards": ["4s", "4h", "4c", "5d"]},
}))]
pub struct ToCompare {
    /// The play on the table.
    pub table: Played,
    /// The play that may beat it. The cards of each play are different, but the two plays may share some.
    pub answer: Played,
    /// The rules of plays.
    #[serde(default)]
    pub under: Under,
}

/// Whether one play beats another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::Compared)]
pub struct Compared {
    /// Whether it beats the other.
    pub beats: bool,
    /// The reading of the play on the table.
    pub table: Shown,
    /// The reading of the answer, if it beats the table.
    pub answer: Option<Shown>,
    /// Why it does not beat the table.
    pub why: Option<Unplayable>,
}

/// A hand whose plays are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = doudizhu::ToMove, example = json!({
    "hand": ["3s", "4s", "4h", "5s", "6s", "7s", "Ks", "X2"], "table": {"cards": ["3d"]}, "order": "cheapest",
}))]
pub struct ToMove {
    /// One to twenty different cards.
    #[schema(min_items = 1, max_items = 20)]
    pub hand: Vec<Card>,
    /// The play on the table; absent for a lead.
    #[serde(default)]
    pub table: Option<Played>,
    /// The rules of plays.
    #[serde(default)]
    pub under: Under,
    /// Only plays of this kind.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Only plays of this main rank.
    #[serde(default)]
    pub main: Option<Rank>,
    /// The order of the plays.
    #[serde(default)]
    pub order: PlayOrder,
    /// The largest number of plays in the answer.
    #[serde(default = "some")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    pub limit: u32,
    /// Where to continue: the `next` of the answer before.
    #[serde(default)]
    pub after: u32,
}

const fn some() -> u32 {
    100
}

/// The order of plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = doudizhu::PlayOrder)]
pub enum PlayOrder {
    /// By kind, length, main rank, then wings.
    #[default]
    Kind,
    /// The cheapest for the hand first, as hints are.
    Cheapest,
}

/// What a hand may play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::Moves)]
pub struct Moves {
    /// The number of plays, of the kind and main rank asked for.
    pub total: usize,
    /// All of them, counted by kind, then by main rank: ask for one of these to see its wings.
    pub groups: Vec<KindGroup>,
    /// Some of them, in the order asked for.
    pub plays: Vec<Shown>,
    /// Where to continue; absent at the end.
    pub next: Option<u32>,
    /// Whether the hand may pass instead; a leader may not.
    pub may_pass: bool,
}

/// The plays of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::KindGroup)]
pub struct KindGroup {
    /// The kind.
    pub kind: Kind,
    /// Their lengths and main ranks.
    pub mains: Vec<MainGroup>,
}

/// The plays of a kind, a length and a main rank. They differ in their wings, or in what wild cards stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = doudizhu::MainGroup)]
pub struct MainGroup {
    /// Their main rank.
    pub main: Rank,
    /// Their length.
    pub length: u8,
    /// The number of them.
    pub plays: u32,
}

/// Cards or rules that cannot be judged, with the data that shows it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[strum(serialize_all = "snake_case")]
#[serde(untagged)]
pub enum Unanswerable {
    /// Too few cards, or too many.
    #[error("1 to 20 cards are judged, not {cards}")]
    NumberOfCards {
        /// How many there were.
        cards: usize,
    },
    /// A card was given twice.
    #[error("a card came twice")]
    CardTwice {
        /// The card.
        card: Card,
    },
    /// Too many wild ranks, one given twice, or a joker.
    #[error("at most two different ranks may be wild, and no jokers")]
    NotWild {
        /// The wild ranks that were given.
        wild: Vec<Rank>,
    },
    /// The play on the table is no play.
    #[error("on the table: {table}")]
    NoPlayOnTable {
        /// Why not.
        table: Unplayable,
    },
    /// The number of plays asked for is 0, or too large.
    #[error("one answer has 1 to {MOST_TOLD} plays, not {limit}")]
    TooManyPlays {
        /// How many were asked for.
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

impl Shown {
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
    let shown = |reading| Shown::of(reading, &asked.cards, rules.wild);
    let readings = if rules.wild.is_empty() {
        Dictionary::of_all().allowed(counts, rules.forbidden).map(shown).collect()
    } else {
        rules.readings(counts).into_iter().map(shown).collect()
    };
    Ok(Read { readings, must_be_named: rules.must_be_named(counts) })
}

/// Whether one play beats another, and if not, why.
pub fn beats(asked: &ToCompare) -> Result<Compared, Unanswerable> {
    let rules = asked.under.rules()?;
    let table = on_table(rules, &asked.table)?;
    let answer = gathered(&asked.answer.cards)?.counts();
    let judged = rules.answer(answer, table, asked.answer.named);
    Ok(Compared {
        beats: judged.is_ok(),
        table: Shown::of(table, &asked.table.cards, rules.wild),
        answer: judged.as_ref().ok().map(|&reading| Shown::of(reading, &asked.answer.cards, rules.wild)),
        why: judged.err(),
    })
}

/// What a hand may play.
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
        Shown::of(play.reading, &cards, rules.wild)
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
