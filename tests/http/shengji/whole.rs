//! A whole match, from 2 to ace.

use serde_json::{Value, json};

use super::seats::{begin, bury, declare, open_rated, pass, play};
use crate::deals::shengji::Deal;
use crate::table::{BUY_IN, Table};

/// The price of a level for each loser.
const STAKE: i64 = 10;

const LEVELS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];

/// How far a match has come, kept by the test.
struct Match {
    /// Of seats 0 and 2, and of seats 1 and 3: indices in `LEVELS`.
    levels: [usize; 2],
    declarer: Option<usize>,
    stacks: [i64; 4],
    champion: Option<usize>,
}

impl Match {
    /// Applies the points of the attackers of a hand, as the table in the rules says. Returns the levels won.
    fn score(&mut self, declarer: usize, points: i64) -> i64 {
        let held = points < 80;
        let won = match points {
            80.. => (points - 80) / 40,
            40..80 => 1,
            5..40 => 2,
            _ => 3 - points / 40,
        };
        let winners = if held { declarer % 2 } else { (declarer + 1) % 2 };
        self.champion = (held && self.levels[winners] == 12).then_some(winners);
        self.levels[winners] = (self.levels[winners] + usize::try_from(won).unwrap()).min(12);
        self.declarer = Some(if held { (declarer + 2) % 4 } else { (declarer + 1) % 4 });
        for (seat, stack) in self.stacks.iter_mut().enumerate() {
            *stack += if seat % 2 == winners { STAKE * won } else { -STAKE * won };
        }
        if self.champion.is_some() {
            (self.levels, self.declarer) = ([0; 2], None);
        }
        won
    }

