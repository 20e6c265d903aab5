//! A hand played to its end with the offered options, and the score that the test expects.

use serde_json::{Value, json};

use crate::deals::doudizhu::Deal;
use crate::rng::TestRng;
use crate::table::Table;

/// What the test knows of a hand.
#[derive(Default)]
pub struct Course {
    /// The answers in the auction: 0 is a pass, else the points, or 1 for a call or a rob.
    calls: Vec<(usize, u64)>,
    robs: u32,
    pub landlord: Option<usize>,
    open: u64,
    doubled: [bool; 3],
    plays: [u32; 3],
    bombs: u32,
    cards: [usize; 3],
}

/// The hand that is played, and the random numbers to play it by.
pub struct Player<'a> {
    pub table: &'a mut Table,
    pub rules: &'a Value,
    pub deal: &'a Deal,
    pub rng: &'a mut TestRng,
    pub course: Course,
}

impl Player<'_> {
    /// Plays the hand to its end. Returns the test's record of it.
    pub async fn play(mut self) -> Course {
        self.course.open = 1;
        self.course.cards = [17; 3];
        while let Some((seat, options)) = self.asked().await {
            let action = match options["type"].as_str().unwrap() {
                "show" if self.rng.one_in(3) => json!({"type": "show"}),
                "bid" if self.rng.one_in(2) => {
                    let points = options["points"].as_array().unwrap();
                    json!({"type": "bid", "points": self.rng.pick(points).unwrap()})
                }
                kind @ ("call" | "rob" | "double") if self.rng.one_in(2) => json!({"type": kind}),
                "play" => self.choose(seat, &options).await,
                _ => json!({"type": "pass"}),
            };
            if self.rng.one_in(4) {
                self.table.look_around().await;
                let other = (seat + 1) % 3;
                if options["type"] != "show" {
                    self.table.refused(other, json!({"type": "pass"}), "not_your_turn").await;
                }
            }
            self.act(seat, &options, action).await;
        }
        self.table.look_around().await;
        self.course
    }

    /// The seat whose turn it is, and its phase; before the deal, a seat that may still show its hand.
    async fn asked(&self) -> Option<(usize, Value)> {
        let state = self.table.state().await;
        for seat in 0..3 {
            let options = self.table.options(seat).await;
            let is_awaited = state["awaited"].as_array().is_some_and(|seats| seats.contains(&json!(seat)));
            assert!(!is_awaited || !options.is_null(), "seat {seat} is asked");
            if !options.is_null() {
                return Some((seat, options));
            }
        }
        assert!(state.is_null(), "a seat is asked: {state}");
        None
    }

    /// One of the suggestions, or of all plays of the stateless tool; seldom a pass.
    async fn choose(&mut self, seat: usize, options: &Value) -> Value {
        let view = self.table.seats[seat].get(&self.table.path).await.ok();
        let state = &view["hand"]["state"]["doudizhu"];
        let wings = self.rules.get("wings").cloned().unwrap_or(json!({}));
        let mut asked =
            json!({"hand": state["hand"], "limit": 1000, "under": {"wings": wings, "wild": state["wild"]}});
        if let Some(laid) = state["table"].as_object() {
            asked["table"] = json!({"cards": laid["cards"], "as": named(&laid["reading"])});
        }
        let moves = self.table.seats[seat].post("/v1/doudizhu/moves", asked).await.ok();
        assert_eq!(moves["total"], options["count"], "the tool and the table agree");
        let may_pass = !options["to_beat"].is_null();
        assert_eq!(moves["may_pass"], may_pass);
        let plays = moves["plays"].as_array().unwrap();
        let suggested = options["suggested"].as_array().unwrap();
        if plays.is_empty() || may_pass && self.rng.one_in(4) {
            return json!({"type": "pass"});
        }
        if self.rng.one_in(2) {
            let play = self.rng.pick(suggested).unwrap();
            json!({"type": "play", "cards": play["cards"], "as": named(&play["reading"])})
        } else {
            let play = self.rng.pick(plays).unwrap();
            json!({"type": "play", "cards": play["cards"], "as": named(play)})
        }
    }

    async fn act(&mut self, seat: usize, options: &Value, action: Value) {
        let kind = action["type"].as_str().unwrap();
        if kind == "show" {
            self.table.see(self.deal.hands[seat].iter().map(String::as_str));
            let factor = if self.course.landlord.is_some() { 2 } else { 5 };
            assert_eq!(options["factor"], factor);
            self.course.open = self.course.open.max(factor);
        }
        let said = matches!(options["type"].as_str(), Some("bid" | "call" | "rob"));
        if said {
            self.course.calls.push((
                seat,
                match kind {
                    "bid" => action["points"].as_u64().unwrap(),
                    "pass" => 0,
                    _ => 1,
                },
            ));
            self.course.robs += u32::from(kind == "rob");
        }
        self.course.doubled[seat] |= kind == "double";
        let shown: Vec<String> = match action["cards"].as_array() {
            Some(cards) => cards.iter().map(|card| card.as_str().unwrap().to_owned()).collect(),
            None => Vec::new(),
        };
        if kind == "play" {
            self.course.plays[seat] += 1;
            self.course.cards[seat] -= shown.len();
            let is_bomb = matches!(action["as"]["kind"].as_str(), Some("bomb" | "rocket"));
            self.course.bombs += u32::from(is_bomb);
        }
        let reply = self.table.ask(seat, self.table.version, action, &shown).await;
        let landlord = reply.body["table"]["hand"]["state"]["doudizhu"]["landlord"].as_u64();
        if let (None, Some(landlord)) = (self.course.landlord, landlord) {
            assert!(said, "the auction makes the landlord");
            let landlord = usize::try_from(landlord).unwrap();
            assert_eq!(Some(landlord), self.course.highest(), "the last to bid higher, call or rob");
            self.course.landlord = Some(landlord);
            self.course.cards[landlord] += 3;
            self.table.see(self.deal.bottom.iter().map(String::as_str));
        }
        self.table.search(&reply, Some(seat));
        reply.ok();
    }
}

