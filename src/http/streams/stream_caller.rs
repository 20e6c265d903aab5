//! The caller of a stream or long poll, and the position where a stream resumes.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use futures::FutureExt;
use futures::future::{self, BoxFuture};
use serde::Deserialize;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;
use utoipa::IntoParams;

use crate::http::extract::caller::Visitor;
use crate::http::extract::headers::single;
use crate::http::limits::request_usage::RequestUsage;
use crate::http::problem::Problem;
use crate::http::problem::code::Code;
use crate::http::request_log;
use crate::http::services::Services;
use crate::service::limits::client_network::ClientNetwork;
use crate::service::limits::network_permits::NetworkPermit;
use crate::service::people::session::SignedIn;
use crate::service::people::sessions::{Ended, SessionError};
use crate::service::room::error::RoomError;
use crate::service::work::fair_queue::FairQueue;
use cardroom_api::id::PlayerId;

/// The caller of a stream or long poll, by the token in a header or by a ticket.
pub struct StreamCaller {
    /// The sign-in; `None` for a caller who only watches.
    pub signed_in: Option<SignedIn>,
    /// The permit of its address.
    pub permit: NetworkPermit,
    /// The address.
    pub from: ClientNetwork,
    /// The queue of its address, if that is limited.
    pub queue: Option<Arc<FairQueue>>,
}

/// The part of a query that has the ticket.
#[derive(Debug, Deserialize)]
struct TicketQuery {
    ticket: Option<String>,
}

impl StreamCaller {
    /// A future that returns when the sign-in ends, or never if there is none. It runs in a task, so that a stream need not check after
    /// each message whether the sign-in has ended.
    pub async fn end(&self, services: &Services) -> Result<BoxFuture<'static, Ended>, Problem> {
        let sign_in_ends = self.sign_in_ends(services).await?;
        if self.signed_in.is_none() {
            return Ok(sign_in_ends);
        }
        let listening = AbortOnDropHandle::new(tokio::spawn(sign_in_ends.in_current_span()));
        // The task fails only when the process ends.
        let ended = async move {
            match listening.await {
                Ok(ended) => ended,
                Err(_) => future::pending().await,
            }
        };
        Ok(ended.boxed())
    }

    async fn sign_in_ends(&self, services: &Services) -> Result<BoxFuture<'static, Ended>, Problem> {
        match self.signed_in {
            Some(signed_in) => Ok(services.sessions.end_of(signed_in).await?.boxed()),
            None => Ok(future::pending().boxed()),
        }
    }

    /// Waits for `wait`, but no longer than the sign-in lasts.
    pub async fn while_signed_in<T>(
        &self,
        services: &Services,
        wait: impl Future<Output = Result<T, RoomError>>,
    ) -> Result<T, Problem> {
        let end = self.sign_in_ends(services).await?;
        tokio::select! {
            biased;
            ended = end => Err(match ended {
                Ended::Expired => SessionError::Expired,
                Ended::SignedOut => SessionError::Unknown,
            }.into()),
            done = wait => Ok(done?),
        }
    }

    /// The player, for a stream that needs a sign-in.
    pub fn player(&self) -> Result<PlayerId, Problem> {
        let missing = || {
            let why = "send `Authorization: Bearer <token>`, or a `ticket`";
            Problem::new(Code::TokenMissing, why)
        };
        self.signed_in.map(|signed_in| signed_in.player).ok_or_else(missing)
    }
}

impl FromRequestParts<Arc<Services>> for StreamCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Visitor(visitor) = Visitor::from_request_parts(parts, services).await?;
        // The handler's own type checks the rest of the query.
        let query = axum::extract::Query::<TicketQuery>::try_from_uri(&parts.uri);
        let ticket = query.ok().and_then(|query| query.0.ticket);
        let signed_in = match (visitor, ticket) {
            (None, Some(ticket)) => {
                let signed_in = services.tickets.take(&ticket).await?;
                request_log::note_player(signed_in.player);
                services.sessions.check(signed_in).await?;
                Some(signed_in)
            }
            (visitor, _) => visitor,
        };
        // From here on it counts as a stream.
        let usage = RequestUsage::of(&parts.extensions)?;
        usage.release();
        let permit = services.quotas.acquire_stream(usage.network()).ok_or_else(|| {
            let why = "your address has its maximum number of streams and waits";
            let most = services.quotas.most_streams();
            Problem::new(Code::TooManyStreams, why).with("of", "address").with("most", most).soon()
        })?;
        Ok(Self { signed_in, permit, from: usage.network(), queue: usage.queue() })
    }
}

/// The header by which a stream resumes.
pub static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The position where a stream resumes, if the request has one.
pub fn last_event_id(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    Ok(single(headers, &LAST_EVENT_ID)?.filter(|id| !id.is_empty()))
}

/// The same header, as the description has it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[allow(dead_code, reason = "documents")]
pub struct LastEventId {
    /// For a stream: the `id` of the last message that you received. The stream resumes after it.
    #[param(rename = "Last-Event-ID")]
    last_event_id: Option<String>,
}
