//! The value of a move: a look ahead over this street, with one more round of betting on each sampled board.
//!
//! All values are chips won from now on, compared with folding, which is 0. Rivals answer by their tendencies, with
//! hands in the order of their strength. On the last board both play as if it were the river: the own hand knows the
//! range's strength there, and makes the best move.

use super::range::{Split, folds};
use super::runouts::Runouts;
use super::tendencies::{Facing, Mix, Tendencies};
use cardroom_rules::games::holdem::street::StreetName;

/// An opponent.
pub struct Opponent<'a> {
    /// Its range, in the order of the runouts' hands.
    pub range: Vec<f32>,
    pub tends: &'a Tendencies,
    /// The chips behind.
    pub stack: f32,
    /// The chips that it has to add to match the price now.
    pub owes: f32,
    /// Whether it acts after the own seat on this street, if nobody raises.
    pub follows: bool,
}

/// A decision and its input.
pub struct Table<'a> {
    pub runouts: &'a Runouts,
    pub opponents: Vec<Opponent<'a>>,
    pub street: StreetName,
    pub raises: u8,
    /// All chips in the middle.
    pub pot: f32,
    /// The price of a call.
    pub call: f32,
    /// The own chips behind.
    pub stack: f32,
    /// Whether the own seat acts last on the streets to come.
    pub is_last: bool,
}

/// The share of a rival's bets that are bluffs, on the last board.
const BLUFFS: f32 = 0.25;
/// The share of folds that follow no order of strength.
const LOOSE: f32 = 0.2;
/// The sizes that are tried on the last board, as shares of the pot.
const SIZES: [f32; 4] = [0.5, 1.0, 2.2, 6.0];

impl Table<'_> {
    /// The value of a check or a call. If a player who owes nothing acts later, that player may bet; then the own hand
    /// calls or folds.
    pub fn stay(&self) -> f32 {
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
        let size = (opponent.tends.size() * pot).min(opponent.stack).min(self.stack - call);
        let with = |range: &Vec<f32>| -> Vec<Vec<f32>> {
            let mut ranges = ranges.clone();
            ranges[first].clone_from(range);
            ranges
        };
        let checked = self.future(&with(&split.stay), pot, self.left(call));
        let called = self.future(&with(&split.raise), pot + 2.0 * size, self.left(call + size)) - size;
        (1.0 - bets) * checked + bets * called.max(0.0) - call
    }

    /// The value of putting in this much, more than a call.
    pub fn raised(&self, amount: f32) -> f32 {
        let by = amount - self.call;
        let mut all_fold = 1.0;
        let (mut stays, mut raiser) = (Vec::new(), None::<(f32, Vec<f32>)>);
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
                mix = Mix { raise: 0.0, ..mix };
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
        // Of several who may call, the number who do is about the expected one, and one at least.
        let (likely, others) = likely(stays, (callers / stay.max(0.01)).max(1.0));
        let called =
            self.future(&likely, self.pot + amount + others * by + self.owed(), self.left(amount)) - amount;
        let reraised = raiser.map_or(0.0, |(_, range)| self.reraised(amount, range));
        all_fold * self.pot + stay * called + raises * reraised
    }

    /// The chips that callers still have to add, on average.
    fn owed(&self) -> f32 {
        let owed: f32 = self.opponents.iter().map(|opponent| opponent.owes.min(opponent.stack)).sum();
        owed / number(self.opponents.len().max(1))
    }

    /// A raise over this amount: three times it, or all in. The own hand calls or folds.
    fn reraised(&self, amount: f32, range: Vec<f32>) -> f32 {
        let more = (2.0 * amount + self.pot * 0.5).min(self.left(amount));
        let pot = self.pot + 2.0 * (amount + more) - self.call;
        let called = self.future(&[range], pot, self.left(amount + more)) - amount - more;
        called.max(-amount)
    }

    /// The chips that can still be lost after putting in this much.
    fn left(&self, amount: f32) -> f32 {
        let theirs = self
            .opponents
            .iter()
            .map(|opponent| opponent.stack - (amount - self.call).max(0.0) - opponent.owes);
        let most = theirs.fold(0.0, f32::max);
        (self.stack - amount).min(most).max(0.0)
    }

    /// The value of the pot after this street, with these ranges against the own hand and this much behind.
    fn future(&self, ranges: &[Vec<f32>], pot: f32, behind: f32) -> f32 {
        let last = Last::new(self, ranges, pot, behind);
        let count = self.runouts.count();
        let mut sum = 0.0;
        for runout in 0..count {
            // Of several ranges all have to be weaker.
            sum += last.worth(ranges.iter().map(|range| self.runouts.beats(runout, range)).product());
        }
        sum / number(count.max(1))
    }
}

