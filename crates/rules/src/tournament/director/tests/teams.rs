//! Random events of Shengji.

use super::super::lots::Lots;
use super::super::refusal::TournamentRefusal;
use super::super::setup::{EntryPrice, StartRule};
use super::super::state::Phase;
use super::super::teams::event::{TeamCommand, TeamEvent};
use super::super::teams::setup::{TeamFormat, TeamSetup};
use super::super::teams::state::TeamDirector;
use super::super::teams::step::TeamStep;
use super::trial::player;
use crate::cards::generator::Generator;
use crate::tournament::prizes::payouts::Payouts;

fn setup(format: TeamFormat) -> TeamSetup {
    TeamSetup {
        start: StartRule::Scheduled { at: 10_000, min_entrants: 4 },
        max_entrants: 100,
        price: EntryPrice { prize: 55, fee: 5, bounty: 0 },
        guarantee: 1_000,
        payouts: Payouts::Percent { percent: 25 },
        format,
        hands: 8,
    }
}

/// Registers one to thirty-one players or pairs, some with a rating; returns how many players.
fn enter(director: &mut TeamDirector, log: &mut Vec<TeamEvent>, rng: &mut Generator) -> usize {
    let mut entered = 0;
    for _ in 0..=rng.below(30) {
        let count = 1 + rng.below(2);
        let players = (entered..entered + count).map(player).collect();
        entered += count;
        let rating = (rng.below(2) == 0).then(|| i64::try_from(rng.below(3_000)).unwrap());
        let event = director.accept(&TeamCommand::Register { players, rating }).unwrap();
        director.record(&event).unwrap();
        log.push(event);
    }
    entered
}

/// Plays an event to its end, and checks what has to hold.
fn play(seed: u8) -> TeamDirector {
    let mut rng = Generator::new([seed; 32]);
    let format = if rng.below(2) == 0 { TeamFormat::Swiss } else { TeamFormat::KnockOut };
    let setup = setup(format);
    setup.check().unwrap();
    let lots = Lots::new([seed ^ 0x77; 32]);
    let mut director = TeamDirector::new(setup.clone(), lots.clone());
    let mut log: Vec<TeamEvent> = Vec::new();
    let entered = enter(&mut director, &mut log, &mut rng);
    loop {
        let event = match director.step(10_000) {
            TeamStep::Over => break,
            TeamStep::Now(event) => event,
            TeamStep::Until(_) => {
                let matches = &director.round().unwrap().matches;
                let open: Vec<usize> =
                    (0..matches.len()).filter(|&nth| matches[nth].heights.is_none()).collect();
                let nth = open[rng.below(open.len())];
                let height = |rng: &mut Generator| u8::try_from(rng.below(14)).unwrap();
                let heights = (height(&mut rng), height(&mut rng));
                match director.accept(&TeamCommand::EndMatch { nth, heights }) {
                    Ok(event) => event,
                    Err(TournamentRefusal::ResultDoesNotFit {}) => continue,
                    Err(why) => panic!("{why}"),
                }
            }
        };
        if let TeamEvent::RoundBegan { pairs, byes, .. } = &event {
            let mut teams: Vec<u32> =
                pairs.iter().flat_map(|&(one, other)| [one, other]).chain(byes.iter().copied()).collect();
            teams.sort_unstable();
            assert!(teams.windows(2).all(|pair| pair[0] < pair[1]), "no team plays twice");
        }
        director.record(&event).unwrap();
        log.push(event);
    }
    assert_eq!(director.balance(), 0);
    let mut again = TeamDirector::new(setup, lots);
    for event in &log {
        let text = serde_json::to_string(event).unwrap();
        again.record(&serde_json::from_str(&text).unwrap()).unwrap();
    }
    assert_eq!(again, director);
    if director.phase() == Phase::Finished {
        let ranks = director.ranks();
        assert_eq!(ranks.len(), director.teams().len());
        let mut better = 0;
        for group in ranks.chunk_by(|one, other| one.place == other.place) {
            assert_eq!((group[0].place, group[0].tied), (better + 1, group.len()));
            better += group.len();
        }
    } else {
        assert!(entered < 5, "{entered} players are enough");
    }
    director
}

#[test]
fn random_events_of_shengji_end_and_keep_the_rules() {
    for seed in 0..100 {
        let director = play(seed);
        let teams = director.teams().len();
        if director.phase() == Phase::Finished && director.setup().format == TeamFormat::KnockOut {
            let matches: usize = director.results().iter().map(Vec::len).sum();
            let byes = teams.next_power_of_two() - teams;
            assert_eq!(matches, teams - 1 + byes, "each match takes one team out");
            assert_eq!(director.ranks()[1].place, 2);
        }
    }
}
