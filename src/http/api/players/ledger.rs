//! Every movement of the caller's chips.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::answer::Answer;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::id::{MovementId, TableId};
use crate::service::moment;
use crate::service::people::players::{LedgerPage, MOST_MOVEMENTS};
use crate::service::people::session::SignedIn;
use crate::service::table::ledger::{self, Account, Reason};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// Which movements to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LedgerQuery {
    /// How many movements. If absent, 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<MovementId>,
}

/// A page of your ledger.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyLedger {
    /// Newest first.
    movements: Vec<MovementView>,
    /// The cursor of the next page; null on the last page.
    #[schema(required)]
    next: Option<MovementId>,
}

impl ViewerSafe for MyLedger {}

/// A movement of your chips.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Movement)]
pub struct MovementView {
    /// Its identifier.
    id: MovementId,
    /// When it happened.
    #[serde(serialize_with = "moment::exact")]
    at: Timestamp,
    /// Why it happened.
    reason: Reason,
    /// How many chips.
    amount: Chips,
    /// Where the chips were.
    from: ChipsPlace,
    /// Where the chips are.
    to: ChipsPlace,
    /// The table, if it happened at one.
    #[schema(required)]
    table: Option<TableId>,
    /// The version of the table's change, if it happened at a table.
    #[schema(required)]
    version: Option<u64>,
}

/// Where chips can be.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Place)]
#[serde(rename_all = "snake_case")]
pub enum ChipsPlace {
    /// The source of all play chips.
    Mint,
    /// Rake.
    House,
    /// Your wallet, away from any table.
    Wallet,
    /// Your stack at a table.
    Stack,
    /// The pot of a table.
    Pot,
    /// The account of computer players, away from any table.
    Bots,
}

impl From<Account> for ChipsPlace {
    fn from(account: Account) -> Self {
        match account {
            Account::Mint => Self::Mint,
            Account::House => Self::House,
            Account::Bots => Self::Bots,
            Account::Wallet(_) => Self::Wallet,
            Account::Stack(..) => Self::Stack,
            Account::Pot(_) => Self::Pot,
        }
    }
}

impl From<ledger::ChipMovement> for MovementView {
    fn from(moved: ledger::ChipMovement) -> Self {
        Self {
            id: moved.id,
            at: moved.at,
            reason: moved.reason,
            amount: moved.amount,
            from: moved.debit.into(),
            to: moved.credit.into(),
            table: moved.table.map(|(table, _)| table),
            version: moved.table.map(|(_, version)| version),
        }
    }
}

impl From<LedgerPage> for MyLedger {
    fn from(page: LedgerPage) -> Self {
        Self { movements: page.movements.into_iter().map(MovementView::from).collect(), next: page.next }
    }
}

/// See every movement of your chips
///
/// Newest first, back to your first grant.
#[utoipa::path(
    get, path = "/v1/me/ledger", operation_id = "ledger", tag = "players",
    security(("bearer" = [])),
    params(LedgerQuery),
    responses((status = 200, body = MyLedger, description = "Newest first"), Malformed, Unauthorized),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Query(query): Query<LedgerQuery>,
) -> Result<Answer<MyLedger>, Problem> {
    let limit = page_limit(query.limit, MOST_MOVEMENTS)?;
    Ok(Answer::ok(services.players.ledger(caller.player, query.after, limit).await?.into()))
}
