//! Who opens a stream, and from where it resumes.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use futures::FutureExt;
use futures::future::{self, BoxFuture};
use serde::Deserialize;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

use super::address::ClientNetwork;
use super::at_once::AddressPlace;
use super::code::Code;
use super::extract::{Visitor, single};
use super::meter::Meter;
use super::problem::Problem;
use super::request_log;
use super::services::Services;
use crate::service::id::PlayerId;
use crate::service::people::session::SignedIn;
use crate::service::people::sessions::{Ended, SessionError};
use crate::service::room::error::RoomError;
use crate::service::work::share::Share;

/// Somebody who opens a stream or waits: by a token in the header, or by a ticket.
pub struct Streamer {
    /// Who.
    pub signed_in: Option<SignedIn>,
    /// What counts it for its address, until it is dropped.
    pub place: AddressPlace,
    /// From where.
    pub from: ClientNetwork,
    /// What its address has of the house's time, where that is bounded.
    pub share: Option<Arc<Share>>,
}

/// The query of a stream, of which a ticket may be a part.
#[derive(Debug, Deserialize)]
struct TicketQuery {
    ticket: Option<String>,
}

impl Streamer {
    /// What returns when the sign-in opens nothing any more; never without one. A task of its own listens, so that a stream
    /// does not look after each message whether the sign-in has ended.
    pub async fn end(&self, services: &Services) -> Result<BoxFuture<'static, Ended>, Problem> {
        let sign_in_ends = self.sign_in_ends(services).await?;
        if self.signed_in.is_none() {
            return Ok(sign_in_ends);
        }
        let listening = AbortOnDropHandle::new(tokio::spawn(sign_in_ends.in_current_span()));
        // A task ends otherwise only with the house.
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

    /// Waits for this no longer than the sign-in lasts.
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

    /// The player, where a sign-in is needed.
    pub fn player(&self) -> Result<PlayerId, Problem> {
        let missing = || {
            let why = "send `Authorization: Bearer <token>`, or a `ticket`";
            Problem::new(Code::TokenMissing, why)
        };
        self.signed_in.map(|signed_in| signed_in.player).ok_or_else(missing)
    }
}

impl FromRequestParts<Arc<Services>> for Streamer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Arc<Services>) -> Result<Self, Problem> {
        let Visitor(visitor) = Visitor::from_request_parts(parts, services).await?;
        // Whatever else the query has, the handler's own type judges.
        let query = axum::extract::Query::<TicketQuery>::try_from_uri(&parts.uri);
        let ticket = query.ok().and_then(|query| query.0.ticket);
        let signed_in = match (visitor, ticket) {
            (None, Some(ticket)) => {
                let signed_in = services.tickets.take(&ticket)?;
                request_log::note_player(signed_in.player);
                services.sessions.check(signed_in).await?;
                Some(signed_in)
            }
            (visitor, _) => visitor,
        };
        // It is counted as a stream from here on.
        let meter = Meter::of(&parts.extensions)?;
        meter.let_go();
        let share = meter.share();
        let place = services.limits.stream(meter.address()).ok_or_else(|| {
            let why = "as many streams and waits run from your address as may";
            let most = services.limits.most_streams();
            Problem::new(Code::TooManyStreams, why).with("of", "address").with("most", most).soon()
        })?;
        Ok(Self { signed_in, place, from: meter.address(), share })
    }
}

/// The header by which a stream resumes.
pub static LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Where a stream is to resume, where it says so.
pub fn last_event_id(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    Ok(single(headers, &LAST_EVENT_ID)?.filter(|id| !id.is_empty()))
}
