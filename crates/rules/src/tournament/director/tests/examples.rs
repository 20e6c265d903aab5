//! The examples of the rules, and commands that are refused.

use std::cmp::Ordering;

use super::super::command::DirectorCommand as Command;
use super::super::entry::EntryState;
use super::super::event::DirectorEvent;
use super::super::floor::place::{EntryId, TableNumber};
use super::super::floor::table::PotResult;
use super::super::money::payout::Reward;
use super::super::refusal::TournamentRefusal as Refusal;
use super::super::setup::{AddOn, EntryPrice, Rebuy, Setup, StartRule};
use super::super::state::LevelStage;
use super::trial::{Trial, player};
use crate::games::game::Chips;
use crate::games::holdem::rules::{Ante, Betting};
use crate::games::seat::Seat;
use crate::tournament::levels::structure::{Length, Level, Stage, Structure};
use crate::tournament::prizes::bounties::BountyMode;
use crate::tournament::prizes::deal::{DealBasis, DealTerms};
use crate::tournament::prizes::payouts::Payouts;

pub(super) fn level(big_blind: Chips, length: Length) -> Stage {
    Stage::Level(Level { small_blind: big_blind / 2, big_blind, ante: Ante::None {}, length })
}

pub(super) fn setup(entrants: u32) -> Setup {
    let minute = Length::Seconds(60);
    let stages = vec![level(20, minute), level(40, minute), Stage::Break { seconds: 300 }, level(80, minute)];
    Setup {
        start: StartRule::SitAndGo {},
        max_entrants: entrants,
        price: EntryPrice { prize: 100, fee: 10, bounty: 0 },
        starting_chips: 1_000,
        structure: Structure::new(stages).unwrap(),
        betting: Betting::NoLimit,
        seats: 9,
        late_level: 0,
        re_entries: 0,
        rebuy: None,
        add_on: None,
        guarantee: 0,
        reward: Reward::Chips(Payouts::Percent { percent: 15 }),
        bounties: BountyMode::Fixed,
        hand_for_hand_at: 1,
        round_ties: false,
        pause_millis: 0,
    }
}

/// A tournament that has just started with its first hands.
pub(super) fn started(setup: Setup) -> Trial {
    let entrants = setup.max_entrants as usize;
    let mut trial = Trial::new(setup, 1);
    for number in 1..=entrants {
        trial.command(&Command::Register { player: player(number) }).unwrap();
    }
    trial.settle();
    trial
}

/// Ends the hand of the table at which these entries sit. They have these chips after it; the first of the others at
/// the table has the rest, and wins every pot.
pub(super) fn end_hand(trial: &mut Trial, table: u32, after: &[(u32, Chips)]) {
    let number = TableNumber(table);
    let hand = trial.director.tables().iter().find(|table| table.number == number).unwrap().hand().unwrap();
    let all: Chips = hand.dealt.iter().map(|dealt| dealt.chips).sum();
    let set = |entry: EntryId| after.iter().find(|(number, _)| *number == entry.0).map(|(_, chips)| *chips);
    let winner = hand.dealt.iter().find(|dealt| set(dealt.entry).is_none()).map(|dealt| dealt.entry);
    let mut rest = all - after.iter().map(|(_, chips)| chips).sum::<Chips>();
    for dealt in hand.dealt.iter().filter(|dealt| set(dealt.entry).is_none() && Some(dealt.entry) != winner) {
        rest -= dealt.chips;
    }
    let chips = |dealt: &super::super::floor::table::DealtIn| match set(dealt.entry) {
        Some(chips) => chips,
        None if Some(dealt.entry) == winner => rest,
        None => dealt.chips,
    };
    let stacks = hand.dealt.iter().map(|dealt| (dealt.seat, chips(dealt))).collect();
    let seats: Vec<Seat> = hand.dealt.iter().map(|dealt| dealt.seat).collect();
    let winners =
        hand.dealt.iter().filter(|dealt| Some(dealt.entry) == winner).map(|dealt| dealt.seat).collect();
    let pots = vec![PotResult { eligible: seats, winners }];
    trial.command(&Command::EndHand { table: number, stacks, pots }).unwrap();
}

fn place(trial: &Trial, entry: u32) -> usize {
    trial.director.ranks().iter().find(|placed| placed.entry == entry).unwrap().place
}

fn chips(trial: &Trial, entry: u32) -> Chips {
    trial.director.entries()[EntryId(entry).index()].chips
}

