//! Compares tabled hands without a table: their order, and their shares of each pot.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::describe::describe;
use super::evaluate::{self, Best, NotAHand};
use super::pots::{self, Pot};
use super::view::Made;
use crate::cards::card::Card;
use crate::games::game::{Chips, MOST_CHIPS};
use crate::games::seat::Seat;
use crate::games::viewer::ViewerSafe;

/// A showdown to evaluate: a board, the open hands, and the pots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = holdem::Tabled)]
pub struct Tabled {
    /// The board: three to five cards. With fewer than five, the hands are compared as they stand.
    #[schema(min_items = 3, max_items = 5)]
    pub board: Vec<Card>,
    /// Two to ten hands, clockwise from the seat left of the button. Odd chips of a pot are given in this order.
    #[schema(min_items = 2, max_items = 10)]
    pub hands: Vec<TabledHand>,
    /// The pots, the main pot first; empty if only the comparison is wanted.
    #[serde(default)]
    pub pots: Vec<Pot>,
}

/// A seat's open hole cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = holdem::TabledHand)]
pub struct TabledHand {
    /// The number of the seat.
    pub seat: Seat,
    /// The two hole cards.
    #[schema(min_items = 2, max_items = 2)]
    pub cards: [Card; 2],
}

/// The result of a showdown: how the hands compare, and what each wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = holdem::Verdict)]
pub struct Verdict {
    /// The hands, in the order of the request.
    pub hands: Vec<Placed>,
    /// The seats with the best hand of all, whether or not they play for a pot.
    pub winners: Vec<Seat>,
    /// The shares of each pot, in the order of the request.
    pub pots: Vec<Shared>,
}

/// A hand and its rank among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = holdem::Placed)]
pub struct Placed {
    /// The seat that holds it.
    pub seat: Seat,
    /// The rank of the hand. 1 is the best. Equal hands have the same rank, and the next rank is one more than the
    /// number of better hands.
    #[schema(minimum = 1, maximum = 10)]
    pub place: usize,
    /// The best five cards of the seat, with their name.
    pub made: Made,
}

/// A pot and its winners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = holdem::Shared)]
pub struct Shared {
    /// The whole pot, in chips.
    pub amount: Chips,
    /// The winners with their shares. Odd chips go one each, in the order of the hands.
    pub shares: Vec<PotShare>,
}

/// The share of a seat in a pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = holdem::Won)]
pub struct PotShare {
    /// The seat that wins it.
    pub seat: Seat,
    /// The share, in chips.
    pub amount: Chips,
}

