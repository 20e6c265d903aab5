//! Plays to choose from: the legal kinds of a lead, the cards that a follow must contain, and suggestions.

use super::cards::Cards;
use super::follow::{self, Duty};
use super::lead::{self, Lead, cards_of};
use super::order::{Group, Order};
use super::runs::{Lengths, Pairs, Run, Search};
use super::trick::points_of;
use crate::cards::card::Card;

/// The largest number of layouts of owed pairs and tractors that are tried.
const MOST_LAYOUTS: usize = 12;

/// Every tractor that `hand` holds; if several pairs have one height, with one of them.
pub fn tractors(order: &Order, hand: Cards) -> Vec<Cards> {
    let of_group = |group| {
        let cards = order.within(hand, group);
        let (search, pairs) = (Search::new(order, group), Pairs::among(order, cards));
        let longest = search.longest(pairs).map_or(0, |run| run.length);
        let runs: Vec<Run> = (2..=longest).flat_map(|length| search.runs(pairs, length)).collect();
        runs.into_iter().map(move |run| cards_of(order, cards, run))
    };
    Group::ALL.into_iter().flat_map(of_group).collect()
}

/// The cards of each group that has more than one component.
pub fn throws(order: &Order, hand: Cards) -> Vec<Cards> {
    let of_group = Group::ALL.into_iter().map(|group| order.within(hand, group));
    of_group.filter(|&cards| Lead::of(order, cards).is_some_and(|lead| lead.is_throw())).collect()
}

/// Leads to choose from: every single, pair and tractor; and throws of a whole group, of its two highest components,
/// and of its two highest cards.
pub fn leads(order: &Order, hand: Cards) -> Vec<Cards> {
    let singles = hand.kinds().map(Cards::one);
    let pairs = hand.pairs().map(Cards::two);
    let mut leads: Vec<Cards> = singles.chain(pairs).chain(tractors(order, hand)).collect();
    for group in throws(order, hand) {
        let sorted = order.sorted(group);
        let highest = sorted.iter().rev().take(2).copied().collect::<Vec<Card>>();
        let components = lead::components(order, group).into_iter();
        let largest = components.take(2).flat_map(|component| component.cards);
        let of_two = [Cards::gathered(&highest), Cards::gathered(&largest.collect::<Vec<Card>>())];
        leads.push(group);
        leads.extend(of_two.into_iter().flatten());
    }
    let mut different: Vec<Cards> = Vec::new();
    for lead in leads {
        if !different.contains(&lead) {
            different.push(lead);
        }
    }
    different
}

/// The cards of a hand that every legal play on this lead contains, including those outside the led group if the group
/// is too short.
pub fn must_play(order: &Order, lead: &Lead, hand: Cards, duty: &Duty) -> Cards {
    let of_group = order.within(hand, lead.group);
    let size = u32::from(lead.size);
    if of_group.len() > size {
        let serves = |rest: Cards| rest.len() >= size && follow::profile(order, lead, rest) == duty.shape;
        return indispensable(of_group, serves);
    }
    let missing = size - of_group.len();
    of_group.with(indispensable(hand.without(of_group), |rest| rest.len() >= missing))
}

/// Of each card the number of copies that must be played, given whether the rest `serves`.
fn indispensable(cards: Cards, serves: impl Fn(Cards) -> bool) -> Cards {
    let mut must = Cards::default();
    for card in cards.kinds() {
        let held = cards.count(card);
        let may_keep = |copies: &u8| {
            serves(cards.without(if *copies == 2 { Cards::two(card) } else { Cards::one(card) }))
        };
        let kept = (1..=held).rev().find(may_keep).unwrap_or(0);
        must = match held - kept {
            0 => must,
            1 => must.with(Cards::one(card)),
            _ => must.with(Cards::two(card)),
        };
    }
    must
}

/// The cheapest choice: the cheapest card to lead, or the cheapest play that follows.
pub fn cheapest_play(order: &Order, lead: Option<&Lead>, hand: Cards) -> Vec<Card> {
    match lead {
        None => cheapest_first(order, hand).into_iter().take(1).collect(),
        Some(lead) => order.sorted(follows(order, lead, hand).into_iter().next().unwrap_or_default()),
    }
}

