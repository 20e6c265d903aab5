//! Lists of a player's hands and movements, and of a table's hands: whole and in order, with pages of any size.

use std::sync::Arc;

use cardroom::service::people::player::Player;
use cardroom::service::ports::store::Store;
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::options::StoredOptions;
use cardroom::service::table::stored::record::TableRecord;
use cardroom_api::id::{HandId, MovementId, PlayerId};
use cardroom_rules::games::any::{AnyHand, AnyRules, GameKind};
use cardroom_rules::games::game::Game;
use serde_json::{from_value, json};

use crate::records::{RecordMaker, done, options, time};
use crate::rng::TestRng;

/// How often a hand is dealt or ends at one of the tables: more of them at each than the index leaves out between two that it has.
const STEPS: usize = 500;
/// More than there is.
const ALL: u32 = 10_000;

/// A hand, as the lists have to have it.
struct Played {
    id: HandId,
    game: GameKind,
    table: usize,
    /// When it ended, by the count of ends.
    ended: Option<usize>,
}

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(8_000_000);
    let people = [maker.guest(store).await, maker.guest(store).await];
    let evening = Evening::play(store, &mut maker, &people).await;
    let in_play = evening.played.iter().filter(|hand| hand.ended.is_none());
    assert!(in_play.count() > 1, "some are being played");
    for player in &people {
        hands_are_as_played(store, player.id, &evening.played).await;
        after_a_hand_of_another_game(store, player.id, &evening.played).await;
        let mine = evening.moved.iter().rev().filter(|(of, _)| *of == player.id).map(|(_, id)| *id);
        let mine: Vec<MovementId> = mine.collect();
        assert!(mine.len() > 100);
        for limit in [1, 7, ALL] {
            assert_eq!(movements(store, player.id, limit).await[..mine.len()], mine, "by {limit}");
        }
    }
    let newcomer = maker.guest(store).await;
    assert!(hands(store, newcomer.id, None, ALL).await.is_empty());
    let unknown = HandId(uuid::Uuid::max());
    assert_eq!(store.my_hands(people[0].id, None, Some(unknown), ALL).await.unwrap(), []);
    for (place, table) in evening.tables.iter().enumerate() {
        let of_table = evening.played.iter().rev().filter(|hand| hand.table == place).map(|hand| hand.id);
        let of_table: Vec<HandId> = of_table.collect();
        for limit in [1, 7, 33, ALL] {
            assert_eq!(of(store, table, limit).await, of_table, "by {limit}");
        }
    }
}

/// The hands of two people at three tables.
struct Evening {
    tables: Vec<TableRecord>,
    /// In the order in which they were dealt.
    played: Vec<Played>,
    /// The movements in ledgers, in their order.
    moved: Vec<(PlayerId, MovementId)>,
}

impl Evening {
    async fn play(store: &dyn Store, maker: &mut RecordMaker, people: &[Player]) -> Self {
        let (mut rng, mut ends) = (TestRng::new(11), 0);
        let mut evening = Self::sat_down(store, maker, people).await;
        for _ in 0..STEPS {
            // The last table's hands take long.
            let place = if rng.one_in(20) { 2 } else { usize::from(rng.one_in(2)) };
            let table = &evening.tables[place];
            let commit = if table.hand.is_some() {
                let open = |hand: &&mut Played| Some(hand.id) == table.hand;
                evening.played.iter_mut().find(open).unwrap().ended = Some(ends);
                ends += 1;
                maker.finish(table, 1, 0)
            } else {
                dealt(maker, table)
            };
            note(&mut evening.moved, &commit);
            let table = done(store, commit).await;
            if let Some(id) = table.hand {
                evening.played.push(Played {
                    id,
                    game: table.options.game.kind(),
                    table: place,
                    ended: None,
                });
            }
            evening.tables[place] = table;
        }
        evening
    }