/// Hands that cannot be compared, or pots that do not fit them, with the data that shows it.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantNames, thiserror::Error,
)]
/// A showdown that cannot be evaluated, with the data that shows why.
#[strum(serialize_all = "snake_case")]
#[serde(untagged)]
pub enum Unanswerable {
    /// The board has fewer than three cards, or more than five.
    #[error("a board has 3 to 5 cards, not {cards}")]
    BoardSize {
        /// The given number of cards.
        cards: usize,
    },
    /// There are fewer than two hands, or more than ten.
    #[error("2 to 10 hands are compared, not {hands}")]
    HandCount {
        /// The given number of hands.
        hands: usize,
    },
    /// A seat was given twice: with two hands, or twice in a pot.
    #[error("{seat} came twice")]
    SeatTwice {
        /// The seat that was given twice.
        seat: Seat,
    },
    /// The cards are not different cards of the French deck.
    #[error(transparent)]
    #[strum(transparent)]
    Cards(#[from] NotAHand),
    /// A seat without a hand is eligible for a pot.
    #[error("{seat} plays for pot {pot}, but has no hand")]
    UnknownSeat {
        /// The index of the pot: 0 is the first.
        pot: usize,
        /// The seat without a hand.
        seat: Seat,
    },
    /// A pot without an eligible seat.
    #[error("no seat plays for pot {pot}")]
    NobodyEligible {
        /// The index of the pot: 0 is the first.
        pot: usize,
    },
    /// The pots together exceed the largest amount.
    #[error("the pots hold more than {MOST_CHIPS} chips")]
    TooManyChips {},
}

impl ViewerSafe for Verdict {}

impl ViewerSafe for Unanswerable {}

/// Evaluates a single hand of five to seven cards.
///
/// # Errors
/// The number of cards is not 5 to 7, a card is a joker, or a card is given twice.
pub fn made(cards: &[Card]) -> Result<Made, Unanswerable> {
    Ok(called(evaluate::best(cards)?))
}

/// Compares hands, and shares the pots among the winners.
///
/// # Errors
/// The board or the number of hands has a wrong size, a card or a seat is given twice, or a pot does not fit the hands.
pub fn judge(tabled: &Tabled) -> Result<Verdict, Unanswerable> {
    check(tabled)?;
    let mut held = Vec::with_capacity(tabled.hands.len());
    for hand in &tabled.hands {
        let cards = [&tabled.board[..], &hand.cards].concat();
        held.push((hand.seat, evaluate::best(&cards)?));
    }
    let pots = tabled.pots.iter().map(|pot| shared(pot, &held)).collect();
    let winners = strongest(&held, |_| true);
    let hands =
        held.iter().map(|&(seat, best)| Placed { seat, place: place(best, &held), made: called(best) });
    Ok(Verdict { hands: hands.collect(), winners, pots })
}

fn called(best: Best) -> Made {
    Made { best, says: describe(&best) }
}

fn place(best: Best, held: &[(Seat, Best)]) -> usize {
    1 + held.iter().filter(|(_, other)| other.rank < best.rank).count()
}

/// The seats that hold the best of the hands that take part, in the order of the hands.
fn strongest(held: &[(Seat, Best)], takes_part: impl Fn(Seat) -> bool) -> Vec<Seat> {
    let taking = || held.iter().filter(|&&(seat, _)| takes_part(seat));
    let top = taking().map(|(_, best)| best.rank).min();
    taking().filter(|(_, best)| Some(best.rank) == top).map(|&(seat, _)| seat).collect()
}

fn shared(pot: &Pot, held: &[(Seat, Best)]) -> Shared {
    let winners = strongest(held, |seat| pot.eligible.contains(&seat));
    let parts = pots::split(pot.amount, winners.len());
    let shares = winners.into_iter().zip(parts).map(|(seat, amount)| PotShare { seat, amount });
    Shared { amount: pot.amount, shares: shares.collect() }
}

/// Checks that there is something to compare, that cards and seats differ, and that the pots fit.
fn check(tabled: &Tabled) -> Result<(), Unanswerable> {
    let (cards, hands) = (tabled.board.len(), tabled.hands.len());
    if !(3..=5).contains(&cards) {
        return Err(Unanswerable::BoardSize { cards });
    }
    if !(2..=usize::from(Seat::MOST)).contains(&hands) {
        return Err(Unanswerable::HandCount { hands });
    }
    let seats = distinct(tabled.hands.iter().map(|hand| hand.seat))?;
    let mut seen = BTreeSet::new();
    let hole = tabled.hands.iter().flat_map(|hand| &hand.cards);
    if let Some(&card) = tabled.board.iter().chain(hole).find(|&&card| !seen.insert(card)) {
        return Err(NotAHand::DuplicateCard { card }.into());
    }
    for (number, pot) in tabled.pots.iter().enumerate() {
        let playing = distinct(pot.eligible.iter().copied())?;
        if let Some(&seat) = playing.difference(&seats).next() {
            return Err(Unanswerable::UnknownSeat { pot: number, seat });
        }
        if playing.is_empty() {
            return Err(Unanswerable::NobodyEligible { pot: number });
        }
    }
    let chips = tabled.pots.iter().try_fold(0, |sum: Chips, pot| sum.checked_add(pot.amount));
    chips.filter(|&chips| chips <= MOST_CHIPS).map(drop).ok_or(Unanswerable::TooManyChips {})
}

fn distinct(seats: impl Iterator<Item = Seat>) -> Result<BTreeSet<Seat>, Unanswerable> {
    let mut set = BTreeSet::new();
    for seat in seats {
        if !set.insert(seat) {
            return Err(Unanswerable::SeatTwice { seat });
        }
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| card.parse().unwrap()).collect()
    }

    fn tabled(board: &str, hands: &[(u8, &str)], pots: &[(Chips, &[u8])]) -> Tabled {
        let hand = |&(seat, hole): &(u8, &str)| TabledHand {
            seat: Seat(seat),
            cards: cards(hole).try_into().unwrap(),
        };
        let pot = |&(amount, eligible): &(Chips, &[u8])| Pot {
            amount,
            eligible: eligible.iter().copied().map(Seat).collect(),
        };
        Tabled {
            board: cards(board),
            hands: hands.iter().map(hand).collect(),
            pots: pots.iter().map(pot).collect(),
        }
    }

    fn shares(verdict: &Verdict) -> Vec<Vec<(u8, Chips)>> {
        let each = |pot: &Shared| pot.shares.iter().map(|won| (won.seat.0, won.amount)).collect();
        verdict.pots.iter().map(each).collect()
    }

