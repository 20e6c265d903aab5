//! The asker: who they are, their account, their ledger.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::admission::OnePassword;
use super::answer::Answer;
use super::device::FromDevice;
use super::extract::{Query, page_limit};
use super::identity::{Me, SessionTokens};
use super::json::Json;
use super::problem::{Conflict, Forbidden, Malformed, Problem, TooMany, Unauthorized};
use super::services::Services;
use crate::service::avatar::Avatar;
use crate::service::id::{MovementId, TableId};
use crate::service::moment;
use crate::service::people::account::{Login, Password};
use crate::service::people::player::Name;
use crate::service::people::players::{LedgerPage, MOST_MOVEMENTS};
use crate::service::people::session::SignedIn;
use crate::service::room::asker::MOST_ROWS;
use crate::service::table::ledger::{self, Account, Reason};
use crate::service::table::view::SeatedPage;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::viewer::ViewerSafe;

/// See who you are
///
/// Your name, your login, and your chips away from any table.
#[utoipa::path(
    get, path = "/v1/me", operation_id = "me", tag = "players",
    security(("bearer" = [])),
    responses((status = 200, body = Me, description = "You"), Unauthorized),
)]
pub async fn read(State(services): State<Arc<Services>>, asker: SignedIn) -> Result<Answer<Me>, Problem> {
    Ok(Answer::ok(Me::new(services.players.player(asker.player).await?, &services.settings)))
}

/// What changes about a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// What others are to see; as it is where absent.
    name: Option<Name>,
    /// What you are to look like; as you do where absent.
    avatar: Option<Avatar>,
}

/// Take another name or picture
///
/// At a table where you sit, the name is shown after you sit down anew. In hands that you played, it is shown at once.
#[utoipa::path(
    patch, path = "/v1/me", operation_id = "rename", tag = "players",
    security(("bearer" = [])),
    request_body = Rename,
    responses((status = 200, body = Me, description = "You"), Malformed, Unauthorized),
)]
pub async fn rename(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Json(rename): Json<Rename>,
) -> Result<Answer<Me>, Problem> {
    let Rename { name, avatar } = rename;
    let player = services.players.change(asker.player, name.as_ref(), avatar).await?;
    if name.is_some() {
        services.room.forget_name(asker.player).await;
    }
    Ok(Answer::ok(Me::new(player, &services.settings)))
}

/// An account for a guest.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// What you want to sign in with.
    login: Login,
    /// And by which password.
    password: Password,
}

/// Give yourself an account
///
/// From then on you can sign in on other devices. Change the login later with `PUT /v1/me/login`.
#[utoipa::path(
    put, path = "/v1/me/account", operation_id = "name_account", tag = "players",
    security(("bearer" = [])),
    request_body = NewAccount,
    responses(
        (status = 200, body = Me, description = "You"),
        Malformed, Unauthorized, Conflict, TooMany,
    ),
)]
pub async fn name_account(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    _: OnePassword,
    Json(account): Json<NewAccount>,
) -> Result<Answer<Me>, Problem> {
    let player = services.accounts.name(asker.player, &account.login, account.password).await?;
    Ok(Answer::ok(Me::new(player, &services.settings)))
}

/// Another password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The one you have.
    current: Password,
    /// The one you want.
    new: Password,
}

/// Change your password
///
/// Ends all your sign-ins, this one too, and opens a new one here.
#[utoipa::path(
    put, path = "/v1/me/password", operation_id = "change_password", tag = "players",
    security(("bearer" = [])),
    request_body = NewPassword,
    responses(
        (status = 200, body = SessionTokens, description = "Your next tokens"),
        Malformed, Unauthorized, Forbidden, Conflict, TooMany,
    ),
)]
pub async fn change_password(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    _: OnePassword,
    FromDevice(device): FromDevice,
    Json(password): Json<NewPassword>,
) -> Result<Answer<SessionTokens>, Problem> {
    let NewPassword { current, new } = password;
    let tokens = services.accounts.change_password(asker.player, current, new, device).await?;
    Ok(Answer::ok(SessionTokens::from(&tokens)))
}

/// Which part of the ledger.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LedgerQuery {
    /// How many movements; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the page before.
    after: Option<MovementId>,
}

/// A page of your ledger.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyLedger {
    /// Newest first.
    movements: Vec<Movement>,
    /// The cursor of the next page; null on the last.
    #[schema(required)]
    next: Option<MovementId>,
}

impl ViewerSafe for MyLedger {}

/// A movement of your chips.
#[derive(Debug, Serialize, ToSchema)]
pub struct Movement {
    /// Which.
    id: MovementId,
    /// When.
    #[serde(serialize_with = "moment::exact")]
    at: Timestamp,
    /// Why.
    reason: Reason,
    /// How many chips.
    amount: Chips,
    /// Where they were.
    from: Place,
    /// Where they are.
    to: Place,
    /// At which table.
    #[schema(required)]
    table: Option<TableId>,
    /// In which of its changes.
    #[schema(required)]
    version: Option<u64>,
}

/// Where chips can be.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Where play chips come from.
    Mint,
    /// What was raked.
    House,
    /// With you, away from any table.
    Wallet,
    /// With you, at the table.
    Stack,
    /// In the table's pot.
    Pot,
    /// With computer players, away from any table.
    Bots,
}

impl From<Account> for Place {
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

impl From<ledger::Movement> for Movement {
    fn from(moved: ledger::Movement) -> Self {
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
        Self { movements: page.movements.into_iter().map(Movement::from).collect(), next: page.next }
    }
}

/// See every movement of your chips
///
/// Newest first, from the first grant on.
#[utoipa::path(
    get, path = "/v1/me/ledger", operation_id = "ledger", tag = "players",
    security(("bearer" = [])),
    params(LedgerQuery),
    responses((status = 200, body = MyLedger, description = "Newest first"), Malformed, Unauthorized),
)]
pub async fn ledger(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Query(query): Query<LedgerQuery>,
) -> Result<Answer<MyLedger>, Problem> {
    let limit = page_limit(query.limit, MOST_MOVEMENTS)?;
    Ok(Answer::ok(services.players.ledger(asker.player, query.after, limit).await?.into()))
}

/// Which of your tables.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeatedQuery {
    /// How many tables; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the page before.
    after: Option<TableId>,
}

/// See where you sit
///
/// Also at tables that are not public: all that a client needs to come back after it has forgotten everything.
#[utoipa::path(
    get, path = "/v1/me/tables", operation_id = "my_tables", tag = "players",
    security(("bearer" = [])),
    params(SeatedQuery),
    responses((status = 200, body = SeatedPage, description = "Newest table first"), Malformed, Unauthorized),
)]
pub async fn tables(
    State(services): State<Arc<Services>>,
    asker: SignedIn,
    Query(query): Query<SeatedQuery>,
) -> Result<Answer<SeatedPage>, Problem> {
    let limit = page_limit(query.limit, MOST_ROWS)?;
    Ok(Answer::ok(services.room.seated(asker.player, query.after, limit).await?))
}
