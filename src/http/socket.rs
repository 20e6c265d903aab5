//! A WebSocket: the messages of a player's stream, and the way back for actions.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::time::{self, Instant};
use utoipa::{IntoParams, ToSchema};

use super::address::ClientNetwork;
use super::answer;
use super::code::Code;
use super::extract::Query;
use super::hands::ActionAnswer;
use super::json::judged;
use super::limits::Cost;
use super::meter::Meter;
use super::my_events::{cursor, watched};
use super::openapi::judge::Judge;
use super::places::Place;
use super::problem::{Forbidden, Malformed, Problem, ProblemBody, TooMany, Unauthorized};
use super::services::Services;
use super::streamer::Streamer;
use super::streams::{HEARTBEAT, Messages, Source};
use crate::games::any::AnyAction;
use crate::games::viewer::ViewerSafe;
use crate::service::id::{PlayerId, TableId};
use crate::service::room::inbox::Inbox;
use crate::service::table::change::Version;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::message::Message;

/// How large a frame may be that a client sends, in bytes.
const FRAME: usize = 64 * 1024;
/// How many bytes to a client may wait to be sent; one whole message fits, however long.
const UNSENT: usize = 256 * 1024;
/// How much of a request's name is sent back, in characters.
const LONGEST_ID: usize = 64;
/// How long one frame may take to be sent.
const SEND_TIME: Duration = Duration::from_secs(30);
/// How long nothing more is read from a client that has asked more than it may.
const REST: Duration = Duration::from_secs(1);
/// How long a client may take to answer that a socket ends.
const LAST_ANSWER: Duration = Duration::from_secs(2);
/// How long a client may say nothing, not even answer a ping.
const SILENCE: Duration = Duration::from_secs(40);

/// From where.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SocketQuery {
    /// The cursor that you have. Without it, everything as it is now comes first.
    after: Option<String>,
    /// Tables to watch beside those where you sit, at most 16, with commas between them.
    tables: Option<String>,
    /// What opens it where no `Authorization` can be sent.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// What a client sends through the socket: JSON in a text frame, with one of `act`, `watch` and `unwatch`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SocketRequest {
    /// A name of yours for it; the reply has the same.
    #[schema(max_length = 64)]
    id: String,
    /// Act in a hand, as `POST /v1/tables/{id}/actions` does.
    act: Option<SocketAction>,
    /// Follow a table where you do not sit.
    watch: Option<TableId>,
    /// Follow it no longer.
    unwatch: Option<TableId>,
}

/// An action in a hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SocketAction {
    /// At which table.
    table: TableId,
    /// A name of yours for this action, as in the header `Idempotency-Key`.
    key: Option<String>,
    /// The table's version that you saw. Your action is refused as stale where your decision has changed since.
    at: Version,
    /// What you do.
    action: AnyAction,
    /// Only judges it: nothing happens, nobody is told, and the key is not taken.
    #[serde(default)]
    #[schema(default = false)]
    dry_run: bool,
}

/// What the server sends through the socket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SocketFrame {
    /// A message of the stream.
    Message {
        /// Where the stream has come to with it; null where it has no version.
        #[schema(required)]
        cursor: Option<String>,
        /// The message.
        message: Message,
    },
    /// The answer to a request.
    Reply(Box<SocketReply>),
}

/// The answer to a request.
#[derive(Debug, Serialize, ToSchema)]
pub struct SocketReply {
    /// The name of the request; null where it had none that could be read.
    #[schema(required)]
    id: Option<String>,
    /// What an action caused, or would come to.
    #[schema(required)]
    answer: Option<ActionAnswer>,
    /// Why it was not done.
    #[schema(required, value_type = Option<ProblemBody<'static>>)]
    problem: Option<Problem>,
}

impl ViewerSafe for SocketFrame {}