/// A reading as a play names it.
fn named(reading: &Value) -> Value {
    json!({"kind": reading["kind"], "main": reading["main"]})
}

impl Course {
    /// The last seat that did not pass.
    fn highest(&self) -> Option<usize> {
        self.calls.iter().rev().find(|(_, said)| *said > 0).map(|(seat, _)| *seat)
    }

    /// Whether no seat became landlord.
    pub fn is_void(&self) -> bool {
        self.landlord.is_none()
    }

    /// The expected score of the hand.
    pub fn assert_scored(&self, state: &Value, stake: u64, bids: bool, stacks: [u64; 3]) -> [u64; 3] {
        let landlord = self.landlord.unwrap();
        let score = &state["score"];
        let winner = (0..3).find(|&seat| self.cards[seat] == 0).unwrap();
        assert_eq!(score["winner"], winner);
        assert_eq!(score["landlord_won"], winner == landlord);
        let base =
            if bids { self.calls.iter().map(|(_, said)| *said).max().unwrap() } else { 1 << self.robs };
        let by_peasants = self.plays.iter().sum::<u32>() - self.plays[landlord];
        let is_spring = if winner == landlord { by_peasants == 0 } else { self.plays[landlord] == 1 };
        let total = base * self.open * (1 << (self.bombs + u32::from(is_spring)));
        let multiplier = &score["multiplier"];
        assert_eq!((&multiplier["total"], &multiplier["base"]), (&json!(total), &json!(base)), "{score}");
        assert_eq!(multiplier["bombs"], self.bombs);

        let twice = |seat: usize| if self.doubled[seat] { 2 } else { 1 };
        let mut after = stacks;
        let mut paid = 0;
        for (place, peasant) in [(landlord + 1) % 3, (landlord + 2) % 3].into_iter().enumerate() {
            let payment = &score["payments"][place];
            let price = stake * total * twice(landlord) * twice(peasant);
            assert_eq!((&payment["peasant"], &payment["price"]), (&json!(peasant), &json!(price)));
            let sum = payment["paid"].as_u64().unwrap();
            assert!(sum <= price.min(stacks[peasant]));
            paid += sum;
            let (from, to) = if winner == landlord { (peasant, landlord) } else { (landlord, peasant) };
            after[from] -= sum;
            after[to] += sum;
        }
        let both = [1, 2].map(|next| {
            let peasant = (landlord + next) % 3;
            (stake * total * twice(landlord) * twice(peasant)).min(stacks[peasant])
        });
        assert_eq!(paid, (both[0] + both[1]).min(stacks[landlord]), "as far as both sides could have paid");
        assert_eq!(score["stacks"], json!(after));
        after
    }
}
