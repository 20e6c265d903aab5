//! The possible leads of a seat.

use super::odds::Count;
use super::pile::{Pile, bits, highest, lowest};
use super::ranking::GROUPS;
use super::shape::{Lead, top_bit};

/// Of each group the highest and the lowest single, the highest and the lowest pair, the longest tractor, and the throw
/// that is certain to stand.
pub fn sensible(count: &Count<'_>, hand: Pile, each: &mut impl FnMut(Lead, Pile)) {
    for group in 0..GROUPS {
        let own = hand.among(count.ranking.groups[group]);
        if own.is_empty() {
            continue;
        }
        if own.twice != 0 {
            paired(count, group, own.twice, each);
        }
        singles(count, group, own, each);
        let certain = certain(count, group, own);
        if let Some(lead) = Lead::of(count.ranking, certain).filter(Lead::is_throw) {
            each(lead, certain);
        }
    }
}

fn paired(count: &Count<'_>, group: usize, pairs: u64, each: &mut impl FnMut(Lead, Pile)) {
    let (top, bottom) = (highest(pairs), lowest(pairs).filter(|_| pairs & (pairs - 1) != 0));
    for bit in top.into_iter().chain(bottom) {
        each(Lead::plain(group, 1), Pile::pairs(1 << bit));
    }
    if bottom.is_some() {
        let (length, bottoms) = count.ranking.longest(group, count.ranking.heights_of(group, pairs), u8::MAX);
        if length > 1 {
            let run = count.ranking.run(group, pairs, top_bit(bottoms), length);
            each(Lead::plain(group, length), Pile::pairs(run));
        }
    }
}

fn singles(count: &Count<'_>, group: usize, own: Pile, each: &mut impl FnMut(Lead, Pile)) {
    let single = own.once & !own.twice;
    let top = highest(own.once);
    let low = lowest(single);
    let pointless = bits(single).find(|&bit| count.ranking.points_of(bit) == 0);
    let of = [top, highest(single).filter(|_| top != highest(single)), low.filter(|_| top != low)];
    for bit in of.into_iter().flatten().chain(pointless.filter(|_| pointless != low)) {
        each(Lead::plain(group, 0), Pile::one(bit));
    }
}

/// The components of a group that are certain to stand as a throw: no unseen cards beat any of them.
pub fn certain(count: &Count<'_>, group: usize, own: Pile) -> Pile {
    let ranking = count.ranking;
    let (mut left, mut taken) = (own.twice, 0);
    while left != 0 {
        let (length, bottoms) = ranking.longest(group, ranking.heights_of(group, left), u8::MAX);
        let bottom = top_bit(bottoms);
        let run = ranking.run(group, left, bottom, length);
        left &= !run;
        if count.is_certain(group, length, bottom + length - 1) {
            taken |= run;
        }
    }
    let out = highest(count.unseen.once & ranking.groups[group]);
    let standing = |bit: &u8| out.is_none_or(|out| ranking.height(*bit) >= ranking.height(out));
    let singles = bits(own.once & !own.twice).filter(standing).fold(0, |singles, bit| singles | 1 << bit);
    Pile::pairs(taken).with(Pile::singles(singles))
}
