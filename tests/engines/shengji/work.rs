//! No input stalls: how many runs any decision tries, and that trying fewer positions loses nothing.

use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::layout;
use cardroom_rules::games::shengji::order::{Adjacency, CardHeight, Group, Order, Trump};
use cardroom_rules::games::shengji::runs::{Lengths, Pairs, Search};

use crate::rng::TestRng;

/// The most runs tried for what a hand, or a play, can serve: counted over every way to hold up to twelve pairs of
/// one group under any trump, and every shape of a lead of up to twelve pairs. A follow looks at both hand and play.
const MOST_TO_SERVE: u32 = 75;

/// The most runs tried to find the one that a play wins by, counted in the same way.
const MOST_TO_WIN: u32 = 89;

/// More than are tried to lay a play out if every component counts. Plays of one group come from the same two decks,
/// which have 42 trumps at most, so the smaller of two has no more than ten pairs.
const MOST_TO_LAY_OUT: u32 = 200;

fn orders() -> [Order; 3] {
    let order = |suit, permanent_twos| {
        let adjacency = Adjacency { permanent_twos, ..Adjacency::default() };
        Order::new(Trump { suit, level: "7".parse().ok() }, adjacency)
    };
    [order(Some(Suit::Spades), false), order(Some(Suit::Spades), true), order(None, true)]
}

/// Every way to hold up to `most` pairs of trumps; pairs of equal height differ only in their number.
fn holdings(order: &Order, most: u32) -> Vec<Cards> {
    let all: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
    let trumps = order.sorted(order.within(Cards::gathered(&all).expect("one of each"), Group::Trump));
    let mut holdings = vec![Cards::default()];
    for level in trumps.chunk_by(|&low, &high| order.height(low) == order.height(high)) {
        for narrow in 0..holdings.len() {
            let mut more = holdings[narrow];
            for &card in level {
                more = more.with(Cards::two(card));
                holdings.push(more);
            }
        }
        holdings.retain(|holding| holding.len() <= 2 * most);
    }
    holdings
}

/// Every list of lengths that sum to `total`, none above `most`.
fn shapes(total: u8, most: u8) -> Vec<Lengths> {
    if total == 0 {
        return vec![Lengths::NONE];
    }
    let longest = 1..=most.min(total);
    longest
        .flat_map(|first| shapes(total - first, first).into_iter().map(move |rest| rest.with(first)))
        .collect()
}

/// The strip operation by the letter of the rules: every position is tried.
fn by_the_letter(search: &Search, pairs: Pairs, wanted: Lengths) -> Lengths {
    let Some(longest) = wanted.longest() else { return Lengths::NONE };
    let length = (1..=longest).rev().find(|&length| search.runs(pairs, length).next().is_some());
    let Some(length) = length else { return Lengths::NONE };
    let unserved = wanted.without(longest);
    let rest = if longest > length { unserved.with(longest - length) } else { unserved };
    let outcomes = search.runs(pairs, length).map(|run| by_the_letter(search, pairs.without(run), rest));
    outcomes.max().unwrap_or_default().with(length)
}

#[test]
fn no_position_that_matters_is_left_out() {
    for order in orders() {
        let search = Search::new(&order, Group::Trump);
        let shapes: Vec<Lengths> = (1..=6).flat_map(|total| shapes(total, total)).collect();
        for holding in holdings(&order, 5) {
            let pairs = Pairs::among(&order, holding);
            for &wanted in &shapes {
                let found = Search::new(&order, Group::Trump).profile(pairs, wanted);
                assert_eq!(found, by_the_letter(&search, pairs, wanted), "{holding:?} {wanted:?}");
            }
        }
    }
}

#[test]
fn no_position_that_matters_is_left_out_of_whole_hands() {
    let mut rng = TestRng::new(1);
    for order in orders() {
        let search = Search::new(&order, Group::Trump);
        let holdings = holdings(&order, 11);
        let shapes: Vec<Lengths> = [7, 9, 10, 11].into_iter().flat_map(|total| shapes(total, 6)).collect();
        for _ in 0..300 {
            let holding = *rng.pick(&holdings).expect("a holding");
            let wanted = *rng.pick(&shapes).expect("a shape");
            let pairs = Pairs::among(&order, holding);
            let found = Search::new(&order, Group::Trump).profile(pairs, wanted);
            assert_eq!(found, by_the_letter(&search, pairs, wanted), "{holding:?} {wanted:?}");
        }
    }
}

#[test]
fn no_decision_tries_many_runs() {
    // Only runs of three and more leave a choice; these are the shapes with the most of it.
    let hard: [&[u8]; 6] =
        [&[3, 3, 3, 3], &[3, 3, 2, 2, 2], &[3, 3, 3, 2], &[4, 4, 3], &[4, 3, 3, 2], &[5, 4, 3]];
    let (mut to_serve, mut to_win) = (0, 0);
    for order in orders() {
        for holding in holdings(&order, 12).into_iter().filter(|holding| holding.len() >= 20) {
            let pairs = Pairs::among(&order, holding);
            for shape in hard {
                let wanted = shape.iter().copied().collect();
                let mut search = Search::new(&order, Group::Trump);
                search.profile(pairs, wanted);
                to_serve = to_serve.max(search.tried);
                let mut search = Search::new(&order, Group::Trump);
                search.highest_covering(pairs, wanted);
                to_win = to_win.max(search.tried);
            }
        }
    }
    assert_eq!((to_serve, to_win), (MOST_TO_SERVE, MOST_TO_WIN));
}

/// The hardest are plays that can be laid out in many ways of which few leave singles that are high enough.
#[test]
fn no_layout_tries_many_runs() {
    let mut most = 0;
    for order in orders() {
        for holding in holdings(&order, 10).into_iter().filter(|holding| holding.len() == 20).step_by(97) {
            for shape in [
                &[2, 2, 2, 2][..],
                &[2, 2, 2, 2, 1],
                &[3, 2, 2, 1],
                &[3, 3, 2],
                &[2, 2, 1, 1],
                &[2, 1, 1, 1, 1, 1],
            ] {
                for floor in floors(shape, holding.len()) {
                    let wanted = shape.iter().copied().collect();
                    let mut search = Search::new(&order, Group::Trump);
                    layout::highest_above(&order, holding, wanted, &mut search, Some(&floor));
                    most = most.max(search.tried);
                }
            }
        }
    }
    assert!((MOST_TO_LAY_OUT / 2..=MOST_TO_LAY_OUT).contains(&most), "{most} runs");
}

/// Layouts to be beaten: low tractors and pairs, and some singles of one height that are higher than the others.
fn floors(shape: &[u8], cards: u32) -> Vec<Vec<CardHeight>> {
    let (runs, pairs): (usize, u8) = (shape.len(), shape.iter().sum());
    let singles = usize::try_from(cards).unwrap_or(0) - 2 * usize::from(pairs);
    let mut floors = Vec::new();
    for (high, count) in (1..16).flat_map(|high| (1..=singles).map(move |count| (high, count))) {
        let mut floor = vec![0; runs];
        floor.resize(runs + count, high);
        floor.resize(runs + singles, 0);
        floors.push(floor);
    }
    floors
}