/// The events of this kind so far.
pub(super) fn count(trial: &Trial, is: fn(&DirectorEvent) -> bool) -> usize {
    trial.log.iter().filter(|(_, event)| is(event)).count()
}

#[test]
fn tables_start_with_sizes_within_one() {
    let trial = started(setup(29));
    let sizes: Vec<usize> =
        trial.director.tables().iter().map(super::super::floor::table::TournamentTable::count).collect();
    assert_eq!(sizes, [8, 7, 7, 7]);
}

#[test]
fn of_two_who_go_out_in_one_hand_the_larger_stack_is_better() {
    let mut trial = started(setup(5));
    end_hand(&mut trial, 1, &[(2, 300), (3, 500), (4, 1_000), (5, 1_000)]);
    trial.settle();
    end_hand(&mut trial, 1, &[(2, 0), (3, 0)]);
    trial.settle();
    assert_eq!((place(&trial, 3), place(&trial, 2)), (4, 5));
    let mut trial = started(setup(5));
    end_hand(&mut trial, 1, &[(2, 0), (3, 0)]);
    trial.settle();
    assert_eq!((place(&trial, 3), place(&trial, 2)), (4, 4));
}

#[test]
fn tied_players_share_the_prizes_of_their_places() {
    let mut trial = started(setup(6));
    end_hand(&mut trial, 1, &[(1, 4_000), (2, 0), (3, 0), (4, 0), (5, 1_000), (6, 1_000)]);
    trial.settle();
    end_hand(&mut trial, 1, &[(5, 0), (6, 0)]);
    trial.settle();
    let paid = |entry: u32| {
        trial.log.iter().find_map(|(_, event)| match event {
            DirectorEvent::PrizePaid { entry: paid, prize, .. } if paid.0 == entry => Some(prize.cash),
            _ => None,
        })
    };
    // Second and third share the second prize.
    assert_eq!([1, 5, 6].map(paid), [Some(390), Some(105), Some(105)]);
    trial.check_end();
}

#[test]
fn a_level_ends_when_its_time_was_played() {
    let mut trial = started(setup(3));
    trial.now += 30_000;
    trial.command(&Command::Pause {}).unwrap();
    let goes_on = trial.now + 1_800_000;
    trial.now += 600_000;
    assert_eq!(trial.settle(), Some(goes_on));
    trial.command(&Command::Resume {}).unwrap();
    trial.now += 10_000;
    trial.command(&Command::SaveClock {}).unwrap();
    assert_eq!(trial.director.level_played(), 40_000);
    // The server is down for a minute, and everything stands still for 15 s more.
    trial.now += 60_000;
    trial.command(&Command::Restart {}).unwrap();
    assert_eq!(trial.settle(), Some(trial.now + 15_000 + 20_000));
    trial.now += 35_000;
    trial.settle();
    assert_eq!(trial.director.level().unwrap().0, 2);
}

#[test]
fn a_new_level_holds_from_the_next_hand() {
    let mut trial = started(setup(3));
    trial.now += 61_000;
    trial.settle();
    assert_eq!(trial.director.level().unwrap().0, 2);
    assert_eq!(trial.director.tables()[0].hand().unwrap().level, 1);
    end_hand(&mut trial, 1, &[]);
    trial.settle();
    assert_eq!(trial.director.tables()[0].hand().unwrap().level, 2);
}

#[test]
fn a_break_runs_from_the_end_of_the_last_hand() {
    let mut trial = started(setup(3));
    for _ in 0..2 {
        trial.now += 60_000;
        trial.settle();
    }
    assert_eq!(trial.director.stage(), LevelStage::BreakCalled(300));
    trial.now += 40_000;
    end_hand(&mut trial, 1, &[]);
    assert_eq!(trial.settle(), Some(trial.now + 300_000));
    trial.now += 300_000;
    trial.settle();
    assert_eq!(trial.director.level().unwrap().0, 3);
    assert!(trial.director.tables()[0].hand().is_some());
}

#[test]
fn after_the_last_level_all_amounts_double() {
    let setup = setup(3);
    let blinds = |level| setup.hand_rules(level, false).unwrap().big_blind;
    assert_eq!([1, 2, 3, 4, 5].map(blinds), [20, 40, 80, 160, 320]);
}

