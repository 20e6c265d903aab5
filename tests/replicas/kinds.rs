//! Every kind of tournament, played to its payout by people on three servers: what each wallet has gained and lost is exact.

use std::iter::{once, repeat};
use std::sync::Arc;
use std::time::Duration;

use cardroom::service::ports::clock::{Clock, SystemClock};
use futures::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::entrants::{Part, announce, enter, look, play};
use crate::fleet::Fleet;
use crate::players::Done;
use crate::postgres::database;
use crate::prizes::by_place;
use crate::{checks, rooms};

/// The longest time until all are over.
const LONGEST: Duration = Duration::from_mins(15);

/// The chips of each player at the start of a tournament of Hold'em.
const CHIPS: u64 = 200;

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_is_played_to_its_exact_payout() {
    let Some((postgres, database)) = database().await else { return };
    let fleet = Fleet::start(postgres, &database, 3);
    let began = Instant::now();
    let played = tokio::join!(
        rebuys_with_bounties(&fleet),
        satellite(&fleet),
        deal(&fleet),
        duplicate(&fleet),
        knock_out(&fleet),
        swiss(&fleet),
        bracket(&fleet),
    );
    println!("all kinds in {:?}", began.elapsed());
    let (rebuys, tickets, deals, duplicate, knock_out, swiss, bracket) = played;
    let done = [rebuys, tickets, deals, duplicate, knock_out, swiss, bracket].into_iter().flatten();
    checks::acknowledged(&fleet, &done.collect::<Vec<_>>()).await;
    checks::audits(&fleet).await;
    for nth in 0..fleet.len() {
        assert_eq!(fleet.audit(nth).await["figures"]["tournaments"], 0);
    }
}

/// A tournament that is over.
struct Played {
    path: String,
    tournament: Value,
    /// All entries, by their standing.
    entries: Vec<Value>,
    /// What has happened, in order.
    happened: Vec<Value>,
    /// Each player's token.
    tokens: Vec<String>,
    /// What each player did.
    parts: Vec<Part>,
}

/// Plays a tournament of so many people to its end. The first of them announces it, and proposes this deal.
async fn played(fleet: &Arc<Fleet>, people: usize, options: &Value, deal: Option<Value>) -> Played {
    let began = Instant::now();
    let tokens = join_all((0..people).map(|_| rooms::guest(fleet))).await;
    let before = wallets(fleet, &tokens).await;
    let path = announce(fleet, &tokens[0], options).await;
    let mut alone = &tokens[..];
    if options["game"]["shengji"].is_object() {
        partners(fleet, &path, &tokens[0], &tokens[1]).await;
        alone = &tokens[2..];
    }
    // All at once, each at another server.
    join_all(alone.iter().map(|token| enter(fleet, &path, token))).await;
    let mut players = JoinSet::new();
    for (token, deal) in tokens.iter().zip(once(deal).chain(repeat(None))) {
        players.spawn(play(Arc::clone(fleet), path.clone(), token.clone(), deal));
    }
    let parts = timeout(LONGEST, players.join_all()).await.expect("it ends");
    println!("{} in {:?}", options["name"], began.elapsed());
    let (tournament, entries) = look(fleet, &path).await;
    assert_eq!((&tournament["phase"], entries.len()), (&json!("finished"), people), "{tournament}");
    let happened = checks::happened_once(fleet, &path).await;
    let after = wallets(fleet, &tokens).await;
    let played = Played { path, tournament, entries, happened, tokens, parts };
    played.assert_wallets(fleet, options, before.into_iter().zip(after)).await;
    played
}

/// Two enter as a team.
async fn partners(fleet: &Fleet, path: &str, one: &str, other: &str) {
    let entered = enter(fleet, path, one).await;
    let code = json!({"code": entered["team_code"]});
    let (status, joined) = fleet.change(Method::PUT, other, &format!("{path}/team"), &code).await;
    assert!(status.is_success(), "{joined}");
    assert_eq!(joined["you"]["team"]["partner"], entered["you"]["player"]);
}

/// The chips of each player's wallet.
async fn wallets(fleet: &Fleet, tokens: &[String]) -> Vec<u64> {
    let all = join_all(tokens.iter().map(|token| fleet.get(token, "/v1/me"))).await;
    all.iter().map(|me| me["chips"].as_u64().unwrap()).collect()
}

