//! Shengji under the laws.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::game::{Game, Outcome};
use cardroom_rules::games::shengji::action::Action;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::games::shengji::setup::{Setup, Standing};

use crate::law::Trial;
use crate::rng::TestRng;
use crate::sessions::shengji::ShengjiSession;

/// Plays hands at random tables, some a table.
pub fn at_shengji_tables(tables: u64, mut play: impl FnMut(&Setup, &mut TestRng) -> Outcome<Standing>) {
    for seed in 0..tables {
        let mut rng = TestRng::new(seed);
        let mut session = ShengjiSession::new(&mut rng);
        for _ in 0..2 {
            if let Some(setup) = session.next() {
                let outcome = play(&setup, &mut rng);
                session.finish(outcome);
            }
        }
    }
}

/// Actions of every kind, most of them illegal most of the time.
pub fn any_action(rng: &mut TestRng) -> Action {
    let pack: Vec<Card> = (0..Card::COUNT).filter_map(Card::from_index).collect();
    let mut cards =
        |count: u64| -> Vec<Card> { (0..count).filter_map(|_| rng.pick(&pack).copied()).collect() };
    let (shown, eight, few) = (cards(1), cards(8), cards(3));
    let actions = [
        Action::Declare { card: shown[0], pair: false },
        Action::Declare { card: shown[0], pair: true },
        Action::Pass {},
        Action::Bury { cards: eight },
        Action::Play { cards: shown },
        Action::Play { cards: few },
        Action::Play { cards: Vec::new() },
    ];
    rng.pick(&actions).cloned().unwrap_or(Action::Pass {})
}

#[test]
fn shengji_keeps_the_laws() {
    at_shengji_tables(6, |setup, rng| Trial::<Shengji>::new(setup, any_action).run(rng));
}

#[test]
fn a_shengji_setup_survives_its_store() {
    at_shengji_tables(20, |setup, rng| {
        let text = serde_json::to_string(setup).expect("a setup as JSON");
        assert_eq!(&serde_json::from_str::<Setup>(&text).expect("a setup again"), setup);
        let outcome = Trial::<Shengji>::new(setup, any_action).play_only(rng);
        let text = serde_json::to_string(&outcome.standing).expect("a standing as JSON");
        assert_eq!(serde_json::from_str::<Standing>(&text).expect("a standing again"), outcome.standing);
        outcome
    });
}

#[test]
fn a_deck_that_is_not_two_decks_is_refused() {
    at_shengji_tables(2, |setup, rng| {
        let mut cards = Shengji::pack(setup);
        cards[0] = cards[2];
        assert!(Shengji::new(setup, Deck::stacked(cards)).is_err());
        assert!(Shengji::new(setup, Deck::stacked(Vec::new())).is_err());
        Trial::<Shengji>::new(setup, any_action).play_only(rng)
    });
}