#[test]
fn who_loses_all_chips_has_20_seconds_to_rebuy() {
    let rebuy = Rebuy { price: 50, chips: 1_000, until_level: 1, most: 1 };
    let mut trial = started(Setup { rebuy: Some(rebuy), ..setup(12) });
    let at =
        |trial: &Trial, entry: u32| trial.director.entries()[EntryId(entry).index()].place().unwrap().table.0;
    let (mine, other) = (at(&trial, 1), 3 - at(&trial, 1));
    end_hand(&mut trial, mine, &[(1, 0)]);
    let until = trial.now + 20_000;
    assert_eq!(trial.settle(), Some(until));
    assert!(trial.director.tables().iter().any(|table| table.number.0 == other && table.hand().is_some()));
    trial.command(&Command::Rebuy { player: player(1) }).unwrap();
    trial.settle();
    assert_eq!((chips(&trial, 1), trial.director.account().prizes_in), (1_000, 1_250));
    end_hand(&mut trial, mine, &[(1, 0)]);
    trial.settle();
    assert_eq!(place(&trial, 1), 12, "one rebuy each");
}

#[test]
fn prizes_are_fixed_when_the_last_hand_with_rebuys_has_ended() {
    let rebuy = Rebuy { price: 50, chips: 1_000, until_level: 1, most: 1 };
    let mut trial = started(Setup { rebuy: Some(rebuy), ..setup(4) });
    trial.now += 60_000;
    trial.settle();
    assert_eq!((trial.director.level().unwrap().0, trial.director.prizes()), (2, None));
    end_hand(&mut trial, 1, &[(1, 0)]);
    trial.settle();
    trial.command(&Command::Rebuy { player: player(1) }).unwrap();
    trial.settle();
    assert_eq!(trial.director.prizes().map(|prizes| prizes.iter().sum::<Chips>()), Some(450));
}

#[test]
fn an_add_on_has_a_break_of_its_own() {
    let rebuy = Rebuy { price: 50, chips: 1_000, until_level: 1, most: 1 };
    let add_on = AddOn { price: 60, chips: 1_500 };
    let mut trial = started(Setup { rebuy: Some(rebuy), add_on: Some(add_on), ..setup(3) });
    let command = Command::AddOn { player: player(2) };
    assert_eq!(trial.command(&command), Err(Refusal::NoAddOnNow {}));
    trial.now += 60_000;
    trial.settle();
    assert_eq!(trial.director.stage(), LevelStage::BreakCalled(60));
    end_hand(&mut trial, 1, &[]);
    trial.settle();
    trial.command(&command).unwrap();
    assert_eq!(trial.command(&command), Err(Refusal::NoAddOnNow {}));
    assert_eq!(chips(&trial, 2), 2_500);
    assert_eq!(trial.director.prizes(), None);
    trial.now += 60_000;
    trial.settle();
    assert_eq!(trial.director.prizes(), Some(&[360][..]));
}

#[test]
fn rounds_of_hand_for_hand_are_dealt_together() {
    // Four heads-up tables; three of eight are paid.
    let mut trial = started(Setup { seats: 2, ..setup(8) });
    let tables = |trial: &Trial| -> Vec<u32> {
        trial
            .director
            .tables()
            .iter()
            .filter(|table| table.hand().is_some())
            .map(|table| table.number.0)
            .collect()
    };
    assert_eq!(tables(&trial), [1, 2, 3, 4]);
    let bust = |trial: &mut Trial, number: u32| {
        let table = trial.director.tables().iter().find(|table| table.number.0 == number).unwrap();
        let entry = table.hand().unwrap().dealt[1].entry.0;
        end_hand(trial, number, &[(entry, 0)]);
        trial.settle();
        entry
    };
    for number in [1, 2, 3] {
        bust(&mut trial, number);
    }
    // Four are left, and three are paid.
    bust(&mut trial, 4);
    assert_eq!(trial.director.left(), 4);
    assert_eq!(count(&trial, |event| matches!(event, DirectorEvent::HandForHandBegan {})), 1);
    let playing = tables(&trial);
    assert_eq!((playing.len(), trial.director.round().map(|round| round.number)), (2, Some(1)));
    end_hand(&mut trial, playing[0], &[]);
    trial.settle();
    assert_eq!(tables(&trial), playing[1..], "the first waits for the second");
    end_hand(&mut trial, playing[1], &[]);
    trial.settle();
    assert_eq!(
        (tables(&trial), trial.director.round().map(|round| round.number)),
        (playing.clone(), Some(2))
    );
    // In the second round one goes out at each table: they are ranked as if it were one hand.
    let first = bust(&mut trial, playing[0]);
    assert_eq!(count(&trial, |event| matches!(event, DirectorEvent::PrizePaid { .. })), 0);
    let second = bust(&mut trial, playing[1]);
    let stacks = [first, second].map(|entry| match trial.director.entries()[EntryId(entry).index()].state {
        EntryState::Out(exit) => exit.stack,
        _ => panic!("it is out"),
    });
    let better = match stacks[0].cmp(&stacks[1]) {
        Ordering::Equal => [3, 3],
        Ordering::Greater => [3, 4],
        Ordering::Less => [4, 3],
    };
    assert_eq!([place(&trial, first), place(&trial, second)], better);
    assert_eq!(trial.director.tables().len(), 1);
}