    #[test]
    fn the_best_hand_of_each_pot_wins_it() {
        let hands = [(4, "As Ah"), (7, "Kd Kh"), (1, "Qd Qh")];
        let pots: [(Chips, &[u8]); 3] = [(400, &[4, 7, 1]), (600, &[7, 1]), (50, &[1])];
        let verdict = judge(&tabled("2c 7d 9h Jc 3s", &hands, &pots)).unwrap();
        assert_eq!(shares(&verdict), [vec![(4, 400)], vec![(7, 600)], vec![(1, 50)]]);
        assert_eq!(verdict.winners, [Seat(4)]);
        let places: Vec<_> = verdict.hands.iter().map(|hand| (hand.seat.0, hand.place)).collect();
        assert_eq!(places, [(4, 1), (7, 2), (1, 3)]);
        assert_eq!(verdict.hands[1].made.says, "pair of kings, jack kicker");
    }

    #[test]
    fn odd_chips_go_one_each_in_the_order_of_the_hands() {
        let board = "As Ks Qs Js Ts";
        let hands = [(8, "2c 3c"), (0, "4c 5c"), (3, "6c 7c")];
        let all: &[u8] = &[0, 3, 8];
        let verdict = judge(&tabled(board, &hands, &[(62, all), (25, &[3, 0]), (8, all), (0, all)])).unwrap();
        let expected = [
            vec![(8, 21), (0, 21), (3, 20)],
            vec![(0, 13), (3, 12)],
            vec![(8, 3), (0, 3), (3, 2)],
            vec![(8, 0), (0, 0), (3, 0)],
        ];
        assert_eq!(shares(&verdict), expected);
        assert_eq!(verdict.winners, [Seat(8), Seat(0), Seat(3)]);
        assert!(verdict.hands.iter().all(|hand| hand.place == 1));
    }

    #[test]
    fn equal_hands_share_a_rank_and_skip_the_next() {
        let hands = [(0, "Kd 2h"), (1, "As 3h"), (2, "Ad 3c"), (3, "Qh 4h")];
        let verdict = judge(&tabled("Ac Kc 9d 8s", &hands, &[])).unwrap();
        let places: Vec<_> = verdict.hands.iter().map(|hand| hand.place).collect();
        assert_eq!(places, [3, 1, 1, 4]);
    }

    #[test]
    fn hands_that_cannot_be_compared_are_refused() {
        let hands = [(0, "Kd 2h"), (1, "As 3h")];
        let judged = |board, hands: &[_], pots: &[_]| judge(&tabled(board, hands, pots)).unwrap_err();
        assert_eq!(judged("Ac Kc", &hands, &[]), Unanswerable::BoardSize { cards: 2 });
        assert_eq!(judged("Ac Kc 2c 3c 4c 5c", &hands, &[]), Unanswerable::BoardSize { cards: 6 });
        assert_eq!(judged("Ac Kc 2c", &hands[..1], &[]), Unanswerable::HandCount { hands: 1 });
        assert_eq!(judged("Ac Kc 2c", &[hands[0]; 11], &[]), Unanswerable::HandCount { hands: 11 });
        assert_eq!(judged("Ac Kc 2c", &[hands[0]; 2], &[]), Unanswerable::SeatTwice { seat: Seat(0) });
        assert_eq!(judged("Ac Kc X1", &hands, &[]), Unanswerable::Cards(NotAHand::Joker {}));
        let card = "As".parse().unwrap();
        let duplicate = Unanswerable::Cards(NotAHand::DuplicateCard { card });
        assert_eq!(judged("Ac Kc As", &hands, &[]), duplicate);
        assert_eq!(judged("Ac Kc 2c", &[hands[1], (2, "As 9h")], &[]), duplicate);
    }

    #[test]
    fn pots_that_do_not_fit_are_refused() {
        let hands = [(0, "Kd 2h"), (1, "As 3h")];
        let judged = |pots: &[_]| judge(&tabled("Ac Kc 2c", &hands, pots)).unwrap_err();
        let unknown = Unanswerable::UnknownSeat { pot: 1, seat: Seat(2) };
        assert_eq!(judged(&[(5, &[0, 1]), (5, &[0, 2])]), unknown);
        assert_eq!(judged(&[(5, &[])]), Unanswerable::NobodyEligible { pot: 0 });
        assert_eq!(judged(&[(5, &[0, 0])]), Unanswerable::SeatTwice { seat: Seat(0) });
        assert_eq!(judged(&[(MOST_CHIPS, &[0]), (1, &[1])]), Unanswerable::TooManyChips {});
        assert_eq!(judged(&[(u64::MAX, &[0]), (1, &[1])]), Unanswerable::TooManyChips {});
    }
}
