//! Hands with wild cards. The search itself has no wild cards: it assigns each the rank that helps its hand most. This
//! costs little accuracy, since a wild card need not choose before it is played.

use super::plan::Plan;
use super::policy::lightest;
use cardroom_rules::games::doudizhu::counts::Counts;
use cardroom_rules::games::doudizhu::play::PlayRules;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::ranks::Ranks;
use cardroom_rules::games::doudizhu::reading::{Kind, Play, Purity, Reading};
use cardroom_rules::games::doudizhu::wings::Wing;

/// The hand with each wild card assigned the rank that costs the fewest turns.
pub fn settled(hand: Counts, wild: Ranks) -> Counts {
    let wilds = hand.among(wild);
    let mut settled = hand.without(wilds);
    for _ in 0..wilds.len() {
        let open = Ranks::FOURS.without(settled.at_least(4));
        let with = |rank| settled.with(Counts::of(rank, 1));
        let best = open.iter().map(with).min_by_key(|&hand| Plan::of(hand).cost);
        settled = best.unwrap_or(settled);
    }
    settled
}

/// One way to make each play of a hand, by its reading: with as few wild cards as possible, and the wings that belong
/// to the fewest combinations. There may be millions of plays.
pub fn plays(rules: PlayRules, hand: Counts, table: Option<Reading>) -> Vec<Play> {
    let wilds = hand.among(rules.wild);
    let ways = Ways { natural: hand.without(wilds), wilds };
    let mut plays = Vec::new();
    let quads = |kind| matches!(kind, Kind::QuadSingles | Kind::QuadPairs);
    let no_quads = rules.forbidden.contain(Wing::QuadWithTwo);
    for kind in Kind::ALL.into_iter().filter(|&kind| !(no_quads && quads(kind))) {
        let (shortest, longest) = match table {
            Some(table) if table.kind == kind && kind != Kind::Bomb => (table.length, table.length),
            Some(_) if !matches!(kind, Kind::Bomb | Kind::Rocket) => continue,
            _ => kind.lengths(),
        };
        for length in shortest..=longest {
            let readings = mains(kind, length).iter().map(|main| Reading::new(kind, main, length));
            let found = readings.filter_map(|reading| ways.own(reading).or_else(|| ways.filled(reading)));
            let beats = |play: &Play| table.is_none_or(|table| play.reading.beats(table));
            plays.extend(found.filter(beats));
        }
    }
    plays
}

/// The possible main ranks of a play.
fn mains(kind: Kind, length: u8) -> Ranks {
    match kind {
        Kind::Rocket => Ranks::one(Rank::SMALL_JOKER),
        Kind::Single => Ranks::ALL,
        _ if kind.is_chain() => Ranks::CHAIN.starts(length),
        _ => Ranks::FOURS,
    }
}

/// A hand whose wild cards fill the gaps.
#[derive(Clone, Copy)]
struct Ways {
    natural: Counts,
    wilds: Counts,
}

impl Ways {
    /// Cards of one wild rank alone, which are of that rank.
    fn own(&self, reading: Reading) -> Option<Play> {
        let body = reading.body();
        let is_whole = reading.cards() == body.len() && body.ranks().len() == 1;
        let purity = if reading.kind == Kind::Bomb { Purity::AllWild } else { Purity::Natural };
        (is_whole && self.wilds.contain(body))
            .then_some(Play { cards: body, reading: Reading { purity, ..reading } })
    }

    /// Natural cards, and wild ones for those that are missing.
    fn filled(&self, reading: Reading) -> Option<Play> {
        let body = reading.body();
        let held = |rank| self.natural.count(rank).min(body.count(rank));
        let natural =
            body.ranks().iter().fold(Counts::NONE, |all, rank| all.with(Counts::of(rank, held(rank))));
        let (wings, _) = lightest(self.natural.without(natural), reading);
        let needed = reading.cards().checked_sub(natural.len() + wings.len())?;
        let taken = natural.with(wings);
        if reading.kind == Kind::Rocket && needed > 0 {
            return None;
        }
        let wilds = self.lowest_wilds(needed)?;
        // The cards of one wild rank alone are of that rank.
        if taken.is_empty() && wilds.ranks().len() < 2 {
            return None;
        }
        let purity = match reading.kind {
            Kind::Bomb if taken.is_empty() => Purity::AllWild,
            Kind::Bomb if needed > 0 => Purity::WithWilds,
            _ => Purity::Natural,
        };
        Some(Play { cards: taken.with(wilds), reading: Reading { purity, ..reading } })
    }

    fn lowest_wilds(&self, needed: u32) -> Option<Counts> {
        let wilds = (self.wilds.len() >= needed).then_some(self.wilds)?;
        let lowest = wilds.iter().take(needed as usize);
        Some(lowest.fold(Counts::NONE, |taken, rank| taken.with(Counts::of(rank, 1))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{counts, drawn};
    use super::*;
    use crate::search_rng::SearchRng;
    use cardroom_rules::games::doudizhu::preset::Preset;

    #[test]
    fn a_wild_card_fills_the_gap() {
        let wild = Ranks::one(Rank::THREE);
        assert_eq!(settled(counts("3KA2R456789J"), wild), counts("KA2R456789TJ"));
        assert_eq!(settled(counts("4577"), wild), counts("4577"));
    }

    #[test]
    fn every_reading_is_found_once_and_legal() {
        let (mut rng, mut found, mut missed) = (SearchRng::new(7), 0, 0);
        for round in 0..60 {
            let wild = Ranks::one(Rank::THREE)
                .or(Ranks::FOURS.iter().nth(rng.below(13)).map_or(Ranks::NONE, Ranks::one));
            let rules = PlayRules { forbidden: Preset::ALL[round % 6].forbidden(), wild };
            let hand = drawn(4 + round % 8, &mut rng);
            let ours = plays(rules, hand, None);
            let mut theirs: Vec<Reading> = Vec::new();
            rules
                .leads(hand, |play| theirs.extend((!theirs.contains(&play.reading)).then_some(play.reading)));
            for (place, play) in ours.iter().enumerate() {
                assert!(
                    hand.contain(play.cards) && rules.readings(play.cards).contains(&play.reading),
                    "{play:?}"
                );
                assert!(ours[..place].iter().all(|other| other.reading != play.reading), "{play:?}");
            }
            found += ours.len();
            missed +=
                theirs.iter().filter(|&&reading| ours.iter().all(|play| play.reading != reading)).count();
        }
        assert!(found > 1_000 && missed * 20 < found, "{missed} of {found} are missed");
    }
}