/// Open a socket
///
/// The same messages as `GET /v1/me/events`, each a text frame `{"message": {"cursor": …, "message": …}}`; a frame of yours
/// acts in a hand, or watches a table: `{"id": "7", "act": {"table": …, "key": …, "at": 41, "action": …}}`,
/// `{"id": "8", "watch": …}`, and is answered by `{"reply": {"id": "7", …}}`: its `table` is null, for it comes with
/// the message that tells the change. A page of another origin than the server's own, or those that it was started with, is
/// refused.
#[utoipa::path(
    get, path = "/v1/socket", operation_id = "socket", tag = "players",
    security(("bearer" = [])),
    params(SocketQuery),
    responses(
        (status = 101, description = "The socket is open"),
        Malformed, Unauthorized, Forbidden, TooMany,
    ),
)]
pub async fn open(
    State(services): State<Arc<Services>>,
    streamer: Streamer,
    Query(query): Query<SocketQuery>,
    meter: Meter,
    headers: HeaderMap,
    counted: Option<Extension<Arc<Place>>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let player = streamer.player()?;
    if !is_own_page(&headers, &services) {
        return Err(Problem::new(Code::ForeignOrigin, "pages of this origin may not open a socket here"));
    }
    let upgrade = upgrade.map_err(|rejection| Problem::new(Code::MalformedHeader, rejection.body_text()))?;
    let (tables, cursor) = (watched(query.tables.as_deref())?, cursor(query.after.as_deref())?);
    let inbox = services.room.inbox(player, streamer.share.clone(), tables, cursor).await?;
    let (judge, address) = (&meter.path().description()?.socket_requests, meter.address());
    let end = streamer.end(&services).await?;
    let messages = Messages::new(Source::Player(Box::new(inbox)), end, streamer.place);
    let upgrade = upgrade.max_message_size(FRAME).max_frame_size(FRAME).max_write_buffer_size(UNSENT);
    // The server waits for it when it stops, so that the client is told.
    let sockets = services.sockets.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        let conversation =
            Conversation { services, player, judge, socket, messages, address, rests_until: None };
        sockets.track_future(async move {
            // It is a connection as before.
            let _counted = counted;
            conversation.hold().await;
        })
    }))
}

/// Whether the page that asks, where a page does, is the server's own or one of those that may.
fn is_own_page(headers: &HeaderMap, services: &Services) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let own = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    services.settings.cors_origins.contains(origin) || (own.is_some() && own == host)
}

/// One open socket.
struct Conversation {
    services: Arc<Services>,
    player: PlayerId,
    /// The description of this server.
    judge: &'static Judge,
    socket: WebSocket,
    messages: Messages,
    /// Whence it was opened.
    address: ClientNetwork,
    /// Until when nothing is read from the client; `None` where it has asked no more than it may.
    rests_until: Option<Instant>,
}

impl Conversation {
    /// Tells and listens until either side has enough.
    async fn hold(mut self) {
        let mut heard = Instant::now();
        let mut pings = time::interval(HEARTBEAT);
        loop {
            let rests_until = self.rests_until;
            let heard_frame = async {
                if let Some(rests_until) = rests_until {
                    time::sleep_until(rests_until).await;
                }
                self.socket.recv().await
            };
            let frame = tokio::select! {
                message = self.messages.next() => match message {
                    Some((cursor, message)) => SocketFrame::Message { cursor, message },
                    None => return self.close(close_code::NORMAL, "the stream is over").await,
                },
                frame = heard_frame => {
                    heard = Instant::now();
                    self.rests_until = None;
                    match frame {
                        Some(Ok(Frame::Text(text))) => SocketFrame::Reply(Box::new(self.answer(text.as_bytes()).await)),
                        Some(Ok(Frame::Binary(_))) => SocketFrame::Reply(Box::new(self.not_text())),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                            // Nobody is told of it; who has spent all is not listened to for a while.
                            self.costs(Cost::Read).ok();
                            continue;
                        }
                        Some(Err(_)) => return self.close(close_code::SIZE, "the frame cannot be read").await,
                        Some(Ok(Frame::Close(_))) | None => return,
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE || !self.put(Frame::Ping(Bytes::new())).await {
                        return;
                    }
                    continue;
                }
            };
            match answer::text(&frame) {
                Ok(text) => {
                    if !self.put(Frame::Text(text.into())).await {
                        return;
                    }
                }
                Err(error) => tracing::error!(%error, "a frame cannot be written as JSON"),
            }
        }
    }

