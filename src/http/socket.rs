//! A WebSocket: the messages of a player's stream, and the way back for actions.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::response::Response;
use futures::FutureExt;
use futures::future::{BoxFuture, Fuse, FusedFuture};
use serde::{Deserialize, Serialize};
use tokio::time::error::Elapsed;
use tokio::time::{self, Instant};
use tracing::{Instrument, Span};
use tungstenite::error::ProtocolError;
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
use super::openapi::described::{Describe, described};
use super::openapi::judge::Judge;
use super::opening::Opening;
use super::problem::{Forbidden, Malformed, Problem, ProblemBody, TooMany, Unauthorized};
use super::quota::ORDINARY;
use super::services::Services;
use super::streamer::Streamer;
use super::streams::{HEARTBEAT, Messages, Source};
use crate::service::id::{PlayerId, TableId};
use crate::service::room::inbox::Inbox;
use crate::service::table::change::Version;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::message::{EndMessage, EndReason, Message};
use crate::service::table::view::ActionResult;
use crate::service::work::share::{Share, Turn};
use cardroom_rules::games::any::AnyAction;
use cardroom_rules::games::viewer::ViewerSafe;

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
pub struct ClientFrame {
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
///
/// Each frame is a text frame (RFC 6455) with one JSON object: the content of 101 describes the server's frames, and
/// `x-client-frames` those of a client, which have at most 64 KiB. The server sends a ping every ten seconds, and closes a socket
/// from which nothing has come for forty.
#[utoipa::path(
    get, path = "/v1/socket", operation_id = "socket", tag = "players",
    security(("bearer" = [])),
    params(SocketQuery),
    responses(
        (status = 101, description = "The socket is open"),
        (status = 426, body = ProblemBody<'static>, content_type = "application/problem+json", description = "Version 13 of the protocol is spoken here"),
        Malformed, Unauthorized, Forbidden, TooMany,
    ),
)]
pub async fn open(
    State(services): State<Arc<Services>>,
    Opening { upgrade, counted }: Opening,
    streamer: Streamer,
    Query(query): Query<SocketQuery>,
    meter: Meter,
    Extension(describe): Extension<Describe>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = streamer.player()?;
    if !is_own_page(&headers, &services) {
        return Err(Problem::new(Code::ForeignOrigin, "pages of this origin may not open a socket here"));
    }
    let upgrade = upgrade.map_err(|rejection| Problem::new(Code::MalformedHeader, rejection.body_text()))?;
    let (tables, cursor) = (watched(query.tables.as_deref())?, cursor(query.after.as_deref())?);
    let inbox = services.room.inbox(player, streamer.share.clone(), tables, cursor).await?;
    let (judge, address) = (&described(describe)?.client_frames, meter.address());
    let share = streamer.share.clone();
    let end = streamer.end(&services).await?;
    let messages = Messages::new(Source::Player(Box::new(inbox)), end, streamer.place);
    let upgrade = upgrade.max_message_size(FRAME).max_frame_size(FRAME).max_write_buffer_size(UNSENT);
    // The server waits for it when it stops, so that the client is told.
    let sockets = services.sockets.clone();
    let span = Span::current();
    Ok(upgrade.on_upgrade(move |socket| {
        let conversation =
            Conversation { services, player, judge, socket, messages, address, share, rests_until: None };
        let held = async move {
            // It is a connection as before.
            let _counted = counted;
            conversation.hold().await;
        };
        sockets.track_future(held.instrument(span))
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
    /// From where it was opened,
    address: ClientNetwork,
    /// and what that has of the server's time.
    share: Option<Arc<Share>>,
    /// Until when nothing is read from the client; `None` where it has asked no more than it may.
    rests_until: Option<Instant>,
}

/// A request that is answered now: its turn has come, or its time is over.
struct Asked {
    text: Utf8Bytes,
    /// Until when it may be answered.
    until: Instant,
    turn: Result<Option<Turn>, Elapsed>,
}

impl Conversation {
    /// Tells and listens until either side has enough.
    async fn hold(mut self) {
        let mut heard = Instant::now();
        let mut pings = time::interval(HEARTBEAT);
        let mut ends = close_code::NORMAL;
        // While a request waits for its turn, no other is read; messages and pings are sent all the same.
        let mut waiting: Fuse<BoxFuture<'static, Asked>> = Fuse::terminated();
        loop {
            let (rests_until, may_ask) = (self.rests_until, waiting.is_terminated());
            let heard_frame = async {
                if let Some(rests_until) = rests_until {
                    time::sleep_until(rests_until).await;
                }
                self.socket.recv().await
            };
            let frame = tokio::select! {
                message = self.messages.next() => match message {
                    Some((cursor, message)) => {
                        ends = end_code(&message).unwrap_or(ends);
                        SocketFrame::Message { cursor, message }
                    }
                    None => return self.close(ends, "the stream is over").await,
                },
                asked = &mut waiting => SocketFrame::Reply(Box::new(self.in_time(asked).await)),
                frame = heard_frame, if may_ask => {
                    heard = Instant::now();
                    self.rests_until = None;
                    match frame {
                        Some(Ok(Frame::Text(text))) => {
                            waiting = self.in_turn(text).fuse();
                            continue;
                        }
                        Some(Ok(Frame::Binary(_))) => SocketFrame::Reply(Box::new(self.not_text())),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                            // Nobody is told of it; who has spent all is not listened to for a while.
                            self.costs(Cost::Read).ok();
                            continue;
                        }
                        Some(Err(error)) => return self.fails(&error).await,
                        Some(Ok(Frame::Close(_))) => return self.answer_close().await,
                        None => return,
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() > SILENCE {
                        return self.messages.ends("the client is silent");
                    }
                    if !self.put(Frame::Ping(Bytes::new())).await {
                        return;
                    }
                    continue;
                }
            };
            if let Some(frame) = written(&frame)
                && !self.put(frame).await
            {
                return;
            }
        }
    }

    /// Waits until it is a request's turn, no longer than a request may take.
    fn in_turn(&self, text: Utf8Bytes) -> BoxFuture<'static, Asked> {
        let (share, until) = (self.share.clone(), Instant::now() + ORDINARY);
        let turn = async move {
            match share {
                Some(share) => Some(share.turn(false).await),
                None => None,
            }
        };
        async move { Asked { text, until, turn: time::timeout_at(until, turn).await } }.boxed()
    }

    /// Answers a request in its time. What it has asked the room for happens all the same.
    async fn in_time(&mut self, Asked { text, until, turn }: Asked) -> SocketReply {
        let work = async {
            let turn = turn?;
            let reply = self.answer(text.as_bytes()).await;
            turn.into_iter().for_each(Turn::done);
            Ok::<_, Elapsed>(reply)
        };
        let why = "this took too long; whether it happened is unknown";
        let late = |_| SocketReply {
            id: name_of(text.as_bytes()),
            answer: None,
            problem: Some(Problem::new(Code::TimedOut, why)),
        };
        time::timeout_at(until, work).await.flatten().unwrap_or_else(late)
    }

    async fn answer(&mut self, text: &[u8]) -> SocketReply {
        // Before it is read: reading what makes no sense takes time as well.
        let counted = self.costs(Cost::Read);
        let request: ClientFrame = match counted.and_then(|()| self.read(text)) {
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

    fn read(&self, text: &[u8]) -> Result<ClientFrame, Problem> {
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
            let done = room.command(table, player, Command::Act { at, action }, key).await?;
            ActionAnswer::Done(Box::new(ActionResult::from(done).brief()))
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
        let sent = time::timeout(SEND_TIME, self.socket.send(frame)).await;
        if sent.is_err() {
            self.messages.ends("the client takes nothing any more");
        }
        matches!(sent, Ok(Ok(())))
    }

    /// Says why it ends, and waits a moment for the client's answer: until then, what was said last may still be on its way.
    async fn close(mut self, code: u16, reason: &'static str) {
        self.messages.ends(reason);
        if self.put(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await {
            let answered = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            time::timeout(LAST_ANSWER, answered).await.ok();
        }
    }

    /// Answers that the client closes it. The answer is made already, and sent when the next frame is read.
    async fn answer_close(mut self) {
        self.messages.ends("the client closed it");
        time::timeout(LAST_ANSWER, self.socket.recv()).await.ok();
    }

    /// Says why a frame could not be read, if the client is still there.
    async fn fails(self, error: &axum::Error) {
        if let Some((code, reason)) = unreadable(error) {
            self.close(code, reason).await;
        }
    }
}

/// What the server says, as it is sent.
fn written(frame: &SocketFrame) -> Option<Frame> {
    match answer::text(frame) {
        Ok(text) => Some(Frame::Text(text.into())),
        Err(error) => {
            tracing::error!(%error, "a frame cannot be written as JSON");
            None
        }
    }
}

/// With which code a socket is closed after this message, if it ends the stream.
fn end_code(message: &Message) -> Option<u16> {
    match message {
        Message::End(EndMessage { table: None, reason: EndReason::Draining }) => Some(close_code::RESTART),
        Message::End(EndMessage { table: None, .. }) => Some(close_code::NORMAL),
        _ => None,
    }
}

/// With which code a socket is closed on which a frame could not be read, and why; `None` if its connection is lost, as a phone's is
/// that leaves its network.
fn unreadable(error: &axum::Error) -> Option<(u16, &'static str)> {
    match error.source()?.downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_) => Some((close_code::SIZE, "the frame is too large")),
        tungstenite::Error::Utf8(_) => Some((close_code::INVALID, "the text is not UTF-8")),
        tungstenite::Error::Protocol(fault) if *fault != ProtocolError::ResetWithoutClosingHandshake => {
            Some((close_code::PROTOCOL, "the frame cannot be read"))
        }
        _ => None,
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
