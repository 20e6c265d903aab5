//! All randomness of one hand: the cards in order, and lots for draws without cards.

use std::fmt;

use super::card::Card;
use super::generator::Generator;

/// All randomness of one hand, fixed before its first event.
///
/// `Debug` shows neither cards nor lots.
#[derive(Clone, PartialEq, Eq)]
pub struct Deck {
    /// The cards, in the order in which they leave the deck.
    pub cards: Vec<Card>,
    /// Numbers for draws without cards: a first bidder, a wild rank. Each is used for one thing at most.
    pub lots: [u64; 4],
}

impl fmt::Debug for Deck {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Deck({} cards)", self.cards.len())
    }
}

impl Deck {
    /// Shuffles `cards` by the seed: the same seed gives the same deck for ever.
    ///
    /// The numbers come from the [`Generator`]. The shuffle is Fisher–Yates from the last place down (Knuth, TAOCP vol.
    /// 2, algorithm P). The lots are drawn after the cards.
    ///
    /// ```
    /// use cardroom_rules::cards::card::Card;
    /// use cardroom_rules::cards::deck::Deck;
    ///
    /// let deck = Deck::shuffled(Card::french().collect(), [0; 32]);
    /// let first: Vec<String> = deck.cards.iter().take(4).map(Card::to_string).collect();
    /// assert_eq!(first, ["6s", "7c", "Qd", "6d"], "today and in ten years");
    /// assert_eq!(format!("{deck:?}"), "Deck(52 cards)");
    /// ```
    pub fn shuffled(mut cards: Vec<Card>, seed: [u8; 32]) -> Self {
        let mut generator = Generator::new(seed);
        for last in (1..cards.len()).rev() {
            cards.swap(last, generator.below(last + 1));
        }
        let lots = std::array::from_fn(|_| generator.lot());
        Self { cards, lots }
    }

    /// A number below `bound` by one of the lots.
    ///
    /// ```
    /// use cardroom_rules::cards::deck::Deck;
    ///
    /// let deck = Deck { cards: Vec::new(), lots: [10, 0, 0, 0] };
    /// assert_eq!(deck.drawn(0, 3), 1);
    /// ```
    #[allow(clippy::cast_possible_truncation, reason = "a remainder of a u8 is one")]
    pub fn drawn(&self, lot: usize, bound: u8) -> u8 {
        (self.lots[lot] % u64::from(bound)) as u8
    }

    /// A deck in a known order, for tests and for hands that were dealt elsewhere; its lots are all 0.
    pub fn stacked(cards: Vec<Card>) -> Self {
        Self { cards, lots: [0; 4] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARDS: usize = Card::FRENCH as usize;

    fn text(cards: &[Card]) -> String {
        cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }

    /// A second implementation, written from the description above, computed these decks. They may never change, or
    /// stored seeds would deal other cards.
    #[test]
    fn a_seed_deals_the_same_deck_for_ever() {
        let deck = Deck::shuffled(Card::french().collect(), [0; 32]);
        assert_eq!(
            text(&deck.cards),
            "6s 7c Qd 6d Kd 9s 3c Ac 8c Ad 9h Kh 5s 6h 2s Th 2d Td Qs Jc As 3h Jd 4c Jh 4d \
             Kc 3d Js 5h 8h Qc 5d 7h Tc Qh Ks 4h 9c 2c 7d Ah 9d 6c 7s Ts 2h 5c 3s 4s 8d 8s"
        );
        let lots =
            [0x20b1_b8c5_0abf_d23e, 0x3497_63c3_7327_85fb, 0x83cb_d42d_a491_5cb4, 0x1358_b1ed_2e0d_84f8];
        assert_eq!(deck.lots, lots);

        let counting = std::array::from_fn(|place| u8::try_from(place).unwrap());
        let deck = Deck::shuffled(Card::french().collect(), counting);
        assert_eq!(text(&deck.cards[..9]), "3c 7s 6h As 2h 8s 7d Ks 9s");
        assert_eq!(deck.lots[0], 0xa93d_848f_a0c4_e2b3);
    }

    #[test]
    fn lots_come_after_the_cards_and_follow_the_seed() {
        let seed = [7; 32];
        let deck = Deck::shuffled(Card::french().collect(), seed);
        let mut generator = Generator::new(seed);
        for last in (1..CARDS).rev() {
            generator.below(last + 1);
        }
        assert_eq!(deck.lots, std::array::from_fn(|_| generator.lot()));
        assert_ne!(deck.lots, Deck::shuffled(Card::french().collect(), [8; 32]).lots);
    }

    #[test]
    fn a_stacked_deck_keeps_its_order() {
        let mut cards: Vec<Card> = Card::french().collect();
        cards.reverse();
        assert_eq!(Deck::stacked(cards.clone()), Deck { cards, lots: [0; 4] });
    }

    /// Pearson's chi-square of card against position: how far the decks are from putting every card at every position
    /// equally often. Rows and columns have fixed sums, so a fair shuffle gives about 51² = 2601.
    fn chi_square(shuffle: impl Fn([u8; 32]) -> Vec<Card>) -> f64 {
        const DECKS: u32 = 20_000;
        let mut seen = vec![[0.0; CARDS]; CARDS];
        for number in 0..DECKS {
            let mut seed = [0; 32];
            seed[..4].copy_from_slice(&number.to_le_bytes());
            for (place, card) in shuffle(seed).into_iter().enumerate() {
                seen[place][usize::from(card.index())] += 1.0;
            }
        }
        let expected = f64::from(DECKS) / f64::from(Card::FRENCH);
        seen.iter().flatten().map(|count: &f64| (count - expected).powi(2) / expected).sum()
    }

    /// Within five standard deviations of √(2 × 2601) ≈ 72. The seeds are fixed, so the test never fails at random.
    #[test]
    fn every_card_is_equally_likely_at_every_position() {
        let fair = chi_square(|seed| Deck::shuffled(Card::french().collect(), seed).cards);
        assert!((fair - 2601.0).abs() < 5.0 * 72.0, "{fair}");
    }

    /// The test above can fail: it rejects the classic mistake of swapping each position with any position.
    #[test]
    fn a_biased_shuffle_would_be_noticed() {
        let biased = chi_square(|seed| {
            let mut generator = Generator::new(seed);
            let mut cards: Vec<Card> = Card::french().collect();
            (0..CARDS).for_each(|place| cards.swap(place, generator.below(CARDS)));
            cards
        });
        assert!(biased > 2601.0 + 20.0 * 72.0, "{biased}");
    }

    #[test]
    fn debug_shows_no_card() {
        assert_eq!(format!("{:?}", Deck::shuffled(Card::french().collect(), [0; 32])), "Deck(52 cards)");
    }
}
