//! Prizes, equities, bounties, deals and refunds.

use std::path::Path;

use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::prizes::bounties::{self, BountyMode, SeatBounty, WonPot};
use cardroom_rules::tournament::prizes::deal::{self, DealBasis, DealTerms};
use cardroom_rules::tournament::prizes::equity;
use cardroom_rules::tournament::prizes::payouts::{Payouts, PrizePool};
use cardroom_rules::tournament::prizes::placing::{EntryNumber, GoingOut, Together, paid, placed};
use cardroom_rules::tournament::prizes::refund::{Unpaid, refunded};
use serde::Deserialize;

use crate::each::{Compared, each};
use crate::tally::Tally;

/// An entry, its place, how many share it, and its prize.
type Result = (EntryNumber, usize, usize, Chips);

/// `payouts`: places, prizes, and what each entry gets.
pub fn payouts(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        entries: u32,
        prize_part: Chips,
        collected: Chips,
        guarantee: Chips,
        percent: u8,
        places: usize,
        prizes: Vec<Chips>,
        #[serde(default)]
        out: Vec<Vec<(EntryNumber, Chips)>>,
        #[serde(default)]
        result: Vec<Result>,
    }
    each(file, |record: &Record, compared| {
        let Record { entries, prize_part, collected, guarantee, percent, .. } = *record;
        let pool = PrizePool { entries, prize_part, collected, guarantee };
        let payouts = Payouts::Percent { percent };
        compared.compare("places", &payouts.places(&pool), &record.places);
        compared.compare("prizes", &payouts.prizes(&pool).as_ref(), &Ok(&record.prizes));
        if !record.out.is_empty() {
            compared.compare("results", &results(&record.out, &record.prizes), &record.result);
        }
    })
}

/// The results of entries that went out in these groups, in the order of the entries.
fn results(out: &[Vec<(EntryNumber, Chips)>], prizes: &[Chips]) -> Vec<Result> {
    let mut left: usize = out.iter().map(Vec::len).sum();
    let mut results = vec![];
    for group in out {
        left -= group.len();
        let going: Vec<_> = group.iter().map(|&(entry, stack)| GoingOut { entry, stack }).collect();
        let placed = placed(&going, left, Together::ByStack);
        for (entry, prize) in paid(&placed, prizes) {
            let own = placed.iter().find(|each| each.entry == entry).expect("its place");
            results.push((entry, own.place, own.tied, prize));
        }
    }
    results.sort_unstable();
    results
}

/// Compares amounts that may differ by rounding.
fn close(compared: &mut Compared, what: &str, ours: &[f64], theirs: &[f64], error: f64) {
    let are_close = |(one, other): (&f64, &f64)| (one - other).abs() <= error;
    let fit = ours.len() == theirs.len() && ours.iter().zip(theirs).all(are_close);
    compared.compare(what, &(if fit { theirs } else { ours }), &theirs);
}

#[derive(Deserialize)]
struct Equities {
    chips: Vec<Chips>,
    payouts: Vec<Chips>,
    icm: Vec<f64>,
}

/// `icm`: up to ten stacks.
pub fn icm(file: &Path) -> Tally {
    equities(file, 1e-9)
}

/// `icm_large`: up to sixty stacks.
pub fn icm_large(file: &Path) -> Tally {
    equities(file, 1e-6)
}

fn equities(file: &Path, error: f64) -> Tally {
    each(file, |record: &Equities, compared| {
        let ours = equity::equities(&record.chips, &record.payouts).expect("equities");
        close(compared, "equities", &ours, &record.icm, error);
    })
}

/// `bounties`: who wins whose.
pub fn bounties(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Pot {
        eligible: Vec<Seat>,
        winners: Vec<Seat>,
    }
    #[derive(Deserialize)]
    struct Record {
        mode: BountyMode,
        heads: Vec<(Seat, Chips)>,
        pots: Vec<Pot>,
        out: Vec<Seat>,
        cash: Vec<(Seat, Chips)>,
        heads_after: Vec<(Seat, Chips)>,
    }
    let heads = |of: &[(Seat, Chips)]| -> Vec<SeatBounty> {
        of.iter().map(|&(seat, bounty)| SeatBounty { seat, bounty }).collect()
    };
    each(file, |record: &Record, compared| {
        let pots = record.pots.iter();
        let pots: Vec<_> =
            pots.map(|pot| WonPot { eligible: pot.eligible.clone(), winners: pot.winners.clone() }).collect();
        let claimed = bounties::claimed(record.mode, &heads(&record.heads), &pots, &record.out);
        let claimed = claimed.expect("a hand that fits");
        compared.compare("cash", &claimed.cash, &heads(&record.cash));
        compared.compare("heads", &claimed.heads, &heads(&record.heads_after));
    })
}

/// `deals`: by equity and by chips.
pub fn deals(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        stacks: Vec<Chips>,
        prizes: Vec<Chips>,
        keep: Chips,
        icm: Vec<f64>,
        by_icm: Vec<Chips>,
        by_chips: Vec<Chips>,
    }
    each(file, |record: &Record, compared| {
        let Record { stacks, prizes, keep, .. } = record;
        let of = |basis| deal::shared(DealTerms { basis, keep: *keep }, stacks, prizes).expect("a deal");
        compared.compare("by equity", &of(DealBasis::Icm), &record.by_icm);
        compared.compare("by chips", &of(DealBasis::Chips), &record.by_chips);
        let mut left = prizes.clone();
        left[0] -= keep;
        close(compared, "equities", &equity::equities(stacks, &left).expect("equities"), &record.icm, 1e-6);
    })
}

/// `cancel`: what those who are left get back.
pub fn cancel(file: &Path) -> Tally {
    #[derive(Deserialize)]
    struct Record {
        stacks: Vec<Chips>,
        pool: Option<Chips>,
        #[serde(default)]
        prizes_left: Vec<Chips>,
        amounts: Vec<Chips>,
    }
    each(file, |record: &Record, compared| {
        let unpaid = record.pool.map_or(Unpaid::Prizes(&record.prizes_left), Unpaid::Pool);
        compared.compare("amounts", &refunded(&record.stacks, unpaid).as_ref(), &Ok(&record.amounts));
    })
}
