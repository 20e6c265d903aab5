//! What a seat might lead.

use super::answers::Plays;
use super::odds::Count;
use super::pile::{Pile, bits, highest, lowest};
use super::ranking::GROUPS;
use super::shape::{Lead, top_bit};

/// Of each group the highest and the lowest single, the highest and the lowest pair, the longest tractor, and what of it
/// is certain to stand as a throw.
pub fn sensible(count: &Count<'_>, hand: Pile, plays: &mut Plays) {
    let ranking = count.ranking;
    for group in 0..GROUPS {
        let own = hand.among(ranking.groups[group]);
        if own.is_empty() {
            continue;
        }
        if own.twice != 0 {
            let heights = ranking.heights_of(group, own.twice);
            let (length, bottoms) = ranking.longest(group, heights, u8::MAX);
            if length > 1 {
                plays.add(Pile::pairs(ranking.run(group, own.twice, top_bit(bottoms), length)));
            }
            let ends = [highest(own.twice), lowest(own.twice)];
            ends.into_iter().flatten().for_each(|bit| plays.add(Pile::pairs(1 << bit)));
        }
        plays.add(certain(count, group, own));
        let single = own.once & !own.twice;
        [highest(own.once), highest(single), lowest(single)]
            .into_iter()
            .flatten()
            .for_each(|bit| plays.add(Pile::one(bit)));
        let pointless = bits(single).find(|&bit| ranking.points_of(bit) == 0);
        pointless.into_iter().for_each(|bit| plays.add(Pile::one(bit)));
    }
}

/// What of a group stands for certain when it is thrown together: every component that nothing unseen beats. A single
/// component is none.
pub fn certain(count: &Count<'_>, group: usize, own: Pile) -> Pile {
    let ranking = count.ranking;
    let (mut left, mut taken) = (own.twice, Pile::NONE);
    while left != 0 {
        let (length, bottoms) = ranking.longest(group, ranking.heights_of(group, left), u8::MAX);
        let bottom = top_bit(bottoms);
        let run = ranking.run(group, left, bottom, length);
        left &= !run;
        let component = Lead::of(ranking, Pile::pairs(run));
        if component.is_some_and(|component| count.is_certain(&component, bottom + length - 1)) {
            taken = taken.with(Pile::pairs(run));
        }
    }
    let out = count.unseen.once & ranking.groups[group];
    let singles = own.once & !own.twice;
    let higher = highest(out).map_or(u64::MAX, |bit| ranking.above(group, ranking.height(bit)));
    let level = highest(out).map_or(0, |bit| singles & !higher & same_height(count, group, bit));
    taken = taken.with(Pile::singles(singles & higher | level));
    let is_throw = Lead::of(ranking, taken).is_some_and(|lead| lead.is_throw());
    if is_throw { taken } else { Pile::NONE }
}

/// The kinds of a group that are as high as this one: none of them beats another.
fn same_height(count: &Count<'_>, group: usize, bit: u8) -> u64 {
    let ranking = count.ranking;
    let height = ranking.height(bit);
    bits(ranking.groups[group]).filter(|&other| ranking.height(other) == height).fold(0, |all, other| all | 1 << other)
}
