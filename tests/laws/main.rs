//! The laws that every game keeps, generic over `Game`, and the games that are held to them.

#![allow(clippy::expect_used, clippy::panic, reason = "it is all test")]

use cardroom::games::game::{Game, Outcome};
use cardroom::games::holdem::action::Action;
use cardroom::games::holdem::hand::Holdem;
use cardroom::games::holdem::setup::{Setup, Standing};

use chance::Chance;
use law::Trial;
use session::Session;

mod any;
mod doudizhu;
mod law;
mod secrecy;
mod shengji;

#[path = "../shared/chance.rs"]
mod chance;
#[path = "../shared/doudizhu_session.rs"]
mod doudizhu_session;
#[path = "../shared/session.rs"]
mod session;
#[path = "../shared/shengji_session.rs"]
mod shengji_session;

/// Plays hands at random tables, some a table, so that standings with dues and dead buttons come up.
fn at_random_tables(tables: u64, mut play: impl FnMut(&Setup, &mut Chance) -> Outcome<Standing>) {
    for seed in 0..tables {
        let mut chance = Chance::new(seed);
        let mut session = Session::new(&mut chance);
        for _ in 0..5 {
            if let Some(setup) = session.next(&mut chance) {
                let outcome = play(&setup, &mut chance);
                session.finish(outcome);
            }
        }
    }
}

/// Actions of every kind, most of them out of place most of the time.
fn any_action(chance: &mut Chance) -> Action {
    let to = if chance.one_in(4) { u64::MAX - chance.below(2) } else { chance.below(500) };
    let actions = [
        Action::Fold {},
        Action::Check {},
        Action::Call {},
        Action::Bet { to },
        Action::Raise { to },
        Action::RunTwice { agree: to % 2 == 0 },
        Action::Show {},
        Action::Muck {},
    ];
    chance.pick(&actions).cloned().unwrap_or(Action::Fold {})
}

#[test]
fn holdem_keeps_the_laws() {
    at_random_tables(100, |setup, chance| Trial::<Holdem>::new(setup, any_action).run(chance));
}

#[test]
fn a_setup_survives_its_store() {
    at_random_tables(60, |setup, chance| {
        let text = serde_json::to_string(setup).expect("a setup as JSON");
        assert_eq!(&serde_json::from_str::<Setup>(&text).expect("a setup again"), setup);
        let outcome = Trial::<Holdem>::new(setup, any_action).play_only(chance);
        let text = serde_json::to_string(&outcome.standing).expect("a standing as JSON");
        assert_eq!(serde_json::from_str::<Standing>(&text).expect("a standing again"), outcome.standing);
        outcome
    });
}

#[test]
fn a_deck_that_is_no_shuffle_of_the_pack_is_refused() {
    at_random_tables(5, |setup, chance| {
        let mut cards = Holdem::pack(setup);
        cards[0] = cards[1];
        assert!(Holdem::new(setup, cardroom::cards::deck::Deck::stacked(cards)).is_err());
        assert!(Holdem::new(setup, cardroom::cards::deck::Deck::stacked(Vec::new())).is_err());
        Trial::<Holdem>::new(setup, any_action).play_only(chance)
    });
}
