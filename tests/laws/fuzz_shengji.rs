//! Random hands of random Shengji tables, cards and points counted.
//!
//! `CARDROOM_FUZZ_HANDS` sets how many hands.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::event::Event;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::setup::{Setup, Standing};
use cardroom_rules::games::viewer::Viewer;

use crate::fuzz_holdem::wanted;
use crate::rng::TestRng;
use crate::sessions::shengji::ShengjiSession;

/// How many hands are played at a table before the next one opens.
const HANDS_AT_A_TABLE: usize = 20;

/// More events than any hand has: a hundred draws, as many passes and declarations, the kitty, and 25 tricks.
const MOST_EVENTS: usize = 2_000;

#[test]
fn every_card_is_played_and_every_point_is_counted() {
    let wanted = wanted(400);
    let (mut hands, mut events, mut games) = (0, 0, 0);
    for seed in 0.. {
        if hands >= wanted {
            break;
        }
        let mut rng = TestRng::new(seed);
        let mut session = ShengjiSession::new(&mut rng);
        for _ in 0..HANDS_AT_A_TABLE {
            // A player's chips are used up.
            let Some(setup) = session.next() else { break };
            let played = Played::new(&setup, &mut rng, seed);
            hands += 1;
            events += played.log.len();
            games += usize::from(played.assert_accounted(&setup, seed));
            let Step::Over(outcome) = played.hand.step() else { panic!("seed {seed}: over") };
            session.finish(outcome);
        }
    }
    println!("{hands} hands of Shengji, {events} events, {games} games won; 200 points in each hand");
}

struct Played {
    hand: Shengji,
    log: Vec<Event>,
}

impl Played {
    /// Plays a hand by random moves, of which about half are drawn without regard to the listed ones.
    fn new(setup: &Setup, rng: &mut TestRng, seed: u64) -> Self {
        let deck = Deck::shuffled(Shengji::pack(setup), rng.seed());
        let hand = Shengji::new(setup, deck).expect("two decks");
        let mut played = Self { hand, log: Vec::new() };
        while played.log.len() < MOST_EVENTS {
            let event = match played.hand.step() {
                Step::Over(_) => return played,
                Step::Now(event) => event,
                Step::After(_, event) if !rng.one_in(8) => event,
                Step::After(_, event) => played.act(played.hand.may_act(), rng).unwrap_or(event),
                Step::Await(seats) => played.act(seats, rng).expect("a seat is asked"),
            };
            assert_eq!(played.hand.record(&event), Ok::<(), ReplayError>(()), "seed {seed}");
            played.log.push(event);
        }
        panic!("seed {seed}: the hand does not end");
    }

    fn act(&self, seats: Seats, rng: &mut TestRng) -> Option<Event> {
        let seats: Vec<Seat> = seats.iter().collect();
        let seat = *rng.pick(&seats)?;
        if let Some(event) = self.drawn(seat, rng) {
            return Some(event);
        }
        let moves = self.hand.moves(seat);
        let action = rng.pick(&moves).expect("a move");
        Some(self.hand.accept(seat, action).expect("what is listed is accepted"))
    }

    /// The event of a few cards drawn from the seat's hand, if the rules let it play them.
    fn drawn(&self, seat: Seat, rng: &mut TestRng) -> Option<Event> {
        let view = self.hand.view(Viewer::Seat(seat));
        let mut held: Vec<Card> = view.hand?.into_iter().flat_map(|holding| holding.cards).collect();
        let led = view.trick.and_then(|trick| trick.plays.first().map(|lead| lead.cards.len()));
        let count = led.unwrap_or(1 + usize::from(rng.one_in(2)));
        let mut take = || {
            let place = usize::try_from(rng.below(held.len() as u64)).unwrap_or(0);
            (!held.is_empty()).then(|| held.swap_remove(place))
        };
        let cards = (0..count).map_while(|_| take()).collect();
        self.hand.accept(seat, &Action::Play { cards }).ok()
    }

    /// Every card was played or buried, every point is in a trick or in the kitty, and the hand leads to the level in
    /// the table of levels. Returns whether it ended a game.
    fn assert_accounted(&self, setup: &Setup, seed: u64) -> bool {
        let Some(scored) = self.hand.view(Viewer::Watcher).score else {
            assert!(self.log.iter().any(|event| matches!(event, Event::Undeclared(_))), "seed {seed}");
            return false;
        };
        let mut laid: Vec<Card> = scored.kitty.clone();
        let (mut in_tricks, mut by_attackers) = (0, 0);
        let declarer = self.hand.view(Viewer::Watcher).declarer.expect("a declarer");
        for event in &self.log {
            match event {
                Event::Played(play) => laid.extend(&play.cards),
                Event::ThrowJudged(judged) => {
                    laid.extend(&judged.led);
                    let penalty = i64::from(judged.penalty);
                    by_attackers += if is_attacker(judged.seat, declarer) { -penalty } else { penalty };
                }
                Event::TrickWon(won) => {
                    in_tricks += won.points;
                    by_attackers += if is_attacker(won.seat, declarer) { i64::from(won.points) } else { 0 };
                }
                _ => {}
            }
        }
        laid.sort_unstable();
        assert_eq!(laid, Shengji::pack(setup), "seed {seed}: every card was played or buried");
        assert_eq!(in_tricks + scored.kitty_points, 200, "seed {seed}: 200 points");
        let kitty = i64::from(scored.kitty_points) * i64::from(scored.multiplier);
        assert_eq!(scored.points, by_attackers + kitty, "seed {seed}: the attackers' points");
        assert_eq!(scored.progress.won, setup.rules.thresholds.won(scored.points), "seed {seed}");
        let standing = Standing::after(&scored.progress);
        assert!(standing.declarer.is_some() != scored.progress.champion.is_some(), "seed {seed}");
        scored.progress.champion.is_some()
    }
}

fn is_attacker(seat: Seat, declarer: Seat) -> bool {
    seat.0 % 2 != declarer.0 % 2
}
