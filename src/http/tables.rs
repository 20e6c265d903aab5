//! Tables: opening, finding, following and closing them.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Ref, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use super::answer::{self, Answer};
use super::at_table::AtTable;
use super::code::Code;
use super::entity_tag::KnownTags;
use super::extract::{Invited, Keyed, Path, Query, Visitor, page_limit, within};
use super::json::{Json, all_taken, parse};
use super::problem::{
    Conflict, Forbidden, Malformed, NotFound, NotModified, Problem, RulesRefuse, TooMany, Unauthorized,
};
use super::services::Services;
use super::streamer::{LAST_EVENT_ID, Streamer, last_event_id};
use super::streams::{self, Messages, Source};
use crate::service::id::TableId;
use crate::service::people::session::SignedIn;
use crate::service::ports::tables::{LobbyFilter, LobbySort};
use crate::service::room::asker::{Asker, MOST_ROWS, MOST_WAIT_SECONDS};
use crate::service::table::change::Version;
use crate::service::table::command::Command;
use crate::service::table::message::TableMessage;
use crate::service::table::options::{SaidOfNew, TableOptions};
use crate::service::table::view::{LobbyPage, TableAnswer, TableView};
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;

/// How a table is opened: its options, and beside them `sit`.
#[derive(Debug, Serialize)]
pub struct NewTable {
    /// What it is played by.
    #[serde(flatten)]
    options: TableOptions,
    /// Where present, you sit down at it at once.
    sit: Option<FirstChair>,
}

/// What stands beside the options.
#[derive(Deserialize)]
struct Beside {
    sit: Option<FirstChair>,
    #[serde(flatten)]
    said: SaidOfNew,
}

/// In two parts, so that a mistake in either is told by its path.
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
            .description(Some("Where present, you sit down at it at once."));
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

/// How the host sits down at a table that they open.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstChair {
    /// With how many chips of your wallet.
    #[schema(example = 1000)]
    buy_in: Chips,
}

/// Open a table
///
/// You are its host. With `sit` you have a chair at it as well, or there is no table.
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
    asker: SignedIn,
    Keyed(key): Keyed,
    NewTable { options, sit }: NewTable,
) -> Result<Answer<TableAnswer>, Problem> {
    let buy_in = sit.map(|sit| sit.buy_in);
    let answer = services.room.open_table(asker.player, options, buy_in, key).await?;
    Ok(Answer::created(&format!("/v1/tables/{}", answer.table.id), answer))
}

/// The header that makes a write safe to send again.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct KeyHeader {
    /// A name of yours for this request, 1 to 64 visible ASCII characters: sent again under the same name within two
    /// days, it is done once, and answered as it was then.
    #[param(rename = "Idempotency-Key", min_length = 1, max_length = 64)]
    idempotency_key: Option<String>,
}

/// Which tables.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LobbyQuery {
    /// Of this game.
    #[param(inline)]
    game: Option<GameKind>,
    /// With at least this stake (Hold'em: the big blind; Dou Dizhu: what a point is worth; Shengji: what a level costs).
    #[param(value_type = Option<u64>)]
    min_stake: Option<Chips>,
    /// With at most this stake.
    #[param(value_type = Option<u64>)]
    max_stake: Option<Chips>,
    /// With at least so many free chairs.
    #[param(maximum = 10)]
    free_seats: Option<u8>,
    /// With this in their name; capitals do not matter in Latin letters.
    #[param(min_length = 1, max_length = 60)]
    name: Option<String>,
    /// With this word among their game's options: `pot_limit`, `call_rob`.
    #[param(min_length = 1, max_length = 30, pattern = "^[a-z_]+$")]
    word: Option<String>,
    /// Where a decision may take at most so many seconds.
    #[param(maximum = 600)]
    max_decision_seconds: Option<u16>,
    /// Which come first; the newest where absent.
    #[serde(default)]
    #[param(inline)]
    sort: LobbySort,
    /// How many tables; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// The `next` of the page before, asked for in the same order.
    after: Option<TableId>,
}

/// Find a table
///
/// Open tables that are public. The answer has an `ETag`.
#[utoipa::path(
    get, path = "/v1/tables", operation_id = "lobby", tag = "tables",
    params(LobbyQuery),
    responses((status = 200, body = LobbyPage, description = "The tables"), NotModified, Malformed),
)]
pub async fn lobby(
    State(services): State<Arc<Services>>,
    Query(query): Query<LobbyQuery>,
) -> Result<Answer<LobbyPage>, Problem> {
    let LobbyQuery { game, min_stake, max_stake, free_seats, limit, after, .. } = query;
    let LobbyQuery { name, word, max_decision_seconds, sort, .. } = query;
    let limit = page_limit(limit, MOST_ROWS)?;
    if name.as_ref().is_some_and(|name| !(1..=60).contains(&name.chars().count())) {
        let why = "name has 1 to 60 characters";
        return Err(Problem::new(Code::MalformedQuery, why).with("parameter", "name"));
    }
    let is_word = |word: &String| {
        (1..=30).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    if !word.as_ref().is_none_or(is_word) {
        let why = "word has 1 to 30 of a-z and '_'";
        return Err(Problem::new(Code::MalformedQuery, why).with("parameter", "word"));
    }
    let about = LobbyFilter { name, word, max_decision_seconds, sort, ..LobbyFilter::default() };
    let filter = LobbyFilter { game, min_stake, max_stake, free_seats, after, limit, ..about };
    Ok(Answer::ok(services.room.lobby(filter).await?).tagged_by_content())
}

/// What leads to a table.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct InvitationHeader {
    /// The table's code. Capitals, hyphens and spaces do not matter.
    #[param(rename = "Invite-Code", max_length = 64)]
    invite_code: String,
}

