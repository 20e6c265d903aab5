//! Hold'em under the laws.

use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Game, Outcome};
use cardroom_rules::games::holdem::action::Action;
use cardroom_rules::games::holdem::hand::Holdem;
use cardroom_rules::games::holdem::setup::{Setup, Standing};

use crate::law::Trial;
use crate::rng::TestRng;
use crate::sessions::holdem::HoldemSession;

/// Plays hands at random tables, some for each table, so that there are standings with dues and dead buttons.
pub fn at_holdem_tables(tables: u64, mut play: impl FnMut(&Setup, &mut TestRng) -> Outcome<Standing>) {
    for seed in 0..tables {
        let mut rng = TestRng::new(seed);
        let mut session = HoldemSession::new(&mut rng);
        for _ in 0..5 {
            if let Some(setup) = session.next(&mut rng) {
                let outcome = play(&setup, &mut rng);
                session.finish(outcome);
            }
        }
    }
}

/// Actions of every kind, most of them illegal most of the time.
pub fn any_action(rng: &mut TestRng) -> Action {
    let to = if rng.one_in(4) { u64::MAX - rng.below(2) } else { rng.below(500) };
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
    rng.pick(&actions).cloned().unwrap_or(Action::Fold {})
}

#[test]
fn holdem_keeps_the_laws() {
    at_holdem_tables(100, |setup, rng| Trial::<Holdem>::new(setup, any_action).run(rng));
}

#[test]
fn a_setup_survives_its_store() {
    at_holdem_tables(60, |setup, rng| {
        let text = serde_json::to_string(setup).expect("a setup as JSON");
        assert_eq!(&serde_json::from_str::<Setup>(&text).expect("a setup again"), setup);
        let outcome = Trial::<Holdem>::new(setup, any_action).play_only(rng);
        let text = serde_json::to_string(&outcome.standing).expect("a standing as JSON");
        assert_eq!(serde_json::from_str::<Standing>(&text).expect("a standing again"), outcome.standing);
        outcome
    });
}

#[test]
fn a_deck_that_is_no_shuffle_of_the_pack_is_refused() {
    at_holdem_tables(5, |setup, rng| {
        let mut cards = Holdem::pack(setup);
        cards[0] = cards[1];
        assert!(Holdem::new(setup, Deck::stacked(cards)).is_err());
        assert!(Holdem::new(setup, Deck::stacked(Vec::new())).is_err());
        Trial::<Holdem>::new(setup, any_action).play_only(rng)
    });
}
