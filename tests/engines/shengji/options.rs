//! The effects of each option of a table.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Game, Step};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::cards::Cards;
use cardroom_rules::games::shengji::declare::{Overturning, Reinforcing};
use cardroom_rules::games::shengji::event::{Event, Scored, TrickPlay};
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::lead::Lead;
use cardroom_rules::games::shengji::level::TeamLevel;
use cardroom_rules::games::shengji::options::Options;
use cardroom_rules::games::shengji::order::{Adjacency, Group, Order};
use cardroom_rules::games::shengji::rules::{KittyMultiplier, Rules};
use cardroom_rules::games::shengji::score::{Levels, MustPlay, Team, Thresholds};
use cardroom_rules::games::shengji::trick::ThrowEvaluation;
use cardroom_rules::games::viewer::Viewer;

use super::table::{Table, before_the_last_cards, declares, setup};
use super::text::list;
use crate::rng::TestRng;

fn may_declare(rules: Rules, made: &[(u8, &str, bool)], seat: u8, card: &str) -> bool {
    let hands = ["2d 2d 2c 2c", "2h 2h", "2s 2s", "X1 X1"];
    let mut table = Table::new(&setup(rules, "2", "2"), hands, "");
    table.draw(100);
    for &(seat, card, pair) in made {
        table.declare(seat, card, pair);
    }
    table.hand.accept(Seat(seat), &declares(card, true)).is_ok()
}

#[test]
fn a_table_declares_by_its_own_bidding() {
    let by = |bidding| Rules { bidding, ..Rules::default() };
    let diamonds = [(0, "2d", true)];
    for (bidding, spades, jokers) in [
        (Overturning::JokerOrGreaterLength, false, true),
        (Overturning::GreaterLength, false, false),
        (Overturning::JokerOrHigherSuit, true, true),
    ] {
        assert_eq!(may_declare(by(bidding), &diamonds, 2, "2s"), spades, "{bidding:?}");
        assert_eq!(may_declare(by(bidding), &diamonds, 3, "X1"), jokers, "{bidding:?}");
    }
}

#[test]
fn a_table_reinforces_by_its_own_custom() {
    let by = |reinforcing| Rules { reinforcing, ..Rules::default() };
    let (own, overturned) = ([(0, "2d", false)], [(0, "2d", false), (1, "2h", true)]);
    for (reinforcing, overturns_itself, draws_level) in [
        (Reinforcing::ReinforceWhileWinning, false, false),
        (Reinforcing::OverturnOrReinforce, true, false),
        (Reinforcing::Equivalent, false, true),
    ] {
        assert!(may_declare(by(reinforcing), &own, 0, "2d"), "{reinforcing:?}");
        assert_eq!(may_declare(by(reinforcing), &own, 0, "2c"), overturns_itself, "{reinforcing:?}");
        assert_eq!(may_declare(by(reinforcing), &overturned, 0, "2d"), draws_level, "{reinforcing:?}");
    }
}

#[test]
fn a_table_has_its_own_tractors() {
    let tractors = |adjacency| {
        let hands = ["2h 2h 4h 4h As As 3h 3h 6d 6d 7d 7d 2c 2c X1 X1 X2 X2 3s 3s", "", "", ""];
        let kitty = "3d 3d 3c 3c 4c 4c 5c 5c";
        let mut table = Table::new(&setup(Rules { adjacency, ..Rules::default() }, "3", "3"), hands, kitty);
        table.draw(100).declare(0, "3s", false).settle().bury(0, kitty);
        match table.hand.options(Seat(0)) {
            Some(Options::Lead(lead)) => lead.tractors,
            other => panic!("a lead, not {other:?}"),
        }
    };
    let usual = Adjacency::default();
    let all = tractors(usual);
    let without = |adjacency, gone: &[&str]| {
        let left = tractors(adjacency);
        for text in gone {
            assert!(all.contains(&list(text)) && !left.contains(&list(text)), "{text}");
        }
        left
    };
    let left = without(Adjacency { across_level: false, ..usual }, &["2h 2h 4h 4h"]);
    assert!(left.contains(&list("3h 3h 3s 3s X1 X1")), "level cards join as ever");
    let left = without(Adjacency { level_cards: false, ..usual }, &["As As 3h 3h", "3s 3s X1 X1"]);
    assert!(left.contains(&list("X1 X1 X2 X2")) && left.contains(&list("2h 2h 4h 4h")));
    let left = without(Adjacency { permanent_twos: true, ..usual }, &["2h 2h 4h 4h", "As As 3h 3h"]);
    assert!(left.contains(&list("As As 2c 2c")), "twos lie between");
}

/// Every card of a suit from three to king, twice.
fn suit(letter: char) -> String {
    let twice = |rank| format!("{rank}{letter} {rank}{letter}");
    "3456789TJQK".chars().map(twice).collect::<Vec<_>>().join(" ")
}

