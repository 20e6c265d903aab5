//! What a move is worth: a look ahead over this street, with one more round of betting on each sampled board.
//!
//! All values are chips won from now on, against folding, which is 0. Rivals answer as they tend to, with hands in the
//! order of their strength. On the last board both play as if it were the river: the own hand knows how the range stands
//! against it there, and takes what is best.

use super::range::Split;
use super::runouts::{Runouts, Stands};
use super::tendencies::{Facing, Mix, Tendencies};
use crate::games::holdem::street::StreetName;

/// Somebody to play against.
pub(super) struct Opponent<'a> {
    /// What it may hold, in the order of the runouts' hands.
    pub(super) range: Vec<f32>,
    pub(super) tends: &'a Tendencies,
    /// The chips behind.
    pub(super) stack: f32,
    /// What it has to add to match the price now.
    pub(super) owes: f32,
    /// Whether it acts after the own seat on this street, if nobody raises.
    pub(super) follows: bool,
}

/// A decision, with what it is decided by.
pub(super) struct Table<'a> {
    pub(super) runouts: &'a Runouts,
    pub(super) opponents: Vec<Opponent<'a>>,
    pub(super) street: StreetName,
    pub(super) raises: u8,
    /// All chips in the middle.
    pub(super) pot: f32,
    /// What a call costs.
    pub(super) call: f32,
    /// The own chips behind.
    pub(super) stack: f32,
    /// Whether the own seat acts last on the streets to come.
    pub(super) is_last: bool,
}

/// The size at which a rival is supposed to bet, as a share of the pot.
const THEIR_BET: f32 = 0.66;
/// The share of a rival's bets that are bluffs, on the last board.
const BLUFFS: f32 = 0.25;
/// The share of folds that follow no order of strength.
const LOOSE: f32 = 0.2;
/// The sizes that are looked at on the last board, as shares of the pot.
const SIZES: [f32; 4] = [0.5, 1.0, 2.2, 6.0];

impl Table<'_> {
    /// What it is worth to check, or to call. Where somebody follows who owes nothing, it may bet; then the own hand calls
    /// or gives up.
    pub(super) fn stay(&self) -> f32 {
        let ranges: Vec<_> = self.opponents.iter().map(|opponent| opponent.range.clone()).collect();
        let (pot, call) = (self.pot + self.call, self.call);
        let follows = |opponent: &Opponent| opponent.follows && opponent.stack > 0.0;
        let Some(first) = self.opponents.iter().position(follows) else {
            return self.future(&ranges, pot, self.left(call)) - call;
        };
        let opponent = &self.opponents[first];
        let facing = Facing { street: self.street, raises: self.raises, price: 0.0 };
        let split = Split::of(&opponent.range, self.runouts.strengths(), opponent.tends.mix(facing));
        let bets: f32 = split.raise.iter().sum();
        let size = (THEIR_BET * pot).min(opponent.stack).min(self.stack - call);
        let with = |range: &Vec<f32>| -> Vec<Vec<f32>> {
            let mut ranges = ranges.clone();
            ranges[first].clone_from(range);
            ranges
        };
        let checked = self.future(&with(&split.stay), pot, self.left(call));
        let called = self.future(&with(&split.raise), pot + 2.0 * size, self.left(call + size)) - size;
        (1.0 - bets) * checked + bets * called.max(0.0) - call
    }

    /// What it is worth to put in so much, more than a call.
    pub(super) fn raised(&self, amount: f32) -> f32 {
        let by = amount - self.call;
        let mut all_fold = 1.0;
        let (mut stays, mut raiser): (Vec<Vec<f32>>, Option<(f32, Vec<f32>)>) = (Vec::new(), None);
        let mut callers = 0.0;
        for opponent in &self.opponents {
            let owes = (opponent.owes + by).min(opponent.stack);
            if opponent.stack <= 0.0 {
                all_fold = 0.0;
                callers += 1.0;
                stays.push(opponent.range.clone());
                continue;
            }
            let price = owes / (self.pot + amount - owes).max(1.0);
            let facing = Facing { street: self.street, raises: self.raises.saturating_add(1), price };
            let mut mix = opponent.tends.mix(facing);
            let can_raise = opponent.stack > owes * 1.01 && self.left(amount) > 0.0;
            if !can_raise {
                mix = Mix { stay: mix.stay + mix.raise, raise: 0.0, ..mix };
            }
            let split = Split::of(&opponent.range, self.runouts.strengths(), mix);
            let [folds, raises] = [&split.fold, &split.raise].map(|part| part.iter().sum::<f32>());
            all_fold *= folds;
            callers += (1.0 - folds - raises).max(0.0);
            if raiser.as_ref().is_none_or(|(most, _)| *most < raises) && raises > 0.001 {
                raiser = Some((raises, split.raise));
            }
            stays.push(split.stay);
        }
        let raises = raiser.as_ref().map_or(0.0, |(raises, _)| *raises).min(1.0 - all_fold);
        let stay = (1.0 - all_fold - raises).max(0.0);
        // Of several who may call, those who do are about as many as are expected, and one at least.
        let (likely, others) = self.likely(stays, (callers / stay.max(0.01)).max(1.0));
        let called = self.future(&likely, self.pot + amount + others * by + self.owed(), self.left(amount)) - amount;
        let reraised = raiser.map_or(0.0, |(_, range)| self.reraised(amount, range));
        all_fold * self.pot + stay * called + raises * reraised
    }

    /// The ranges of as many callers as are expected, the likeliest first.
    fn likely(&self, mut stays: Vec<Vec<f32>>, callers: f32) -> (Vec<Vec<f32>>, f32) {
        if stays.len() > 1 {
            let sum = |range: &Vec<f32>| range.iter().sum::<f32>();
            stays.sort_by(|one, other| sum(other).total_cmp(&sum(one)));
            let mut count = 1;
            while (count as f32) + 0.5 < callers && count < stays.len() {
                count += 1;
            }
            stays.truncate(count);
        }
        let others = stays.len() as f32;
        (stays, others)
    }

    /// What callers owe already, in the mean.
    fn owed(&self) -> f32 {
        let owed: f32 = self.opponents.iter().map(|opponent| opponent.owes.min(opponent.stack)).sum();
        owed / (self.opponents.len().max(1) as f32)
    }

    /// A raise over what was put in: three times it, or all there is. The own hand calls or gives up.
    fn reraised(&self, amount: f32, range: Vec<f32>) -> f32 {
        let more = (2.0 * amount + self.pot * 0.5).min(self.left(amount));
        let pot = self.pot + 2.0 * (amount + more) - self.call;
        let called = self.future(&[range], pot, self.left(amount + more)) - amount - more;
        called.max(-amount)
    }

    /// What can still be lost after putting in so much.
    fn left(&self, amount: f32) -> f32 {
        let theirs = self.opponents.iter().map(|opponent| opponent.stack - (amount - self.call).max(0.0) - opponent.owes);
        let most = theirs.fold(0.0, f32::max);
        (self.stack - amount).min(most).max(0.0)
    }

    /// What the pot is worth when this street is over, with such ranges against the own hand and so much behind.
    fn future(&self, ranges: &[Vec<f32>], pot: f32, behind: f32) -> f32 {
        let last = Last { table: self, pot, behind };
        let count = self.runouts.count();
        let mut sum = 0.0;
        for runout in 0..count {
            let stands = ranges.iter().map(|range| self.runouts.against(runout, range));
            let Some(stands) = stands.reduce(Stands::and) else { continue };
            sum += last.worth(stands);
        }
        sum / count.max(1) as f32
    }
}

