//! The row of an audit.

use sqlx::FromRow;

use cardroom_api::house::Audit;

/// The sums of all chips.
#[derive(FromRow)]
pub struct AuditRow {
    minted: i64,
    wallets: i64,
    stacks: i64,
    pots: i64,
    house: i64,
    bots: i64,
    tournaments: i64,
    players_chips: i64,
    chairs_chips: i64,
    wallets_off: i64,
    stacks_off: i64,
}

impl AuditRow {
    /// The audit that it holds.
    pub fn audit(self) -> Audit {
        let Self { minted, wallets, stacks, pots, house, bots, tournaments, .. } = self;
        let Self { players_chips, chairs_chips, wallets_off, stacks_off, .. } = self;
        Audit {
            minted,
            wallets,
            stacks,
            pots,
            house,
            bots,
            tournaments,
            players_chips,
            chairs_chips,
            wallets_off,
            stacks_off,
        }
    }
}
