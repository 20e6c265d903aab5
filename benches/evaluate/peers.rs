//! Other evaluators behind one trait: each adds up cards in its own way, and returns a score in its own terms.

use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use cardroom_rules::cards::card::Card;

/// An evaluator from another crate.
pub trait Peer {
    /// The name of its crate.
    const NAME: &'static str;
    /// Whether its best hand has the highest score.
    const BEST_IS_HIGHEST: bool = true;
    /// A card in its own form.
    type Card: Copy + 'static;
    /// Some cards, added up.
    type Part: Copy;

    /// One of our cards in its form.
    fn card(card: Card) -> Self::Card;
    /// No cards yet.
    fn none() -> Self::Part;
    /// One card more.
    fn with(part: Self::Part, card: Self::Card) -> Self::Part;
    /// The score of the cards.
    fn score(part: Self::Part) -> u16;

    /// Its cards, by our numbers. There are a few too many, so that no masked number is out of bounds.
    fn cards() -> [Self::Card; 64] {
        let mut cards = [Self::card(Card::from_index(0).unwrap()); 64];
        Card::french().for_each(|card| cards[usize::from(card.index())] = Self::card(card));
        cards
    }
}

/// 0 for a deuce, and the suit: spades, hearts, clubs, diamonds.
fn rank_and_suit(card: Card) -> (u8, u8) {
    (card.index() % 13, card.index() / 13)
}

pub struct Pokers;

impl Peer for Pokers {
    const NAME: &'static str = "pokers";
    type Card = pokers::Hand;
    type Part = pokers::Hand;

    fn card(card: Card) -> Self::Card {
        let (rank, suit) = rank_and_suit(card);
        pokers::CARDS[usize::from(4 * rank + suit)]
    }

    #[inline]
    fn none() -> Self::Part {
        pokers::Hand::default()
    }

    #[inline]
    fn with(part: Self::Part, card: Self::Card) -> Self::Part {
        part + card
    }

    #[inline]
    fn score(part: Self::Part) -> u16 {
        part.evaluate()
    }
}

pub struct RsPoker;

impl Peer for RsPoker {
    const NAME: &'static str = "rs_poker";
    type Card = rs_poker::core::Card;
    type Part = rs_poker::core::SevenCardAccum;

    fn card(card: Card) -> Self::Card {
        card.index().into()
    }

    #[inline]
    fn none() -> Self::Part {
        Self::Part::new()
    }

    #[inline]
    fn with(part: Self::Part, card: Self::Card) -> Self::Part {
        part + card
    }

    #[inline]
    fn score(part: Self::Part) -> u16 {
        first_number(&part.rank())
    }
}

pub struct Aya;

impl Peer for Aya {
    const NAME: &'static str = "aya_poker";
    type Card = aya_poker::base::Card;
    type Part = aya_poker::base::Hand;

    fn card(card: Card) -> Self::Card {
        let (rank, suit) = rank_and_suit(card);
        aya_poker::base::CARDS[usize::from(4 * rank + suit)]
    }

    #[inline]
    fn none() -> Self::Part {
        Self::Part::new()
    }

    #[inline]
    fn with(mut part: Self::Part, card: Self::Card) -> Self::Part {
        part.insert_unchecked(&card);
        part
    }

    #[inline]
    fn score(part: Self::Part) -> u16 {
        aya_poker::poker_rank(&part).0
    }
}

pub struct Freezeout;

impl Peer for Freezeout {
    const NAME: &'static str = "freezeout-eval";
    const BEST_IS_HIGHEST: bool = false;
    type Card = freezeout_eval::Card;
    type Part = ([freezeout_eval::Card; 7], usize);

    fn card(card: Card) -> Self::Card {
        let (rank, suit) = rank_and_suit(card);
        let rank = freezeout_eval::Rank::ranks().nth(rank.into()).unwrap();
        freezeout_eval::Card::new(rank, freezeout_eval::Suit::suits().nth(suit.into()).unwrap())
    }

    #[inline]
    fn none() -> Self::Part {
        ([freezeout_eval::Card::default(); 7], 0)
    }

    #[inline]
    fn with((mut cards, held): Self::Part, card: Self::Card) -> Self::Part {
        cards[held] = card;
        (cards, held + 1)
    }

    #[inline]
    fn score((cards, held): Self::Part) -> u16 {
        freezeout_eval::HandValue::eval(&cards[..held]).value()
    }
}

pub struct Poker;

static POKER: LazyLock<poker::Evaluator> = LazyLock::new(poker::Evaluator::new);

impl Peer for Poker {
    const NAME: &'static str = "poker";
    const BEST_IS_HIGHEST: bool = false;
    type Card = poker::Card;
    type Part = ([poker::Card; 7], usize);

    fn card(card: Card) -> Self::Card {
        use poker::Suit::{Clubs, Diamonds, Hearts, Spades};
        let (rank, suit) = rank_and_suit(card);
        let rank = poker::Rank::try_from(char::from(b"23456789TJQKA"[usize::from(rank)])).unwrap();
        poker::Card::new(rank, [Spades, Hearts, Clubs, Diamonds][usize::from(suit)])
    }

    #[inline]
    fn none() -> Self::Part {
        ([poker::Card::new(poker::Rank::Two, poker::Suit::Clubs); 7], 0)
    }

    #[inline]
    fn with((mut cards, held): Self::Part, card: Self::Card) -> Self::Part {
        cards[held] = card;
        (cards, held + 1)
    }

    #[inline]
    fn score((cards, held): Self::Part) -> u16 {
        first_number(&POKER.evaluate_five(&cards[..held]).unwrap())
    }
}

/// The number inside a type that does not expose it: the first one that its `Hash` writes.
#[inline]
fn first_number(of: &impl Hash) -> u16 {
    let mut first = First(None);
    of.hash(&mut first);
    first.0.unwrap()
}

struct First(Option<u16>);

impl Hasher for First {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, _: &[u8]) {}

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.0.get_or_insert(number);
    }

    #[inline]
    fn write_i16(&mut self, number: i16) {
        self.0.get_or_insert(number.cast_unsigned());
    }
}
