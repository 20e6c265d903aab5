//! Hands with wild cards. The search has no wild cards of its own: it takes each for the rank that helps its hand most,
//! which makes little of it, since a wild card need not choose before it is played.

use super::plan::Plan;
use crate::games::doudizhu::counts::Counts;
use crate::games::doudizhu::play::PlayRules;
use crate::games::doudizhu::ranks::Ranks;
use crate::games::doudizhu::reading::{Play, Reading};

/// The hand with each wild card as the rank with which it costs the fewest turns.
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

/// One way to make each play that a hand has, by its reading: the one that uses the fewest wild cards, then the lowest.
/// The plays themselves are up to tens of thousands.
pub fn plays(rules: PlayRules, hand: Counts, table: Option<Reading>) -> Vec<Play> {
    let mut plays: Vec<Play> = Vec::new();
    let price = |play: &Play| {
        let bare = play.cards.among(Ranks::ALL.without(play.reading.chain()));
        (play.cards.among(rules.wild).len(), bare.at_least(2).len(), bare.ranks().highest())
    };
    let visit = |play: Play| match plays.last_mut().filter(|last| last.reading == play.reading) {
        Some(last) if price(&play) < price(last) => *last = play,
        Some(_) => {}
        None => plays.push(play),
    };
    match table {
        None => rules.leads(hand, visit),
        Some(table) => rules.answers(hand, table, visit),
    }
    plays
}

#[cfg(test)]
mod tests {
    use super::super::endgame::EVERYWHERE;
    use super::super::tests::counts;
    use super::*;
    use crate::games::doudizhu::rank::Rank;

    #[test]
    fn a_wild_card_fills_the_gap() {
        let wild = Ranks::one(Rank::THREE);
        assert_eq!(settled(counts("3KA2R456789J"), wild), counts("KA2R456789TJ"));
        assert_eq!(settled(counts("4577"), wild), counts("4577"));
    }

    #[test]
    fn every_reading_is_kept_once() {
        let rules = PlayRules { forbidden: EVERYWHERE, wild: Ranks::one(Rank::THREE) };
        let plays = plays(rules, counts("3345678889"), None);
        for (place, play) in plays.iter().enumerate() {
            assert!(plays[..place].iter().all(|other| other.reading != play.reading), "{:?}", play.reading);
        }
        assert!(plays.iter().any(|play| play.cards == counts("8") && play.reading.main.number() == 5));
    }
}
