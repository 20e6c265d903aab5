//! The model of the table against the rules, and every level against every option.

use super::STRATEGIES;
use super::advanced::{Advanced, Effort};
use super::answers::Answer;
use super::mind::{Mind, Weights};
use super::odds::Count;
use super::pile::Pile;
use super::position::Position;
use super::price::{Prices, Worth};
use super::ranking::Ranking;
use super::search::Walk;
use super::shape::Lead;
use super::table::Table;
use crate::search_rng::SearchRng;
use crate::strategy::{Named, Strategy};
use cardroom_rules::cards::card::{Card, Suit};
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::cards::generator::Generator;
use cardroom_rules::games::game::{Chair, Entry, Game, Step};
use cardroom_rules::games::seat::{Seat, Seats};
use cardroom_rules::games::shengji::choices;
use cardroom_rules::games::shengji::declare::{Overturning, Reinforcing};
use cardroom_rules::games::shengji::event::Event;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::lead as rules;
use cardroom_rules::games::shengji::level::TeamLevel;
use cardroom_rules::games::shengji::order::{Adjacency, Order, Trump};
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules, ThrowPenalty};
use cardroom_rules::games::shengji::score::MustPlay;
use cardroom_rules::games::shengji::setup::{SEATS, Setup, Standing};
use cardroom_rules::games::shengji::trick::{ThrowEvaluation, points, winner};
use cardroom_rules::games::viewer::Viewer;
use cardroom_rules::games::witness::{Dice, Witness};

fn dice(seed: u8) -> Generator {
    Generator::new([seed; 32])
}

fn adjacency(dice: &mut Generator) -> Adjacency {
    let mut coin = || dice.below(2) == 0;
    Adjacency { across_level: coin(), level_cards: coin(), permanent_twos: coin() }
}

fn ranking(dice: &mut Generator) -> Ranking {
    let suit = Suit::ALL.get(dice.below(5)).copied();
    let level = TeamLevel::of(u8::try_from(2 + dice.below(13)).unwrap());
    Ranking::new(&Order::new(Trump { suit, level }, adjacency(dice)))
}

/// Hands with this many cards, and the rest.
fn hands(dice: &mut Generator, size: usize) -> ([Pile; 4], Pile) {
    let mut pack: Vec<u8> = (0..54).chain(0..54).collect();
    // Sometimes from fewer kinds, which makes pairs and tractors common.
    if dice.below(2) == 0 {
        pack.sort_by_key(|bit| bit % 8);
        pack.truncate(4 * size.max(13));
    }
    dice.shuffle(&mut pack);
    let pile = |cards: &[u8]| cards.iter().fold(Pile::NONE, |pile, &bit| pile.with(Pile::one(bit)));
    let hands = [0, 1, 2, 3].map(|seat| pile(&pack[seat * size..(seat + 1) * size]));
    (hands, Pile::ALL.without(hands.into_iter().fold(Pile::NONE, Pile::with)))
}

#[test]
fn piles_and_cards_are_the_same_cards() {
    let mut dice = dice(1);
    for _ in 0..200 {
        let ranking = ranking(&mut dice);
        let ([one, other, ..], rest) = hands(&mut dice, 13);
        for pile in [one, other, rest] {
            let cards = ranking.cards(pile);
            assert_eq!(ranking.pile(cards), pile);
            assert_eq!(cards.len(), pile.len());
            assert_eq!(i64::from(ranking.points(pile)), i64::from(points(cards)));
        }
    }
}

