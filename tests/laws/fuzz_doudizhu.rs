//! Random hands of random Dou Dizhu tables, cards and chips counted.
//!
//! `CARDROOM_FUZZ_HANDS` sets how many hands.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::event::Event;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::rules::Wild;
use cardroom_rules::games::doudizhu::score::Spring;
use cardroom_rules::games::doudizhu::setup::Setup;
use cardroom_rules::games::game::{Absence, Chips, Game, MOST_CHIPS, Step};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::viewer::Viewer;

use crate::fuzz_holdem::wanted;
use crate::rng::TestRng;
use crate::sessions::doudizhu::DoudizhuSession;

/// How many hands are played at a table before the next one opens.
const HANDS_AT_A_TABLE: usize = 20;

/// More events than any hand has: 51 cards, the auction, and 54 plays with two passes each.
const MOST_EVENTS: usize = 300;

#[test]
fn every_card_is_counted_and_every_chip_is_paid() {
    let wanted = wanted(1_000);
    let (mut hands, mut events, mut void, mut bombs) = (0, 0, 0, 0);
    for seed in 0.. {
        if hands >= wanted {
            break;
        }
        let mut rng = TestRng::new(seed);
        let mut session = DoudizhuSession::new(&mut rng);
        for _ in 0..HANDS_AT_A_TABLE {
            // A player's chips are used up.
            let Some(setup) = session.next() else { break };
            let played = Played::new(&setup, &mut rng, seed);
            hands += 1;
            events += played.log.len();
            match played.assert_accounted(&setup, seed) {
                None => void += 1,
                Some(doubled) => bombs += usize::from(doubled),
            }
            let Step::Over(outcome) = played.hand.step() else { panic!("seed {seed}: over") };
            session.finish(outcome);
        }
    }
    println!(
        "{hands} hands of Dou Dizhu, {void} void, {events} events, {bombs} bombs; every chip accounted for"
    );
}

struct Played {
    hand: Doudizhu,
    log: Vec<Event>,
}

impl Played {
    /// Plays a hand by random moves.
    fn new(setup: &Setup, rng: &mut TestRng, seed: u64) -> Self {
        let deck = Deck::shuffled(Doudizhu::pack(setup), rng.seed());
        let hand = Doudizhu::new(setup, deck).expect("a pack");
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
        let moves = if rng.one_in(4) { Vec::new() } else { self.hand.moves(seat) };
        // Passes are offered at every turn; if they were as likely, few hands would see a bomb.
        let plays = &moves[usize::from(moves.len() > 1)..];
        let drawn = if rng.one_in(4) { rng.pick(&moves) } else { rng.pick(plays) };
        let action = drawn.cloned().unwrap_or_else(|| self.hand.fallback(seat, Absence::Late));
        Some(self.hand.accept(seat, &action).expect("what is listed is accepted"))
    }

    /// Every card was dealt once, was played at most once, and is left in no more hands than hold it; the score
    /// follows from bids, bombs and doubles; and chips are conserved. Returns the number of bombs; `None` for a void
    /// hand.
    fn assert_accounted(&self, setup: &Setup, seed: u64) -> Option<u8> {
        let view = self.hand.view(Viewer::Watcher);
        let held: u32 = view.players.iter().map(|player| player.cards).sum();
        let laid: Vec<Card> = self.plays().flat_map(|(_, cards)| cards.iter().copied()).collect();
        assert_eq!(held as usize + laid.len(), if view.landlord.is_some() { 54 } else { 51 }, "seed {seed}");
        let left: u32 = view.remaining.iter().map(|left| u32::from(left.count)).sum();
        assert_eq!(left as usize, 54 - laid.len(), "seed {seed}: a watcher's count");
        let Some(scored) = view.score else {
            assert!(self.log.iter().any(|event| matches!(event, Event::Void(_))), "seed {seed}");
            return None;
        };
        let landlord = view.landlord.expect("a landlord");
        let bombs = self.log.iter().filter(|event| is_bomb(event, setup.rules.wild)).count();
        assert_eq!(usize::from(scored.multiplier.bombs), bombs, "seed {seed}: bombs");
        let plays = |seat: Seat| self.plays().filter(|(by, _)| *by == seat).count();
        let peasants: usize = (0..3).map(Seat).filter(|&seat| seat != landlord).map(plays).sum();
        let spring = match (scored.landlord_won, plays(landlord), peasants) {
            (true, _, 0) => Some(Spring::Spring),
            (false, 1, _) => Some(Spring::AntiSpring),
            _ => None,
        };
        assert_eq!(scored.multiplier.spring, spring, "seed {seed}");
        assert_eq!(scored.stacks.iter().sum::<Chips>(), setup.stacks.iter().sum::<Chips>(), "seed {seed}");
        for payment in scored.payments {
            let most = setup.stacks[payment.peasant.index()].min(setup.stacks[landlord.index()]);
            assert!(payment.paid <= payment.price.min(most), "seed {seed}: no seat pays more than it has");
            assert!(payment.price <= MOST_CHIPS, "seed {seed}");
        }
        Some(scored.multiplier.bombs)
    }

    fn plays(&self) -> impl Iterator<Item = (Seat, &Vec<Card>)> {
        self.log.iter().filter_map(|event| match event {
            Event::Played(laid) => Some((laid.seat, &laid.cards)),
            _ => None,
        })
    }
}

/// Whether a play is a bomb by its cards: four or more of a rank, or both jokers; with wild cards, by its named
/// reading.
fn is_bomb(event: &Event, wild: Wild) -> bool {
    let Event::Played(laid) = event else { return false };
    let ranks: Vec<Option<u8>> = laid.cards.iter().map(|card| card.rank()).collect();
    let is_rocket = ranks.len() == 2 && ranks.iter().all(Option::is_none);
    let is_four = ranks.len() == 4 && ranks.iter().all(|rank| *rank == ranks[0]);
    match wild {
        Wild::None => is_rocket || is_four,
        Wild::One | Wild::Two => {
            use cardroom_rules::games::doudizhu::reading::Kind;
            matches!(laid.reading.kind, Kind::Bomb | Kind::Rocket)
        }
    }
}

#[test]
fn random_actions_are_judged_without_a_panic() {
    for seed in 0..200 {
        let mut rng = TestRng::new(seed);
        let session = DoudizhuSession::new(&mut rng);
        let setup = session.next().expect("three players");
        let played = Played::new(&setup, &mut rng, seed);
        let pack = Doudizhu::pack(&setup);
        let mut hand = Doudizhu::new(&setup, Deck::stacked(pack.clone())).expect("a pack");
        for event in &played.log {
            let cards = (0..rng.below(22)).filter_map(|_| rng.pick(&pack).copied()).collect();
            let before = hand.clone();
            let seat = Seat(u8::try_from(rng.below(5)).unwrap_or(0));
            let _ = hand.accept(seat, &Action::Play { cards, named: None });
            assert_eq!(hand, before, "judging changes nothing");
            // The log of another deck fits until it names a card, and is refused then; never a panic.
            if hand.record(event).is_err() {
                assert_eq!(hand, before, "what does not fit changes nothing");
                break;
            }
        }
    }
}