#[test]
fn a_deal_by_icm_ends_it() {
    let weights = Payouts::Weights { weights: vec![5, 3, 2] };
    let mut trial = started(Setup {
        starting_chips: 2_500,
        reward: Reward::Chips(weights),
        price: EntryPrice { prize: 250, fee: 0, bounty: 0 },
        ..setup(4)
    });
    let terms = DealTerms { basis: DealBasis::Icm, keep: 0 };
    let propose = Command::ProposeDeal { player: player(2), terms };
    assert_eq!(
        trial.command(&propose),
        Err(Refusal::NoDealNow { most: 12 }),
        "four are left, and three are paid"
    );
    end_hand(&mut trial, 1, &[(1, 5_000), (2, 3_000), (3, 2_000), (4, 0)]);
    trial.settle();
    trial.command(&propose).unwrap();
    end_hand(&mut trial, 1, &[(1, 5_000), (2, 3_000), (3, 2_000)]);
    assert_eq!(trial.settle(), Some(trial.now + 60_000));
    for number in [1, 3] {
        trial.command(&Command::AnswerDeal { player: player(number), accept: true }).unwrap();
    }
    trial.settle();
    let offered = trial.log.iter().find_map(|(_, event)| match event {
        DirectorEvent::DealOffered { amounts } => {
            Some(amounts.iter().map(|paid| paid.amount).collect::<Vec<_>>())
        }
        _ => None,
    });
    assert_eq!(offered, Some(vec![384, 327, 289]));
    assert_eq!([1, 2, 3].map(|entry| place(&trial, entry)), [1, 2, 3]);
    trial.check_end();
}

#[test]
fn a_bounty_goes_to_the_winner_of_the_last_pot() {
    let mut trial = started(Setup { price: EntryPrice { prize: 100, fee: 0, bounty: 25 }, ..setup(4) });
    let hand = trial.director.tables()[0].hand().unwrap().dealt.clone();
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| (hand[at].seat, hand[at].entry));
    let stacks = vec![(a.0, 3_000), (b.0, 0), (c.0, 1_000), (d.0, 0)];
    let pot =
        |eligible: &[Seat], winner: Seat| PotResult { eligible: eligible.to_vec(), winners: vec![winner] };
    // A wins the main pot, C the side pot in which D had no chips.
    let pots = vec![pot(&[a.0, b.0, c.0, d.0], a.0), pot(&[b.0, c.0], c.0)];
    trial.command(&Command::EndHand { table: TableNumber(1), stacks, pots }).unwrap();
    trial.settle();
    let bounties = trial.log.iter().find_map(|(_, event)| match event {
        DirectorEvent::WentOut { bounties, .. } => {
            let mut paid: Vec<_> = bounties.iter().map(|paid| (paid.entry, paid.amount)).collect();
            paid.sort_unstable();
            Some(paid)
        }
        _ => None,
    });
    let mut expected = vec![(a.1, 25), (c.1, 25)];
    expected.sort_unstable();
    assert_eq!(bounties, Some(expected));
}