impl Played {
    /// Each wallet has paid for the entry and the rebuys, and has the prize, except for a ticket; the history says the same.
    async fn assert_wallets(
        &self,
        fleet: &Fleet,
        options: &Value,
        wallets: impl Iterator<Item = (u64, u64)>,
    ) {
        let holdem = &options["game"]["holdem"];
        let price = options["prize"].as_u64().unwrap() + holdem["bounty"].as_u64().unwrap_or(0);
        for (token, (before, after)) in self.tokens.iter().zip(wallets) {
            let own = fleet.get(token, &self.path).await["you"].clone();
            let entry = self.entries.iter().find(|entry| entry["player"] == own["player"]).unwrap();
            let rebuys = entry["rebuys"].as_u64().unwrap() * holdem["rebuy"]["price"].as_u64().unwrap_or(0);
            let tickets: u64 = self.paid_for_place(entry).map(|paid| paid["ticket"].as_u64().unwrap()).sum();
            assert_eq!(
                after + price + rebuys,
                before + prize(entry) - tickets,
                "{entry} {:?}",
                self.happened
            );
            assert_eq!(self.paid(entry), prize(entry), "{entry} {:?}", self.happened);
        }
        let prizes: u64 = self.entries.iter().map(prize).sum();
        let heads = self.entries.len() as u64 * holdem["bounty"].as_u64().unwrap_or(0);
        assert_eq!(prizes, self.pool() + heads, "{}", self.tournament);
    }

    fn pool(&self) -> u64 {
        self.tournament["pool"].as_u64().unwrap()
    }

    /// All that has happened of this kind, in order.
    fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.happened.iter().filter(move |happened| happened["type"] == kind)
    }

    /// What an entry was paid for its place.
    fn paid_for_place<'a>(&'a self, entry: &'a Value) -> impl Iterator<Item = &'a Value> {
        self.all("prize_paid").filter(move |paid| paid["entry"] == entry["number"])
    }

    /// The bounties of an entry.
    fn bounties(&self, entry: &Value) -> u64 {
        let out = self.all("went_out").flat_map(|out| out["bounties"].as_array().unwrap());
        let left = self.all("bounties_paid").flat_map(|paid| paid["amounts"].as_array().unwrap());
        amounts(out.chain(left), "entry", &entry["number"])
    }

    /// The share of an entry in the deal that was made.
    fn share(&self, entry: &Value) -> u64 {
        let made = self.all("deal_made").count();
        let offered = self.all("deal_offered").last().filter(|_| made > 0);
        let offered = offered.into_iter().flat_map(|offered| offered["amounts"].as_array().unwrap());
        amounts(offered, "entry", &entry["number"])
    }

    /// What the history says that an entry was paid.
    fn paid(&self, entry: &Value) -> u64 {
        let for_place: u64 = self.paid_for_place(entry).map(|paid| paid["amount"].as_u64().unwrap()).sum();
        let ranked = |of: &'static str| self.all("ranked").flat_map(move |all| all[of].as_array().unwrap());
        let alone = amounts(ranked("entries"), "entry", &entry["number"]);
        let in_team = amounts(ranked("players"), "player", &entry["player"]);
        for_place + self.bounties(entry) + self.share(entry) + alone + in_team
    }

    /// Each entry has exactly this prize of its place.
    fn assert_by_place(&self, prizes: &[u64]) {
        let paid: Vec<u64> = self.entries.iter().map(prize).collect();
        assert_eq!(paid, by_place(&self.entries, prizes), "{:?}", self.entries);
    }

    fn done(self) -> Vec<Done> {
        self.parts.into_iter().flat_map(|part| part.done).collect()
    }
}

/// What an entry was paid.
fn prize(entry: &Value) -> u64 {
    entry["prize"].as_u64().unwrap()
}

/// The sum of those that are paid to this one.
fn amounts<'a>(paid: impl Iterator<Item = &'a Value>, of: &str, one: &Value) -> u64 {
    paid.filter(|paid| paid[of] == *one).map(|paid| paid["amount"].as_u64().unwrap()).sum()
}

/// A tournament in which computers take no part and people have time for their decisions.
fn options(name: &str, people: usize, price: u64, game: &Value) -> Value {
    json!({
        "name": name, "game": game, "max_entrants": people, "prize": price, "decision_seconds": 15,
        "time_bank_seconds": 0, "bot_pace": "none",
    })
}

/// Hold'em at one table, whose blinds are worth all chips after a few hands.
fn holdem(name: &str, people: usize, price: u64, terms: &Value) -> Value {
    let level =
        |big: u64| json!({"type": "level", "small_blind": big / 2, "big_blind": big, "length": {"hands": 1}});
    let mut game = json!({"seats": people, "starting_chips": CHIPS, "structure": [level(20), level(80)]});
    game.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    options(name, people, price, &json!({"holdem": game}))
}

