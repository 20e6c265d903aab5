//! Double entry: however chips move, the figures agree.

use cardroom::service::people::player::Player;
use cardroom::service::ports::commits::Committed;
use cardroom::service::ports::store::Store;
use cardroom::service::table::stored::commit::Commit;
use cardroom::service::table::stored::record::TableRecord;
use cardroom_api::house::Audit;
use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::records::{self, GRANT, RecordMaker, done, options, time};

pub async fn chapter(store: &dyn Store) {
    let mut maker = RecordMaker::starting_at(4_000_000);
    let before = store.audit().await.unwrap();
    assert!(before.holds(), "{before:?}");
    figures(store, &mut maker, &before).await;
    many_movements(store, &mut maker).await;
}

async fn figures(store: &dyn Store, maker: &mut RecordMaker, before: &Audit) {
    let [ann, bob] = [maker.guest(store).await, maker.guest(store).await];
    let mut table = done(store, maker.open(ann.id, options(100))).await;
    table = done(store, maker.sit(&table, &ann, 1_000)).await;
    table = done(store, maker.sit(&table, &bob, 2_000)).await;
    table = done(store, maker.deal(&table, time(9))).await;
    table = done(store, maker.finish(&table, 300, 7)).await;
    done(store, maker.leave(&table)).await;

    let grants = 2 * i64::try_from(GRANT).unwrap();
    let expected = Audit {
        minted: before.minted + grants,
        // Bob came with 2,000 and won 293; Ann's 700 are still there.
        wallets: before.wallets + grants - 3_000 + 2_293,
        stacks: before.stacks + 700,
        pots: 0,
        house: before.house + 7,
        bots: 0,
        tournaments: 0,
        players_chips: before.players_chips + grants - 3_000 + 2_293,
        chairs_chips: before.chairs_chips + 700,
        wallets_off: 0,
        stacks_off: 0,
    };
    assert_eq!(store.audit().await.unwrap(), expected);
}

/// Six players at four tables, three hundred batches: the wallets of all of them move in each.
async fn many_movements(store: &dyn Store, maker: &mut RecordMaker) {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let mut players = vec![];
    let mut tables = vec![];
    for _ in 0..6 {
        players.push(maker.guest(store).await);
    }
    for _ in 0..4 {
        tables.push(done(store, maker.open(players[0].id, options(100))).await);
    }
    let (mut written, mut short) = (0, 0);
    for _ in 0..300 {
        let batch: Vec<Commit> =
            tables.iter().map(|table| movement(maker, &mut rng, table, &players)).collect();
        let verdicts = store.commit(records::batch(&batch)).await.unwrap();
        for ((table, commit), verdict) in tables.iter_mut().zip(batch).zip(verdicts) {
            if verdict == Committed::Done {
                (*table, written) = (commit.table.record.clone(), written + 1);
            } else {
                assert_eq!(verdict, Committed::Short);
                short += 1;
            }
        }
    }
    assert!(written > 600 && short > 20, "{written} written, {short} short: no mixture");
    let audit = store.audit().await.unwrap();
    assert!(audit.holds(), "{audit:?}");
    assert!(audit.stacks > 0 && audit.house > 0, "{audit:?}");
}

/// A command for the table, affordable or not.
fn movement(
    maker: &mut RecordMaker,
    rng: &mut ChaCha20Rng,
    table: &TableRecord,
    players: &[Player],
) -> Commit {
    let mut below = |bound: u64| rng.next_u64() % bound;
    let chairs = &table.state.chairs;
    if table.hand.is_some() {
        let lost = 1 + below(chairs[0].chips);
        return maker.finish(table, lost, below(lost.min(9)));
    }
    let free: Vec<_> =
        players.iter().filter(|player| chairs.iter().all(|chair| chair.player != player.id)).collect();
    match below(3) {
        0 if chairs.len() >= 2 && chairs[0].chips > 0 => maker.deal(table, time(9)),
        1 if !chairs.is_empty() => maker.leave(table),
        _ if free.is_empty() => maker.leave(table),
        _ => {
            let player = free[usize::try_from(below(6)).unwrap() % free.len()];
            maker.sit(table, player, 1 + below(GRANT * 2 / 3))
        }
    }
}