/// Legal plays on a lead to choose from: each layout of the owed shape that is tried, completed from the low end and
/// from the high end. The first is the cheapest.
pub fn follows(order: &Order, lead: &Lead, hand: Cards) -> Vec<Cards> {
    let duty = follow::duty(order, lead, hand);
    let of_group = order.within(hand, lead.group);
    let size = u32::from(lead.size);
    let mut plays: Vec<Cards> = Vec::new();
    let mut choose = |play: Cards| {
        if !plays.contains(&play) {
            plays.push(play);
        }
    };
    if of_group.len() > size {
        for layout in layouts(order, lead.group, of_group, duty.shape) {
            choose_filled(order, layout, of_group.without(layout), size, &mut choose);
        }
        return plays;
    }
    let others = hand.without(of_group);
    choose_filled(order, of_group, others, size, &mut choose);
    if of_group.is_empty() {
        let trumps = order.within(others, Group::Trump);
        for ruff in layouts(order, Group::Trump, trumps, lead.wanted) {
            choose_filled(order, ruff, trumps.without(ruff), size, &mut choose);
        }
    }
    plays
}

/// A play completed with the cheapest and with the most valuable of the cards that may be added, if there are enough.
fn choose_filled(order: &Order, play: Cards, from: Cards, size: u32, choose: &mut impl FnMut(Cards)) {
    let missing = usize::try_from(size.saturating_sub(play.len())).unwrap_or(usize::MAX);
    let cheap = cheapest_first(order, from);
    if play.len() > size || cheap.len() < missing {
        return;
    }
    let filled = |with: Vec<Card>| play.with(Cards::gathered(&with).unwrap_or_default());
    choose(filled(cheap.iter().take(missing).copied().collect()));
    choose(filled(cheap.iter().rev().take(missing).copied().collect()));
}

/// Sorts cards by their value: plain before trump, without points before those with, low before high.
pub fn cheapest_first(order: &Order, cards: Cards) -> Vec<Card> {
    let mut cheap: Vec<Card> = cards.iter().collect();
    cheap.sort_by_key(|&card| {
        (order.group(card) == Group::Trump, points_of(card), order.height(card), order.sorting_key(card))
    });
    cheap
}

/// Ways to lay these runs out of `cards`, which are of one group, the lowest first; none if they do not cover them.
fn layouts(order: &Order, group: Group, cards: Cards, shape: Lengths) -> Vec<Cards> {
    let mut search = Search::new(order, group);
    if !search.covers(Pairs::among(order, cards), shape) {
        return Vec::new();
    }
    let mut laying = Laying { order, search, layouts: Vec::new() };
    laying.lay(cards, shape, Cards::default(), None);
    laying.layouts
}

struct Laying<'a> {
    order: &'a Order,
    search: Search,
    layouts: Vec<Cards>,
}

impl Laying<'_> {
    /// Lays the rest of the shape; of two tractors of one length, the lower one first.
    fn lay(&mut self, left: Cards, shape: Lengths, taken: Cards, last: Option<Run>) {
        let Some(length) = shape.longest().filter(|&length| length > 1) else {
            return self.lay_pairs(left, shape.total(), taken);
        };
        let (pairs, rest) = (Pairs::among(self.order, left), shape.without(length));
        let lowest = last.filter(|last| last.length == length).map_or(0, |last| last.bottom);
        let mut runs: Vec<Run> = self.search.runs(pairs, length).filter(|run| run.bottom >= lowest).collect();
        runs.reverse();
        for run in runs {
            if self.layouts.len() < MOST_LAYOUTS && self.search.covers(pairs.without(run), rest) {
                let cards = cards_of(self.order, left, run);
                self.lay(left.without(cards), rest, taken.with(cards), Some(run));
            }
        }
    }

    /// The cheapest pairs, and the most valuable.
    fn lay_pairs(&mut self, left: Cards, count: u8, taken: Cards) {
        let mut pairs: Vec<Card> = left.pairs().collect();
        pairs.sort_by_key(|&card| (points_of(card), self.order.sorting_key(card)));
        let count = usize::from(count);
        let with = |taken: Cards, &card: &Card| taken.with(Cards::two(card));
        let lowest = pairs.iter().take(count).fold(taken, with);
        let highest = pairs.iter().rev().take(count).fold(taken, with);
        for layout in [lowest, highest] {
            if !self.layouts.contains(&layout) {
                self.layouts.push(layout);
            }
        }
    }
}