    fn levels_json(&self) -> Value {
        json!({"even": LEVELS[self.levels[0]], "odd": LEVELS[self.levels[1]]})
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_from_two_to_ace_and_leaks_no_card() {
    let mut table = open_rated(json!({"stake": STAKE, "show_voids": true})).await;
    let stacks = [i64::try_from(BUY_IN).unwrap(); 4];
    let mut course = Match { levels: [0; 2], declarer: None, stacks, champion: None };
    let mut hands = 0;
    // The second hand is the other team's, so that the deal changes sides twice.
    while course.champion.is_none() {
        let strong = usize::from(hands == 1);
        play_hand(&mut table, &mut course, strong).await;
        hands += 1;
        assert!(hands <= 12, "the match does not end");
    }
    assert_eq!(course.champion, Some(0));
    println!("a match over HTTP: {hands} hands, {} answers searched for cards", table.searched);
    assert!(hands >= 5 && table.searched > 500);
    assert_rated(&table).await;

    // Another match begins at the bottom.
    let begun = begin(&mut table, &Deal::for_team_of(0, "2"), 0).await;
    assert_eq!((&begun["levels"], &begun["declarer"]), (&course.levels_json(), &Value::Null));
    assert_eq!(begun["level"], "2");
    let ledger = table.seats[1].get("/v1/me/ledger?limit=100").await.ok();
    let moved = |reason: &str| -> i64 {
        let of = ledger["movements"].as_array().unwrap().iter().filter(|moved| moved["reason"] == reason);
        let amounts = of.map(|moved| moved["amount"].as_i64());
        amounts.map(Option::unwrap).sum()
    };
    assert_eq!(moved("win") - moved("loss"), course.stacks[1] - stacks[1]);
    assert!(moved("win") > 0 && moved("loss") > 0);
}

/// The match is rated, in the change that ended it.
async fn assert_rated(table: &Table) {
    for (seat, client) in table.seats.iter().enumerate() {
        let rating = &client.get("/v1/me/ratings").await.ok()["ratings"][0];
        let mean = format!("{:.2} {:.2}", rating["mu"].as_f64().unwrap(), rating["sigma"].as_f64().unwrap());
        assert_eq!(mean, if seat % 2 == 0 { "26.96 8.18" } else { "23.04 8.18" });
        let history = client.get("/v1/me/ratings/shengji").await.ok();
        let [change] = &history["changes"].as_array().unwrap()[..] else { panic!("{history}") };
        assert!(table.path.ends_with(change["event"]["table"].as_str().unwrap()), "{change}");
        assert_eq!((&change["place"], &change["rated"]), (&json!(1 + seat % 2), &json!(true)));
    }
}

/// Plays a hand in which the team of `strong` holds every trump, and checks the answers against the rules.
async fn play_hand(table: &mut Table, course: &mut Match, strong: usize) {
    let first = course.declarer.unwrap_or(0);
    let level = LEVELS[course.levels[first % 2]];
    let deal = Deal::for_team_of(strong, level);
    let before = table.version;
    let begun = begin(table, &deal, first).await;
    assert_eq!((&begun["levels"], &begun["level"]), (&course.levels_json(), &json!(level)));
    assert_eq!(begun["declarer"], course.declarer.map_or(Value::Null, Value::from));
    table.look_around().await;

    let trump = format!("{level}s");
    let holder = (0..4).find(|&seat| deal.hands[seat].contains(&trump)).unwrap();
    table.act(holder, declare(&trump, false)).await;
    table.act(holder, declare(&trump, true)).await;
    for seat in 0..4 {
        table.look_around().await;
        if seat == course.declarer.unwrap_or(holder) {
            // The seat that passes last sees the kitty if it takes it.
            continue;
        }
        table.act(seat, pass()).await;
    }
    let declarer = course.declarer.unwrap_or(holder);
    table.knows(declarer, &deal.kitty);
    table.act(declarer, pass()).await;
    let suggested = table.options(declarer).await["suggested"].clone();
    table.look_around().await;
    table.act(declarer, bury(suggested.clone())).await;
    see_kitty(table, declarer, &suggested).await;
    play_tricks(table).await;
    check_end(table, course, before, declarer).await;
}

/// Only the burier sees the kitty.
async fn see_kitty(table: &mut Table, declarer: usize, buried: &Value) {
    table.look_around().await;
    for seat in 0..4 {
        let view = table.seats[seat].get(&table.path).await.ok();
        let kitty = &view["hand"]["state"]["shengji"]["kitty"];
        let expected = if seat == declarer { buried.as_array().unwrap().len() } else { 0 };
        let cards = kitty["cards"].as_array().map_or(0, Vec::len);
        assert_eq!((&kitty["count"], &kitty["taken_by"], cards), (&json!(8), &json!(declarer), expected));
    }
}

/// Plays on until the hand is over: the largest lead that there is, and the suggested follows.
async fn play_tricks(table: &mut Table) {
    let mut leads = 0;
    loop {
        let watched = table.watched().await;
        let awaited = &watched["hand"]["state"]["shengji"]["awaited"][0];
        if awaited.is_null() {
            return;
        }
        let seat = seat_of(awaited);
        let options = table.options(seat).await;
        let cards = if options["type"] == "lead" {
            table.look_around().await;
            leads += 1;
            lead(&options, leads == 1)
        } else {
            options["suggested"].clone()
        };
        table.act(seat, play(cards)).await;
        let owed = &options["owed"];
        if owed["in_group"].as_u64() < owed["cards"].as_u64() {
            // Voids are forgotten with the hand, which the last play ends.
            let hand = &table.watched().await["hand"];
            let shown = hand["state"]["shengji"]["players"][seat]["void_in"].as_array();
            assert!(hand.is_null() || shown.is_some_and(|groups| groups.contains(&owed["group"])), "{hand}");
        }
    }
}

fn seat_of(named: &Value) -> usize {
    named.as_u64().and_then(|seat| usize::try_from(seat).ok()).unwrap()
}

/// The longest tractor, else the highest pair or card; or a throw.
fn lead(options: &Value, throws: bool) -> Value {
    let last = |kind: &str| options[kind].as_array().and_then(|all| all.last()).cloned();
    let throw = if throws { last("throws") } else { None };
    let pair = || last("pairs").map(|card| json!([card, card]));
    let single = || last("singles").map(|card| json!([card]));
    throw.or_else(|| last("tractors")).or_else(pair).or_else(single).unwrap()
}

async fn check_end(table: &Table, course: &mut Match, before: u64, declarer: usize) {
    let events = table.events(None, before).await;
    let of = |kind: &'static str| events.iter().filter(move |event| event["type"] == kind);
    let scored = of("scored").next().unwrap();
    let points = |event: &Value| event["points"].as_i64().unwrap();
    let in_tricks: i64 = of("trick_won").map(points).sum();
    let kitty_points = scored["kitty_points"].as_i64().unwrap();
    assert_eq!(in_tricks + kitty_points, 200);
    let attacks = |event: &&Value| seat_of(&event["seat"]) % 2 != declarer % 2;
    let attackers: i64 = of("trick_won").filter(attacks).map(points).sum();
    let multiplier = scored["multiplier"].as_i64().unwrap();
    assert_eq!(points(scored), attackers + multiplier * kitty_points);
    assert!(of("drawn").all(|event| event["card"].is_null()));
    assert!(of("kitty_taken").chain(of("buried")).all(|event| event["cards"].is_null()));

    let won = course.score(declarer, points(scored));
    assert_eq!(scored["progress"]["won"]["levels"], won);
    assert_eq!(scored["progress"]["champion"].is_null(), course.champion.is_none());
    let chairs = table.watched().await["chairs"].clone();
    let stacks: Vec<i64> =
        chairs.as_array().unwrap().iter().map(|chair| chair["chips"].as_i64().unwrap()).collect();
    assert_eq!(stacks, course.stacks);
    table.server.assert_every_chip_is_accounted_for().await;
    let file = table.seats[0].get(&format!("/v1/hands/{}/phh", table.hand)).await;
    assert_eq!(file.refused(404, "no_hand_file")["game"], "shengji");
}
