//! The server itself: its health, its release, and the totals of its chips.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use cardroom_rules::games::viewer::ViewerSafe;

/// The server is well.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthAnswer {
    /// Always `"ok"`.
    #[schema(example = "ok")]
    pub status: Cow<'static, str>,
}

/// The release of the server.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Release {
    /// The name of the program.
    #[schema(example = "cardroom")]
    pub name: Cow<'static, str>,
    /// The release of the program.
    #[schema(example = "0.1.0")]
    pub version: Cow<'static, str>,
    /// The release of the rules by which it deals. It can read hands of this release and of older ones.
    #[schema(example = 4)]
    pub rules: u32,
    /// The release of its data format. It can open data folders of this release and of older ones.
    #[schema(example = 21)]
    pub data: u32,
}

/// The totals of all chips, read at one moment.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct AuditReport {
    /// Whether every chip is accounted for.
    pub holds: bool,
    /// The sums over all accounts, in chips.
    pub figures: Audit,
}

/// The sums of all chips on the server, all read at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Audit {
    /// Minted and not returned, by the ledger.
    pub minted: i64,
    /// The chips of players away from tables, by the ledger.
    pub wallets: i64,
    /// The chips at tables, by the ledger.
    pub stacks: i64,
    /// The chips in pots, by the ledger; 0 between changes.
    pub pots: i64,
    /// The rake, by the ledger.
    pub house: i64,
    /// The chips of computer players away from tables, by the ledger; below 0 if they have lost.
    pub bots: i64,
    /// The chips that were paid into tournaments and are not paid out, by the ledger.
    #[serde(default)]
    pub tournaments: i64,
    /// The chips of players away from tables, by their own rows.
    pub players_chips: i64,
    /// The chips at tables, by the tables' own rows.
    pub chairs_chips: i64,
    /// How many players' rows differ from the ledger; 0.
    pub wallets_off: i64,
    /// How many stacks differ from the ledger; 0.
    pub stacks_off: i64,
}

impl Audit {
    /// Whether every chip is accounted for.
    pub fn holds(&self) -> bool {
        let held: i128 =
            [self.wallets, self.stacks, self.house, self.bots, self.tournaments].map(i128::from).iter().sum();
        held == i128::from(self.minted)
            && self.pots == 0
            && self.players_chips == self.wallets
            && self.chairs_chips == self.stacks
            && self.wallets_off == 0
            && self.stacks_off == 0
    }
}

impl ViewerSafe for HealthAnswer {}
impl ViewerSafe for Release {}
impl ViewerSafe for AuditReport {}
impl ViewerSafe for Audit {}

#[cfg(test)]
mod tests {
    use super::Audit;

    #[test]
    fn impossible_figures_do_not_hold() {
        let holds = |figures: Audit| figures.holds();
        assert!(holds(Audit::default()));
        assert!(!holds(Audit { wallets: i64::MAX, stacks: i64::MAX, house: 2, ..Audit::default() }));
    }
}