/// The ranges of the expected number of callers, the likeliest first.
fn likely(mut stays: Vec<Vec<f32>>, callers: f32) -> (Vec<Vec<f32>>, f32) {
    if stays.len() > 1 {
        let sum = |range: &Vec<f32>| range.iter().sum::<f32>();
        stays.sort_by(|one, other| sum(other).total_cmp(&sum(one)));
        let (mut count, mut reached) = (1, 1.5);
        while reached < callers && count < stays.len() {
            (count, reached) = (count + 1, reached + 1.0);
        }
        stays.truncate(count);
    }
    let others = number(stays.len());
    (stays, others)
}

/// A count as a floating-point number.
#[allow(clippy::cast_precision_loss, reason = "players and runouts are few")]
fn number(count: usize) -> f32 {
    count as f32
}

/// The last board, with the betting on it.
struct Last {
    pot: f32,
    /// Whether nothing more is bet.
    is_over: bool,
    acts_after: bool,
    /// How often they bet, and how much.
    bets: f32,
    their_size: f32,
    /// The own bets: how much, and how often they make the others fold.
    sizes: [(f32, f32); SIZES.len()],
}

impl Last {
    fn new(table: &Table, ranges: &[Vec<f32>], pot: f32, behind: f32) -> Self {
        let opponents = &table.opponents;
        let facing = |raises: u8, price: f32| Facing { street: StreetName::River, raises, price };
        let bets = opponents.iter().map(|opponent| opponent.tends.mix(facing(0, 0.0)).raise).sum::<f32>();
        let among = number(opponents.len().max(1));
        let bets = bets / among;
        let size_of_bet = opponents.iter().map(|opponent| opponent.tends.size()).sum::<f32>() / among;
        // How many streets come after the next one.
        let to_come = match table.street {
            StreetName::Preflop => 2.0,
            StreetName::Flop => 1.0,
            StreetName::Turn | StreetName::River => 0.0,
        };
        let strengths = table.runouts.strengths();
        let size = |share: f32| {
            let size = (share * pot).min(behind);
            let facing = facing(1, size / pot.max(1.0));
            let folds = ranges
                .iter()
                .zip(opponents)
                .map(|(range, who)| folds(range, strengths, who.tends.mix(facing)));
            (size, folds.product())
        };
        let is_over = table.street == StreetName::River || behind < 0.05 * pot;
        Self {
            pot,
            is_over,
            acts_after: table.is_last,
            bets,
            // A player who bets on one street bets on the next one as often: the pot grows by twice the share each
            // time.
            their_size: (((1.0 + 2.0 * size_of_bet).powf(1.0 + bets * to_come) - 1.0) / 2.0 * pot)
                .min(behind),
            sizes: if is_over { [(0.0, 0.0); SIZES.len()] } else { SIZES.map(size) },
        }
    }

    /// The value of the pot if this share of the range is weaker.
    fn worth(&self, behind: f32) -> f32 {
        if self.is_over {
            return behind * self.pot;
        }
        let (facing, checked) = self.their_bet(behind);
        if self.acts_after {
            // They bet first; if they check, the play goes on.
            facing + self.best_bet(checked).max(checked.behind * self.pot)
        } else {
            let all = Stands { behind, ahead: 1.0 - behind };
            (facing + checked.behind * self.pot).max(self.best_bet(all))
        }
    }

    /// The value of their bets to the own hand, which calls or folds; and the range that is left if they check.
    fn their_bet(&self, behind: f32) -> (f32, Stands) {
        let (bets, size) = (self.bets, self.their_size);
        let (bluffs, value) = (bets * BLUFFS, bets * (1.0 - BLUFFS));
        let sorted = bluffs.min(behind) + (behind - (1.0 - value)).max(0.0);
        // A player who bets nearly all of its range bets any hand of it.
        let beaten = sorted + (behind * bets - sorted) * bets.powi(3);
        let called = beaten * (self.pot + size) - (bets - beaten) * size;
        let checked = Stands { behind: behind - beaten, ahead: 1.0 - bets - (behind - beaten) };
        (called.max(0.0), checked)
    }

    /// The value of the best bet; the shares need not sum to 1.
    fn best_bet(&self, stands: Stands) -> f32 {
        let Stands { behind, ahead } = stands;
        let all = behind + ahead;
        let value = |(size, fold): (f32, f32)| {
            let folds = fold * all;
            // The weakest fold first, except for some that follow no order.
            let tidy = (behind - folds).max(0.0);
            let call_behind = (1.0 - LOOSE) * tidy + LOOSE * behind * (1.0 - fold);
            let call_ahead = (all - folds - call_behind).max(0.0);
            folds * self.pot + call_behind * (self.pot + size) - call_ahead * size
        };
        self.sizes.into_iter().map(value).fold(f32::MIN, f32::max)
    }
}

/// The strength of the rest of a range against the own hand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stands {
    behind: f32,
    ahead: f32,
}