#[test]
fn leads_follows_and_winners_are_those_of_the_rules() {
    let mut dice = dice(2);
    for round in 0..4_000 {
        let ranking = ranking(&mut dice);
        let size = 4 + dice.below(20);
        let (mut hands, _) = hands(&mut dice, size);
        let leads = choices::leads(&ranking.order, ranking.cards(hands[0]));
        let cards = leads[dice.below(leads.len())];
        let (by_rules, led) = (rules::Lead::of(&ranking.order, cards).unwrap(), ranking.pile(cards));
        let lead = Lead::of(&ranking, led).unwrap();
        assert_eq!(
            (lead.size, lead.wanted, lead.is_throw()),
            (by_rules.size, by_rules.wanted, by_rules.is_throw())
        );
        assert_eq!(lead.largest(), by_rules.largest());
        let mut position = Position::new(0);
        let mut plays = vec![cards];
        position.play(&ranking, led);
        hands[0] = hands[0].without(led);
        for hand in &mut hands[1..] {
            let unseen = Pile::ALL.without(hand.with(position.played));
            let count = Count::new(&ranking, &position, unseen);
            let answer = Answer { ranking: &ranking, lead, hand: *hand };
            let prices = Prices::keeping(&count, &Worth::TUNED, *hand);
            let cheap = answer.cheapest(&prices);
            assert!(answer.is_legal(cheap), "round {round}");
            let mut higher = Vec::new();
            answer.beating(position.strength, || prices, &mut |play| higher.push(play));
            for &play in &higher {
                assert!(answer.is_legal(play), "round {round}");
                assert!(lead.strength(&ranking, play) > position.strength, "round {round}");
            }
            let listed = choices::follows(&ranking.order, &by_rules, ranking.cards(*hand));
            let play = match dice.below(3) {
                0 => cheap,
                1 => higher.first().copied().unwrap_or(cheap),
                _ => ranking.pile(listed[dice.below(listed.len())]),
            };
            plays.push(ranking.cards(play));
            *hand = hand.without(play);
            position.play(&ranking, play);
        }
        let won = winner(&ranking.order, ThrowEvaluation::default(), &by_rules, &plays);
        assert_eq!(usize::from(position.leader), won, "round {round}");
        let stake: u16 = plays.iter().map(|&play| points(play)).sum();
        assert_eq!(position.points, if won % 2 == 1 { i16::try_from(stake).unwrap() } else { 0 });
    }
}

#[test]
fn rules_of_thumb_play_legal_hands_to_the_end() {
    let mut dice = dice(3);
    for _ in 0..150 {
        let ranking = ranking(&mut dice);
        let (hands, kitty) = hands(&mut dice, 25);
        let mut table = Table { hands, kitty, taker: 0, position: Position::new(0) };
        while !table.is_over() {
            let seat = table.position.turn();
            let hand = table.hands[usize::from(seat)];
            let play =
                Mind::new(&ranking, &table.position, &Weights::TUNED, hand, table.unseen(seat)).choose();
            assert!(hand.contain(play) && !play.is_empty());
            match table.position.lead {
                Some(lead) => assert!(Answer { ranking: &ranking, lead, hand }.is_legal(play)),
                None => assert!(ranking.only_group(play).is_some()),
            }
            table.play(&ranking, play);
        }
        assert!(table.hands.iter().all(|hand| hand.is_empty()));
    }
}

fn any_rules(dice: &mut Generator) -> Rules {
    let mut one_of = |count| dice.below(count);
    Rules {
        bidding: [
            Overturning::JokerOrGreaterLength,
            Overturning::GreaterLength,
            Overturning::JokerOrHigherSuit,
        ][one_of(3)],
        reinforcing: [
            Reinforcing::ReinforceWhileWinning,
            Reinforcing::OverturnOrReinforce,
            Reinforcing::Equivalent,
        ][one_of(3)],
        throw_penalty: [ThrowPenalty::None, ThrowPenalty::PerCard, ThrowPenalty::PerComponent][one_of(3)],
        throw_evaluation: [
            ThrowEvaluation::LargestComponent,
            ThrowEvaluation::EveryComponent,
            ThrowEvaluation::HighestCard,
        ][one_of(3)],
        kitty_multiplier: [KittyMultiplier::TwicePerCard, KittyMultiplier::PowerOfTwo][one_of(2)],
        must_play: [MustPlay::None, MustPlay::FiveTenKingAce][one_of(2)],
        reveal_kitty: one_of(2) == 0,
        steal: one_of(2) == 0,
        hook_jack: one_of(2) == 0,
        show_voids: one_of(2) == 0,
        adjacency: adjacency(dice),
        ..Rules::default()
    }
}

/// A player at a hand, who sees what the seat sees.
struct Player {
    strategy: Box<dyn Strategy<Shengji>>,
    witness: Witness<Shengji>,
    dice: Generator,
}

