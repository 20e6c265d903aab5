//! The candidates of a decision: some sensible plays, the rule of thumb's own first.

use super::answers::{Answer, Plays};
use super::leads;
use super::mind::Mind;
use super::odds::Count;
use super::pile::{Pile, bits};
use super::ranking::GROUPS;
use super::shape::Lead;

/// The sensible plays, the rule of thumb's own first.
pub fn candidates(mind: &Mind<'_>) -> Plays {
    let mut plays = Plays::none();
    plays.add(mind.choose());
    match mind.count.position.lead {
        Some(lead) => follows(mind, lead, &mut plays),
        None => leads(&mind.count, mind.hand, &mut plays),
    }
    plays
}

fn follows(mind: &Mind<'_>, lead: Lead, plays: &mut Plays) {
    let Count { ranking, position, .. } = mind.count;
    let keep = mind.keeping(&lead);
    let answer = Answer { ranking, lead, hand: mind.hand };
    for share in [1.0, -1.0, 0.0, 0.5, -0.4] {
        plays.add(answer.cheapest(&keep.with_points(&mind.count, mind.hand, share)));
    }
    for share in [-0.8, 0.8] {
        let prices = || keep.with_points(&mind.count, mind.hand, share);
        answer.beating(position.strength, prices, &mut |play| plays.add(play));
    }
    if lead.is_mixed() {
        answer.listed().into_iter().for_each(|play| plays.add(play));
    }
    let own = mind.hand.among(ranking.groups[lead.group()]);
    if lead.size == 1 {
        // Any card to discard, or of the group.
        let from = if own.is_empty() { mind.hand } else { own };
        bits(from.once & !from.twice).for_each(|bit| plays.add(Pile::one(bit)));
    }
}

fn leads(count: &Count<'_>, hand: Pile, plays: &mut Plays) {
    leads::sensible(count, hand, &mut |_, play| plays.add(play));
    for group in 0..GROUPS {
        let own = hand.among(count.ranking.groups[group]);
        bits(own.twice).for_each(|bit| plays.add(Pile::pairs(1 << bit)));
    }
}
