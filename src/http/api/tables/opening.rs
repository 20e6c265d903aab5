//! Opening a table.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Ref, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::answer::Answer;
use crate::http::api::headers::KeyHeader;
use crate::http::extract::headers::Keyed;
use crate::http::extract::json::{Json, all_taken, parse};
use crate::http::problem::{Conflict, Malformed, Problem, RulesRefuse, Unauthorized};
use crate::http::services::Services;
use crate::service::people::session::SignedIn;
use crate::service::table::options::{SaidOfNew, TableOptions};
use crate::service::table::view::TableAnswer;
use cardroom_rules::games::game::Chips;

/// How a table is opened: its options, and beside them `sit`.
#[derive(Debug, Serialize)]
pub struct NewTable {
    /// The options of the table.
    #[serde(flatten)]
    options: TableOptions,
    /// If present, you sit down at the table at once.
    sit: Option<FirstChair>,
}

/// The part of the body besides the options.
#[derive(Deserialize)]
struct Beside {
    sit: Option<FirstChair>,
    #[serde(flatten)]
    said: SaidOfNew,
}

/// Parsed in two parts, so that a mistake in either has its path.
impl<S: Send + Sync> FromRequest<S> for NewTable {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(body) = Json::<Box<RawValue>>::from_request(request, state).await?;
        let body = body.get().as_bytes();
        let Beside { sit, said } = parse(body)?;
        let table = Self { options: parse::<TableOptions>(body)?.as_new(said), sit };
        all_taken(body, &table)?;
        Ok(table)
    }
}

impl PartialSchema for NewTable {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut schema)) = TableOptions::schema() else {
            return TableOptions::schema();
        };
        let sit = OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Null))
            .item(Ref::from_schema_name(FirstChair::name()))
            .description(Some("If present, you sit down at the table at once."));
        schema.properties.insert("sit".to_owned(), sit.into());
        schema.description = Some("How a table is opened: its options, and beside them `sit`.".to_owned());
        schema.into()
    }
}

impl ToSchema for NewTable {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        TableOptions::schemas(schemas);
        schemas.push((FirstChair::name().into_owned(), FirstChair::schema()));
    }
}

/// How the host sits down at the new table.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstChair {
    /// How many chips to bring from your wallet.
    #[schema(example = 1000)]
    buy_in: Chips,
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
    NewTable { options, sit }: NewTable,
) -> Result<Answer<TableAnswer>, Problem> {
    let buy_in = sit.map(|sit| sit.buy_in);
    let answer = services.room.open_table(caller.player, options, buy_in, key).await?;
    Ok(Answer::created(&format!("/v1/tables/{}", answer.table.id), answer))
}
