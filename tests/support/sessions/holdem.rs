//! Random Hold'em tables, whose players come and go from hand to hand.

use cardroom_rules::games::game::{Chair, Chips, Entry, Game, MOST_CHIPS, Outcome};
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::rules::{Ante, Betting, Rake, Rules, Straddle};
use cardroom_rules::games::holdem::setup::{Setup, Standing};
use cardroom_rules::games::holdem::wishes::Wishes;
use cardroom_rules::games::seat::Seat;

use crate::rng::TestRng;

/// A table from hand to hand.
pub struct HoldemSession {
    pub rules: Rules,
    pub standing: Standing,
    pub chairs: Vec<Chair<Wishes>>,
    seats: u8,
    richest: Chips,
}

impl HoldemSession {
    /// A table of random rules, some of them odd.
    pub fn new(rng: &mut TestRng) -> Self {
        let rules = rules(rng);
        let depth = *rng.pick(&[2, 5, 30, 200]).unwrap_or(&5);
        let richest = if rng.one_in(50) { MOST_CHIPS } else { rules.big_blind * depth };
        let seats = u8::try_from(rng.between(2, Seat::MOST.into())).unwrap_or(2);
        Self { rules, standing: Standing::default(), chairs: Vec::new(), seats, richest }
    }

    /// The next hand's setup, after some have come, gone, or changed their minds. `None` if too few are left.
    pub fn next(&mut self, rng: &mut TestRng) -> Option<Setup> {
        self.chairs.retain(|chair| chair.chips > 0 && !rng.one_in(20));
        for seat in (0..self.seats).map(Seat) {
            if !self.chairs.iter().any(|chair| chair.seat == seat) && !rng.one_in(3) {
                let chips = rng.between(1, self.richest);
                let wishes = rng.one_in(2).then_some(Wishes { straddle: true });
                self.chairs.push(Chair { seat, chips, newcomer: true, entry: Entry::Wait, wishes });
            }
        }
        for chair in &mut self.chairs {
            if rng.one_in(4) {
                let entries = [Entry::Out, Entry::Wait, Entry::Post, Entry::Post];
                chair.entry = *rng.pick(&entries).unwrap_or(&Entry::Post);
            }
        }
        Holdem::setup(&self.rules, &self.standing, &self.chairs)
    }

    /// Takes up a hand's outcome.
    pub fn finish(&mut self, outcome: Outcome<Standing>) {
        self.standing = outcome.standing;
        for (seat, chips) in outcome.stacks {
            for chair in self.chairs.iter_mut().filter(|chair| chair.seat == seat) {
                chair.chips = chips.min(self.richest);
                chair.newcomer = false;
            }
        }
    }
}

fn rules(rng: &mut TestRng) -> Rules {
    let big_blind = *rng.pick(&[1, 2, 3, 20, 100]).unwrap_or(&2);
    let amount = rng.between(1, big_blind * 2);
    let antes = [Ante::Uniform { amount }, Ante::BigBlind { amount }, Ante::Button { amount }];
    let structures = [Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit];
    let straddles = [Straddle::None, Straddle::Voluntary, Straddle::Mandatory];
    let ante = if rng.one_in(2) { rng.pick(&antes) } else { None };
    Rules {
        betting: *rng.pick(&structures).unwrap_or(&Betting::NoLimit),
        small_blind: rng.between(1, big_blind),
        big_blind,
        ante: ante.copied().unwrap_or_default(),
        straddle: *rng.pick(&straddles).unwrap_or(&Straddle::None),
        rake: rake(rng),
        uncapped_heads_up: rng.one_in(2),
        run_it_twice: rng.one_in(2),
        table_all_ins: rng.one_in(2),
        blind_first: rng.one_in(2),
        showdown_seconds: 3,
    }
}

fn rake(rng: &mut TestRng) -> Rake {
    if rng.one_in(2) {
        return Rake::default();
    }
    let cap = rng.between(0, 50);
    Rake {
        basis_points: u16::try_from(rng.between(0, 1_000)).unwrap_or(0),
        cap: rng.one_in(2).then_some(cap),
        no_flop_no_drop: rng.one_in(2),
    }
}
