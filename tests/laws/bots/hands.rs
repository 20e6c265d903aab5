//! Computer players at tables of any rules: their moves are legal, and a bot that is rebuilt from the log plays on like
//! the kept one, and takes little memory.
//!
//! `CARDROOM_BOT_HANDS` sets how many hands of each game and level the long run plays; `CARDROOM_BOT_LEVELS` sets the
//! levels:
//!
//! ```text
//! CARDROOM_BOT_HANDS=100000 CARDROOM_BOT_LEVELS=novice,intermediate \
//!     cargo test --release --test laws -- --ignored many_hands_are_legal --nocapture
//! ```

use cardroom_bots::bot::Bot;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::any::{AnyEvent, AnyHand, AnySeen, AnySetup, AnyStanding};
use cardroom_rules::games::game::{Game, Outcome, Step};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::viewer::Viewer;

use crate::allocations::held;
use crate::any::own;
use crate::doudizhu::at_doudizhu_tables;
use crate::holdem::at_holdem_tables;
use crate::rng::TestRng;
use crate::shengji::at_shengji_tables;

/// The most bytes that a seat may hold, so that thousands of bots fit beside each other.
const MOST_HELD: i64 = 64 << 10;

/// A seat that is played by a bot.
struct Chair {
    seat: Seat,
    level: Level,
    seed: [u8; 32],
    bot: Bot,
    report: Vec<AnySeen>,
}

impl Chair {
    fn new(setup: &AnySetup, seat: Seat, level: Level, rng: &mut TestRng) -> Self {
        let seed = rng.seed();
        let bot = Bot::new(level, setup, seat, seed).expect("a bot at any hand");
        Self { seat, level, seed, bot, report: Vec::new() }
    }

    /// The same, rebuilt from the log.
    fn again(&self, setup: &AnySetup) -> Bot {
        let mut bot = Bot::new(self.level, setup, self.seat, self.seed).expect("a bot at any hand");
        self.report.iter().for_each(|seen| bot.watch(seen).expect("seen events can be replayed"));
        bot
    }
}

/// A hand of bots.
struct Table<'a> {
    setup: &'a AnySetup,
    hand: AnyHand,
    level: Level,
    chairs: Vec<Chair>,
    /// One of this many moves is asked for again, of a bot that is rebuilt.
    checked: u64,
    tally: &'a mut Tally,
}

impl<'a> Table<'a> {
    /// One seat is of this level; the others are of these in turn.
    fn new(setup: &'a AnySetup, seating: Seating, tally: &'a mut Tally, rng: &mut TestRng) -> Self {
        let Seating { level, others, checked } = seating;
        let hand = AnyHand::new(setup, Deck::shuffled(AnyHand::pack(setup), rng.seed()));
        let seats: Vec<Seat> = AnyHand::players(setup).into_iter().map(|(seat, _)| seat).collect();
        let own = *rng.pick(&seats).expect("a seat plays");
        let of = |seat: Seat| if seat == own { level } else { others[seat.index() % others.len()] };
        let chairs = seats.iter().map(|&seat| Chair::new(setup, seat, of(seat), rng)).collect();
        Self { setup, hand: hand.expect("a whole deck"), level, chairs, checked, tally }
    }

    fn run(mut self, rng: &mut TestRng) -> Outcome<AnyStanding> {
        loop {
            let event = match self.hand.step() {
                Step::Over(outcome) => return outcome,
                Step::Now(event) => event,
                Step::After(_, event) => self.acted(self.hand.may_act(), rng).unwrap_or(event),
                Step::Await(seats) => {
                    let act = self.acted(seats, rng);
                    act.unwrap_or_else(|| panic!("{seats:?} are awaited and do nothing"))
                }
            };
            self.learn(&event);
            if let Some(derived) = self.hand.derived_event(&event) {
                self.learn(&derived);
            }
        }
    }

    /// The first of these moves that does anything.
    fn acted(&mut self, seats: Seats, rng: &mut TestRng) -> Option<AnyEvent> {
        for chair in self.chairs.iter_mut().filter(|chair| seats.contains(chair.seat)) {
            let action = chair.bot.act();
            if rng.one_in(self.checked) {
                let before = held();
                let mut bot = chair.again(self.setup);
                assert_eq!(bot.act(), action, "{:?}: rebuilt", chair.level);
                if chair.level == self.level {
                    self.tally.held = self.tally.held.max(held() - before);
                }
                assert_eq!(chair.bot.act(), action, "{:?}: asked again", chair.level);
            }
            let Some(action) = action else { continue };
            self.tally.moves += 1;
            let event = self.hand.accept(chair.seat, &action);
            return Some(event.unwrap_or_else(|why| panic!("{:?}: {action:?}: {why}", chair.level)));
        }
        None
    }

