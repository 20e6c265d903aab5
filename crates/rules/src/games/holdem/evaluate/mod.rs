//! Evaluates five to seven cards: the best five of them, and ranks in bulk.

pub mod evaluator;
mod five;
pub mod key;
mod lanes;
mod walk;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::five::best_five;
use super::category::{Category, arrange};
use super::ranks;
use crate::cards::card::Card;
use crate::games::viewer::ViewerSafe;

/// A hand at its best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = holdem::Best)]
pub struct Best {
    /// 1 is a royal flush, 7462 is 7-5-4-3-2 off-suit; equal hands have equal ranks.
    #[schema(minimum = 1, maximum = 7462, example = 2_473)]
    pub rank: u16,
    /// The kind of hand.
    pub category: Category,
    /// The five cards in the order of their importance: the pair before its kickers, higher before lower.
    pub cards: [Card; 5],
}

/// Cards that make no hand, with the data that shows it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
#[strum(serialize_all = "snake_case")]
#[serde(untagged)]
pub enum NotAHand {
    /// Too few cards, or too many.
    #[error("a hand has 5 to 7 cards, not {cards}")]
    CardCount {
        /// How many there were.
        cards: usize,
    },
    /// There are no jokers in poker.
    #[error("poker is played without jokers")]
    Joker {},
    /// A card was given twice.
    #[error("the card {card} came twice")]
    DuplicateCard {
        /// The card that is given twice.
        card: Card,
    },
}

impl ViewerSafe for NotAHand {}

/// The best five of five to seven different French cards, in any order. If several fives are equally good, the one with
/// the lowest [number](crate::cards::combinations).
///
/// ```
/// use cardroom_rules::cards::card::{Card, NotACard};
/// use cardroom_rules::games::holdem::category::Category;
/// use cardroom_rules::games::holdem::evaluate::best;
///
/// let cards = ["As", "Kd", "Ah", "7c", "Ks", "2d", "Kh"].map(str::parse).into_iter();
/// let best = best(&cards.collect::<Result<Vec<Card>, NotACard>>()?).expect("seven different cards");
/// assert_eq!((best.rank, best.category), (179, Category::FullHouse));
/// # Ok::<(), NotACard>(())
/// ```
pub fn best(cards: &[Card]) -> Result<Best, NotAHand> {
    if !(5..=7).contains(&cards.len()) {
        return Err(NotAHand::CardCount { cards: cards.len() });
    }
    let sorted = sorted(cards)?;
    let mut five = best_five(&sorted[..cards.len()]);
    let rank = ranks::table().rank(five);
    arrange(&mut five, |card| card.rank().unwrap_or_default());
    Ok(Best { rank, category: Category::of_rank(rank), cards: five })
}

