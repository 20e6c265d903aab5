//! Logs of Shengji.

use cardroom_rules::games::any::{AnyAction, AnyEvent, AnyHand, AnySetup};
use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::declare::{Declaration, Reinforcing};
use cardroom_rules::games::shengji::event::Event;
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules, ThrowPenalty};
use cardroom_rules::games::shengji::score::{Levels, MustPlay};
use cardroom_rules::games::shengji::setup::Setup;
use cardroom_rules::games::shengji::trick::ThrowEvaluation;

use super::{Recipe, always, boldly};
use crate::rng::TestRng;

pub fn recipes() -> Vec<Recipe> {
    vec![stolen(), thrown(), turned_up(), undeclared()]
}

fn setup(rules: Rules, (even, odd): (&str, &str), declarer: Option<u8>, stacks: [Chips; 4]) -> AnySetup {
    let levels = Levels { even: even.parse().unwrap(), odd: odd.parse().unwrap() };
    Setup { rules, levels, declarer: declarer.map(Seat), stacks }.into()
}

fn own(log: &[AnyEvent]) -> impl Iterator<Item = &Event> {
    log.iter().filter_map(|event| if let AnyEvent::Shengji(event) = event { Some(event) } else { None })
}

fn count(log: &[AnyEvent], is: impl Fn(&Event) -> bool) -> usize {
    own(log).filter(|event| is(event)).count()
}

fn declared(log: &[AnyEvent]) -> Vec<Declaration> {
    own(log).filter_map(|event| if let Event::Declared(made) = event { Some(*made) } else { None }).collect()
}

/// Whether the first trick has just begun.
fn begins(log: &[AnyEvent]) -> bool {
    let is_lead = |event: &Event| matches!(event, Event::Played(_) | Event::Thrown(_));
    count(log, is_lead) == 1 && own(log).last().is_some_and(is_lead)
}

/// Passes, if that is possible.
fn quietly(hand: &AnyHand, seat: Seat, rng: &mut TestRng) -> AnyAction {
    let pass = AnyAction::from(Action::Pass {});
    if hand.moves(seat).contains(&pass) { pass } else { boldly(hand, seat, rng) }
}

/// Declares singles before pairs, so that there is something to add.
fn by_and_by(hand: &AnyHand, seat: Seat, rng: &mut TestRng) -> AnyAction {
    let single =
        |action: &AnyAction| matches!(action, AnyAction::Shengji(Action::Declare { pair: false, .. }));
    hand.moves(seat).into_iter().find(single).unwrap_or_else(|| boldly(hand, seat, rng))
}

fn stolen() -> Recipe {
    Recipe {
        name: "shengji-stolen-where-winners-reinforce",
        says: "Shengji, release 4: only who wins the declaring may add to it; one does, another \
            overturns it, and the kitty is stolen twice, each time by a declaration that beats the \
            last",
        setup: setup(
            Rules {
                stake: 2,
                reinforcing: Reinforcing::ReinforceWhileWinning,
                steal: true,
                must_play: MustPlay::Ace,
                ..Rules::default()
            },
            ("5", "5"),
            Some(2),
            [300, 300, 300, 300],
        ),
        acts_in_pauses: 12,
        choose: by_and_by,
        hopeful: |log| {
            if !begins(log) {
                return true;
            }
            let made = declared(log);
            let adds =
                |two: &[Declaration]| two[0].seat == two[1].seat && two[0].card == two[1].card && two[1].pair;
            let seats: Vec<Seat> = made.iter().map(|made| made.seat).collect();
            let thefts = count(log, |event| matches!(event, Event::KittyTaken(_))) - 1;
            thefts == 2
                && made.windows(2).any(adds)
                && made.len() >= 4
                && seats.windows(2).any(|two| two[0] != two[1])
        },
        wanted: |log, _| {
            count(log, |event| matches!(event, Event::Scored(scored) if scored.kitty_points > 0)) == 1
        },
    }
}

fn thrown() -> Recipe {
    Recipe {
        name: "shengji-throws-by-component",
        says: "Shengji, release 4: throws that stand and throws that fail, paid by the component; the \
            kitty counts by the play that wins the last trick",
        setup: setup(
            Rules {
                throw_penalty: ThrowPenalty::PerComponent,
                throw_evaluation: ThrowEvaluation::EveryComponent,
                kitty_multiplier: KittyMultiplier::ByWinningPlay,
                show_voids: true,
                ..Rules::default()
            },
            ("J", "8"),
            Some(1),
            [0, 0, 0, 0],
        ),
        acts_in_pauses: 10,
        choose: boldly,
        hopeful: always,
        wanted: |log, _| {
            let judged = |stands: bool| {
                count(log, |event| matches!(event, Event::ThrowJudged(judged) if judged.stands == stands))
            };
            let dear = |event: &Event| matches!(event, Event::ThrowJudged(judged) if judged.penalty >= 20);
            let counted = |event: &Event| {
                let Event::Scored(scored) = event else { return false };
                scored.multiplier > 0 && scored.kitty_points > 0
            };
            judged(true) >= 1 && judged(false) >= 2 && count(log, dear) >= 1 && count(log, counted) == 1
        },
    }
}

fn turned_up() -> Recipe {
    Recipe {
        name: "shengji-kitty-turned-up",
        says: "Shengji, release 4: nobody declares a later hand, and the third card of the kitty or a \
            later one sets trumps",
        setup: setup(
            Rules { reveal_kitty: true, stake: 1, card_millis: 0, ..Rules::default() },
            ("2", "K"),
            Some(3),
            [50, 50, 50, 50],
        ),
        acts_in_pauses: 3,
        choose: quietly,
        hopeful: |log| {
            let flipped = count(log, |event| matches!(event, Event::Flipped(_)));
            !begins(log) || (3..8).contains(&flipped)
        },
        wanted: |_, _| true,
    }
}

fn undeclared() -> Recipe {
    Recipe {
        name: "shengji-undeclared-first-hand",
        says: "Shengji, release 4: nobody declares a first hand, and it is dealt again",
        setup: setup(Rules::default(), ("2", "2"), None, [0, 0, 0, 0]),
        acts_in_pauses: 5,
        choose: quietly,
        hopeful: always,
        wanted: |_, outcome| outcome.void,
    }
}
