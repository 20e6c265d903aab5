//! Opening a table.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use serde::Deserialize;
use serde_json::Value;

use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::extract::headers::Keyed;
use crate::http::extract::json::{Json, read};
use crate::http::problem::{Conflict, Malformed, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use cardroom_api::requests::tables::{FirstChair, NewTable};
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::options::{NewChairOptions, TableOptions};

/// The part of the body besides the options.
#[derive(Deserialize)]
struct Beside {
    sit: Option<FirstChair>,
    #[serde(flatten)]
    chairs: NewChairOptions,
}

/// A request to open a table.
pub struct Opening(NewTable);

/// Read in two parts, so that a mistake in either has its path.
impl<S: Send + Sync> FromRequest<S> for Opening {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(body) = Json::<Value>::from_request(request, state).await?;
        let Beside { sit, chairs } = read(&body)?;
        let options = read::<TableOptions>(&body)?.as_new(chairs);
        Ok(Self(NewTable { options, sit }))
    }
}

/// Open a table
///
/// You become its host. With `sit` you also sit down at it; if that fails, no table is opened.
#[utoipa::path(
    post, path = "/v1/tables", operation_id = "open_table", tag = "tables",
    security(("bearer" = [])),
    params(KeyHeader),
    request_body = NewTable,
    responses(
        (status = 201, body = TableAnswer, description = "The table"),
        Malformed, Unauthorized, Conflict, RulesRefuse,
    ),
)]
pub async fn open(
    State(services): State<Arc<Services>>,
    caller: SignedIn,
    Keyed(key): Keyed,
    Opening(NewTable { options, sit }): Opening,
) -> Result<Answer<TableAnswer>, Problem> {
    let buy_in = sit.map(|sit| sit.buy_in);
    let answer = services.room.open_table(caller.player, options, buy_in, key).await?;
    Ok(Answer::created(&format!("/v1/tables/{}", answer.table.id), answer))
}
