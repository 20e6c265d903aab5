//! An estimate of a spot, by dealing it at random.

use super::combo::Combo;
use super::known;
use super::range::Range;
use super::spot::Spot;
use super::tally::WinTally;
use crate::cards::card::Card;
use crate::cards::generator::Generator;
use crate::cards::set::CardSet;

/// The number of tries between two calls of `may_go_on`.
const TOGETHER: u64 = 1024;
/// The number of tries after which a spot is given up if none has succeeded. Ranges that leave so few deals are narrow,
/// and narrow ones are counted.
const TRIES: u64 = 1_000_000;

/// Deals and compares up to this many times, hands by their weights. Ends early when `may_go_on` returns false. `None`
/// if no deal is found.
pub fn sample(spot: &Spot, most: u64, rng: &mut Generator, may_go_on: &dyn Fn() -> bool) -> Option<WinTally> {
    let mut tally = WinTally::new(spot.players().len());
    let players: Vec<Drawn> = spot.players().iter().map(Drawn::of).collect();
    let mut hands = Vec::with_capacity(players.len());
    let (mut dealt, mut tries) = (0, 0);
    while dealt < most {
        let is_over = tries > 0 && tries % TOGETHER == 0 && !may_go_on();
        if is_over || dealt == 0 && tries == TRIES {
            break;
        }
        tries += 1;
        if let Some(used) = deal_hands(&players, spot.gone(), rng, &mut hands) {
            let board = deal_board(spot.board(), used, rng);
            tally.by_winners()[known::winners(&hands, board)] += 1;
            dealt += 1;
        }
    }
    (dealt > 0).then_some(tally)
}

/// A range that hands are drawn from.
struct Drawn<'a> {
    hands: &'a [(Combo, u32)],
    /// The sum of the weights up to and including each hand.
    sums: Vec<usize>,
}

impl<'a> Drawn<'a> {
    fn of(range: &'a Range) -> Self {
        let mut sum = 0;
        let sums = range.hands().iter().map(|&(_, weight)| {
            sum += weight as usize;
            sum
        });
        Self { sums: sums.collect(), hands: range.hands() }
    }

    fn draw(&self, rng: &mut Generator) -> Combo {
        let drawn = rng.below(self.sums.last().copied().unwrap_or(1));
        self.hands[self.sums.partition_point(|&sum| sum <= drawn)].0
    }
}

/// A hand for every player, and the cards that are used then. `None` if the drawn hands are impossible together: all of
/// them have to be drawn again, so that every deal keeps its probability.
fn deal_hands(
    players: &[Drawn],
    gone: CardSet,
    rng: &mut Generator,
    hands: &mut Vec<Combo>,
) -> Option<CardSet> {
    hands.clear();
    players.iter().try_fold(gone, |used, player| {
        let hand = player.draw(rng);
        hands.push(hand);
        (!hand.set().meet(used)).then_some(used.with(hand.set()))
    })
}

/// The board, completed from the cards that are left.
fn deal_board(board: &[Card], mut gone: CardSet, rng: &mut Generator) -> [Card; 5] {
    let mut whole = [Card::BIG_JOKER; 5];
    let (known, open) = whole.split_at_mut(board.len());
    known.copy_from_slice(board);
    for slot in open {
        while slot.is_joker() {
            #[allow(clippy::cast_possible_truncation, reason = "below 52")]
            let index = rng.below(Card::FRENCH.into()) as u8;
            if let Some(card) = Card::from_index(index).filter(|&card| !gone.contains(card)) {
                gone = gone.with(CardSet::one(card));
                *slot = card;
            }
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::holdem::equity::exact;

    fn spot(players: &[&str], board: &str) -> Spot {
        let players: Vec<Range> = players.iter().map(|text| Range::parse(text).unwrap()).collect();
        Spot::new(&players, board.split_whitespace().map(|card| card.parse().unwrap()).collect(), vec![])
            .unwrap()
    }

    /// Within four standard errors. The seeds are fixed, so the test never fails at random.
    #[test]
    fn an_estimate_is_near_the_truth() {
        for (players, board) in [
            (&["AhKh", "QdQs"][..], ""),
            (&["QQ+@50, AKs", "22+, A2s+@10"], ""),
            (&["AsAh", "KsKh", "QsQh"], ""),
            (&["20%", "JTs, 98s@25"], "Td 9d 2s"),
        ] {
            let spot = spot(players, board);
            let truth = exact::count(&spot, &|| true).unwrap();
            let estimate = sample(&spot, 40_000, &mut Generator::new([5; 32]), &|| true).unwrap();
            assert_eq!(estimate.total(), 40_000);
            for player in truth.players() {
                let (truth, estimate) = (truth.shares(player), estimate.shares(player));
                let off = (truth.equity() - estimate.equity()) / estimate.standard_error();
                assert!(off.abs() < 4.0, "{players:?} {board}: {off}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_estimate() {
        let spot = spot(&["20%", "random", "AA"], "");
        let estimate = |seed| sample(&spot, 500, &mut Generator::new([seed; 32]), &|| true);
        assert_eq!(estimate(1), estimate(1));
        assert_ne!(estimate(1), estimate(2));
    }

    #[test]
    fn ten_random_hands_can_be_dealt() {
        let tally =
            sample(&spot(&["random"; 10], ""), 2_000, &mut Generator::new([0; 32]), &|| true).unwrap();
        assert_eq!(tally.total(), 2_000);
    }

    #[test]
    fn an_impossible_deal_is_given_up() {
        let impossible = spot(&["AK, AQ, AJ"; 5], "");
        assert_eq!(sample(&impossible, 1, &mut Generator::new([0; 32]), &|| true), None);
    }

    #[test]
    fn it_returns_its_result_so_far_when_it_is_cancelled() {
        let tally =
            sample(&spot(&["AA", "KK"], ""), 1 << 40, &mut Generator::new([0; 32]), &|| false).unwrap();
        assert_eq!(tally.total(), TOGETHER);
    }
}
