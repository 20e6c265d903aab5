//! A play laid out in the shape of the lead, component by component (rules, section 6, `every_component`).

use super::cards::Cards;
use super::order::{Height, Order};
use super::runs::{Lengths, Pairs, Run, Search};

/// Lays a play out in the `wanted` shape so that each component is strictly higher than its counterpart in `floor`.
///
/// Gives the heights of the components by length, then from high to low, singles last; `floor` is given in the same
/// order. Without a floor it is a layout with the highest tractors first. `None` where no layout does.
pub fn highest_above(
    order: &Order,
    play: Cards,
    wanted: Lengths,
    search: &mut Search,
    floor: Option<&[Height]>,
) -> Option<Vec<Height>> {
    let mut heights: Vec<Height> = play.iter().map(|card| order.height(card)).collect();
    heights.sort_unstable_by(|one, other| other.cmp(one));
    let mut table = Table { search, floor, heights, laid: Vec::new() };
    table.lay(Pairs::among(order, play), wanted)
}

struct Table<'a> {
    search: &'a mut Search,
    floor: Option<&'a [Height]>,
    /// The heights of all cards of the play, from high to low.
    heights: Vec<Height>,
    laid: Vec<Run>,
}

impl Table<'_> {
    fn lay(&mut self, pairs: Pairs, wanted: Lengths) -> Option<Vec<Height>> {
        match wanted.longest() {
            None => self.with_singles(),
            Some(1) => {
                let pair = self.pair_to_lay(pairs)?;
                self.laid_with(pair, pairs, wanted)
            }
            Some(length) => {
                let last = self.laid.last().filter(|last| last.length == length).map(|last| last.bottom);
                let fits = |run: &Run| last.is_none_or(|last| run.bottom <= last) && self.beats(run.top());
                let runs: Vec<Run> = self.search.runs(pairs, length).filter(fits).collect();
                runs.into_iter().find_map(|run| self.laid_with(run, pairs, wanted))
            }
        }
    }

    fn laid_with(&mut self, run: Run, pairs: Pairs, wanted: Lengths) -> Option<Vec<Height>> {
        self.search.tried += 1;
        self.laid.push(run);
        let heights = self.lay(pairs.without(run), wanted.without(run.length));
        self.laid.pop();
        heights
    }

    /// The lowest pair that is high enough, so that higher ones are left for the singles; without a floor the highest.
    fn pair_to_lay(&self, pairs: Pairs) -> Option<Run> {
        let mut enough = self.search.runs(pairs, 1).take_while(|pair| self.beats(pair.top()));
        if self.floor.is_some() { enough.last() } else { enough.next() }
    }

    /// Whether the next component to be laid may have this height.
    fn beats(&self, height: Height) -> bool {
        self.floor.is_none_or(|floor| floor.get(self.laid.len()).is_some_and(|&its| height > its))
    }

    /// The layout so far, and the cards that are left as singles, if those are high enough too.
    fn with_singles(&self) -> Option<Vec<Height>> {
        let mut singles = self.heights.clone();
        for height in self.laid.iter().flat_map(|run| (run.bottom..=run.top()).flat_map(|height| [height; 2]))
        {
            let place = singles.iter().position(|&single| single == height)?;
            singles.remove(place);
        }
        let its_singles = self.floor.map(|floor| floor.get(self.laid.len()..).unwrap_or_default());
        let high_enough = its_singles.is_none_or(|its| singles.iter().zip(its).all(|(mine, its)| mine > its));
        let mut laid = self.laid.clone();
        laid.sort_by_key(|run| std::cmp::Reverse((run.length, run.top())));
        high_enough.then(|| laid.iter().map(|run| run.top()).chain(singles).collect())
    }
}
