//! A WebSocket: it sends the messages of a player's stream, and receives actions.

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
use serde::Deserialize;
use tokio::time::error::Elapsed;
use tokio::time::{self, Instant};
use tracing::{Instrument, Span};
use utoipa::IntoParams;

use super::frames::{end_code, id_of, unreadable, written};
use super::me::{cursor, watched};
use super::messages::{MessageSource, Messages};
use super::sse::HEARTBEAT;
use super::stream_caller::StreamCaller;
use super::upgrade::SocketUpgrade;
use crate::http::extract::json::parse_valid;
use crate::http::extract::query::Query;
use crate::http::limits::connection_permit::ConnectionPermit;
use crate::http::limits::cost::Cost;
use crate::http::limits::request_time::ORDINARY;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::code::Code;
use crate::http::problem::{Forbidden, Malformed, Problem, TooMany, Unauthorized};
use crate::http::schema::description::{Describe, described};
use crate::http::schema::validator::SchemaValidator;
use crate::http::services::Services;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::room::streams::inbox::Inbox;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::work::fair_queue::{FairQueue, WorkPermit};
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::problem::ProblemBody;
use cardroom_api::socket::{ClientFrame, SocketAction, SocketFrame, SocketReply};
use cardroom_api::table::answer::{ActionAnswer, ActionResult};

/// The most bytes of a frame that a client sends.
const FRAME: usize = 64 * 1024;
/// How many bytes may wait to be sent to a client. A message of any length fits if none waits.
const UNSENT: usize = 256 * 1024;
/// How long one frame may take to be sent.
const SEND_TIME: Duration = Duration::from_secs(30);
/// How long to read nothing from a client that has exceeded a limit.
const REST: Duration = Duration::from_secs(1);
/// How long a client may take to answer the close frame.
const LAST_ANSWER: Duration = Duration::from_secs(2);
/// How long a client may send nothing, not even the answer to a ping.
const SILENCE: Duration = Duration::from_secs(40);

/// Where to begin, and what to watch.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SocketQuery {
    /// Your cursor. If absent, the current state comes first.
    after: Option<String>,
    /// Tables to watch besides those where you sit: at most 16, separated by commas.
    tables: Option<String>,
    /// Tournaments to watch besides those in which you play: at most 4, separated by commas.
    tournaments: Option<String>,
    /// A ticket, for clients that cannot send an `Authorization` header.
    #[allow(dead_code, reason = "taken before the handler")]
    ticket: Option<String>,
}

/// Open a socket
///
/// The same messages as `GET /v1/me/events`, each in a text frame `{"message": {"cursor": …, "message": …}}`. Your frames act in a hand, or
/// watch a table or a tournament: `{"id": "7", "act": {"table": …, "key": …, "at": 41, "action": …}}`, `{"id": "8", "watch": …}`,
/// `{"id": "9", "watch_tournament": …}`. The answer is a frame `{"reply": {"id": "7", …}}`. Its `table` is null, because the table comes
/// with the message about the change. A page is refused if its origin is neither the server's own nor one that the server was started
/// with.
///
/// Each frame is a text frame (RFC 6455) with one JSON object. The content of 101 describes the server's frames, and `x-client-frames`
/// those of clients, which have at most 64 KiB. The server sends a ping every ten seconds, and closes a socket on which it has received
/// nothing for forty seconds.
#[utoipa::path(
    get, path = "/v1/socket", operation_id = "socket", tag = "players",
    security(("bearer" = [])),
    params(SocketQuery),
    responses(
        (status = 101, description = "The socket is open"),
        (status = 426, body = ProblemBody, content_type = "application/problem+json", description = "Version 13 of the protocol is spoken here"),
        Malformed, Unauthorized, Forbidden, TooMany,
    ),
)]
pub async fn open(
    State(services): State<Arc<Services>>,
    SocketUpgrade { upgrade, permit }: SocketUpgrade,
    stream: StreamCaller,
    Query(query): Query<SocketQuery>,
    usage: RequestUsage,
    Extension(describe): Extension<Describe>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = stream.player()?;
    if !is_own_page(&headers, &services) {
        return Err(Problem::new(Code::ForeignOrigin, "pages of this origin may not open a socket here"));
    }
    let upgrade = upgrade.map_err(|rejection| Problem::new(Code::MalformedHeader, rejection.body_text()))?;
    let watched = watched(query.tables.as_deref(), query.tournaments.as_deref())?;
    let cursor = cursor(query.after.as_deref())?;
    let inbox = services.room.inbox(player, stream.queue.clone(), watched, cursor).await?;
    let (validator, address) = (&described(describe)?.client_frames, usage.network());
    let queue = stream.queue.clone();
    let end = stream.end(&services).await?;
    let messages = Messages::new(MessageSource::Player(Box::new(inbox)), end, stream.permit);
    let upgrade = upgrade.max_message_size(FRAME).max_frame_size(FRAME).max_write_buffer_size(UNSENT);
    // The server waits for open sockets when it stops, so that each client gets the last message.
    let sockets = services.sockets.clone();
    let span = Span::current();
    Ok(upgrade.on_upgrade(move |socket| {
        let conversation = Conversation {
            services,
            player,
            validator,
            socket,
            messages,
            address,
            queue,
            permit,
            rests_until: None,
        };
        sockets.track_future(conversation.hold().instrument(span))
    }))
}

