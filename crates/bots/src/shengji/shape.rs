//! A lead and the strength of a play on it, on piles.

use super::pile::{Pile, highest};
use super::ranking::{Ranking, TRUMP};
use cardroom_rules::games::shengji::order::Group;
use cardroom_rules::games::shengji::runs::{Lengths, Pairs, Search};

/// The demands of a lead on the seats that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Its group.
    pub group: u8,
    /// The number of cards.
    pub size: u8,
    /// The number of its pairs.
    pub pairs: u8,
    /// The number of them that are neighbours in its longest run.
    pub longest: u8,
    /// The number of its runs, single pairs included.
    pub runs: u8,
    /// The lengths of its runs.
    pub wanted: Lengths,
}

/// The strength of a play on a lead: 0 if it does not compete, else its height plus one, and more if it ruffs.
pub type Strength = u8;

/// The additional strength of a ruff, above any play of the led group.
const RUFF: Strength = 64;

impl Lead {
    /// A single, a pair, or a tractor of this many pairs.
    pub fn plain(group: usize, pairs: u8) -> Self {
        let (runs, wanted) = if pairs == 0 { (0, Lengths::NONE) } else { (1, Lengths::NONE.with(pairs)) };
        let group = u8::try_from(group).unwrap_or(0);
        Self { group, size: (2 * pairs).max(1), pairs, longest: pairs, runs, wanted }
    }

    /// These cards, all of one group, as a lead.
    pub fn of(ranking: &Ranking, cards: Pile) -> Option<Self> {
        let group = ranking.only_group(cards)?;
        let mut lead = Self {
            group: u8::try_from(group).ok()?,
            size: u8::try_from(cards.len()).ok()?,
            pairs: 0,
            longest: 0,
            runs: 0,
            wanted: Lengths::NONE,
        };
        let mut left = cards.twice;
        while left != 0 {
            let (length, bottoms) = ranking.longest(group, ranking.heights_of(group, left), u8::MAX);
            left &= !ranking.run(group, left, top_bit(bottoms), length);
            lead.wanted = lead.wanted.with(length);
            lead.pairs += length;
            lead.longest = lead.longest.max(length);
            lead.runs += 1;
        }
        Some(lead)
    }

    /// The led group.
    pub fn group(&self) -> usize {
        self.group.into()
    }

    /// Whether it is more than one single, pair or tractor.
    pub fn is_throw(&self) -> bool {
        self.runs + (self.size - 2 * self.pairs) > 1
    }

    /// Whether it demands a tractor and other pairs, which only the rules' own search serves exactly.
    pub fn is_mixed(&self) -> bool {
        self.runs > 1 && self.longest > 1
    }

    /// The number of cards of its largest component.
    pub fn largest(&self) -> u8 {
        if self.pairs == 0 { 1 } else { 2 * self.longest }
    }

    /// The strength of a play on it, as the largest component decides.
    pub fn strength(&self, ranking: &Ranking, play: Pile) -> Strength {
        let group = self.group();
        let own = play.once & !ranking.groups[group] == 0;
        if !own && play.once & !ranking.groups[TRUMP] != 0 {
            return 0;
        }
        let (group, ruff) = if own { (group, 0) } else { (TRUMP, RUFF) };
        self.height(ranking, group, play).map_or(0, |height| ruff + height + 1)
    }

    /// The deciding height in a play of one group; `None` if the play does not cover the lead's shape.
    fn height(&self, ranking: &Ranking, group: usize, play: Pile) -> Option<u8> {
        if self.pairs == 0 {
            return ranking.top(play.once);
        }
        if play.twice.count_ones() < self.pairs.into() {
            return None;
        }
        if self.longest == 1 {
            return ranking.top(play.twice);
        }
        if self.is_mixed() {
            let of_group = Group::ALL[group];
            let pairs = Pairs::among(&ranking.order, ranking.cards(play));
            let run = Search::new(&ranking.order, of_group).highest_covering(pairs, self.wanted)?;
            return Some(run.top());
        }
        let heights = ranking.heights_of(group, play.twice);
        let bottoms = ranking.runs(group, heights, self.longest);
        highest(bottoms.into()).map(|bottom| bottom + self.longest - 1)
    }
}

/// The highest of these heights.
pub fn top_bit(heights: u32) -> u8 {
    highest(heights.into()).unwrap_or(0)
}

/// Whether a strength is that of a ruff.
pub fn is_ruff(strength: Strength) -> bool {
    strength > RUFF
}

/// The height of a strength.
pub fn height_of(strength: Strength) -> u8 {
    (strength % RUFF).saturating_sub(1)
}
