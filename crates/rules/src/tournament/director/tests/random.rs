//! Random tournaments to their end.

use super::super::command::DirectorCommand;
use super::super::money::payout::Reward;
use super::super::setup::{AddOn, EntryPrice, Rebuy, Setup, StartRule};
use super::trial::{Trial, left, player};
use crate::cards::generator::Generator;
use crate::games::game::Chips;
use crate::games::holdem::rules::{Ante, Betting};
use crate::tournament::levels::structure::{Length, Level, Stage, Structure};
use crate::tournament::prizes::bounties::BountyMode;
use crate::tournament::prizes::deal::{DealBasis, DealTerms};
use crate::tournament::prizes::payouts::Payouts;

fn structure(rng: &mut Generator) -> Structure {
    let by_hands = rng.below(4) == 0;
    let mut stages = Vec::new();
    for level in 0..12_u32 {
        let small_blind: Chips = 10 << level.min(20);
        let ante = match rng.below(3) {
            0 => Ante::None {},
            1 => Ante::Uniform { amount: small_blind / 5 },
            _ => Ante::BigBlind { amount: 2 * small_blind },
        };
        let count = 1 + u32::try_from(rng.below(20)).unwrap();
        let length = if by_hands { Length::Hands(count) } else { Length::Seconds(60 * count) };
        stages.push(Stage::Level(Level { small_blind, big_blind: 2 * small_blind, ante, length }));
        if rng.below(3) == 0 {
            stages.push(Stage::Break { seconds: 60 });
        }
    }
    Structure::new(stages).unwrap()
}

fn reward(rng: &mut Generator, prize: Chips) -> Reward {
    match rng.below(8) {
        0 => Reward::Chips(Payouts::WinnerTakesAll {}),
        1 => Reward::Chips(Payouts::DoubleUp {}),
        2 => Reward::Chips(Payouts::Weights { weights: vec![50, 30, 20, 10, 10] }),
        3 => Reward::Tickets { value: 1 + prize * (1 + rng.below(9) as Chips) },
        _ => Reward::Chips(Payouts::Percent { percent: 5 + u8::try_from(rng.below(46)).unwrap() }),
    }
}

fn setup(rng: &mut Generator, players: usize) -> Setup {
    let count = u32::try_from(players).unwrap();
    let scheduled = rng.below(3) > 0;
    let late_level =
        if scheduled && rng.below(2) == 0 { 1 + u32::try_from(rng.below(5)).unwrap() } else { 0 };
    let rebuys = rng.below(3) == 0;
    let prize = rng.below(200) as Chips;
    let setup = Setup {
        start: if scheduled {
            StartRule::Scheduled { at: 50_000, min_entrants: 2 }
        } else {
            StartRule::SitAndGo {}
        },
        max_entrants: count,
        price: EntryPrice {
            prize,
            fee: rng.below(10) as Chips,
            bounty: (rng.below(3) * rng.below(50)) as Chips,
        },
        starting_chips: 200 + rng.below(2_000) as Chips,
        structure: structure(rng),
        betting: Betting::NoLimit,
        seats: 2 + u8::try_from(rng.below(9)).unwrap(),
        late_level,
        re_entries: if late_level > 0 { u32::try_from(rng.below(3)).unwrap() } else { 0 },
        rebuy: rebuys.then(|| Rebuy {
            price: rng.below(100) as Chips,
            chips: 1 + rng.below(2_000) as Chips,
            until_level: 1 + u32::try_from(rng.below(4)).unwrap(),
            most: 1 + u32::try_from(rng.below(3)).unwrap(),
        }),
        add_on: (rebuys && rng.below(2) == 0).then_some(AddOn { price: 30, chips: 1_000 }),
        guarantee: if rng.below(4) == 0 { rng.below(20_000) as Chips } else { 0 },
        reward: reward(rng, prize),
        bounties: if rng.below(2) == 0 { BountyMode::Fixed } else { BountyMode::Progressive },
        hand_for_hand_at: u32::try_from(rng.below(4)).unwrap(),
        round_ties: rng.below(3) == 0,
        pause_millis: 1_000 * rng.below(4) as u64,
    };
    setup.check().unwrap();
    setup
}