async fn rebuys_with_bounties(fleet: &Arc<Fleet>) -> Vec<Done> {
    let terms = json!({
        "bounty": 25, "bounties": "progressive", "payouts": {"type": "weights", "weights": [2, 1]},
        "rebuy": {"price": 50, "chips": CHIPS, "until_level": 100, "most": 1},
    });
    let played = played(fleet, 3, &holdem("Rebuys", 3, 100, &terms), None).await;
    let rebuys: u64 = played.entries.iter().map(|entry| entry["rebuys"].as_u64().unwrap()).sum();
    assert!((1..=3).contains(&rebuys), "{:?}", played.entries);
    assert_eq!(played.all("rebought").count() as u64, rebuys);
    assert_eq!(played.pool(), 300 + 50 * rebuys);
    // Two thirds of it, and one third.
    let prizes = [[233, 117], [267, 133], [300, 150]][usize::try_from(rebuys).unwrap() - 1];
    assert_eq!(played.all("prizes_fixed").next().unwrap()["prizes"], json!(prizes));
    let expected = by_place(&played.entries, &prizes);
    let mut bounties = 0;
    for (entry, expected) in played.entries.iter().zip(expected) {
        assert_eq!(prize(entry), expected + played.bounties(entry), "{entry}");
        bounties += played.bounties(entry);
    }
    assert_eq!(bounties, 75);
    played.done()
}

async fn satellite(fleet: &Arc<Fleet>) -> Vec<Done> {
    let mut target = holdem("The target", 5, 300, &json!({"bounty": 100}));
    target["starts_at"] = json!(SystemClock::start().now() + SignedDuration::from_hours(30 * 24));
    let host = rooms::guest(fleet).await;
    let target = announce(fleet, &host, &target).await;
    let mut options = holdem("Satellite", 2, 300, &json!({}));
    options["satellite_to"] = json!(target.rsplit('/').next().unwrap());
    let played = played(fleet, 2, &options, None).await;
    assert_eq!(played.pool(), 600);
    played.assert_by_place(&[400, 200]);
    let ticket = |entry| played.paid_for_place(entry).next().unwrap()["ticket"].clone();
    assert_eq!([ticket(&played.entries[0]), ticket(&played.entries[1])], [400, 0]);
    let entered = fleet.get("", &target).await;
    assert_eq!((&entered["entered"], &entered["pool"]), (&json!(1), &json!(300)));

    // The entry is the winner's, who gets its price back.
    let before = wallets(fleet, &played.tokens).await;
    let mut expected = Vec::new();
    for (token, before) in played.tokens.iter().zip(before) {
        let own = fleet.get(token, &target).await["you"].clone();
        let has_won = fleet.get(token, &played.path).await["you"]["place"] == 1;
        assert_eq!(own.is_object(), has_won, "{own}");
        expected.push(if has_won { before + 400 } else { before });
    }
    let (status, cancelled) = fleet.change(Method::DELETE, &host, &target, &json!({})).await;
    assert!(status.is_success(), "{cancelled}");
    assert_eq!(wallets(fleet, &played.tokens).await, expected);
    played.done()
}

async fn deal(fleet: &Arc<Fleet>) -> Vec<Done> {
    let terms = json!({"bounty": 10, "payouts": {"type": "weights", "weights": [4, 1]}});
    let deal = json!({"basis": "chips", "keep": 200});
    let played = played(fleet, 2, &holdem("Deal", 2, 500, &terms), Some(deal)).await;
    assert_eq!((played.pool(), played.all("deal_made").count()), (1_000, 1), "{:?}", played.happened);
    // Of 800 and 200 the winner still plays for 200; each has 200 for certain, and a chip for each of the 400 chips in play.
    let agreed = played.parts.iter().find_map(|part| part.agreed);
    let agreed = agreed.unwrap_or_else(|| panic!("{:?}", played.happened));
    assert_eq!(agreed.share, 200 + agreed.chips);
    let mut shares: Vec<u64> = played.entries.iter().map(|entry| played.share(entry)).collect();
    shares.sort_unstable();
    let mut expected = [agreed.share, 800 - agreed.share];
    expected.sort_unstable();
    assert_eq!(shares, expected);
    let [first, second] = &played.entries[..] else { panic!("{:?}", played.entries) };
    // Two heads of 10 are the winner's.
    assert_eq!(prize(first), played.share(first) + 200 + 20);
    assert_eq!(prize(second), played.share(second));
    played.done()
}

/// An evening of Dou Dizhu for six, with one deal a round.
fn doudizhu(name: &str, format: &Value) -> Value {
    let payouts = json!({"type": "weights", "weights": [3, 2, 1]});
    let rules = json!({"card_millis": 0, "showing_seconds": 1});
    let game = json!({"format": format, "deals": 1, "rules": rules, "payouts": payouts});
    options(name, 6, 120, &json!({"doudizhu": game}))
}

