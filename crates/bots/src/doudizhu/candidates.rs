//! The plays that are worth a search, the best by the rule of thumb first.

use super::notes::Notes;
use super::plan::{Cost, Plan};
use super::roles::Roles;
use super::sight::Sight;
use super::wild::{self, settled};
use cardroom_rules::games::doudizhu::reading::Play;

/// A play to try.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The play; none for a pass.
    pub play: Option<Play>,
    /// The plan for the rest of the hand.
    pub after: Plan,
    /// Its value by the rule of thumb.
    pub worth: Cost,
    /// The number of worlds in which it won.
    pub won: f32,
}

impl Default for Candidate {
    fn default() -> Self {
        Self { play: None, after: Plan::NONE, worth: Cost::MIN, won: 0.0 }
    }
}

/// How many plays of one reading are tried; they differ in their wings.
const WINGS: usize = 2;
/// How many plays with wild cards are valued.
const WEIGHED: usize = 24;

/// At most this many plays, or only one that ends the hand. A pass alone, if nothing may be played.
pub fn candidates(notes: &Notes, roles: Roles, most: usize) -> Vec<Candidate> {
    let hand = notes.hand.counts();
    let sight = roles.sight(notes);
    let mut all = plays(notes);
    if let Some(last) = all.iter().find(|play| play.cards == hand) {
        return vec![Candidate { play: Some(*last), ..Candidate::default() }];
    }
    if !notes.rules.wild.is_empty() {
        all.sort_by_cached_key(|play| Plan::of(hand.without(play.cards)).cost);
        all.truncate(WEIGHED);
    }
    let mut candidates: Vec<Candidate> = all
        .into_iter()
        .map(|play| {
            let after = Plan::of(settled(hand.without(play.cards), notes.rules.wild));
            Candidate { play: Some(play), after, worth: sight.worth(play, &after), won: 0.0 }
        })
        .collect();
    let pass = sight.table.map(|table| {
        let after = Plan::of(settled(hand, notes.rules.wild));
        Candidate { play: None, after, worth: Sight { plan: after, ..sight }.passed(table), won: 0.0 }
    });
    candidates.sort_by_key(|candidate| -candidate.worth);
    let mut kept: Vec<Candidate> = Vec::with_capacity(most + 1);
    for candidate in candidates {
        let reading = |candidate: &Candidate| candidate.play.map(|play| play.reading);
        let same = kept.iter().filter(|other| reading(other) == reading(&candidate)).count();
        if same < WINGS && kept.len() < most {
            kept.push(candidate);
        }
    }
    if let Some(pass) = pass {
        let place = kept.iter().position(|candidate| candidate.worth <= pass.worth).unwrap_or(kept.len());
        kept.insert(place, pass);
    }
    kept
}

/// The legal plays; if ranks are wild, one for each reading.
pub fn plays(notes: &Notes) -> Vec<Play> {
    let (rules, hand) = (notes.rules, notes.hand.counts());
    let table = notes.table.map(|(_, reading)| reading);
    if !rules.wild.is_empty() {
        return wild::plays(rules, hand, table);
    }
    let mut plays = Vec::with_capacity(4 * hand.len() as usize);
    match table {
        None => rules.leads(hand, |play| plays.push(play)),
        Some(table) => rules.answers(hand, table, |play| plays.push(play)),
    }
    plays
}
