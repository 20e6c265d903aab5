//! What the organiser, the house and withdrawing players do, on small examples.

use super::super::command::DirectorCommand as Command;
use super::super::event::DirectorEvent;
use super::super::money::payout::Reward;

use super::super::refusal::TournamentRefusal as Refusal;
use super::super::setup::{EntryPrice, Setup, StartRule};
use super::super::step::NextStep;
use super::examples::{count, end_hand, level, setup, started};
use super::trial::{Trial, player};
use crate::games::game::Chips;
use crate::tournament::levels::structure::{Length, Structure};
use crate::tournament::prizes::deal::{DealBasis, DealTerms};
use crate::tournament::prizes::payouts::Payouts;

#[test]
fn the_house_cancels_and_all_is_shared() {
    let mut trial = started(setup(3));
    end_hand(&mut trial, 1, &[(1, 300), (2, 900), (3, 1_800)]);
    trial.settle();
    trial.command(&Command::Cancel {}).unwrap();
    trial.settle();
    let refunds = trial.log.iter().find_map(|(_, event)| match event {
        DirectorEvent::Cancelled { refunds, .. } => {
            Some(refunds.iter().map(|paid| paid.amount).collect::<Vec<_>>())
        }
        _ => None,
    });
    // Half of 300 equally, half by stacks, and each gets the fee back.
    assert_eq!(refunds, Some(vec![50 + 15 + 10, 50 + 45 + 10, 50 + 90 + 10]));
    trial.check_end();
}

#[test]
fn an_entry_is_taken_back_a_few_times() {
    let start = StartRule::Scheduled { at: 60_000, min_entrants: 2 };
    let mut trial = Trial::new(Setup { start, ..setup(9) }, 1);
    for _ in 0..5 {
        trial.command(&Command::Register { player: player(1) }).unwrap();
        trial.command(&Command::Unregister { player: player(1) }).unwrap();
    }
    let refused = trial.command(&Command::Register { player: player(1) });
    assert_eq!(refused, Err(Refusal::TookBackTooOften { most: 5 }));
    trial.command(&Command::Register { player: player(2) }).unwrap();
}

#[test]
fn a_pause_ends_by_itself_and_there_are_few() {
    let mut trial = started(setup(3));
    let resumed = |trial: &Trial| count(trial, |event| matches!(event, DirectorEvent::Resumed {}));
    for pauses in 1..=10 {
        trial.command(&Command::Pause {}).unwrap();
        let ends = trial.now + 30 * 60 * 1_000;
        assert_eq!(trial.settle(), Some(ends));
        trial.now = ends - 1;
        assert_eq!((trial.settle(), resumed(&trial)), (Some(ends), pauses - 1));
        trial.now = ends;
        trial.settle();
        assert_eq!((trial.director.is_paused(), resumed(&trial)), (false, pauses));
    }
    assert_eq!(trial.command(&Command::Pause {}), Err(Refusal::NoMorePauses { most: 10 }));
}

/// Five of nine are left at two tables and four are paid. Two go out at one table while the other plays its hand of the round.
#[test]
fn cancelled_within_a_round_final_places_are_paid_first() {
    let weights = Payouts::Weights { weights: vec![4, 3, 2, 1] };
    let mut trial = started(Setup { seats: 3, reward: Reward::Chips(weights), ..setup(9) });
    let playing = |trial: &Trial| {
        let tables = trial.director.tables().iter();
        let hands = tables.filter_map(|table| Some((table.number.0, table.hand()?.dealt.clone())));
        hands.max_by_key(|(_, dealt)| dealt.len()).unwrap()
    };
    while trial.director.left() > 5 || trial.director.round().is_none_or(|round| round.number == 0) {
        let (table, dealt) = playing(&trial);
        let out = (trial.director.left() > 5).then_some((dealt[1].entry.0, 0));
        end_hand(&mut trial, table, out.as_slice());
        trial.settle();
    }
    let (table, dealt) = playing(&trial);
    assert_eq!((dealt.len(), trial.director.left()), (3, 5));
    end_hand(&mut trial, table, &[(dealt[1].entry.0, 0), (dealt[2].entry.0, 0)]);
    trial.settle();
    assert_eq!(trial.director.left(), 3);
    assert_eq!(
        count(&trial, |event| matches!(event, DirectorEvent::PrizePaid { .. })),
        0,
        "the round goes on"
    );
    let out_now =
        [dealt[1].entry, dealt[2].entry].map(|entry| trial.director.entries()[entry.index()].player);
    let concerned = trial.director.concerned();
    assert!(concerned.len() == 5 && out_now.iter().all(|player| concerned.contains(player)));
    trial.command(&Command::Cancel {}).unwrap();
    trial.settle();
    let paid = trial.log.iter().filter_map(|(_, event)| match event {
        DirectorEvent::PrizePaid { prize, .. } => Some(prize.cash),
        _ => None,
    });
    // Of 900 the fourth place gets 90, or both share it; those who are left share the rest.
    assert_eq!(paid.sum::<Chips>(), 90);
    assert_eq!(trial.director.account().refunds, 360 + 270 + 180 + 3 * 10);
    trial.check_end();
}

