//! Random events of Dou Dizhu.

use super::super::duplicate::event::{DealResult, DuplicateCommand, DuplicateEvent, DuplicatePlayer};
use super::super::duplicate::setup::{DuplicateFormat, DuplicateSetup};
use super::super::duplicate::state::DuplicateDirector;
use super::super::duplicate::step::DuplicateStep;
use super::super::lots::Lots;
use super::super::setup::{EntryPrice, StartRule};
use super::super::state::Phase;
use super::trial::player;
use crate::cards::generator::Generator;
use crate::games::doudizhu::rules::Rules;
use crate::games::seat::Seat;
use crate::tournament::prizes::payouts::Payouts;

fn setup(rng: &mut Generator, entrants: u32) -> DuplicateSetup {
    let rounds = 1 + u32::try_from(rng.below(5)).unwrap();
    DuplicateSetup {
        start: StartRule::Scheduled { at: 10_000, min_entrants: 2 },
        max_entrants: entrants.max(6),
        price: EntryPrice { prize: 100, fee: 7, bounty: 0 },
        guarantee: rng.below(5_000) as u64,
        payouts: Payouts::Percent { percent: 20 },
        format: if rng.below(2) == 0 {
            DuplicateFormat::Duplicate { rounds }
        } else {
            DuplicateFormat::KnockOut {}
        },
        deals: 1 + u32::try_from(rng.below(6)).unwrap(),
        round_millis: 600_000,
        fills_with_computers: rng.below(2) == 0,
        rules: Rules::default(),
        pause_millis: 3_000 * rng.below(2) as u64,
    }
}

/// Plays an event to its end, and checks what has to hold.
fn play(seed: u8) {
    let mut rng = Generator::new([seed; 32]);
    let entrants = 2 + rng.below(40);
    let setup = setup(&mut rng, u32::try_from(entrants).unwrap());
    setup.check().unwrap();
    let lots = Lots::new([seed ^ 0x55; 32]);
    let mut director = DuplicateDirector::new(setup.clone(), lots.clone());
    let mut log: Vec<(u64, DuplicateEvent)> = Vec::new();
    let mut now = 1_000;
    let mut record = |director: &mut DuplicateDirector, now: u64, event: &DuplicateEvent| {
        director.record(now, event).unwrap();
        log.push((now, event.clone()));
    };
    for number in 0..entrants {
        let event = director.accept(&DuplicateCommand::Register { player: player(number) }).unwrap();
        record(&mut director, now, &event);
    }
    loop {
        match director.step(now) {
            DuplicateStep::Over => break,
            DuplicateStep::Now(event) => {
                if let DuplicateEvent::RoundBegan { tables, .. } = &event {
                    let mut seated: Vec<DuplicatePlayer> = tables.iter().flatten().copied().collect();
                    seated.sort_unstable();
                    assert!(seated.windows(2).all(|pair| pair[0] < pair[1]), "nobody sits at two tables");
                }
                record(&mut director, now, &event);
            }
            DuplicateStep::Until(until) => {
                let tables = director.round().map_or(&[][..], |round| &round.tables);
                let playing: Vec<usize> =
                    (0..tables.len()).filter(|&table| tables[table].is_playing).collect();
                if playing.is_empty() {
                    now = until.expect("a time");
                    continue;
                }
                let table = playing[rng.below(playing.len())];
                let score = i64::try_from(rng.below(20)).unwrap() - 10;
                let scores = [2 * score, -score, -score];
                let landlord_won = (score > 0).then_some(Seat(0));
                let result = DealResult { scores, landlord_won };
                now += rng.below(40_000) as u64;
                let event = director.accept(&DuplicateCommand::EndDeal { table, result }).unwrap();
                record(&mut director, now, &event);
            }
        }
    }
    assert_eq!(director.balance(), 0);
    let mut again = DuplicateDirector::new(setup, lots);
    for (at, event) in &log {
        let text = serde_json::to_string(event).unwrap();
        again.record(*at, &serde_json::from_str(&text).unwrap()).unwrap();
    }
    assert_eq!(again, director);
    if director.phase() == Phase::Finished {
        let people =
            director.players().iter().filter(|each| matches!(each.player, DuplicatePlayer::Entry(_)));
        assert_eq!(director.ranks().len(), people.count());
    } else {
        assert!(entrants < 6, "{entrants} were enough");
    }
}

#[test]
fn random_events_of_dou_dizhu_end_and_keep_the_rules() {
    (0..100).for_each(play);
}

#[test]
fn all_tables_play_the_same_deals_and_tell_them_when_all_have() {
    let mut rng = Generator::new([3; 32]);
    let setup = DuplicateSetup {
        format: DuplicateFormat::Duplicate { rounds: 1 },
        fills_with_computers: true,
        deals: 2,
        pause_millis: 0,
        ..setup(&mut rng, 6)
    };
    let mut director = DuplicateDirector::new(setup, Lots::new([1; 32]));
    for number in 0..6 {
        let event = director.accept(&DuplicateCommand::Register { player: player(number) }).unwrap();
        director.record(0, &event).unwrap();
    }
    while let DuplicateStep::Now(event) = director.step(10_000) {
        director.record(10_000, &event).unwrap();
    }
    assert!(director.deal_seed(0).is_some() && director.deal_seed(0) != director.deal_seed(1));
    let result = DealResult { scores: [0; 3], landlord_won: None };
    for (table, told) in [(0, false), (1, true)] {
        let event = director.accept(&DuplicateCommand::EndDeal { table, result }).unwrap();
        director.record(20_000, &event).unwrap();
        assert_eq!(director.is_published(0), told);
    }
    assert!(!director.is_published(1));
}
