//! Hands in words, as a dealer would call them.

use super::category::Category;
use super::evaluate::Best;

/// A hand's name: `"two pair, aces and kings, queen kicker"`. Only the first kicker is named; hands that differ in a
/// later kicker share a name.
pub fn describe(best: &Best) -> String {
    let [first, second, third, fourth, fifth] = best.cards.map(|card| card.rank().unwrap_or_default());
    match best.category {
        Category::StraightFlush if first == 14 => "royal flush".to_owned(),
        Category::StraightFlush => format!("straight flush, {} high", one(first)),
        Category::FourOfAKind => format!("four of a kind, {}, {} kicker", many(first), one(fifth)),
        Category::FullHouse => format!("full house, {} full of {}", many(first), many(fourth)),
        Category::Flush => format!("flush, {} high", one(first)),
        Category::Straight => format!("straight, {} high", one(first)),
        Category::ThreeOfAKind => format!("three of a kind, {}, {} kicker", many(first), one(fourth)),
        Category::TwoPair => {
            format!("two pair, {} and {}, {} kicker", many(first), many(third), one(fifth))
        }
        Category::OnePair => format!("pair of {}, {} kicker", many(first), one(third)),
        Category::HighCard => format!("{} high, {} kicker", one(first), one(second)),
    }
}

fn one(rank: u8) -> &'static str {
    match rank {
        2 => "deuce",
        3 => "three",
        4 => "four",
        5 => "five",
        6 => "six",
        7 => "seven",
        8 => "eight",
        9 => "nine",
        10 => "ten",
        11 => "jack",
        12 => "queen",
        13 => "king",
        _ => "ace",
    }
}

fn many(rank: u8) -> String {
    let ending = if rank == 6 { "es" } else { "s" };
    format!("{}{ending}", one(rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::holdem::evaluate;

    #[test]
    fn hands_are_called_as_at_a_table() {
        for (held, called) in [
            ("Ts Js Qs Ks As", "royal flush"),
            ("9s Ts Js Qs Ks", "straight flush, king high"),
            ("As 2s 3s 4s 5s", "straight flush, five high"),
            ("As Ah Ac Ad 2s", "four of a kind, aces, deuce kicker"),
            ("As Ah Ac Kd Ks", "full house, aces full of kings"),
            ("2s 2h 2c 6d 6s", "full house, deuces full of sixes"),
            ("As 9s 5s 3s 2s", "flush, ace high"),
            ("As Kd Qc Jh Ts", "straight, ace high"),
            ("As 2d 3c 4h 5s", "straight, five high"),
            ("6s 6d 6c 4h 5s", "three of a kind, sixes, five kicker"),
            ("As Ad Kc Kh Qs", "two pair, aces and kings, queen kicker"),
            ("As Ad Kc 3h 4s", "pair of aces, king kicker"),
            ("As Td 8c 3h 4s", "ace high, ten kicker"),
        ] {
            let cards: Vec<_> = held.split(' ').map(|card| card.parse().unwrap()).collect();
            assert_eq!(describe(&evaluate::best(&cards).unwrap()), called, "{held}");
        }
    }
}
