//! Every movement of the caller's chips.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::answer::Answer;
use crate::http::extract::query::{Query, page_limit};
use crate::http::problem::{Malformed, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::people::players::{LedgerPage, MOST_MOVEMENTS};
use crate::service::people::session::SignedIn;
use crate::service::table::stored::ledger::{self, Account};
use cardroom_api::id::MovementId;
use cardroom_api::player::ledger::{ChipsPlace, MovementView, MyLedger};

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

impl From<Account> for ChipsPlace {
    fn from(account: Account) -> Self {
        match account {
            Account::Mint => Self::Mint,
            Account::House => Self::House,
            Account::Bots => Self::Bots,
            Account::Wallet(_) => Self::Wallet,
            Account::Stack(..) => Self::Stack,
            Account::Pot(_) => Self::Pot,
            Account::Tournament(_) => Self::Tournament,
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
