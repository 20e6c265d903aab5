//! A set of the pack's cards, by rank.

use super::counts::Counts;
use super::rank::Rank;
use crate::cards::card::{Card, Suit};
use crate::cards::set::{CardSet, Layout};

/// A set of the 54 cards. They are iterated by rank, lowest first, and within a rank by suit.
pub type Cards = CardSet<ByRank>;

/// By rank: four bits for each rank from three to two, one for each suit, then the small joker and the big one. So ranks
/// can be counted all at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByRank;

/// The big joker's bit.
const BIG_JOKER: u32 = 53;

impl Layout for ByRank {
    fn bit(card: Card) -> u32 {
        let suit = card.suit().map_or(0, |suit| suit as u32);
        let rank = Rank::of(card);
        if rank == Rank::BIG_JOKER { BIG_JOKER } else { rank.place() + suit }
    }

    fn card(bit: u32) -> Option<Card> {
        match bit {
            BIG_JOKER => Some(Card::BIG_JOKER),
            52 => Some(Card::SMALL_JOKER),
            _ => {
                let rank = u8::try_from(bit / 4).ok()?;
                let suit = *Suit::ALL.get((bit % 4) as usize)?;
                Card::of(if rank == Rank::TWO.number() { 2 } else { rank + 3 }, suit)
            }
        }
    }
}

impl CardSet<ByRank> {
    /// How many there are of each rank.
    pub const fn counts(self) -> Counts {
        // The big joker gets four bits of its own. Then the bits of each four are added up, all at once.
        let spread = self.bits() + (self.bits() & 1 << BIG_JOKER) * 7;
        let pairs = spread - (spread >> 1 & 0x5555_5555_5555_5555);
        Counts::from_bits((pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333))
    }

    /// This number of cards of each rank out of these, the first suits first; `None` if there are not enough.
    pub fn pick(self, counts: Counts) -> Option<Self> {
        self.counts().contain(counts).then(|| {
            let mut left = counts;
            self.iter().fold(Self::NONE, |picked, card| {
                let one = Counts::of(Rank::of(card), 1);
                if left.contain(one) {
                    left = left.without(one);
                    picked.with(Self::one(card))
                } else {
                    picked
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn every_card_has_a_bit_of_its_own() {
        let all: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
        assert_eq!(Cards::gathered(&all), Some(Cards::PACK));
        assert_eq!(Cards::PACK.counts(), Counts::PACK);
        for card in all {
            assert_eq!(Cards::one(card).iter().collect::<Vec<_>>(), [card]);
            assert_eq!(Cards::one(card).counts(), Counts::of(Rank::of(card), 1));
        }
        assert_eq!(Cards::gathered(&cards("3s X1 3s")), None);
    }

    #[test]
    fn cards_are_listed_by_rank() {
        let set = Cards::gathered(&cards("X2 2s As 3d X1 3s")).unwrap();
        assert_eq!(set.iter().collect::<Vec<_>>(), cards("3s 3d As 2s X1 X2"));
        assert_eq!(set.counts().to_string(), "33A2BR");
    }

    #[test]
    fn cards_are_picked_by_rank() {
        let hand = Cards::gathered(&cards("3s 3d 3h As X2")).unwrap();
        let picked = hand.pick("33R".parse().unwrap()).unwrap();
        assert_eq!(picked.iter().collect::<Vec<_>>(), cards("3s 3h X2"));
        assert_eq!(hand.pick("AA".parse().unwrap()), None);
    }
}