/// The last board, with the betting on it.
struct Last<'a> {
    table: &'a Table<'a>,
    pot: f32,
    behind: f32,
}

impl Last<'_> {
    fn worth(&self, stands: Stands) -> f32 {
        let showdown = (stands.behind + stands.level / 2.0) * self.pot;
        if self.table.street == StreetName::River || self.behind < 0.05 * self.pot {
            return showdown;
        }
        let (facing, checked) = self.their_bet(stands);
        if self.table.is_last {
            // Their bets come first; what they check is played on.
            facing + self.best_bet(checked).max(self.shown(checked))
        } else {
            (facing + self.shown(checked)).max(self.best_bet(stands))
        }
    }

    fn shown(&self, stands: Stands) -> f32 {
        (stands.behind + stands.level / 2.0) * self.pot
    }

    /// What their bets are worth to the own hand, which calls or gives up; and what is left where they check.
    fn their_bet(&self, stands: Stands) -> (f32, Stands) {
        let facing = Facing { street: StreetName::River, raises: 0, price: 0.0 };
        let bets = self.mean(|tends| tends.mix(facing).raise);
        let (bluffs, value) = (bets * BLUFFS, bets * (1.0 - BLUFFS));
        let size = (THEIR_BET * self.pot).min(self.behind);
        let bluffs_behind = bluffs.min(stands.behind);
        let value_behind = (stands.behind - (1.0 - value)).max(0.0);
        let behind = bluffs_behind + value_behind;
        let called = behind * (self.pot + size) - (bets - behind) * size;
        let level = stands.level * (1.0 - bets);
        let checked = Stands {
            behind: stands.behind - behind,
            level,
            ahead: (1.0 - bets - (stands.behind - behind) - level).max(0.0),
        };
        (called.max(0.0), checked)
    }

    /// What the best bet is worth; the shares need not sum to 1.
    fn best_bet(&self, stands: Stands) -> f32 {
        let Stands { behind, level, ahead } = stands;
        let all = behind + level + ahead;
        let mut best = f32::MIN;
        for share in SIZES {
            let size = (share * self.pot).min(self.behind);
            let facing = Facing { street: StreetName::River, raises: 1, price: size / self.pot };
            let folds = self.product(|tends| tends.mix(facing).fold) * all;
            let fold_share = folds / all.max(1e-6);
            let tidy = (behind - folds).max(0.0);
            let call_behind = (1.0 - LOOSE) * tidy + LOOSE * behind * (1.0 - fold_share);
            let above = (all - folds - tidy - level).max(0.0).min(ahead);
            let call_ahead = (1.0 - LOOSE) * above + LOOSE * ahead * (1.0 - fold_share);
            let value = folds * self.pot + call_behind * (self.pot + size) + level * self.pot / 2.0
                - call_ahead * size;
            best = best.max(value);
            if size >= self.behind {
                break;
            }
        }
        best
    }

    fn mean(&self, of: impl Fn(&Tendencies) -> f32) -> f32 {
        let opponents = &self.table.opponents;
        opponents.iter().map(|opponent| of(opponent.tends)).sum::<f32>() / opponents.len().max(1) as f32
    }

    fn product(&self, of: impl Fn(&Tendencies) -> f32) -> f32 {
        self.table.opponents.iter().map(|opponent| of(opponent.tends)).product()
    }
}