/// A table with spades trumps at which seat 0 leads, and seats 1 and 2 have no hearts but these spades to ruff with.
fn without_hearts(rules: Rules, ruffs: [&str; 2]) -> Table {
    let clubs = format!("{} {}", suit('c'), ruffs[0]);
    let diamonds = format!("{} {}", suit('d'), ruffs[1]);
    let kitty = "2h 2d 2c Ad Ad Ac Ac X1";
    let hands = ["2s Ah Kh Kh", clubs.as_str(), diamonds.as_str(), "3h 4h 5h"];
    let mut table = Table::new(&setup(rules, "2", "2"), hands, kitty);
    table.draw(100).declare(0, "2s", false).settle().bury(0, kitty);
    table
}

/// The winner of a throw of `Ah Kh Kh` that seats 1 and 2 ruff.
fn ruffer(throw_evaluation: ThrowEvaluation, ruffs: [&str; 2]) -> Seat {
    let mut table = without_hearts(Rules { throw_evaluation, ..Rules::default() }, ruffs);
    table.play(0, "Ah Kh Kh").play(1, ruffs[0]).play(2, ruffs[1]);
    table.play_on(|table| table.watched().last_trick.is_some());
    table.watched().last_trick.and_then(|trick| trick.winner).expect("a trick that is won")
}

/// As far as it has been played, by the table's own way of comparing throws.
#[test]
fn every_seat_sees_whose_play_wins_the_trick_so_far() {
    let ruffs = ["4s 4s 5s", "6s 6s 3s"];
    let mut table = without_hearts(Rules::default(), ruffs);
    let winning = |table: &Table| {
        let seen = [table.view(0), table.view(3), table.watched()].map(|view| view.trick.unwrap().winner);
        assert!(seen.iter().all(|seat| *seat == seen[0]));
        seen[0]
    };
    assert_eq!(winning(&table), None);
    assert_eq!(winning(table.play(0, "Ah Kh Kh").settle()), Some(Seat(0)));
    assert_eq!(winning(table.play(1, ruffs[0])), Some(Seat(1)));
    assert_eq!(winning(table.play(2, ruffs[1])), Some(Seat(2)));
}

#[test]
fn a_table_compares_throws_by_its_own_evaluation() {
    let winners = |ruffs| {
        use ThrowEvaluation::{EveryComponent, HighestCard, LargestComponent};
        [LargestComponent, EveryComponent, HighestCard].map(|by| ruffer(by, ruffs).0)
    };
    assert_eq!(winners(["9s 7s 7s", "8s 8s 4s"]), [2, 1, 1], "the higher pair, the lower single");
    assert_eq!(winners(["9s 7s 7s", "6s 6s Ts"]), [1, 1, 2], "the lower pair, the higher single");
    assert_eq!(winners(["9s 7s 7s", "8s 8s Ts"]), [2, 2, 2]);
}

#[test]
fn a_level_that_must_be_played_holds_up_attackers_at_a_table() {
    let odd_after = |must_play| {
        let thresholds = Thresholds { take: 5, step: 20 };
        let rules = Rules { must_play, thresholds, ..Rules::default() };
        let last = ["X2 X2", "2h 2h", "2d 2d", "X1 X1"];
        let mut table = before_the_last_cards(rules, last, [0; 4]);
        table.play_on(|_| false);
        table.scored().progress.levels.odd.to_string()
    };
    assert_eq!(odd_after(MustPlay::None), "4");
    assert_eq!(odd_after(MustPlay::FiveTenKingAce), "4");
    assert_eq!(odd_after(MustPlay::TwoFiveTenJackKingAce), "2");
}

#[test]
fn voids_are_shown_only_by_option() {
    let shown = |show_voids| {
        let mut table = without_hearts(Rules { show_voids, ..Rules::default() }, ["9s 7s 7s", "8s 8s 4s"]);
        table.play(0, "Ah").play(1, "3c").play(2, "4s");
        table.watched().players.into_iter().map(|player| player.void_in).collect::<Vec<_>>()
    };
    let hearts = Some(vec![Group::Hearts]);
    assert_eq!(shown(true), [Some(Vec::new()), hearts.clone(), hearts, Some(Vec::new())]);
    assert_eq!(shown(false), [const { None }; 4]);
}

