//! A hand's number by table and by formula; seven cards by 21 look-ups, by the best five, and directly.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::combinations;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::holdem::evaluate;
use cardroom_rules::games::holdem::evaluate::evaluator::Evaluator;
use cardroom_rules::games::holdem::ranks;

use super::{HANDS, Hands, best, print_each, print_millis, sum_of, timed};

/// By Pascal's triangle, and by the formula of each binomial.
pub fn to_a_number(hands: &Hands) {
    let sum = hands.numbers.iter().map(|&number| u64::from(number)).sum::<u64>();
    let by_table = || hands.cards.iter().map(|&cards| combinations::number(cards)).sum();
    let by_formula = || hands.cards.iter().map(|&cards| formula(cards)).sum();
    print_each("number_by_table_ns", best(9, sum, by_table), HANDS);
    print_each("number_by_formula_ns", best(9, sum, by_formula), HANDS);
}

/// n(n−1)…(n−k+1) / k! for each card.
fn formula(cards: [u8; 5]) -> u64 {
    const FACTORIALS: [u64; 5] = [1, 2, 6, 24, 120];
    let falling = |n: u64, k: u64| (0..k).map(|down| n.saturating_sub(down)).product::<u64>();
    let terms = (1..).zip(FACTORIALS).zip(cards);
    terms.map(|((k, factorial), card)| falling(card.into(), k) / factorial).sum()
}

/// By the 21 fives of the table; by the best five, which are looked up alone; and by the evaluator, which finds no
/// five.
pub fn to_seven() {
    let ready: Vec<_> = (0..11).map(|_| timed(Evaluator::compute).0).collect();
    print_millis("evaluator_ready_ms", ready.into_iter().min().unwrap());
    let mut rng = Generator::new([7; 32]);
    let all = usize::try_from(combinations::choose(52, 7)).unwrap();
    let hands: Vec<[Card; 7]> = (0..HANDS / 10)
        .map(|_| combinations::subset::<7>(rng.below(all) as u64).unwrap())
        .map(|hand| hand.map(|index| Card::from_index(index).unwrap()))
        .collect();
    let evaluator = Evaluator::ready();
    let fives: Vec<_> = combinations::subsets::<5>(7).map(|five| five.map(usize::from)).collect();
    let ranks = ranks::table().numbers();
    let by_fives = |hand: [Card; 7]| {
        let numbers = fives.iter().map(|five| combinations::number(five.map(|place| hand[place].index())));
        numbers.map(|number| ranks[usize::try_from(number).unwrap()]).min().unwrap()
    };
    let by_best = |hand: [Card; 7]| evaluate::best(&hand).unwrap().rank;
    let straight = |hand: [Card; 7]| evaluator.rank(&hand);
    let expected = sum_of(&hands, by_fives);
    print_each("seven_by_21_ns", best(5, expected, || sum_of(&hands, by_fives)), hands.len());
    print_each("seven_by_best_ns", best(5, expected, || sum_of(&hands, by_best)), hands.len());
    print_each("seven_straight_ns", best(9, expected, || sum_of(&hands, straight)), hands.len());
}