    async fn answer(&mut self, text: &[u8]) -> SocketReply {
        // Before it is read: reading what makes no sense takes time as well.
        let counted = self.costs(Cost::Read);
        let request: SocketRequest = match counted.and_then(|()| self.read(text)) {
            Ok(request) => request,
            Err(problem) => return SocketReply { id: name_of(text), answer: None, problem: Some(problem) },
        };
        let id = Some(request.id);
        let done = match (request.act, request.watch, request.unwatch) {
            (Some(act), None, None) => self.act(act).await.map(Some),
            (None, Some(table), None) => self.watch(table).await.map(|()| None),
            (None, None, Some(table)) => {
                self.inbox().into_iter().for_each(|inbox| inbox.unwatch(table));
                Ok(None)
            }
            _ => Err(Problem::new(Code::MalformedBody, "ask one of `act`, `watch` and `unwatch`")),
        };
        match done {
            Ok(answer) => SocketReply { id, answer, problem: None },
            Err(problem) => SocketReply { id, answer: None, problem: Some(problem) },
        }
    }

    fn not_text(&mut self) -> SocketReply {
        let problem = Problem::new(Code::MalformedBody, "send JSON in a text frame");
        let problem = self.costs(Cost::Read).err().unwrap_or(problem);
        SocketReply { id: None, answer: None, problem: Some(problem) }
    }

    fn read(&self, text: &[u8]) -> Result<SocketRequest, Problem> {
        judged(self.judge, text)
    }

    async fn act(&mut self, act: SocketAction) -> Result<ActionAnswer, Problem> {
        let SocketAction { table, key, at, action, dry_run } = act;
        let key = key.as_deref().map(str::parse::<IdempotencyKey>).transpose();
        let key = key.map_err(|error| Problem::new(Code::MalformedBody, error).with("path", "act.key"))?;
        if !dry_run {
            self.costs(Cost::Write)?;
        }
        let (room, player) = (&self.services.room, self.player);
        Ok(if dry_run {
            ActionAnswer::Judged(room.dry_run(table, player, at, &action).await?)
        } else {
            // The table comes with the message that tells the change.
            ActionAnswer::Brief(room.command(table, player, Command::Act { at, action }, key).await?.into())
        })
    }

    /// Counts a request. Whoever may not ask it is not listened to for a moment: the network carries more than one may ask.
    fn costs(&mut self, cost: Cost) -> Result<(), Problem> {
        let limits = &self.services.limits;
        let left = limits.of_address(self.address, cost).and_then(|_| limits.of_player(self.player, cost));
        if left.is_err() {
            self.rests_until = Some(Instant::now() + REST);
        }
        left.map(drop).map_err(Problem::from)
    }

    async fn watch(&mut self, table: TableId) -> Result<(), Problem> {
        match self.inbox() {
            Some(inbox) => Ok(inbox.watch(table).await?),
            None => Ok(()),
        }
    }

    fn inbox(&mut self) -> Option<&mut Inbox> {
        match self.messages.source() {
            Source::Player(inbox) => Some(inbox),
            Source::Table(_) | Source::Lobby(_) => None,
        }
    }

    /// Sends a frame; false where the client takes none any more.
    async fn put(&mut self, frame: Frame) -> bool {
        matches!(time::timeout(SEND_TIME, self.socket.send(frame)).await, Ok(Ok(())))
    }

    /// Says why it ends, and waits a moment for the client's answer: until then, what was said last may still be on its way.
    async fn close(mut self, code: u16, reason: &'static str) {
        if self.put(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await {
            let answered = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            time::timeout(LAST_ANSWER, answered).await.ok();
        }
    }
}

/// The name of a request that cannot be read otherwise.
fn name_of(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    let named: Named = serde_json::from_slice(text).ok()?;
    Some(named.id.chars().take(LONGEST_ID).collect())
}
