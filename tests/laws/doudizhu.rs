//! Dou Dizhu under the laws.

use cardroom_rules::cards::card::Card;
use cardroom_rules::cards::deck::Deck;
use cardroom_rules::games::doudizhu::action::Action;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::doudizhu::rank::Rank;
use cardroom_rules::games::doudizhu::reading::{Kind, Named};
use cardroom_rules::games::doudizhu::setup::{Setup, Standing};
use cardroom_rules::games::game::{Game, Outcome};

use crate::law::Trial;
use crate::rng::TestRng;
use crate::sessions::doudizhu::DoudizhuSession;

/// Plays hands at random tables, some for each table, so that void deals in a row happen.
pub fn at_doudizhu_tables(tables: u64, mut play: impl FnMut(&Setup, &mut TestRng) -> Outcome<Standing>) {
    for seed in 0..tables {
        let mut rng = TestRng::new(seed);
        let mut session = DoudizhuSession::new(&mut rng);
        for _ in 0..5 {
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
    let (one, two, four) = (cards(1), cards(2), cards(4));
    let ranks: Vec<Rank> = Rank::all().collect();
    let named = Named {
        kind: *rng.pick(&Kind::ALL).unwrap_or(&Kind::Single),
        main: *rng.pick(&ranks).unwrap_or(&Rank::THREE),
    };
    let actions = [
        Action::Show {},
        Action::Bid { points: u8::try_from(rng.below(6)).unwrap_or(0) },
        Action::Call {},
        Action::Rob {},
        Action::Double {},
        Action::Pass {},
        Action::Play { cards: one.clone(), named: None },
        Action::Play { cards: one, named: Some(named) },
        Action::Play { cards: two, named: None },
        Action::Play { cards: four, named: None },
        Action::Play { cards: Vec::new(), named: None },
    ];
    rng.pick(&actions).cloned().unwrap_or(Action::Pass {})
}

#[test]
fn doudizhu_keeps_the_laws() {
    at_doudizhu_tables(25, |setup, rng| Trial::<Doudizhu>::new(setup, any_action).run(rng));
}

#[test]
fn a_doudizhu_setup_survives_its_store() {
    at_doudizhu_tables(20, |setup, rng| {
        let text = serde_json::to_string(setup).expect("a setup as JSON");
        assert_eq!(&serde_json::from_str::<Setup>(&text).expect("a setup again"), setup);
        let outcome = Trial::<Doudizhu>::new(setup, any_action).play_only(rng);
        let text = serde_json::to_string(&outcome.standing).expect("a standing as JSON");
        assert_eq!(serde_json::from_str::<Standing>(&text).expect("a standing again"), outcome.standing);
        outcome
    });
}

#[test]
fn a_deck_that_is_not_one_pack_is_refused() {
    at_doudizhu_tables(2, |setup, rng| {
        let mut cards = Doudizhu::pack(setup);
        cards[0] = cards[1];
        assert!(Doudizhu::new(setup, Deck::stacked(cards)).is_err());
        assert!(Doudizhu::new(setup, Deck::stacked(Vec::new())).is_err());
        Trial::<Doudizhu>::new(setup, any_action).play_only(rng)
    });
}
