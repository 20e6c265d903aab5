//! The strength of a hand: now against any other, and at the end against hands that sampled rivals hold.

use super::class;
use crate::search_rng::SearchRng;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::holdem::evaluate::evaluator::Evaluator;

/// The rank of two cards with a board of three to five; lower is better. Before the flop the worst.
pub(super) fn rank(hole: [Card; 2], board: &[Card]) -> u16 {
    let evaluator = Evaluator::ready();
    let [one, other] = hole;
    let mut seven = [one; 7];
    seven[1] = other;
    seven[2..].iter_mut().zip(board).for_each(|(slot, &card)| *slot = card);
    let [first, second, third, fourth, fifth, sixth, _] = seven;
    match board.len() {
        3 => evaluator.rank(&[first, second, third, fourth, fifth]),
        4 => evaluator.rank(&[first, second, third, fourth, fifth, sixth]),
        5 => evaluator.rank(&seven),
        _ => u16::MAX,
    }
}

/// The cards of the deck without these.
pub(super) fn rest(hole: [Card; 2], board: &[Card]) -> Vec<Card> {
    Card::french().filter(|card| !hole.contains(card) && !board.contains(card)).collect()
}

/// The share of all other hands that this one beats now, ties counted half; before the flop, by its class.
#[allow(clippy::cast_precision_loss, reason = "there are at most 1,081 others")]
pub(super) fn now(hole: [Card; 2], board: &[Card]) -> f32 {
    if board.len() < 3 {
        return 1.0 - class::standing(hole);
    }
    let (own, rest) = (rank(hole, board), rest(hole, board));
    let (mut points, mut others) = (0u32, 0u32);
    for (place, &one) in rest.iter().enumerate() {
        for &other in &rest[..place] {
            let theirs = rank([one, other], board);
            points += 2 * u32::from(own < theirs) + u32::from(own == theirs);
            others += 2;
        }
    }
    points as f32 / others as f32
}

/// The equity against rivals, each with one of the best hands before the flop up to this share, by this many
/// samples. A rival's cards are drawn up to four times until they are among them. So a narrow range is approximated,
/// and no draw goes on for ever.
#[allow(clippy::cast_precision_loss, reason = "there are at most some thousand samples")]
pub(super) fn equity(
    hole: [Card; 2],
    board: &[Card],
    ranges: &[f32],
    samples: u32,
    dice: &mut SearchRng,
) -> f32 {
    let mut rest = rest(hole, board);
    let mut points = 0.0;
    for _ in 0..samples {
        let mut used = 0;
        let draw = |rest: &mut Vec<Card>, at: usize, dice: &mut SearchRng| {
            let other = at + dice.below(rest.len() - at);
            rest.swap(at, other);
            rest[at]
        };
        for &range in ranges {
            for _ in 0..5 {
                let held = [draw(&mut rest, used, dice), draw(&mut rest, used + 1, dice)];
                if class::standing(held) <= range {
                    break;
                }
            }
            used += 2;
        }
        let mut full = [hole[0]; 5];
        for (place, slot) in full.iter_mut().enumerate() {
            *slot = if let Some(&card) = board.get(place) {
                card
            } else {
                used += 1;
                draw(&mut rest, used - 1, dice)
            };
        }
        let own = rank(hole, &full);
        let theirs = (0..ranges.len()).map(|rival| rank([rest[2 * rival], rest[2 * rival + 1]], &full));
        let (mut best, mut ties) = (true, 1.0);
        for theirs in theirs {
            best &= own <= theirs;
            ties += f32::from(u8::from(own == theirs));
        }
        if best {
            points += 1.0 / ties;
        }
    }
    points / samples.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::cards::generator::Generator;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn the_nuts_beat_all_others() {
        let board = cards("As Ks Qs 2h 3d");
        assert!(now([cards("Js")[0], cards("Ts")[0]], &board) > 0.999);
        assert!(now([cards("4c")[0], cards("5c")[0]], &board) > 0.9, "a straight of five");
        assert!(now([cards("7c")[0], cards("8h")[0]], &board) < 0.2);
    }

    #[test]
    fn equity_is_near_known_values() {
        let mut dice = SearchRng::seeded(&mut Generator::new([1; 32]));
        let aces = [cards("As")[0], cards("Ah")[0]];
        let any = equity(aces, &[], &[1.0], 4_000, &mut dice);
        assert!((any - 0.852).abs() < 0.02, "{any}");
        let three = equity(aces, &[], &[1.0; 3], 4_000, &mut dice);
        assert!((three - 0.639).abs() < 0.03, "{three}");
        let kings = [cards("Ks")[0], cards("Kh")[0]];
        let narrow = equity(kings, &[], &[0.03], 4_000, &mut dice);
        assert!(narrow < equity(kings, &[], &[1.0], 4_000, &mut dice), "a good range takes equity away");
    }
}