/// 2 to `most` players, small numbers more often. The fewest and the most come now and then.
pub fn players(rng: &mut Generator, seed: u64, most: usize) -> usize {
    match seed % 100 {
        0 => 2,
        1 => most,
        _ => {
            let bound = 2_usize << rng.below(most.ilog2() as usize + 1);
            2 + rng.below(bound.min(most - 1))
        }
    }
}

/// A generator of its own for each seed.
pub fn generator(seed: u64) -> Generator {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    Generator::new(bytes)
}

/// How many players the largest events have.
pub const MOST: usize = 1_000;

/// Things that players and the organiser do at any time; most are refused.
fn meddle(trial: &mut Trial, players: usize) {
    let nobody = trial.below(players + players / 3 + 1);
    let left = left(&trial.director);
    let someone = match left.len() {
        0 => player(nobody),
        many => left[trial.rng.below(many)].player,
    };
    let keep = trial.below(3) as Chips;
    let basis = if trial.one_in(2) { DealBasis::Icm } else { DealBasis::Chips };
    let command = match trial.below(1_000) {
        0..400 => DirectorCommand::Register { player: player(nobody) },
        400..500 => DirectorCommand::Rebuy { player: someone },
        500..530 => DirectorCommand::DeclineRebuy { player: someone },
        530..600 => DirectorCommand::AddOn { player: someone },
        600..640 => DirectorCommand::ProposeDeal { player: someone, terms: DealTerms { basis, keep } },
        640..740 => DirectorCommand::AnswerDeal { player: someone, accept: trial.below(20) > 0 },
        740..743 => DirectorCommand::Disqualify { player: someone },
        743..746 => DirectorCommand::Pause {},
        746..760 => DirectorCommand::Resume {},
        760..762 => DirectorCommand::EndLevel {},
        762..790 => DirectorCommand::SaveClock {},
        790..793 => DirectorCommand::Restart {},
        793 if trial.one_in(20) => DirectorCommand::Cancel {},
        _ => DirectorCommand::Unregister { player: player(nobody) },
    };
    let before = trial.director.clone();
    if trial.director.accept(trial.now, &command).is_err() {
        assert_eq!(before, trial.director);
    } else {
        trial.command(&command).unwrap();
    }
}

fn play(seed: u64) {
    let mut rng = generator(seed);
    let players = players(&mut rng, seed, MOST);
    let setup = setup(&mut rng, players);
    println!("tournament {seed}: {players} players");
    let mut trial = Trial::new(setup, seed);
    for number in 0..players {
        if trial.one_in(20) && players > 3 {
            continue;
        }
        trial.command(&DirectorCommand::Register { player: player(number) }).unwrap();
    }
    for number in 0..players {
        // A sit and go starts only when it is full.
        let _ = trial.command(&DirectorCommand::Register { player: player(number) });
    }
    let meddles = trial.one_in(2);
    let cancels_in_round = trial.one_in(4);
    let mut moments = 0;
    while !trial.is_over() {
        trial.go_on();
        if meddles && !trial.is_over() {
            meddle(&mut trial, players);
        }
        if cancels_in_round && trial.has_unpaid_in_round() {
            trial.command(&DirectorCommand::Cancel {}).unwrap();
        }
        moments += 1;
        assert!(moments < 400_000, "it never ends");
    }
    trial.check_end();
}

#[test]
fn random_tournaments_end_and_keep_the_rules() {
    for seed in 0..100 {
        play(seed);
    }
}

#[test]
#[ignore = "10,000 tournaments take minutes"]
fn ten_thousand_random_tournaments_end_and_keep_the_rules() {
    for seed in 100..10_100 {
        play(seed);
    }
}
