//! Random events of Shengji.

use super::super::lots::Lots;
use super::super::refusal::TournamentRefusal;
use super::super::setup::{EntryPrice, StartRule};
use super::super::state::Phase;
use super::super::teams::event::{MatchHand, PlayerAmount, TeamCommand, TeamEvent};
use super::super::teams::setup::{TeamFormat, TeamSetup};
use super::super::teams::state::TeamDirector;
use super::super::teams::step::TeamStep;
use super::random::{MOST, generator, players};
use super::trial::player;
use crate::cards::generator::Generator;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::games::shengji::rules::Rules;
use crate::tournament::prizes::payouts::Payouts;
use crate::tournament::teams::TeamNumber;
use crate::tournament::teams::outcome::GAME_WON;
use crate::tournament::teams::standing::RoundResult;

fn setup(format: TeamFormat) -> TeamSetup {
    TeamSetup {
        start: StartRule::Scheduled { at: 10_000, min_entrants: 4 },
        max_entrants: 1_000,
        price: EntryPrice { prize: 55, fee: 5, bounty: 0 },
        guarantee: 1_000,
        payouts: Payouts::Percent { percent: 25 },
        format,
        hands: 8,
        rules: Rules::default(),
        pause_millis: 3_000,
    }
}

/// Registers this many players, alone or in pairs, some with a rating, and some who join later.
fn enter(director: &mut TeamDirector, log: &mut Vec<(u64, TeamEvent)>, rng: &mut Generator, all: usize) {
    let mut entered = 0;
    while entered < all {
        let together = rng.below(3);
        let count = if together == 0 { 1 } else { 2.min(all - entered) };
        let mut players: Vec<_> = (entered..entered + count).map(player).collect();
        entered += count;
        let joins = if together == 2 && count == 2 { players.pop() } else { None };
        let with = players[0];
        let rating = (rng.below(2) == 0).then(|| i64::try_from(rng.below(3_000)).unwrap());
        let commands = [TeamCommand::Register { players, rating }];
        for command in
            commands.into_iter().chain(joins.map(|player| TeamCommand::Join { player, with, rating }))
        {
            let event = director.accept(&command).unwrap();
            director.record(0, &event).unwrap();
            log.push((0, event));
        }
        let late = TeamCommand::Join { player: player(5_000), with, rating: None };
        let has_room = count == 1 && entered < 1_000;
        assert_eq!(director.accept(&late).is_ok(), has_room, "a team has two players");
    }
}

/// The team that has lost a match.
fn loser(result: &RoundResult) -> Option<TeamNumber> {
    match *result {
        RoundResult::Match { teams, heights } if heights.0 > heights.1 => Some(teams.1),
        RoundResult::Match { teams, heights } if heights.0 < heights.1 => Some(teams.0),
        _ => None,
    }
}

/// Nobody plays twice in a round; in a bracket nobody plays on who has lost, and in Swiss rounds all play, with one bye each at most.
fn check_round(director: &TeamDirector, pairs: &[(TeamNumber, TeamNumber)], byes: &[TeamNumber]) {
    let mut teams: Vec<TeamNumber> =
        pairs.iter().flat_map(|&(one, other)| [one, other]).chain(byes.iter().copied()).collect();
    teams.sort_unstable();
    assert!(teams.windows(2).all(|pair| pair[0] < pair[1]), "no team plays twice");
    let before: Vec<&RoundResult> = director.results().iter().flatten().collect();
    match director.setup().format {
        TeamFormat::Swiss => {
            assert_eq!(teams.len(), director.teams().len(), "all teams play");
            let had = |team: &TeamNumber| before.iter().any(|result| **result == RoundResult::Bye(*team));
            assert!(byes.len() == teams.len() % 2 && !byes.iter().any(had), "{byes:?}");
        }
        TeamFormat::KnockOut => {
            let lost: Vec<TeamNumber> = before.iter().filter_map(|result| loser(result)).collect();
            assert!(teams.iter().all(|team| !lost.contains(team)), "nobody comes back");
            assert_eq!(teams.len() + lost.len(), director.teams().len(), "all who are left play");
        }
    }
}