#[test]
fn too_few_at_the_set_time_get_all_back() {
    let start = StartRule::Scheduled { at: 60_000, min_entrants: 3 };
    let mut trial = Trial::new(Setup { start, ..setup(9) }, 1);
    for number in [1, 2] {
        trial.command(&Command::Register { player: player(number) }).unwrap();
    }
    assert_eq!(trial.settle(), Some(60_000));
    trial.now = 60_000;
    trial.settle();
    assert_eq!(trial.director.account().refunds, 220);
    trial.check_end();
}

#[test]
fn tickets_are_not_shared_by_a_deal() {
    let price = EntryPrice { prize: 300, fee: 0, bounty: 0 };
    let mut trial = started(Setup { price, reward: Reward::Tickets { value: 599 }, ..setup(2) });
    end_hand(&mut trial, 1, &[]);
    trial.settle();
    let terms = DealTerms { basis: DealBasis::Chips, keep: 1 };
    let refused = trial.command(&Command::ProposeDeal { player: player(1), terms });
    assert_eq!(refused, Err(Refusal::NoDealNow { most: 12 }));
    end_hand(&mut trial, 1, &[(1, 2_000), (2, 0)]);
    trial.settle();
    assert_eq!(trial.director.account().prizes_out, 600);
    trial.check_end();
}

#[test]
fn more_is_never_paid_than_was_paid_in() {
    let mut trial = started(setup(2));
    end_hand(&mut trial, 1, &[(1, 2_000), (2, 0)]);
    let mut director = trial.director.clone();
    while let NextStep::Now(event) = director.step(trial.now) {
        if let DirectorEvent::PrizePaid { entry, place, mut prize } = event {
            prize.cash += 1_000;
            let more = DirectorEvent::PrizePaid { entry, place, prize };
            assert!(director.record(trial.now, &more).is_err());
            return;
        }
        director.record(trial.now, &event).unwrap();
    }
    panic!("nobody is paid");
}

#[test]
fn an_organiser_ends_no_more_levels_than_there_are() {
    let mut trial = started(setup(3));
    trial.command(&Command::Pause {}).unwrap();
    assert_eq!(trial.command(&Command::EndLevel {}), Err(Refusal::NothingToChange {}));
    trial.command(&Command::Resume {}).unwrap();
    while trial.director.level().unwrap().0 < 3 {
        trial.command(&Command::EndLevel {}).unwrap();
        // There is none in the break.
        if trial.director.tables()[0].hand().is_some() {
            end_hand(&mut trial, 1, &[]);
        }
        trial.settle();
    }
    assert_eq!(trial.command(&Command::EndLevel {}), Err(Refusal::NoMoreLevels { most: 3 }));
}

#[test]
fn a_tournament_ends_within_days() {
    let check = |big_blind, seconds| {
        let stages = vec![level(2, Length::Seconds(60)), level(big_blind, Length::Seconds(seconds))];
        Setup { structure: Structure::new(stages).unwrap(), ..setup(9) }.check()
    };
    // After the last level, amounts double from 4 to 512, of which forty small blinds are all chips.
    check(4, 30_000).unwrap();
    let refused = check(4, 86_400).unwrap_err();
    assert_eq!(refused.option, "structure");
    check(512, 86_400).unwrap();
}