/// Plays a hand; panics at an illegal action.
fn played(setup: &Setup, names: [&Named<Shengji>; 4], deck: Deck, seed: u8) -> (Standing, Vec<Event>) {
    let mut hand = Shengji::new(setup, deck).unwrap();
    let mut players: Vec<Player> = Seat::first(SEATS)
        .zip(names)
        .map(|(seat, named)| {
            let witness = Witness::new(setup, Viewer::Seat(seat)).unwrap();
            let mut strategy = (named.make)();
            strategy.begin(&witness);
            Player { strategy, witness, dice: dice(seed.wrapping_add(seat.0)) }
        })
        .collect();
    let mut events = Vec::new();
    loop {
        let mut asked = |seats: Seats| {
            seats.iter().find_map(|seat| {
                let Player { strategy, witness, dice } = &mut players[seat.index()];
                let action = strategy.act(witness, dice)?;
                Some(hand.accept(seat, &action).unwrap_or_else(|refused| panic!("{action:?}: {refused}")))
            })
        };
        let event = match hand.step() {
            Step::Over(outcome) => return (outcome.standing, events),
            Step::Now(event) => event,
            Step::After(_, event) => asked(hand.may_act()).unwrap_or(event),
            Step::Await(seats) => asked(seats).expect("a seat that is asked answers"),
        };
        hand.record(&event).unwrap();
        for (seat, player) in Seat::first(SEATS).zip(&mut players) {
            let seen = Shengji::seen(&event, Viewer::Seat(seat));
            player.witness.learn(&seen).unwrap();
            player.strategy.watch(&player.witness, &seen);
        }
        events.push(event);
    }
}

fn setup(rules: &Rules, standing: &Standing) -> Setup {
    let chair = |seat| Chair { seat, chips: 0, newcomer: false, entry: Entry::Wait, wishes: None };
    let chairs: Vec<_> = Seat::first(SEATS).map(chair).collect();
    Shengji::setup(rules, standing, &chairs).unwrap()
}

/// The advanced level with a budget for which hundreds of hands take seconds.
static QUICK: Named<Shengji> = Named {
    name: "quick",
    about: "Searches a little.",
    make: || {
        let walk = Walk { worlds: 3, begins: 1, steps: 2 };
        Box::new(Advanced::with(Effort { cards: 100, walk }))
    },
};

/// Games of a few hands, with these players in rotation.
fn games(names: &[&str], games: u8, dice: &mut Generator) {
    let named = |name: &str| STRATEGIES.iter().find(|named| named.name == name).unwrap_or(&QUICK);
    for game in 0..games {
        let rules = any_rules(dice);
        let mut standing = Standing::OPENING;
        for hand in 0..4u8 {
            let setup = setup(&rules, &standing);
            let deck = Deck::shuffled(Shengji::pack(&setup), [game.wrapping_mul(4).wrapping_add(hand); 32]);
            let at = |seat: usize| named(names[(seat + usize::from(game)) % names.len()]);
            standing = played(&setup, [at(0), at(1), at(2), at(3)], deck, game).0;
        }
    }
}

#[test]
fn plays_are_legal_under_all_options() {
    games(&["random", "novice", "intermediate"], 125, &mut dice(4));
}

#[test]
fn the_search_is_legal_whatever_the_options() {
    games(&["quick", "intermediate", "random", "novice", "intermediate"], 125, &mut dice(5));
    games(&["advanced", "intermediate", "random", "novice", "intermediate"], 2, &mut dice(6));
}

#[test]
fn the_same_events_give_the_same_moves() {
    let standing = Standing { declarer: Some(Seat(1)), ..Standing::OPENING };
    let setup = setup(&Rules::default(), &standing);
    for named in STRATEGIES {
        let events = || played(&setup, [named; 4], Deck::shuffled(Shengji::pack(&setup), [6; 32]), 7).1;
        assert_eq!(events(), events(), "{}", named.name);
    }
}

#[test]
fn randomness_favours_no_number() {
    let mut rng = SearchRng::seeded(&mut dice(8));
    let mut seen = [0u32; 3];
    (0..30_000).for_each(|_| seen[rng.below(3)] += 1);
    assert!(seen.iter().all(|count| count.abs_diff(10_000) < 400), "{seen:?}");
    assert!((0..1_000).map(|_| rng.share()).all(|share| (0.0..1.0).contains(&share)));
}

#[test]
fn a_ranking_knows_every_card() {
    let ranking = ranking(&mut dice(9));
    assert!(Card::ALL.into_iter().all(|card| ranking.card(ranking.bit(card)) == card));
}