/// Whether a request comes from no page, from the server's own page, or from a page that may send requests.
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
    /// The validator of frames.
    validator: &'static SchemaValidator,
    socket: WebSocket,
    messages: Messages,
    /// The address that it was opened from.
    address: ClientNetwork,
    /// The queue of that address, if it is limited.
    queue: Option<Arc<FairQueue>>,
    /// The permit of the connection: a socket still counts as one.
    permit: Option<Arc<ConnectionPermit>>,
    /// Until when nothing is read from the client; `None` if it is within its limits.
    rests_until: Option<Instant>,
}

/// A request that is answered now: it has its permit, or its time is over.
struct FrameRequest {
    text: Utf8Bytes,
    /// Its deadline.
    until: Instant,
    permit: Result<Option<WorkPermit>, Elapsed>,
}

impl Conversation {
    /// Sends messages and reads frames until either side ends the socket.
    async fn hold(mut self) {
        let mut heard = Instant::now();
        let mut pings = time::interval(HEARTBEAT);
        let mut ends = close_code::NORMAL;
        // While a request waits for its permit, no other is read. Messages and pings are still sent.
        let mut waiting: Fuse<BoxFuture<'static, FrameRequest>> = Fuse::terminated();
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
                request = &mut waiting => SocketFrame::Reply(Box::new(self.in_time(request).await)),
                frame = heard_frame, if may_ask => {
                    heard = Instant::now();
                    self.rests_until = None;
                    match frame {
                        Some(Ok(Frame::Text(text))) => {
                            waiting = self.with_permit(text).fuse();
                            continue;
                        }
                        Some(Ok(Frame::Binary(_))) => SocketFrame::Reply(Box::new(self.not_text())),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {
                            // It has no reply. If it exceeds a limit, nothing is read for a while.
                            self.spend(Cost::Read).ok();
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

    /// Waits for a permit for a request, no longer than a request may take.
    fn with_permit(&self, text: Utf8Bytes) -> BoxFuture<'static, FrameRequest> {
        let (queue, until) = (self.queue.clone(), Instant::now() + ORDINARY);
        let permit = async move {
            match queue {
                Some(queue) => Some(queue.acquire(false).await),
                None => None,
            }
        };
        async move { FrameRequest { text, until, permit: time::timeout_at(until, permit).await } }.boxed()
    }

    /// Answers a request within its time. What it has asked the room for happens even after that.
    async fn in_time(&mut self, FrameRequest { text, until, permit }: FrameRequest) -> SocketReply {
        let work = async {
            let permit = permit?;
            let reply = self.answer(text.as_bytes()).await;
            permit.into_iter().for_each(WorkPermit::finish);
            Ok::<_, Elapsed>(reply)
        };
        let why = "the request took too long; it is unknown whether it took effect";
        let late = |_| SocketReply {
            id: id_of(text.as_bytes()),
            answer: None,
            problem: Some(Problem::new(Code::TimedOut, why).into_body()),
        };
        time::timeout_at(until, work).await.flatten().unwrap_or_else(late)
    }

    async fn answer(&mut self, text: &[u8]) -> SocketReply {
        // A request counts before it is parsed, because parsing a wrong one takes time as well.
        let counted = self.spend(Cost::Read);
        let request: ClientFrame = match counted.and_then(|()| self.read(text)) {
            Ok(request) => request,
            Err(problem) => {
                return SocketReply { id: id_of(text), answer: None, problem: Some(problem.into_body()) };
            }
        };
        let ClientFrame { id, act, watch, unwatch, watch_tournament, unwatch_tournament } = request;
        let done = match (act, watch, unwatch, watch_tournament, unwatch_tournament) {
            (Some(act), None, None, None, None) => self.act(act).await.map(Some),
            (None, Some(table), None, None, None) => self.watch(table).await.map(|()| None),
            (None, None, Some(table), None, None) => {
                self.inbox().into_iter().for_each(|inbox| inbox.unwatch(table));
                Ok(None)
            }
            (None, None, None, Some(tournament), None) => {
                self.watch_tournament(tournament).await.map(|()| None)
            }
            (None, None, None, None, Some(tournament)) => {
                self.inbox().into_iter().for_each(|inbox| inbox.unwatch_tournament(tournament));
                Ok(None)
            }
            _ => Err(Problem::new(Code::MalformedBody, "a frame has one member beside its `id`")),
        };
        let id = Some(id);
        match done {
            Ok(answer) => SocketReply { id, answer, problem: None },
            Err(problem) => SocketReply { id, answer: None, problem: Some(problem.into_body()) },
        }
    }

    fn not_text(&mut self) -> SocketReply {
        let problem = Problem::new(Code::MalformedBody, "send JSON in a text frame");
        let problem = self.spend(Cost::Read).err().unwrap_or(problem);
        SocketReply { id: None, answer: None, problem: Some(problem.into_body()) }
    }

    fn read(&self, text: &[u8]) -> Result<ClientFrame, Problem> {
        parse_valid(self.validator, text)
    }

    async fn act(&mut self, act: SocketAction) -> Result<ActionAnswer, Problem> {
        let SocketAction { table, key, at, action, dry_run } = act;
        let key = key.as_deref().map(str::parse::<IdempotencyKey>).transpose();
        let key = key.map_err(|error| Problem::new(Code::MalformedBody, error).with("path", "act.key"))?;
        if !dry_run {
            self.spend(Cost::Write)?;
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

    /// Counts a request. If a limit is exceeded, nothing is read for a moment, because the network carries more requests than a client may
    /// send.
    fn spend(&mut self, cost: Cost) -> Result<(), Problem> {
        let quotas = &self.services.quotas;
        let counted = quotas.spend_of_address(self.address, cost);
        let counted = counted.and_then(|_| quotas.spend_of_player(self.player, cost));
        if counted.is_err() {
            self.rests_until = Some(Instant::now() + REST);
        }
        counted.map(drop).map_err(Problem::from)
    }

    async fn watch(&mut self, table: TableId) -> Result<(), Problem> {
        match self.inbox() {
            Some(inbox) => Ok(inbox.watch(table).await?),
            None => Ok(()),
        }
    }

    async fn watch_tournament(&mut self, tournament: TournamentId) -> Result<(), Problem> {
        match self.inbox() {
            Some(inbox) => Ok(inbox.watch_tournament(tournament).await?),
            None => Ok(()),
        }
    }

    fn inbox(&mut self) -> Option<&mut Inbox> {
        match self.messages.source() {
            MessageSource::Player(inbox) => Some(inbox),
            MessageSource::Table(_) | MessageSource::Lobby(_) | MessageSource::Tournament(_) => None,
        }
    }

    /// Sends a frame, and returns whether it was sent.
    async fn put(&mut self, frame: Frame) -> bool {
        let sent = time::timeout(SEND_TIME, self.socket.send(frame)).await;
        if sent.is_err() {
            self.messages.ends("the client no longer reads");
        }
        matches!(sent, Ok(Ok(())))
    }

    /// Closes the socket with a reason, and waits a moment for the client's answer. Until then the last frames may still be on their way.
    async fn close(mut self, code: u16, reason: &'static str) {
        self.messages.ends(reason);
        if self.put(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await {
            let answered = async { while let Some(Ok(_)) = self.socket.recv().await {} };
            time::timeout(LAST_ANSWER, answered).await.ok();
        }
    }

    /// Answers the client's close frame. The answer is sent when the next frame is read.
    async fn answer_close(mut self) {
        self.messages.ends("the client closed it");
        time::timeout(LAST_ANSWER, self.socket.recv()).await.ok();
    }

    /// Closes the socket after a frame that could not be read, if the client is still connected.
    async fn fails(self, error: &axum::Error) {
        if let Some((code, reason)) = unreadable(error) {
            // The rest of the frame is unread.
            self.permit.as_ref().inspect(|permit| permit.drain());
            self.close(code, reason).await;
        }
    }
}
