//! Twenty whole games.

use serde_json::{Value, json};

use super::course::{Course, Player};
use crate::deals::doudizhu::Deal;
use crate::rng::TestRng;
use crate::table::{BUY_IN, Table};

/// How many games are played.
const GAMES: u64 = 20;

const NAMES: [&str; 3] = ["Lan", "Ming", "Fei"];

const PRESETS: [&str; 6] = ["pagat", "openspiel", "rlcard", "platform", "douzero", "liberal"];

/// The rules of a game: between them every preset, both auctions, and every option with and without the others.
fn rules(game: u64) -> Value {
    let preset = PRESETS[usize::try_from(game % 6).unwrap()];
    let bidding = if game.is_multiple_of(2) { "points" } else { "call_rob" };
    let wild = match game % 5 {
        3 => "one",
        4 => "two",
        _ => "none",
    };
    json!({
        "stake": 1 + game % 3, "bidding": bidding, "wings": {"preset": preset}, "wild": wild,
        "doubling": (game / 2).is_multiple_of(2), "open_hand": (game / 3).is_multiple_of(2),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_games_are_settled_as_the_rules_say_and_leak_no_card() {
    let (mut searched, mut void, mut wins) = (0, 0, 0);
    for game in 0..GAMES {
        let rules = rules(game);
        let mut table = Table::open("doudizhu", rules.clone(), &NAMES, 0).await;
        let mut rng = TestRng::new(game);
        let course = loop {
            let course = play(&mut table, &rules, &mut rng).await;
            if !course.is_void() {
                break course;
            }
            void += 1;
        };
        let history = table.seats[0].get(&format!("/v1/hands/{}", table.hand)).await.ok();
        let state = &history["state"]["doudizhu"];
        let stake = rules["stake"].as_u64().unwrap();
        let stacks = course.assert_scored(state, stake, rules["bidding"] == "points", [BUY_IN; 3]);
        let chairs = table.watched().await["chairs"].clone();
        let chips = chairs.as_array().unwrap().iter().map(|chair| chair["chips"].as_u64().unwrap());
        assert!(chips.eq(stacks), "{chairs}");
        table.server.assert_every_chip_is_accounted_for().await;
        wins += u32::from(state["score"]["landlord_won"] == true);
        searched += table.searched;
    }
    println!(
        "Dou Dizhu over HTTP: {GAMES} games, {wins} won by the landlord, {void} void deals, {searched} answers searched"
    );
    assert!((1..20).contains(&wins), "both sides win");
    assert!(searched > 1_000);
}

/// Deals a hand and plays it to its end.
async fn play(table: &mut Table, rules: &Value, rng: &mut TestRng) -> Course {
    let deal = Deal::shuffled(rng.seed());
    let begun = table.deal(&deal.deck(), &deal.hands).await;
    assert_eq!((&begun["landlord"], &begun["bottom"]), (&Value::Null, &Value::Null));
    let remaining = |state: &Value| -> u64 {
        state["remaining"].as_array().unwrap().iter().map(|left| left["count"].as_u64().unwrap()).sum()
    };
    // Before the end of the auction no player's count has the bottom cards.
    let held = begun["hand"].as_array().unwrap().len() as u64;
    assert_eq!(remaining(&begun), 54 - held);
    assert_eq!(remaining(&table.state().await), 54);
    Player { table, rules, deal: &deal, rng, course: Course::default() }.play().await
}
