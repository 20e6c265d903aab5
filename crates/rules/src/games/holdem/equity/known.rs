//! Known hands on any street: every way to complete the board.

use super::combo::Combo;
use super::matchup;
use super::tally::WinTally;
use crate::cards::card::Card;
use crate::cards::set::CardSet;
use crate::games::holdem::evaluate::evaluator::Evaluator;

/// Compares these hands, 2 to 10 of different cards, on every board of five cards that begins with these and has no
/// dead card. No hand may hold a card of the board. It takes at most a third of a millisecond, before the flop.
pub fn compare(hands: &[Combo], board: &[Card], dead: CardSet, tally: &mut WinTally) {
    let Some((&first, _)) = board.split_first() else { return matchup::compare(hands, dead, tally) };
    let gone =
        hands.iter().fold(dead.with(board.iter().copied().collect()), |gone, hand| gone.with(hand.set()));
    let left: Vec<Card> = Card::french().filter(|card| !gone.contains(*card)).collect();
    let mut whole = [first; 5];
    whole.iter_mut().zip(board).for_each(|(slot, &card)| *slot = card);
    complete(&mut whole, board.len(), &left, &mut |board| {
        tally.by_winners()[winners(hands, board)] += 1;
    });
}

/// Completes the board from this place on, in every way, with different cards of these.
fn complete(board: &mut [Card; 5], from: usize, left: &[Card], tell: &mut impl FnMut([Card; 5])) {
    if from >= board.len() {
        return tell(*board);
    }
    for (place, &card) in left.iter().enumerate() {
        board[from] = card;
        complete(board, from + 1, &left[..place], tell);
    }
}

/// The winners on a complete board: one bit each, the lowest for the first player.
pub(super) fn winners(hands: &[Combo], board: [Card; 5]) -> usize {
    let evaluator = Evaluator::ready();
    let (mut best, mut winners) = (u16::MAX, 0);
    for (player, hand) in hands.iter().enumerate() {
        let rank = evaluator.rank(&hand.on(board));
        if rank < best {
            (best, winners) = (rank, 0);
        }
        winners |= usize::from(rank == best) << player;
    }
    winners
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::holdem::equity::exact;
    use crate::games::holdem::equity::range::Range;
    use crate::games::holdem::equity::spot::Spot;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    /// Against the comparison of ranges, with ranges of one hand.
    #[test]
    fn known_hands_have_the_equity_of_ranges_of_one_hand() {
        let hands: Vec<Combo> =
            cards("Ah Kh Qd Qs 7c 8c").chunks(2).map(|two| Combo::new([two[0], two[1]]).unwrap()).collect();
        for board in ["", "2h 7h Tc", "2h 7h Tc Qc", "2h 7h Tc Qc 9c"] {
            for dead in ["", "Kd 2c"] {
                let (board, dead) = (cards(board), cards(dead));
                let ranges: Vec<Range> = hands.iter().map(|&hand| Range::one(hand)).collect();
                let spot = Spot::new(&ranges, board.clone(), dead.clone()).unwrap();
                let mut tally = WinTally::new(hands.len());
                compare(&hands, &board, dead.iter().copied().collect(), &mut tally);
                assert_eq!(Some(tally), exact::count(&spot, &|| true), "{board:?} without {dead:?}");
            }
        }
    }
}