/// A hand of random moves: the same for a seed, whatever its score is worth. Pairs are kept for the end.
fn at_random(rules: Rules, level: &str, seed: u64) -> Table {
    let (setup, mut rng) = (setup(rules, level, level), TestRng::new(seed));
    let deck = Deck::shuffled(Shengji::pack(&setup), rng.seed());
    let mut table = Table { hand: Shengji::new(&setup, deck).expect("two decks"), log: Vec::new() };
    loop {
        table.settle();
        let Step::Await(seats) = table.hand.step() else { return table };
        let seat = seats.iter().next().expect("a seat is asked");
        let hand = table.hand.view(Viewer::Seat(seat)).hand.expect("a hand");
        let hand: Vec<_> = hand.into_iter().flat_map(|holding| holding.cards).collect();
        let hand = Cards::gathered(&hand).expect("two decks");
        let left = |action: &Action| match action {
            Action::Play { cards } => hand.without(Cards::gathered(cards).expect("two decks")),
            _ => Cards::default(),
        };
        let moves = table.hand.moves(seat);
        let worth = |action: &Action| (left(action).is_empty(), left(action).pairs().count());
        let most = moves.iter().map(worth).max();
        let best: Vec<&Action> = moves.iter().filter(|action| Some(worth(action)) == most).collect();
        let action = (*rng.pick(&best).expect("a move")).clone();
        table.act(seat.0, &action);
    }
}

/// The last trick's lead, the winning play, and the winner.
fn last_trick(table: &Table) -> (Cards, Cards, Seat) {
    let led = |event: &Event| match event {
        Event::Played(play) => Some(play.clone()),
        Event::ThrowJudged(judged) => Some(TrickPlay { seat: judged.seat, cards: judged.led.clone() }),
        _ => None,
    };
    let plays: Vec<TrickPlay> = table.log.iter().filter_map(led).collect();
    let last = &plays[plays.len() - 4..];
    let gathered = |play: &TrickPlay| Cards::gathered(&play.cards).expect("two decks");
    let winner = table.log.iter().rev().find_map(|event| match event {
        Event::TrickWon(won) => Some(won.seat),
        _ => None,
    });
    let winner = winner.expect("a trick that is won");
    let play = last.iter().find(|play| play.seat == winner).expect("the winner's play");
    (gathered(&last[0]), gathered(play), winner)
}

/// The largest component of a lead, or of a winning play, in cards.
fn largest(table: &Table, cards: Cards) -> u32 {
    let trump = table.watched().trump.expect("trumps");
    let order = Order::new(trump, Adjacency::default());
    Lead::of(&order, cards).map_or(1, |lead| lead.largest().into())
}

#[test]
fn the_kitty_counts_as_the_table_multiplies_it() {
    let scored = |kitty_multiplier, seed| -> (Table, Scored) {
        let table = at_random(Rules { kitty_multiplier, ..Rules::default() }, "5", seed);
        let scored = table.scored();
        (table, scored)
    };
    let (mut tractors, mut by_winner) = (0, 0);
    for seed in 0..400 {
        let (table, twice) = scored(KittyMultiplier::TwicePerCard, seed);
        let (led, won, winner) = last_trick(&table);
        let (led, won) = (largest(&table, led), largest(&table, won));
        if winner.0 % 2 == 0 {
            assert_eq!(twice.multiplier, 0, "seed {seed}: the declarers keep it");
            continue;
        }
        let (_, power) = scored(KittyMultiplier::PowerOfTwo, seed);
        let (_, by_play) = scored(KittyMultiplier::ByWinningPlay, seed);
        assert_eq!(
            [twice.multiplier, power.multiplier, by_play.multiplier],
            [2 * led, 1 << led, 2 * won],
            "seed {seed}"
        );
        let gained =
            |scored: &Scored| scored.points - i64::from(scored.multiplier * u32::from(scored.kitty_points));
        assert!(gained(&twice) == gained(&power) && gained(&power) == gained(&by_play), "seed {seed}");
        tractors += usize::from(led > 2);
        by_winner += usize::from(led != won);
    }
    assert!(tractors > 0 && by_winner > 0, "{tractors} tractors, {by_winner} plays unlike the lead");
}

#[test]
fn a_last_trick_won_with_a_jack_hooks_declarers_at_jack() {
    let (mut hooked, mut others) = (0, 0);
    for seed in 0..60 {
        for level in ["J", "T"] {
            let table = at_random(Rules { hook_jack: true, ..Rules::default() }, level, seed);
            let (_, won, winner) = last_trick(&table);
            let with_jack = won.kinds().any(|card| card.rank() == Some(TeamLevel::JACK.rank()));
            let expected = level == "J" && with_jack && Team::of(winner) == Team::Odd;
            let scored = table.scored();
            assert_eq!(scored.hooked, expected, "seed {seed} at {level}");
            let plain = at_random(Rules::default(), level, seed).scored();
            assert!(!plain.hooked, "seed {seed} at {level}");
            let levels = plain.progress.levels;
            let levels = if expected { Levels { even: TeamLevel::TWO, ..levels } } else { levels };
            assert_eq!(scored.progress.levels, levels, "seed {seed} at {level}");
            *(if expected { &mut hooked } else { &mut others }) += 1;
        }
    }
    assert!(hooked > 0 && others > 0, "{hooked} hooked, {others} not");
}
