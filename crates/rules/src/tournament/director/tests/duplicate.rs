//! Random events of Dou Dizhu.

use super::super::duplicate::event::{DealResult, DuplicateCommand, DuplicateEvent, DuplicatePlayer};
use super::super::duplicate::setup::{DuplicateFormat, DuplicateSetup};
use super::super::duplicate::state::{DuplicateDirector, PlayerStanding};
use super::super::duplicate::step::DuplicateStep;
use super::super::event::EntryAmount;
use super::super::floor::place::EntryId;
use super::super::lots::Lots;
use super::super::setup::{EntryPrice, StartRule};
use super::super::state::Phase;
use super::random::{MOST, generator, players};
use super::trial::player;
use crate::cards::generator::Generator;
use crate::games::doudizhu::rules::Rules;
use crate::games::game::Chips;
use crate::games::seat::Seat;
use crate::tournament::duplicate::standing::DealsPlayed;
use crate::tournament::prizes::payouts::Payouts;
use crate::tournament::prizes::placing::PlacedEntry;

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

/// An event under way, and what it has to keep.
struct Event {
    director: DuplicateDirector,
    log: Vec<(u64, DuplicateEvent)>,
    /// The matchpoints that all players together must have, if nobody went on to another stage.
    matchpoints: u32,
}

impl Event {
    fn record(&mut self, now: u64, event: DuplicateEvent) {
        match &event {
            DuplicateEvent::RoundBegan { tables, .. } => self.check_seats(tables),
            DuplicateEvent::RoundEnded {} => self.count_matchpoints(),
            DuplicateEvent::Ranked { added, prizes } => self.check_prizes(*added, prizes),
            _ => {}
        }
        self.director.record(now, &event).unwrap();
        self.log.push((now, event));
    }

    /// Nobody sits at two tables, and nobody who went out plays on.
    fn check_seats(&self, tables: &[[DuplicatePlayer; 3]]) {
        let mut seated: Vec<DuplicatePlayer> = tables.iter().flatten().copied().collect();
        seated.sort_unstable();
        assert!(seated.windows(2).all(|pair| pair[0] < pair[1]), "nobody sits at two tables");
        let players = self.director.players();
        let last = players.iter().map(|each| each.stage).max().unwrap();
        let left = players.iter().filter(|each| each.stage == last);
        let mut left: Vec<DuplicatePlayer> = left.map(|each| each.player).collect();
        left.sort_unstable();
        match self.director.setup().format {
            DuplicateFormat::Duplicate { .. } => assert_eq!(seated, left, "all play in each round"),
            DuplicateFormat::KnockOut {} => {
                assert!(seated.iter().all(|player| left.contains(player)), "nobody comes back");
                let halves = left.len() / 2 / 3 * 3;
                let is_first =
                    self.log.iter().all(|(_, event)| !matches!(event, DuplicateEvent::RoundEnded {}));
                assert_eq!(seated.len(), if is_first { left.len() } else { halves.max(3) });
            }
        }
    }

    /// In each deal and seat, two tables share two matchpoints, so the sum does not depend on the scores.
    fn count_matchpoints(&mut self) {
        let round = self.director.round().unwrap();
        let tables = u32::try_from(round.tables.len()).unwrap();
        self.matchpoints += 3 * self.director.setup().deals * tables * (tables - 1);
    }

    fn check_prizes(&self, added: Chips, prizes: &[EntryAmount]) {
        let setup = self.director.setup();
        let people = self.people().count() as Chips;
        let pool = (people * setup.price.prize).max(setup.guarantee);
        assert_eq!(prizes.iter().map(|paid| paid.amount).sum::<Chips>(), pool, "the prizes are the pool");
        assert_eq!(added, pool - people * setup.price.prize);
    }

    fn people(&self) -> impl Iterator<Item = &PlayerStanding> {
        self.director.players().iter().filter(|each| matches!(each.player, DuplicatePlayer::Entry(_)))
    }

    /// Who went out in a later stage has a better place; in one stage the results count, and equal ones tie.
    fn check_ranks(&self) {
        let ranks = self.director.ranks();
        assert_eq!(ranks.len(), self.people().count(), "everybody has a place");
        let is_duplicate = matches!(self.director.setup().format, DuplicateFormat::Duplicate { .. });
        let last = self.director.players().iter().map(|each| each.stage).max().unwrap();
        let key = |rank: &PlacedEntry| {
            let player = DuplicatePlayer::Entry(EntryId(rank.entry));
            let each = self.director.players().iter().find(|each| each.player == player).unwrap();
            let DealsPlayed { matchpoints, score, landlord_wins } = each.played;
            let compared = is_duplicate || each.stage < last;
            (each.stage, if compared { matchpoints } else { 0 }, score, landlord_wins)
        };
        for pair in ranks.windows(2) {
            let (better, worse) = (&pair[0], &pair[1]);
            assert_eq!(key(better) == key(worse), better.place == worse.place, "{better:?}, {worse:?}");
            assert!(key(better) >= key(worse), "{better:?}, {worse:?}");
        }
        let mut better = 0;
        for group in ranks.chunk_by(|one, other| one.place == other.place) {
            assert_eq!((group[0].place, group[0].tied), (better + 1, group.len()));
            better += group.len();
        }
        if is_duplicate {
            let all: u32 = self.director.players().iter().map(|each| each.played.matchpoints).sum();
            assert_eq!(all, self.matchpoints, "all matchpoints are given");
        }
    }
}

/// Plays an event to its end, and checks what has to hold.
fn play(seed: u64) {
    let mut rng = generator(seed);
    let entrants = players(&mut rng, seed, MOST);
    let setup = setup(&mut rng, u32::try_from(entrants).unwrap());
    setup.check().unwrap();
    println!("event {seed}: {entrants} players, {:?}", setup.format);
    let lots = Lots::new([u8::try_from(seed % 256).unwrap() ^ 0x55; 32]);
    let director = DuplicateDirector::new(setup.clone(), lots.clone());
    let mut event = Event { director, log: Vec::new(), matchpoints: 0 };
    let mut now = 1_000;
    for number in 0..entrants {
        let registered = DuplicateCommand::Register { player: player(number) };
        let registered = event.director.accept(&registered).unwrap();
        event.record(now, registered);
    }
    for step in 0.. {
        assert!(step < 1_000_000, "it never ends");
        match event.director.step(now) {
            DuplicateStep::Over => break,
            DuplicateStep::Now(next) => event.record(now, next),
            DuplicateStep::Until(until) => {
                let tables = event.director.round().map_or(&[][..], |round| &round.tables);
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
                now += rng.below(120_000 / tables.len()) as u64;
                let ended = event.director.accept(&DuplicateCommand::EndDeal { table, result }).unwrap();
                event.record(now, ended);
            }
        }
    }
    assert_eq!(event.director.balance(), 0);
    let mut again = DuplicateDirector::new(setup, lots);
    for (at, event) in &event.log {
        let text = serde_json::to_string(event).unwrap();
        again.record(*at, &serde_json::from_str(&text).unwrap()).unwrap();
    }
    assert_eq!(again, event.director);
    if event.director.phase() == Phase::Finished {
        event.check_ranks();
    } else {
        assert!(entrants < 6, "{entrants} were enough");
    }
}

#[test]
fn random_events_of_dou_dizhu_end_and_keep_the_rules() {
    (0..100).for_each(play);
}

#[test]
#[ignore = "10,000 events take minutes"]
fn ten_thousand_random_events_of_dou_dizhu_end_and_keep_the_rules() {
    (100..10_100).for_each(play);
}

#[test]
fn the_deals_of_a_round_differ() {
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
}