    fn learn(&mut self, event: &AnyEvent) {
        self.hand.record(event).expect("its own event fits");
        for chair in &mut self.chairs {
            let seen = AnyHand::seen(event, Viewer::Seat(chair.seat));
            chair.bot.watch(&seen).expect("seen events can be watched");
            chair.report.push(seen);
        }
    }
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    hands: u64,
    moves: u64,
    /// The most bytes that a seat of the level held.
    held: i64,
}

/// The bots at the tables: a seat of this level, and the others in turn.
#[derive(Clone, Copy)]
struct Seating {
    level: Level,
    others: &'static [Level],
    checked: u64,
}

/// Levels that decide in microseconds.
const QUICK: &[Level] = &[Level::Novice, Level::Intermediate];

impl Seating {
    fn of(level: Level, checked: u64) -> Self {
        Self { level, others: QUICK, checked }
    }

    /// Plays a hand, and gives how it ended.
    fn play(self, setup: &AnySetup, rng: &mut TestRng, tally: &mut Tally) -> Outcome<AnyStanding> {
        tally.hands += 1;
        Table::new(setup, self, tally, rng).run(rng)
    }

    fn holdem(self, hands: u64) -> Tally {
        let mut tally = Tally::default();
        at_holdem_tables(hands.div_ceil(4), |setup, rng| {
            own(self.play(&setup.clone().into(), rng, &mut tally), |standing| match standing {
                AnyStanding::Holdem(standing) => Some(standing),
                _ => None,
            })
        });
        self.report("Hold'em", tally)
    }

    fn doudizhu(self, hands: u64) -> Tally {
        let mut tally = Tally::default();
        at_doudizhu_tables(hands.div_ceil(4), |setup, rng| {
            own(self.play(&setup.clone().into(), rng, &mut tally), |standing| match standing {
                AnyStanding::Doudizhu(standing) => Some(standing),
                _ => None,
            })
        });
        self.report("Dou Dizhu", tally)
    }

    fn shengji(self, hands: u64) -> Tally {
        let mut tally = Tally::default();
        at_shengji_tables(hands.div_ceil(2), |setup, rng| {
            own(self.play(&setup.clone().into(), rng, &mut tally), |standing| match standing {
                AnyStanding::Shengji(standing) => Some(standing),
                _ => None,
            })
        });
        self.report("Shengji", tally)
    }

    fn report(self, game: &str, tally: Tally) -> Tally {
        let Tally { hands, moves, held } = tally;
        println!("{game}, {}: {hands} hands, {moves} moves, {held} bytes a seat", self.level);
        assert!((1..=MOST_HELD).contains(&held), "{game}, {}: {held} bytes", self.level);
        tally
    }
}

#[test]
fn moves_of_novices_and_intermediates_are_legal_and_follow_from_the_log() {
    for seating in QUICK.iter().map(|&level| Seating::of(level, 30)) {
        for tally in [seating.holdem(500), seating.doudizhu(500), seating.shengji(500)] {
            assert!(tally.hands >= 400 && tally.moves > 5 * tally.hands, "{tally:?}");
        }
    }
}

/// On their whole budget; their own tests play five hundred hands on a smaller one.
#[test]
fn moves_of_searchers_are_legal_and_follow_from_the_log() {
    let seating = Seating::of(Level::Advanced, 20);
    for tally in [seating.holdem(200), seating.doudizhu(30), seating.shengji(4)] {
        assert!(tally.moves > 5 * tally.hands, "{tally:?}");
    }
}

#[test]
#[ignore = "minutes or hours, as the environment says"]
fn many_hands_are_legal() {
    let report = |name: &str, by_default: &str| std::env::var(name).unwrap_or_else(|_| by_default.to_owned());
    let hands: u64 = report("CARDROOM_BOT_HANDS", "500").parse().expect("a number of hands");
    let levels = report("CARDROOM_BOT_LEVELS", "novice,intermediate");
    for level in levels.split(',').map(|level| level.parse().expect("a level")) {
        let seating = Seating::of(level, 200);
        // Tables of Shengji at which the first hand ends the game have no second one.
        let tallies = [seating.holdem(hands), seating.doudizhu(hands), seating.shengji(hands + hands / 10)];
        assert!(tallies.iter().all(|tally| tally.hands >= hands), "{tallies:?}");
    }
}