/// Up to seven cards in ascending order, followed by jokers. Jokers sort last, and the hand has none.
fn sorted(cards: &[Card]) -> Result<[Card; 7], NotAHand> {
    let mut sorted = [Card::BIG_JOKER; 7];
    sorted.iter_mut().zip(cards).for_each(|(slot, &card)| *slot = card);
    sorted.sort_unstable();
    let held = &sorted[..cards.len()];
    if held.iter().any(|card| card.is_joker()) {
        return Err(NotAHand::Joker {});
    }
    match held.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(NotAHand::DuplicateCard { card: pair[0] }),
        None => Ok(sorted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::combinations;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    /// Rank, category, and the best five as they are shown.
    fn shown(text: &str) -> (u16, Category, String) {
        let best = best(&cards(text)).unwrap();
        (best.rank, best.category, best.cards.map(|card| card.to_string()).join(" "))
    }

    #[test]
    fn the_best_five_are_found_and_arranged() {
        for (held, category, five) in [
            ("Ts Js Qs Ks As", Category::StraightFlush, "As Ks Qs Js Ts"),
            ("2c Ac 4c 3c 5c 6d 7d", Category::StraightFlush, "5c 4c 3c 2c Ac"),
            ("9s 9h 9c 9d 2s 2h 3d", Category::FourOfAKind, "9s 9h 9c 9d 3d"),
            ("9s 9h 9c 4d 4s 4h 3d", Category::FullHouse, "9s 9h 9c 4s 4h"),
            ("2h Th 9h 4h Jh Qh Ad", Category::Flush, "Qh Jh Th 9h 4h"),
            ("As 2d 3c 4h 5s 6s", Category::Straight, "6s 5s 4h 3c 2d"),
            ("As 2d 3c 4h 5s Ah Ad", Category::Straight, "5s 4h 3c 2d As"),
            ("7s 7h 7c As Kd 2c 3d", Category::ThreeOfAKind, "7s 7h 7c As Kd"),
            ("7s 7h 4c 4s Kd Kc 3d", Category::TwoPair, "Kc Kd 7s 7h 4s"),
            ("7s 7h 4c 5s Kd Qc 3d", Category::OnePair, "7s 7h Kd Qc 5s"),
            ("7s 5h 4c 3d 2s", Category::HighCard, "7s 5h 4c 3d 2s"),
        ] {
            let (_, found, best) = shown(held);
            assert_eq!((found, best.as_str()), (category, five), "{held}");
        }
    }

    /// Of each set of this many cards of a deck, the best five are those that the table ranks first.
    fn agrees_with_the_table<const HELD: usize>(deck: &[Card]) {
        for held in combinations::subsets::<HELD>(u8::try_from(deck.len()).unwrap()) {
            let held = held.map(|place| deck[usize::from(place)]);
            let fives = combinations::subsets::<5>(u8::try_from(HELD).unwrap());
            let fives = fives.map(|places| places.map(|place| held[usize::from(place)]));
            let best = fives.min_by_key(|&five| ranks::table().rank(five)).unwrap();
            assert_eq!(best_five(&held), best, "{}", held.map(|card| card.to_string()).join(" "));
        }
    }

    #[test]
    fn the_best_five_are_those_that_the_table_ranks_first() {
        for deck in [
            "2s 3s 4s 5s 6s As 2h 3h 4h 5h 6h Ah 2c Ac 3d Ad",
            "9s 9h 9c 9d Ts Th Tc Td Js Jh Jc Jd Qs Kh Ac 8d",
            "2s 4s 6s 8s Ts Qs As 3h 5h 7h 9h Jh Kh 2c 2d Ah",
            "2s 2h 2c 2d 3s 3h 3c 3d 4s 4h 4c 4d 5s 5h 5c 5d",
            "7d 8d 9d Td Jd Qd Kd Ad 7c 8c 9c Tc 7s 8h 9s Th",
        ] {
            let mut deck = cards(deck);
            deck.sort_unstable();
            agrees_with_the_table::<5>(&deck);
            agrees_with_the_table::<6>(&deck);
            agrees_with_the_table::<7>(&deck);
        }
    }

    #[test]
    fn the_order_of_cards_does_not_matter() {
        let mut held = cards("7s 7h 4c 4s Kd Kc 3d");
        let first = best(&held).unwrap();
        for turn in 0..7 {
            held.rotate_left(turn);
            held.swap(0, 3);
            assert_eq!(best(&held), Ok(first));
        }
    }

    #[test]
    fn cards_that_make_no_hand_are_refused() {
        assert_eq!(best(&[]), Err(NotAHand::CardCount { cards: 0 }));
        assert_eq!(best(&cards("As Ks Qs Js")), Err(NotAHand::CardCount { cards: 4 }));
        assert_eq!(best(&cards("As Ks Qs Js Ts 9s 8s 7s")), Err(NotAHand::CardCount { cards: 8 }));
        assert_eq!(best(&cards("As Ks Qs Js X1")), Err(NotAHand::Joker {}));
        assert_eq!(best(&cards("As Ks X2 Js Ts X2 9s")), Err(NotAHand::Joker {}));
        let card = "As".parse().unwrap();
        assert_eq!(best(&cards("Ks As Qs Js Ts As")), Err(NotAHand::DuplicateCard { card }));
    }
}
