//! Lays a play out in the shape of the lead, component by component (rules, section 6, `every_component`).

use super::cards::Cards;
use super::order::{CardHeight, Order};
use super::runs::{Lengths, Pairs, Run, Search};

/// Lays a play out in the `wanted` shape so that each component is strictly higher than its counterpart in `floor`.
///
/// Returns the heights of the components by length, then from high to low, singles last; `floor` has the same order. Of
/// several layouts the result is the highest: the first height at which two differ decides. `None` if there is none.
pub fn highest_above(
    order: &Order,
    play: Cards,
    wanted: Lengths,
    search: &mut Search,
    floor: Option<&[CardHeight]>,
) -> Option<Vec<CardHeight>> {
    let spare = Spare::of(order, play, wanted, floor.unwrap_or_default())?;
    let pairs = Pairs::among(order, play);
    let mut table = Table { search, floor, laid: Vec::new() };
    let is_laid = table.search.covers(pairs, wanted) && table.lay(pairs, wanted, spare);
    is_laid.then(|| table.heights(order, play))
}

struct Table<'a> {
    search: &'a mut Search,
    floor: Option<&'a [CardHeight]>,
    laid: Vec<Run>,
}

impl Table<'_> {
    /// Lays the rest of the wanted shape out of these pairs, which cover it, as high as possible.
    fn lay(&mut self, pairs: Pairs, wanted: Lengths, spare: Spare) -> bool {
        // The singles are high enough if there are cards to spare.
        let Some(length) = wanted.longest() else { return true };
        if length == 1 && !self.pairs_fit(pairs, wanted.total(), spare) {
            return false;
        }
        let last = self.laid.last().filter(|last| last.length == length).map(|last| last.bottom);
        let lowest = self.lowest(self.laid.len());
        let fits = |run: &Run| last.is_none_or(|last| run.bottom <= last) && run.top() >= lowest;
        let mut runs = self.search.runs(pairs, length).filter(fits);
        runs.any(|run| self.laid_with(run, pairs, wanted, spare))
    }

    fn laid_with(&mut self, run: Run, pairs: Pairs, wanted: Lengths, spare: Spare) -> bool {
        let Some(spare) = spare.without(run, self.lowest(self.laid.len())) else { return false };
        let (pairs, wanted) = (pairs.without(run), wanted.without(run.length));
        self.search.tried += 1;
        // Any pairs serve as single pairs, so the remaining runs may be broken up.
        if wanted.longest() > Some(1) && !self.search.covers(pairs, wanted) {
            return false;
        }
        self.laid.push(run);
        let is_laid = self.lay(pairs, wanted, spare);
        if !is_laid {
            self.laid.pop();
        }
        is_laid
    }

    /// Whether this many single pairs can be laid next. If they can, it also works with the lowest that is high enough
    /// each time: the higher one that stays can replace it later.
    fn pairs_fit(&mut self, mut pairs: Pairs, count: u8, mut spare: Spare) -> bool {
        let places = self.laid.len()..self.laid.len() + usize::from(count);
        for place in places {
            let lowest = self.lowest(place);
            let high_enough = self.search.runs(pairs, 1).take_while(|pair| pair.top() >= lowest);
            let Some(pair) = high_enough.last() else { return false };
            let Some(left) = spare.without(pair, lowest) else { return false };
            (pairs, spare) = (pairs.without(pair), left);
            self.search.tried += 1;
        }
        true
    }

    /// The least height of the component at this position of the layout.
    fn lowest(&self, place: usize) -> CardHeight {
        self.floor.map_or(0, |floor| floor.get(place).map_or(0, |its| its.saturating_add(1)))
    }

    /// The heights of the components that are laid, and of the cards that are left as singles.
    fn heights(mut self, order: &Order, play: Cards) -> Vec<CardHeight> {
        let mut singles = [0; HEIGHTS as usize];
        for card in play.iter() {
            singles[usize::from(order.height(card))] += 1;
        }
        for height in self.laid.iter().flat_map(|run| run.bottom..=run.top()) {
            singles[usize::from(height)] -= 2;
        }
        self.laid.sort_by_key(|run| std::cmp::Reverse((run.length, run.top())));
        let of_height = |height: CardHeight| std::iter::repeat_n(height, singles[usize::from(height)]);
        let left = (0..HEIGHTS).rev().flat_map(of_height);
        self.laid.iter().map(|run| run.top()).chain(left).collect()
    }
}

/// More heights than any group has.
const HEIGHTS: CardHeight = 18;

/// For each height, the number of cards of the play above it, minus the number that the components still to be laid
/// need there. If it is negative anywhere, no layout is high enough. Once only singles are left, it is enough that it
/// is not negative.
#[derive(Clone, Copy)]
struct Spare([i8; HEIGHTS as usize]);

impl Spare {
    /// Before the first component is laid; `None` if there are too few cards at some height.
    fn of(order: &Order, play: Cards, wanted: Lengths, floor: &[CardHeight]) -> Option<Self> {
        let mut spare = [0; HEIGHTS as usize];
        for card in play.iter() {
            spare.iter_mut().take(order.height(card).into()).for_each(|above| *above += 1);
        }
        let lengths = wanted.iter().chain(std::iter::repeat(0));
        for (length, &its) in lengths.zip(floor) {
            // A component is higher than another if its top is, and so is each pair than the one at its position.
            for down in 0..length.max(1) {
                let Some(its) = its.checked_sub(down) else { break };
                let cards = if length == 0 { 1 } else { 2 };
                spare.iter_mut().take(usize::from(its) + 1).for_each(|above| *above -= cards);
            }
        }
        Self(spare).checked()
    }

    /// After this run is laid where one has to reach `lowest`; `None` if too few cards are left at some height.
    fn without(mut self, run: Run, lowest: CardHeight) -> Option<Self> {
        for down in 0..run.length {
            let (from, to) = (lowest.saturating_sub(down), run.top() - down);
            for above in self.0.get_mut(from.into()..to.into()).unwrap_or_default() {
                *above -= 2;
            }
        }
        self.checked()
    }

    fn checked(self) -> Option<Self> {
        self.0.iter().all(|&above| above >= 0).then_some(self)
    }
}
