//! One table: reading and closing it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};

use crate::http::answer::entity_tag::KnownTags;
use crate::http::answer::{self, Answer};
use crate::http::api::headers::{InviteHeader, KeyHeader};
use crate::http::api::table_request::TableRequest;
use crate::http::extract::caller::Visitor;
use crate::http::extract::headers::Invited;
use crate::http::extract::path::Path;
use crate::http::problem::{Conflict, Forbidden, Malformed, NotFound, NotModified, Problem, Unauthorized};
use crate::http::services::Services;
use crate::service::table::command::Command;
use cardroom_api::id::TableId;
use cardroom_api::table::answer::TableAnswer;
use cardroom_api::table::change::Version;
use cardroom_api::table::view::TableView;

/// See a table
///
/// The table as you may know it: with your own cards and options if you sit there, else as a watcher. The answer has an `ETag`, which
/// covers neither presence nor time.
#[utoipa::path(
    get, path = "/v1/tables/{id}", operation_id = "table", tag = "tables",
    security((), ("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), InviteHeader),
    responses(
        (status = 200, body = TableView, description = "The table now"),
        NotModified, Malformed, Unauthorized, Forbidden, NotFound,
    ),
)]
pub async fn read(
    State(services): State<Arc<Services>>,
    visitor: Visitor,
    Path(id): Path<TableId>,
    Invited(code): Invited,
    known: KnownTags,
) -> Result<Response, Problem> {
    let caller = visitor.holding(code);
    let viewer = caller.player.map_or_else(|| "watcher".to_owned(), |player| player.to_string());
    let tag = |(version, of_tournament): (Version, Option<Version>)| {
        let of_tournament = of_tournament.map(|version| format!("-{version}")).unwrap_or_default();
        format!("{version}{of_tournament}-{viewer}-{}", env!("CARGO_PKG_VERSION"))
    };
    // A client that asks again mostly has the current version already. Then no view is built.
    if known.any() {
        let tag = tag(services.room.versions(id, &caller).await?);
        if known.contain(&tag) {
            return Ok(answer::not_modified(&tag));
        }
    }
    let table = services.room.table(id, &caller).await?;
    let progress = table.tournament.as_ref().and_then(|tournament| tournament.progress);
    let tag = tag((table.version, progress.map(|progress| progress.version)));
    Ok(Answer::ok(table).tagged(&tag).into_response())
}

/// Close a table
///
/// The table closes at once or, while a hand is played, when it is over. Every stack goes back to its player's wallet. A table where nothing
/// happens for a day closes by itself.
#[utoipa::path(
    delete, path = "/v1/tables/{id}", operation_id = "close_table", tag = "tables",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn close(request: TableRequest) -> Result<Answer<TableAnswer>, Problem> {
    request.command(Command::Close).await
}