/// What lets a watcher in.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct InviteHeader {
    /// The table's code, where it is not public and you neither sit at it nor opened it.
    #[param(rename = "Invite-Code", max_length = 64)]
    invite_code: Option<String>,
}

/// See a table
///
/// As you may know it: with your own cards and options where you sit, as a watcher otherwise. The answer has an
/// `ETag`, which covers neither who is connected nor the time.
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
    let asker = visitor.holding(code);
    let viewer = asker.player.map_or_else(|| "watcher".to_owned(), |player| player.to_string());
    let tag = |version: Version| format!("{version}-{viewer}-{}", env!("CARGO_PKG_VERSION"));
    // Whoever asks again mostly has it: the view is built only where it has changed.
    if known.any() {
        let tag = tag(services.room.version(id, &asker).await?);
        if known.contain(&tag) {
            return Ok(answer::not_modified(&tag));
        }
    }
    let table = services.room.table(id, &asker).await?;
    let tag = tag(table.version);
    Ok(Answer::ok(table).tagged(&tag).into_response())
}

/// Close a table
///
/// At once, or when the hand that is played is over. Every stack goes home. A table where nothing happens for a day
/// closes by itself.
#[utoipa::path(
    delete, path = "/v1/tables/{id}", operation_id = "close_table", tag = "tables",
    security(("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), KeyHeader),
    responses(
        (status = 200, body = TableAnswer, description = "The table"),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict,
    ),
)]
pub async fn close(at: AtTable) -> Result<Answer<TableAnswer>, Problem> {
    at.ask(Command::Close).await
}

/// From where, and for how long.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The version that you know; 0 is before the first. Without it, the table as it is now comes first. A stream takes
    /// `Last-Event-ID` before it.
    #[param(value_type = Option<u64>)]
    after: Option<Version>,
    /// A long poll: how many seconds to wait for the next change where there is none yet; 0 where absent.
    #[serde(default)]
    #[param(maximum = 30, default = 0)]
    wait: u32,
    /// A long poll: how many changes; 50 where absent.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// A stream: what opens it where no `Authorization` can be sent.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Follow a table
///
/// With `Accept: text/event-stream` a stream of server-sent events, each a message: `table` (the changes, in order and
/// without a gap, and the table after them; its `id` is the version, so that `Last-Event-ID` resumes), `presence` (who is
/// connected), `warning` (five seconds before the clock plays for you) and `end` (why the stream is over). A comment
/// comes every ten seconds.
///
/// Otherwise one message: what happened after a version, or, with `wait`, as soon as something does. Ask again after the
/// last change.
///
/// One player has at most 16 streams and waits at once, and one table at most 1,000 of those without a chair.
#[utoipa::path(
    get, path = "/v1/tables/{id}/events", operation_id = "events", tag = "tables",
    security((), ("bearer" = [])),
    params(("id" = TableId, Path, description = "The table"), EventsQuery, LastEventId, InviteHeader),
    responses(
        (status = 200, description = "What happened", content(
            (TableMessage = "application/json"),
            (String = "text/event-stream"),
        )),
        Malformed, Unauthorized, Forbidden, NotFound, Conflict, TooMany,
    ),
)]
pub async fn events(
    State(services): State<Arc<Services>>,
    streamer: Streamer,
    Path(id): Path<TableId>,
    Query(query): Query<EventsQuery>,
    Invited(invite_code): Invited,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let EventsQuery { after, wait, limit, .. } = query;
    let player = streamer.signed_in.as_ref().map(|signed_in| signed_in.player);
    let asker =
        Asker { player, invite_code, origin: Some(streamer.from.origin()), share: streamer.share.clone() };
    if streams::wants_events(&headers) {
        let after = match last_event_id(&headers)? {
            Some(version) => Some(version.parse().map_err(|_| {
                let why = "Last-Event-ID must be a version: a whole number";
                Problem::new(Code::MalformedHeader, why).with("header", LAST_EVENT_ID.as_str())
            })?),
            None => after,
        };
        let following = services.room.follow(id, asker, after).await?;
        let end = streamer.end(&services).await?;
        let messages = Messages::new(Source::Table(Box::new(following)), end, streamer.place);
        return Ok(streams::events(messages, (id, player)));
    }
    let limit = page_limit(limit, MOST_ROWS)?;
    let wait = Duration::from_secs(within("wait", wait, 0..=MOST_WAIT_SECONDS)?.into());
    let events = services.room.events(id, &asker, after, limit, wait);
    Ok(Answer::ok(streamer.while_signed_in(&services, events).await?).into_response())
}

/// The header by which a stream resumes.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct LastEventId {
    /// A stream: the `id` of the last message that arrived; the next begins after it.
    #[param(rename = "Last-Event-ID")]
    last_event_id: Option<String>,
}
