//! Random Shengji tables, at which one hand leads to the next.

use cardroom_rules::games::game::{Chair, Chips, Entry, Game, Outcome};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::declare::{Overturning, Reinforcing};
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::level::TeamLevel;
use cardroom_rules::games::shengji::order::Adjacency;
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules, ThrowPenalty};
use cardroom_rules::games::shengji::score::{Levels, MustPlay, Thresholds};
use cardroom_rules::games::shengji::setup::{Setup, Standing};
use cardroom_rules::games::shengji::trick::ThrowEvaluation;
use cardroom_rules::games::shengji::wishes::Wishes;

use crate::rng::TestRng;

/// A table from hand to hand.
pub struct ShengjiSession {
    pub rules: Rules,
    pub standing: Standing,
    stacks: [Chips; 4],
}

impl ShengjiSession {
    /// A table of random rules, some way into a game or at its beginning.
    pub fn new(rng: &mut TestRng) -> Self {
        let mut level =
            || TeamLevel::of(u8::try_from(rng.between(2, 14)).unwrap_or(2)).unwrap_or(TeamLevel::TWO);
        let levels = Levels { even: level(), odd: level() };
        let declarer = Seat(u8::try_from(rng.below(4)).unwrap_or(0));
        let begun = Standing { levels, declarer: Some(declarer) };
        let standing = if rng.one_in(3) { Standing::OPENING } else { begun };
        Self { rules: rules(rng), standing, stacks: [100, 7, 2_000, 300] }
    }

    /// The next hand's setup.
    pub fn next(&self) -> Option<Setup> {
        let chair = |(seat, chips)| Chair { seat, chips, newcomer: false, entry: Entry::Wait, wishes: None };
        let chairs: Vec<Chair<Wishes>> = Seat::first(4).zip(self.stacks).map(chair).collect();
        Shengji::setup(&self.rules, &self.standing, &chairs)
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
    fn any<T: Copy + Default>(rng: &mut TestRng, of: &[T]) -> T {
        rng.pick(of).copied().unwrap_or_default()
    }
    Rules {
        stake: any(rng, &[0, 10]),
        adjacency: Adjacency {
            across_level: !rng.one_in(3),
            level_cards: !rng.one_in(3),
            permanent_twos: rng.one_in(3),
        },
        bidding: any(
            rng,
            &[Overturning::JokerOrGreaterLength, Overturning::GreaterLength, Overturning::JokerOrHigherSuit],
        ),
        reinforcing: any(
            rng,
            &[Reinforcing::ReinforceWhileWinning, Reinforcing::OverturnOrReinforce, Reinforcing::Equivalent],
        ),
        reveal_kitty: rng.one_in(2),
        steal: rng.one_in(2),
        throw_penalty: any(
            rng,
            &[
                ThrowPenalty::None,
                ThrowPenalty::PerAttempt,
                ThrowPenalty::PerCard,
                ThrowPenalty::PerComponent,
            ],
        ),
        throw_evaluation: any(
            rng,
            &[
                ThrowEvaluation::LargestComponent,
                ThrowEvaluation::EveryComponent,
                ThrowEvaluation::HighestCard,
            ],
        ),
        kitty_multiplier: any(
            rng,
            &[KittyMultiplier::TwicePerCard, KittyMultiplier::PowerOfTwo, KittyMultiplier::ByWinningPlay],
        ),
        must_play: any(
            rng,
            &[MustPlay::None, MustPlay::Ace, MustPlay::FiveTenKingAce, MustPlay::TwoFiveTenJackKingAce],
        ),
        hook_jack: rng.one_in(2),
        thresholds: any(rng, &[Thresholds::default(), Thresholds { take: 100, step: 50 }]),
        show_voids: rng.one_in(2),
        ..Rules::default()
    }
}