/// The results of an entry in Dou Dizhu, the larger the better: stage, matchpoints, score and deals won as landlord.
fn results(entry: &Value) -> [i64; 4] {
    ["stage", "matchpoints", "score", "landlord_wins"].map(|of| entry["duplicate"][of].as_i64().unwrap())
}

/// The place of each entry is one more than the number of those with better results.
fn assert_standing(entries: &[Value]) {
    for entry in entries {
        let better = entries.iter().filter(|other| results(other) > results(entry)).count();
        assert_eq!(entry["place"], better + 1, "{entries:?}");
    }
}

async fn duplicate(fleet: &Arc<Fleet>) -> Vec<Done> {
    let format = json!({"type": "duplicate", "rounds": 2});
    let played = played(fleet, 6, &doudizhu("Duplicate", &format), None).await;
    assert_eq!((played.pool(), played.all("duplicate_round").count()), (720, 2));
    assert_eq!(played.all("round_ended").count(), 2);
    // Two for each of three seats in each of two deals.
    let matchpoints: i64 = played.entries.iter().map(|entry| results(entry)[1]).sum();
    assert_eq!(matchpoints, 12, "{:?}", played.entries);
    assert_standing(&played.entries);
    played.assert_by_place(&[360, 240, 120]);
    played.done()
}

async fn knock_out(fleet: &Arc<Fleet>) -> Vec<Done> {
    let played = played(fleet, 6, &doudizhu("Knock-out", &json!({"type": "knock_out"})), None).await;
    assert_eq!((played.pool(), played.all("duplicate_round").count()), (720, 2));
    let stages: Vec<i64> = played.entries.iter().map(|entry| results(entry)[0]).collect();
    assert_eq!(stages, [2, 2, 2, 1, 1, 1]);
    let last: i64 = played.entries.iter().take(3).map(|entry| results(entry)[2]).sum();
    assert_eq!(last, 0, "the scores of the last table: {:?}", played.entries);
    assert_standing(&played.entries);
    played.assert_by_place(&[360, 240, 120]);
    played.done()
}

/// An evening of Shengji for three teams, with one hand a match.
fn shengji(name: &str, format: &str) -> Value {
    let payouts = json!({"type": "weights", "weights": [2, 1]});
    let rules = json!({"card_millis": 0, "declaring_seconds": 1});
    let game = json!({"format": format, "hands": 1, "rules": rules, "payouts": payouts});
    options(name, 6, 120, &json!({"shengji": game}))
}

/// The matches of each round, and the teams that had a bye in it.
fn rounds(played: &Played) -> Vec<(usize, &Value)> {
    let all = played.all("match_round");
    all.map(|round| (round["matches"].as_array().unwrap().len(), &round["byes"])).collect()
}

async fn swiss(fleet: &Arc<Fleet>) -> Vec<Done> {
    let played = played(fleet, 6, &shengji("Swiss", "swiss"), None).await;
    assert_eq!((played.pool(), played.all("match_ended").count()), (720, 3));
    let mut byes: Vec<u64> = Vec::new();
    for (matches, teams) in rounds(&played) {
        assert_eq!((matches, teams.as_array().unwrap().len()), (1, 1));
        byes.push(teams[0].as_u64().unwrap());
    }
    byes.sort_unstable();
    assert_eq!(byes, [1, 2, 3]);
    let team =
        |entry: &Value| ["points", "buchholz", "difference"].map(|of| entry["team"][of].as_i64().unwrap());
    let points: i64 = played.entries.iter().map(|entry| team(entry)[0]).sum();
    // Two for a bye and two for a match in each of three rounds, and both partners have them.
    assert_eq!(points, 24, "{:?}", played.entries);
    for two in played.entries.windows(2) {
        assert!(team(&two[0]) >= team(&two[1]), "{two:?}");
        let ties = two[0]["place"] == two[1]["place"];
        assert!(!ties || team(&two[0]) == team(&two[1]), "{two:?}");
    }
    played.assert_by_place(&[480, 240]);
    played.done()
}

async fn bracket(fleet: &Arc<Fleet>) -> Vec<Done> {
    let played = played(fleet, 6, &shengji("Bracket", "knock_out"), None).await;
    assert_eq!((played.pool(), played.all("match_ended").count()), (720, 2));
    let byes: Vec<(usize, usize)> = rounds(&played)
        .into_iter()
        .map(|(matches, byes)| (matches, byes.as_array().unwrap().len()))
        .collect();
    assert_eq!(byes, [(1, 1), (1, 0)]);
    let places: Vec<u64> = played.entries.iter().map(|entry| entry["place"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 1, 2, 2, 3, 3]);
    played.assert_by_place(&[480, 240]);
    let paid: Vec<u64> = played.entries.iter().map(prize).collect();
    assert_eq!(paid, [240, 240, 120, 120, 0, 0]);
    played.done()
}