#[test]
fn late_entries_get_a_full_stack_and_re_entries_a_new_one() {
    let start = StartRule::Scheduled { at: 2_000, min_entrants: 2 };
    let mut trial = Trial::new(Setup { start, late_level: 1, re_entries: 1, ..setup(9) }, 1);
    for number in 1..=6 {
        trial.command(&Command::Register { player: player(number) }).unwrap();
    }
    trial.now = 2_000;
    trial.settle();
    let register = |number| Command::Register { player: player(number) };
    assert_eq!(trial.command(&register(1)), Err(Refusal::AlreadyRegistered {}));
    trial.command(&register(7)).unwrap();
    end_hand(&mut trial, 1, &[(1, 0)]);
    trial.settle();
    trial.command(&register(1)).unwrap();
    trial.settle();
    assert_eq!((chips(&trial, 7), chips(&trial, 8), trial.director.left()), (1_000, 1_000, 7));
    // It may have to wait until the button has passed.
    for _ in 0..3 {
        end_hand(&mut trial, 1, &[]);
        trial.settle();
    }
    end_hand(&mut trial, 1, &[(8, 0)]);
    trial.settle();
    assert_eq!(trial.command(&register(1)), Err(Refusal::NoReEntry { most: 1 }));
    trial.now += 60_000;
    trial.settle();
    assert_eq!(trial.command(&register(9)), Err(Refusal::RegistrationClosed {}));
}

#[test]
fn a_result_has_to_fit_the_hand() {
    let mut trial = started(setup(2));
    let hand = trial.director.tables()[0].hand().unwrap().dealt.clone();
    let table = TableNumber(1);
    let end = |stacks: Vec<(Seat, Chips)>| Command::EndHand { table, stacks, pots: Vec::new() };
    let [one, other] = [hand[0].seat, hand[1].seat];
    for stacks in [
        vec![(one, 2_000)],
        vec![(one, 1_000), (one, 1_000)],
        vec![(one, 1_500), (other, 1_000)],
        vec![(one, u64::MAX), (other, 2_001)],
    ] {
        assert_eq!(trial.command(&end(stacks)), Err(Refusal::ResultDoesNotFit {}));
    }
    let table = TableNumber(2);
    let command = Command::EndHand { table, stacks: Vec::new(), pots: Vec::new() };
    assert_eq!(trial.command(&command), Err(Refusal::NoHand { table }));
    trial.command(&end(vec![(one, 2_000), (other, 0)])).unwrap();
    trial.settle();
    assert_eq!(trial.command(&Command::Pause {}), Err(Refusal::TournamentOver {}));
    trial.check_end();
}

#[test]
fn a_disqualified_player_is_last_and_the_chips_leave_play() {
    let mut trial = started(Setup { price: EntryPrice { prize: 100, fee: 0, bounty: 25 }, ..setup(4) });
    trial.command(&Command::Disqualify { player: player(3) }).unwrap();
    trial.settle();
    assert_eq!(trial.director.left(), 4, "the hand goes on");
    end_hand(&mut trial, 1, &[]);
    trial.settle();
    assert_eq!((trial.director.left(), place(&trial, 3), trial.director.chips_in_play()), (3, 4, 3_000));
    end_hand(&mut trial, 1, &[(2, 0), (4, 0)]);
    trial.settle();
    let heads = trial.log.iter().find_map(|(_, event)| match event {
        DirectorEvent::HeadsPaid { amounts } => Some(amounts[0].amount),
        _ => None,
    });
    assert_eq!(heads, Some(50), "the winner's own head, and that of the disqualified");
    trial.check_end();
}

/// Two may play at a table while others are left elsewhere (TDA 48).
#[test]
fn in_fixed_limit_the_cap_holds_until_two_are_left_in_the_event() {
    let mut trial = started(Setup { seats: 2, betting: Betting::FixedLimit, ..setup(4) });
    let rules = |trial: &Trial| {
        let began = trial.log.iter().rev().find_map(|(_, event)| match event {
            DirectorEvent::HandBegan(began) => Some(began),
            _ => None,
        });
        trial.director.hand_setup(began.unwrap()).unwrap().rules
    };
    assert_eq!((trial.director.left(), trial.director.tables().len()), (4, 2));
    assert!(rules(&trial).betting == Betting::FixedLimit && !rules(&trial).uncapped_heads_up);
    // Heads-up at both tables, of which one breaks.
    while trial.director.left() > 2 {
        assert!(!rules(&trial).uncapped_heads_up, "{} are left", trial.director.left());
        trial.go_on();
    }
    while trial.director.left() == 2 && trial.director.tables().iter().all(|table| table.hand().is_none()) {
        trial.go_on();
    }
    assert_eq!(trial.director.left(), 2);
    assert!(rules(&trial).uncapped_heads_up);
}
