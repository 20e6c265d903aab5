//! Recorded hands of real play over HTTP: a server on port 0, every seat with its own token. The stacks end as they
//! did, and no answer ever has a card that its caller may not know.

mod record;

use std::collections::BTreeSet;
use std::path::PathBuf;

use record::Record;
use serde_json::{Value, json};

use crate::cards::cards_in;
use crate::server::{Client, Reply, TestServer, settings};

/// How many hands are played.
const HANDS: usize = 120;

/// The chips of each guest: more than any record needs.
const GRANT: u64 = 1 << 40;

#[tokio::test(flavor = "multi_thread")]
async fn recorded_hands_end_as_they_did_and_leak_no_card() {
    let Some(folder) = std::env::var_os("CARDROOM_ORACLES").map(PathBuf::from) else {
        println!("skipped: CARDROOM_ORACLES is not set");
        return;
    };
    let file = folder.join("holdem/real_hands.jsonl.gz");
    if !file.exists() {
        println!("skipped: there are no recorded hands");
        return;
    }
    let server =
        TestServer::set(cardroom::http::settings::Settings { first_grant: GRANT, ..settings() }).await;
    let mut guests = Vec::new();
    for number in 0..6 {
        guests.push(server.guest(&format!("Guest {number}")).await);
    }
    let watcher = server.anonymous();
    // Spread over the file, so that every source and length of hand is among them.
    let records: Vec<Record> = record::read(&file).into_iter().filter(Record::is_wholly_known).collect();
    let every = records.len().div_ceil(HANDS).max(1);
    let mut answers = 0;
    let mut hands = 0;
    for record in records.iter().step_by(every) {
        server.dealer.stack(&record.deck());
        let seats = &guests[..record.hole.len()];
        answers += Replay { record, seats, watcher: &watcher, table: String::new(), got: 0 }.play().await;
        hands += 1;
        server.assert_every_chip_is_accounted_for().await;
    }
    println!("real_hands over HTTP: {hands} hands, {answers} answers searched for cards, 0 mismatches");
    assert!(hands >= 100.min(records.len()));
}

/// One recorded hand, played again.
struct Replay<'a> {
    record: &'a Record,
    seats: &'a [Client],
    watcher: &'a Client,
    table: String,
    /// How many answers were searched for cards.
    got: usize,
}

/// The cards that every player may know at some moment.
type Open = BTreeSet<String>;