    async fn sat_down(store: &dyn Store, maker: &mut RecordMaker, people: &[Player]) -> Self {
        let mut evening = Self { tables: Vec::new(), played: Vec::new(), moved: Vec::new() };
        let shengji: AnyRules = from_value(json!({"shengji": {}})).unwrap();
        for game in [options(100).game, options(100).game, shengji] {
            let options = StoredOptions { game, ..options(100) };
            let mut table = done(store, maker.open(people[0].id, options)).await;
            for player in people {
                let sits = maker.sit(&table, player, 300);
                note(&mut evening.moved, &sits);
                table = done(store, sits).await;
            }
            evening.tables.push(table);
        }
        evening
    }
}

async fn hands_are_as_played(store: &dyn Store, player: PlayerId, played: &[Played]) {
    for game in [None, Some(GameKind::Holdem), Some(GameKind::Shengji), Some(GameKind::Doudizhu)] {
        let expected = expected(played, game);
        for limit in [1, 7, 40, ALL] {
            assert_eq!(hands(store, player, game, limit).await, expected, "{game:?} by {limit}");
        }
    }
}

/// A page after a hand that is not in the list is empty.
async fn after_a_hand_of_another_game(store: &dyn Store, player: PlayerId, played: &[Played]) {
    let [.., shengji] = &expected(played, Some(GameKind::Shengji))[..] else { panic!("none") };
    let after = store.my_hands(player, Some(GameKind::Holdem), Some(*shengji), ALL).await.unwrap();
    assert_eq!(after, []);
}

/// A hand of Hold'em, whatever the table's game: here it only has to be stored.
fn dealt(maker: &mut RecordMaker, table: &TableRecord) -> Commit {
    let mut of_holdem = TableRecord { options: options(100).into(), ..table.clone() };
    of_holdem.state.standing = AnyHand::opening(&of_holdem.options.game);
    let mut commit = maker.deal(&of_holdem, time(50));
    let record = &mut Arc::make_mut(&mut commit.table).record;
    record.options = table.options.clone();
    record.state.standing = table.state.standing.clone();
    commit
}

/// Hands in play, the newest first; then finished hands, the last that ended first.
fn expected(played: &[Played], game: Option<GameKind>) -> Vec<HandId> {
    let played = played.iter().filter(|hand| game.is_none_or(|game| hand.game == game));
    let (mut over, in_play): (Vec<&Played>, Vec<&Played>) = played.partition(|hand| hand.ended.is_some());
    over.sort_by_key(|hand| hand.ended);
    in_play.into_iter().rev().chain(over.into_iter().rev()).map(|hand| hand.id).collect()
}

/// Notes the players in whose ledgers a commit is.
fn note(moved: &mut Vec<(PlayerId, MovementId)>, commit: &Commit) {
    moved.extend(commit.movements.iter().filter_map(|movement| Some((movement.player?, movement.id))));
}

fn ids(hands: Vec<cardroom::service::table::views::my_hands::PlayedHand>) -> Vec<HandId> {
    hands.into_iter().map(|played| played.hand.id).collect()
}

async fn hands(store: &dyn Store, player: PlayerId, game: Option<GameKind>, limit: u32) -> Vec<HandId> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = ids(store.my_hands(player, game, after, limit).await.unwrap());
        let Some(last) = page.last() else { return all };
        after = Some(*last);
        all.extend(page);
    }
}

async fn movements(store: &dyn Store, player: PlayerId, limit: u32) -> Vec<MovementId> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.ledger(player, after, limit).await.unwrap();
        let Some(last) = page.last() else { return all };
        after = Some(last.id);
        all.extend(page.iter().map(|movement| movement.id));
    }
}

async fn of(store: &dyn Store, table: &TableRecord, limit: u32) -> Vec<HandId> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = store.hands(table.id, before, limit).await.unwrap();
        let Some(last) = page.last() else { return all };
        before = Some(last.number);
        all.extend(page.iter().map(|hand| hand.id));
    }
}
