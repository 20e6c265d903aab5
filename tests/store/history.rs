//! The figures of a player are the sums of what their hands added, however these were written.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::store::Store;
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::figures::HandFigures;
use cardroom_api::id::PlayerId;
use cardroom_api::player::statistics::OpenTo;
use cardroom_rules::games::any::{AnyTally, GameKind};
use cardroom_rules::games::{doudizhu, holdem, shengji};
use serde_json::Value;

use crate::records::{self, RecordMaker, done, options, time};
use crate::rng::TestRng;

/// How many hands end, two at a time.
const HANDS: i64 = 300;

/// A day, in milliseconds.
const DAY: i64 = 86_400_000;

/// Sums by game and human present: each figure, and hands and net by day.
type Sums = BTreeMap<(PlayerId, &'static str, bool), (BTreeMap<String, i64>, BTreeMap<i64, (u64, i64)>)>;

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(7_000_000);
    let mut rng = TestRng::new(5);
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    let mut tables = Vec::new();
    for _ in 0..2 {
        let mut table = done(store, maker.open(ann.id, options(100))).await;
        for player in [&ann, &bob] {
            table = done(store, maker.sit(&table, player, 1_000)).await;
        }
        tables.push(table);
    }
    let mut sums = Sums::new();
    for number in 0..HANDS {
        let mut ends = Vec::new();
        for table in &mut tables {
            *table = done(store, maker.deal(table, time(50))).await;
            let mut end = maker.finish(table, 1, 0);
            Arc::make_mut(&mut end.change).at = time(number / 30 * DAY);
            end.counted = [ann.id, bob.id].map(|player| counted(player, &mut rng)).into();
            add(&mut sums, &end, number / 30);
            ends.push(end);
        }
        // Both in one batch, which adds twice to one row.
        assert_eq!(store.commit(records::batch(&ends)).await.unwrap(), [Committed::Done, Committed::Done]);
        tables = ends.into_iter().map(|end| end.table.record.clone()).collect();
        // The loser has the other seat next time.
        for table in &mut tables {
            table.state.chairs.swap(0, 1);
        }
    }
    let first_day = time(0).as_millisecond() / DAY;
    let mut got = Sums::new();
    for player in [ann.id, bob.id] {
        for of_game in store.figures(player, None, first_day).await.unwrap() {
            let mut figures = flat(&of_game.tally);
            figures.insert("hands".to_owned(), i64::try_from(of_game.hands).unwrap());
            figures.insert("net".to_owned(), of_game.net);
            let days = of_game.days.iter().map(|day| (day.day - first_day, (day.hands, day.net)));
            got.insert((player, of_game.game.name(), of_game.with_computers), (figures, days.collect()));
        }
    }
    assert_eq!(got, sums);
    assert_eq!(got.len(), 12, "two players, three games, with computers and without");
    let late = store.figures(ann.id, Some(GameKind::Shengji), first_day + 9).await.unwrap();
    assert!(late.iter().all(|of_game| of_game.days.len() <= 1 && of_game.game == GameKind::Shengji));

    assert_eq!(store.figures_open_to(ann.id).await.unwrap(), Some(OpenTo::Nobody));
    for to in [OpenTo::Everybody, OpenTo::Everybody, OpenTo::Nobody] {
        store.open_figures(ann.id, to).await.unwrap();
        assert_eq!(store.figures_open_to(ann.id).await.unwrap(), Some(to));
    }
    assert_eq!(store.figures_open_to(PlayerId(uuid::Uuid::nil())).await.unwrap(), None);
}

/// What a hand of any game may add.
fn counted(player: PlayerId, rng: &mut TestRng) -> HandFigures {
    let tally: AnyTally = match rng.below(3) {
        0 => holdem::tally::Tally { vpip: rng.below(2), showdowns: 1, ..Default::default() }.into(),
        1 => {
            doudizhu::tally::Tally { bombs: rng.below(4), springs: rng.below(2), ..Default::default() }.into()
        }
        _ => shengji::tally::Tally { points_taken: below(rng, 200), levels_won: 2, ..Default::default() }
            .into(),
    };
    HandFigures { player, net: below(rng, 1_000), with_computers: rng.one_in(2), tally }
}

/// A number of either sign.
fn below(rng: &mut TestRng, bound: u64) -> i64 {
    rng.below(2 * bound).cast_signed() - bound.cast_signed()
}

fn add(sums: &mut Sums, end: &Commit, day: i64) {
    for HandFigures { player, net, with_computers, tally } in &end.counted {
        let (figures, days) = sums.entry((*player, tally.kind().name(), *with_computers)).or_default();
        let every = [("hands".to_owned(), 1), ("net".to_owned(), *net)];
        for (figure, amount) in flat(tally).into_iter().chain(every) {
            *figures.entry(figure).or_default() += amount;
        }
        let of_day = days.entry(day).or_default();
        *of_day = (of_day.0 + 1, of_day.1 + net);
    }
}

/// The counts of a tally of any game.
fn flat(tally: &AnyTally) -> BTreeMap<String, i64> {
    let Value::Object(tagged) = serde_json::to_value(tally).unwrap() else { panic!("{tally:?}") };
    let counts = tagged.values().next().unwrap().as_object().unwrap();
    counts.iter().map(|(figure, count)| (figure.clone(), count.as_i64().unwrap())).collect()
}