/// The prizes are the pool, and the house adds what the guarantee needs.
fn check_prizes(director: &TeamDirector, added: Chips, prizes: &[PlayerAmount]) {
    let setup = director.setup();
    let collected = 2 * setup.price.prize * director.teams().len() as Chips;
    let pool = collected.max(setup.guarantee);
    let paid: Chips = prizes.iter().map(|paid| paid.amount).sum();
    assert_eq!((paid, added), (pool, pool - collected), "the prizes are the pool");
}

/// Places follow each other. In a bracket, who has lost later has the better place; in Swiss rounds, who has more points.
fn check_ranks(director: &TeamDirector) {
    let ranks = director.ranks();
    assert_eq!(ranks.len(), director.teams().len());
    let mut better = 0;
    for group in ranks.chunk_by(|one, other| one.place == other.place) {
        assert_eq!((group[0].place, group[0].tied), (better + 1, group.len()));
        better += group.len();
    }
    let rounds = director.results();
    let standing = |team: TeamNumber| match director.setup().format {
        TeamFormat::KnockOut => {
            let lost = rounds.iter().position(|round| round.iter().any(|each| loser(each) == Some(team)));
            lost.unwrap_or(rounds.len())
        }
        TeamFormat::Swiss => {
            let points = |result: &RoundResult| match *result {
                RoundResult::Bye(own) => 2 * usize::from(own == team),
                RoundResult::Match { teams, .. } if teams.0 != team && teams.1 != team => 0,
                RoundResult::Match { .. } => match loser(result) {
                    None => 1,
                    Some(loser) => 2 * usize::from(loser != team),
                },
            };
            rounds.iter().flatten().map(points).sum()
        }
    };
    let standings: Vec<usize> = ranks.iter().map(|rank| standing(rank.entry)).collect();
    assert!(standings.is_sorted_by(|one, other| one >= other), "{standings:?}");
    if director.setup().format == TeamFormat::Swiss {
        let teams = director.teams().len();
        assert_eq!(rounds.len(), 3.max(teams.next_power_of_two().ilog2() as usize), "{teams} teams");
    }
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
fn play(seed: u64) {
    let mut rng = generator(seed);
    let format = if rng.below(2) == 0 { TeamFormat::Swiss } else { TeamFormat::KnockOut };
    let entered = players(&mut rng, seed, MOST);
    println!("event {seed}: {entered} players, {format:?}");
    let setup = setup(format);
    setup.check().unwrap();
    let lots = Lots::new([u8::try_from(seed % 256).unwrap() ^ 0x77; 32]);
    let mut director = TeamDirector::new(setup.clone(), lots.clone());
    let mut log: Vec<(u64, TeamEvent)> = Vec::new();
    enter(&mut director, &mut log, &mut rng, entered);
    let mut at = 10_000;
    for step in 0.. {
        assert!(step < 1_000_000, "it never ends");
        let event = match director.step(at) {
            TeamStep::Over => break,
            TeamStep::Now(event) => event,
            TeamStep::Until(until) => {
                let Some(event) = any_hand(&director, &mut rng) else {
                    at = until.expect("no hand is played");
                    continue;
                };
                event
            }
        };
        match &event {
            TeamEvent::RoundBegan { pairs, byes, .. } => check_round(&director, pairs, byes),
            TeamEvent::Ranked { added, prizes } => check_prizes(&director, *added, prizes),
            TeamEvent::MatchEnded { nth, .. } => {
                let of = &director.round().unwrap().matches[*nth];
                let is_won = of.now.0.max(of.now.1) == GAME_WON;
                assert!(is_won || of.hands >= 8, "{of:?}");
                assert!(format == TeamFormat::Swiss || of.now.0 != of.now.1, "{of:?}");
            }
            _ => {}
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
    if director.phase() != Phase::Finished {
        assert!(entered < 5, "{entered} players are enough");
        return;
    }
    check_ranks(&director);
    if format == TeamFormat::KnockOut {
        let teams = director.teams().len();
        let matches: usize = director.results().iter().map(Vec::len).sum();
        let byes = teams.next_power_of_two() - teams;
        assert_eq!(matches, teams - 1 + byes, "each match takes one team out");
        assert_eq!(director.ranks()[1].place, 2);
    }
}

#[test]
fn random_events_of_shengji_end_and_keep_the_rules() {
    (0..100).for_each(play);
}

#[test]
#[ignore = "10,000 events take minutes"]
fn ten_thousand_random_events_of_shengji_end_and_keep_the_rules() {
    (100..10_100).for_each(play);
}