impl Replay<'_> {
    /// Plays the hand; how many answers were searched.
    async fn play(mut self) -> usize {
        let opened = self.seats[0].post("/v1/tables", self.record.options()).await;
        self.search(&opened, None, &Open::new());
        self.table = format!("/v1/tables/{}", opened.created()["table"]["id"].as_str().unwrap());
        for (seat, chips) in self.record.starting_stacks.iter().enumerate() {
            let sit = json!({"seat": seat, "buy_in": chips, "entry": "post"});
            self.seats[seat].post(&format!("{}/seats", self.table), sit).await.ok();
        }
        let dealt = self.seats[0].post(&format!("{}/hands", self.table), Value::Null).await;
        self.search(&dealt, Some(0), &Open::new());
        let dealt = dealt.ok();
        let hand = dealt["change"]["hand"].as_str().unwrap().to_owned();
        let mut version = dealt["change"]["version"].as_u64().unwrap();

        for (nth, (_, seat, kind, to)) in self.record.actions.iter().enumerate() {
            let open = self.record.board_after(nth);
            version = self.act(*seat, version, kind, *to, &open).await;
            if nth + 1 < self.record.actions.len() {
                self.look_around(version, &open).await;
            }
        }
        self.check_end(&hand, version).await;
        self.got
    }

    /// Acts, after two others have tried in vain; the version after it.
    async fn act(&mut self, seat: usize, at: u64, kind: &str, to: Option<u64>, open: &Open) -> u64 {
        let actions = format!("{}/actions", self.table);
        let other = (seat + 1) % self.seats.len();
        let fold = json!({"at": at, "action": {"holdem": {"type": "fold"}}});
        let refused = self.seats[other].post(&actions, fold).await;
        self.search(&refused, Some(other), open);
        refused.refused(422, "not_your_turn");
        let far = json!({"at": at, "action": {"holdem": {"type": "raise", "to": 1_u64 << 50}}});
        let refused = self.seats[seat].post(&actions, far).await;
        self.search(&refused, Some(seat), open);
        assert_eq!(refused.status.as_u16(), 422, "{}", refused.text);

        let action = match to {
            Some(to) if matches!(kind, "bet" | "raise") => json!({"type": kind, "to": to}),
            _ => json!({"type": kind}),
        };
        let action = json!({"at": at, "action": {"holdem": action}});
        let done = self.seats[seat].post(&actions, action).await;
        // If an action ends the hand, the cards that are shown then are checked at its end.
        if done.body["table"]["hand"].is_object() {
            self.search(&done, Some(seat), open);
        }
        done.ok()["change"]["version"].as_u64().unwrap()
    }

    /// Every player reads the table and its last change.
    async fn look_around(&mut self, version: u64, open: &Open) {
        let callers = self.seats.iter().enumerate().map(|(seat, client)| (Some(seat), client));
        let paths = [self.table.clone(), format!("{}/events?after={}", self.table, version - 1)];
        for (seat, client) in callers.chain([(None, self.watcher)]) {
            for path in &paths {
                let answer = client.get(path).await;
                self.search(&answer, seat, open);
                answer.ok();
            }
        }
    }

    /// The stacks are as recorded; every player reads the whole log, in which mucked and folded hands stay hidden.
    async fn check_end(&mut self, hand: &str, version: u64) {
        let page = self.watcher.get(&format!("{}/events?after={}", self.table, version - 1)).await.ok();
        let events: Vec<&Value> = page["changes"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|change| change["events"].as_array().unwrap())
            .collect();
        let ended = events.iter().find(|event| event["table"]["type"] == "hand_ended");
        let stacks =
            ended.unwrap_or_else(|| panic!("{} has not ended", self.record.src))["table"]["stacks"].clone();
        let stacks: Vec<u64> =
            stacks.as_array().unwrap().iter().map(|stack| stack["chips"].as_u64().unwrap()).collect();
        assert_eq!(stacks, self.record.final_stacks, "{}", self.record.src);

        let mut open: Open = self.record.board.iter().cloned().collect();
        let shown = |event: &&&Value| event["hand"]["holdem"]["type"] == "shown";
        for event in events.iter().filter(shown) {
            let seat = usize::try_from(event["hand"]["holdem"]["seat"].as_u64().unwrap()).unwrap();
            assert!(self.record.went_to_showdown(seat), "{seat} folded");
            open.extend(self.record.hole[seat].iter().cloned());
        }
        self.look_around(version, &open).await;
        let callers = self.seats.iter().enumerate().map(|(seat, client)| (Some(seat), client));
        for (seat, client) in callers.chain([(None, self.watcher)]) {
            for path in [format!("/v1/hands/{hand}"), format!("/v1/hands/{hand}/phh")] {
                let answer = client.get(&path).await;
                self.search(&answer, seat, &open);
                assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
            }
        }
        self.seats[0].delete(&self.table).await.ok();
    }

    /// Panics if an answer has a card that is neither open nor the caller's own.
    fn search(&mut self, answer: &Reply, caller: Option<usize>, open: &Open) {
        self.got += 1;
        let own = caller.map(|seat| &self.record.hole[seat]);
        for card in cards_in(&answer.text) {
            let is_own = own.is_some_and(|own| own.contains(&card));
            assert!(
                is_own || open.contains(&card),
                "{}: {caller:?} must not see {card}: {}",
                self.record.src,
                answer.text
            );
        }
        for (name, value) in &answer.headers {
            let value = value.to_str().unwrap();
            assert!(cards_in(value).is_empty(), "{name}: {value}");
        }
    }
}
