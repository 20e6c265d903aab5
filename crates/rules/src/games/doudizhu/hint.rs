//! The order in which a hand's plays are suggested.

use super::counts::Counts;
use super::ranks::Ranks;
use super::reading::{Kind, Play, Reading};

/// The cost of a play for its hand; less is cheaper. It is a rule of thumb, not a search:
///
/// - a play that ends the hand costs nothing;
/// - bombs come after all others, and the rocket last;
/// - then, the fewer bombs it breaks up, the rocket included;
/// - then, the fewer plays the rest of the hand needs: see [`plays_left`];
/// - then, the lower its highest card, then its main rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    is_bomb: u8,
    torn: u32,
    plays_left: u32,
    highest: Option<super::rank::Rank>,
    weight: u16,
}

impl Cost {
    /// The cost of this play, of cards of `hand`.
    pub fn of(play: Play, hand: Counts) -> Self {
        let rest = hand.without(play.cards);
        let is_bomb = match play.reading.kind {
            _ if rest.is_empty() => 0,
            Kind::Bomb => 1,
            Kind::Rocket => 2,
            _ => 0,
        };
        Self {
            is_bomb,
            torn: if is_bomb == 0 { bombs(hand) - bombs(rest).min(bombs(hand)) } else { 0 },
            plays_left: plays_left(rest),
            highest: play.cards.ranks().highest(),
            weight: play.reading.weight(),
        }
    }
}

/// Sorts plays of a hand, the cheapest first.
pub fn cheapest_first(plays: &mut [Play], hand: Counts) {
    plays.sort_by_cached_key(|&play| Cost::of(play, hand));
}

/// The number of bombs in a hand, the rocket included.
fn bombs(hand: Counts) -> u32 {
    hand.at_least(4).len() + u32::from(hand.contain(Counts::JOKERS))
}

/// An upper bound of the number of plays that these cards need: the longest chains go first, airplanes before pair
/// chains before straights, and each trio carries any other cards that are left. There may be a better way.
pub fn plays_left(mut cards: Counts) -> u32 {
    let mut plays = 0;
    let mut trios = 0;
    for kind in [Kind::Airplane, Kind::PairChain, Kind::Straight] {
        while let Some(chain) = longest(cards.without_quads(), kind) {
            cards = cards.without(chain.body());
            plays += 1;
            trios += if kind == Kind::Airplane { u32::from(chain.length) } else { 0 };
        }
    }
    let quads = cards.at_least(4);
    let rocket = if cards.contain(Counts::JOKERS) { Counts::JOKERS.ranks() } else { Ranks::NONE };
    let others = cards.without_quads().ranks().without(rocket);
    let lone_trios = others.and(cards.at_least(3));
    let carried = others.without(lone_trios).len();
    trios += lone_trios.len();
    let bombs = quads.len() + u32::from(!rocket.is_empty());
    plays + bombs + lone_trios.len() + carried.saturating_sub(trios)
}

/// The chain with the most cards that these hold beside their quads; of two equal ones the airplane.
pub fn longest_chain(cards: Counts) -> Option<Reading> {
    let kinds = [Kind::Straight, Kind::PairChain, Kind::Airplane];
    let chains = kinds.into_iter().filter_map(|kind| longest(cards.without_quads(), kind));
    chains.max_by_key(|chain| chain.cards())
}

/// The longest chain of this kind that these cards hold; the lowest of equal ones.
fn longest(cards: Counts, kind: Kind) -> Option<Reading> {
    let ranks = cards.at_least(kind.body());
    let (shortest, longest) = kind.lengths();
    let starts =
        (shortest..=longest).map_while(|length| ranks.starts(length).lowest().map(|main| (length, main)));
    starts.last().map(|(length, main)| Reading::new(kind, main, length))
}

#[cfg(test)]
mod tests {
    use super::super::play::PlayRules;
    use super::*;

    fn hints(hand: &str, table: &str) -> Vec<String> {
        let rules = PlayRules::default();
        let hand = hand.parse().unwrap();
        let table = rules.lead(table.parse().unwrap(), None).unwrap();
        let mut plays = Vec::new();
        rules.answers(hand, table, |play| plays.push(play));
        cheapest_first(&mut plays, hand);
        plays.iter().map(|play| play.cards.to_string()).collect()
    }

    #[test]
    fn a_loose_card_goes_before_one_of_a_pair_before_a_bomb() {
        assert_eq!(hints("4556666BR", "3"), ["4", "5", "6", "B", "R", "6666", "BR"]);
        assert_eq!(hints("4567789T", "3").first().map(String::as_str), Some("7"));
    }

    #[test]
    fn a_play_that_ends_the_hand_comes_first() {
        assert_eq!(hints("6666", "3").first().map(String::as_str), Some("6666"));
    }

    #[test]
    fn the_rest_of_a_hand_is_counted_in_plays() {
        for (cards, plays) in
            [("", 0), ("34567", 1), ("333444BR", 2), ("33345", 2), ("3334455", 2), ("BR2222", 2)]
        {
            assert_eq!(plays_left(cards.parse().unwrap()), plays, "{cards}");
        }
    }
}
