//! Random events of Shengji.

use super::super::lots::Lots;
use super::super::refusal::TournamentRefusal;
use super::super::setup::{EntryPrice, StartRule};
use super::super::state::Phase;
use super::super::teams::event::{MatchHand, TeamCommand, TeamEvent};
use super::super::teams::setup::{TeamFormat, TeamSetup};
use super::super::teams::state::TeamDirector;
use super::super::teams::step::TeamStep;
use super::trial::player;
use crate::cards::generator::Generator;
use crate::games::seat::Seat;
use crate::games::shengji::rules::Rules;
use crate::tournament::prizes::payouts::Payouts;
use crate::tournament::teams::outcome::GAME_WON;

fn setup(format: TeamFormat) -> TeamSetup {
    TeamSetup {
        start: StartRule::Scheduled { at: 10_000, min_entrants: 4 },
        max_entrants: 100,
        price: EntryPrice { prize: 55, fee: 5, bounty: 0 },
        guarantee: 1_000,
        payouts: Payouts::Percent { percent: 25 },
        format,
        hands: 8,
        rules: Rules::default(),
        pause_millis: 3_000,
    }
}

/// Registers one to thirty-one players or pairs, some with a rating, and some who join later; returns how many players.
fn enter(director: &mut TeamDirector, log: &mut Vec<(u64, TeamEvent)>, rng: &mut Generator) -> usize {
    let mut entered = 0;
    for _ in 0..=rng.below(30) {
        let together = rng.below(3);
        let count = if together == 0 { 1 } else { 2 };
        let mut players: Vec<_> = (entered..entered + count).map(player).collect();
        entered += count;
        let joins = if together == 2 { players.pop() } else { None };
        let with = players[0];
        let rating = (rng.below(2) == 0).then(|| i64::try_from(rng.below(3_000)).unwrap());
        let commands = [TeamCommand::Register { players, rating }];
        for command in commands.into_iter().chain(joins.map(|player| TeamCommand::Join { player, with })) {
            let event = director.accept(&command).unwrap();
            director.record(0, &event).unwrap();
            log.push((0, event));
        }
        let late = TeamCommand::Join { player: player(99), with };
        assert_eq!(director.accept(&late).is_ok(), count == 1, "a team has two players");
    }
    entered
}

/// The next hand of a match ends anyhow.
fn any_hand(director: &TeamDirector, rng: &mut Generator) -> Option<TeamEvent> {
    let matches = &director.round()?.matches;
    let playing: Vec<usize> = (0..matches.len()).filter(|&nth| matches[nth].is_playing).collect();
    let nth = *playing.get(rng.below(playing.len().max(1)))?;
    let now = matches[nth].now;
    let up = |height: u8, rng: &mut Generator| (height + u8::try_from(rng.below(4)).unwrap()).min(GAME_WON);
    let heights = if rng.below(2) == 0 { (up(now.0, rng), now.1) } else { (now.0, up(now.1, rng)) };
    let void = rng.below(5) == 0;
    let heights = if void { now } else { heights };
    let hand = MatchHand { void, heights, declarer: Some(Seat(u8::try_from(rng.below(4)).unwrap())) };
    let wrong = MatchHand { heights: (GAME_WON, GAME_WON), ..hand };
    let refused = director.accept(&TeamCommand::EndHand { nth, hand: wrong }).unwrap_err();
    assert_eq!(refused, TournamentRefusal::ResultDoesNotFit {});
    Some(director.accept(&TeamCommand::EndHand { nth, hand }).unwrap())
}

/// Plays an event to its end, and checks what has to hold.
fn play(seed: u8) -> TeamDirector {
    let mut rng = Generator::new([seed; 32]);
    let format = if rng.below(2) == 0 { TeamFormat::Swiss } else { TeamFormat::KnockOut };
    let setup = setup(format);
    setup.check().unwrap();
    let lots = Lots::new([seed ^ 0x77; 32]);
    let mut director = TeamDirector::new(setup.clone(), lots.clone());
    let mut log: Vec<(u64, TeamEvent)> = Vec::new();
    let entered = enter(&mut director, &mut log, &mut rng);
    let mut at = 10_000;
    loop {
        let event = match director.step(at) {
            TeamStep::Over => break,
            TeamStep::Now(event) => event,
            TeamStep::Until(until) => match any_hand(&director, &mut rng) {
                Some(event) => event,
                None => {
                    at = until.expect("no hand is played");
                    continue;
                }
            },
        };
        if let TeamEvent::MatchEnded { nth, .. } = event {
            let of = &director.round().unwrap().matches[nth];
            let is_won = of.now.0.max(of.now.1) == GAME_WON;
            assert!(is_won || of.hands >= 8, "{of:?}");
            assert!(format == TeamFormat::Swiss || of.now.0 != of.now.1, "{of:?}");
        }
        if let TeamEvent::RoundBegan { pairs, byes, .. } = &event {
            let mut teams: Vec<u32> =
                pairs.iter().flat_map(|&(one, other)| [one, other]).chain(byes.iter().copied()).collect();
            teams.sort_unstable();
            assert!(teams.windows(2).all(|pair| pair[0] < pair[1]), "no team plays twice");
        }
        director.record(at, &event).unwrap();
        log.push((at, event));
    }
    assert_eq!(director.balance(), 0);
    let mut again = TeamDirector::new(setup, lots);
    for (at, event) in &log {
        let text = serde_json::to_string(event).unwrap();
        again.record(*at, &serde_json::from_str(&text).unwrap()).unwrap();
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
