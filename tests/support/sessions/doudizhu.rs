//! Random Dou Dizhu tables, at which one hand leads to the next.

use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::preset::{Preset, WingRules};
use cardroom_rules::games::doudizhu::rules::Bidding;
use cardroom_rules::games::doudizhu::rules::{Rules, Wild};
use cardroom_rules::games::doudizhu::setup::{Setup, Standing};
use cardroom_rules::games::doudizhu::wings::{Wing, Wings};
use cardroom_rules::games::doudizhu::wishes::Wishes;
use cardroom_rules::games::game::{Chair, Chips, Entry, Game, Outcome};
use cardroom_rules::games::seat::Seat;

use crate::rng::TestRng;

/// A table from hand to hand.
pub struct DoudizhuSession {
    pub rules: Rules,
    pub standing: Standing,
    stacks: [Chips; 3],
}

impl DoudizhuSession {
    /// A table of random rules.
    pub fn new(rng: &mut TestRng) -> Self {
        let stacks = *rng.pick(&[[1_000; 3], [100, 7, 2_000], [1 << 50; 3]]).unwrap_or(&[1; 3]);
        Self { rules: rules(rng), standing: Standing::default(), stacks }
    }

    /// The next hand's setup.
    pub fn next(&self) -> Option<Setup> {
        let chair = |(seat, chips)| Chair { seat, chips, newcomer: false, entry: Entry::Wait, wishes: None };
        let chairs: Vec<Chair<Wishes>> = Seat::first(3).zip(self.stacks).map(chair).collect();
        Doudizhu::setup(&self.rules, &self.standing, &chairs)
    }

    /// Takes up a hand's outcome.
    pub fn finish(&mut self, outcome: Outcome<Standing>) {
        self.standing = outcome.standing;
        for (stack, (_, chips)) in self.stacks.iter_mut().zip(outcome.stacks) {
            *stack = chips;
        }
    }
}

fn rules(rng: &mut TestRng) -> Rules {
    let preset = *rng.pick(&Preset::ALL).unwrap_or(&Preset::Douzero);
    let forbid: Vec<Wing> = Wing::ALL.into_iter().filter(|_| rng.one_in(2)).collect();
    let forbid = rng.one_in(3).then(|| Wings::of(&forbid));
    let wilds = [Wild::None, Wild::None, Wild::None, Wild::One, Wild::Two];
    Rules {
        stake: *rng.pick(&[0, 1, 10, Rules::MOST_STAKE]).unwrap_or(&1),
        bidding: if rng.one_in(2) { Bidding::Points } else { Bidding::CallRob },
        force_landlord: rng.one_in(2),
        doubling: rng.one_in(2),
        open_hand: rng.one_in(2),
        wings: WingRules { preset, forbid },
        reveal: Some(forbid.is_none()),
        wild: *rng.pick(&wilds).unwrap_or(&Wild::None),
        ..Rules::default()
    }
}
