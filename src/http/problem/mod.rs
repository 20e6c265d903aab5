//! Problems in the form of RFC 9457: `application/problem+json`.

pub mod catalogue;
pub mod code;
mod refused;

use std::error::Error;
use std::iter;
use std::time::Duration;

use axum::http::header::{ACCEPT_ENCODING, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use utoipa::IntoResponses;

use self::code::Code;
use cardroom_api::problem::ProblemBody;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::refusal::Coded;
use cardroom_rules::games::viewer::ViewerSafe;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// On an answer: the code of its problem.
#[derive(Clone, Debug)]
pub struct ProblemCode(pub String);

/// On an answer: an invite code was missing or wrong.
#[derive(Clone, Copy, Debug)]
pub struct WrongCode;

/// A problem. It is in a box because every future that may fail reserves space for one.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem(Box<Members>);

/// The members of a problem.
#[derive(Clone, Debug, PartialEq)]
struct Members {
    status: StatusCode,
    body: ProblemBody,
    retry_after: Option<Duration>,
    /// Whether the problem is the content coding of the body.
    is_of_coding: bool,
}

impl Problem {
    /// A problem of a kind, with details for a person.
    pub fn new(code: Code, detail: impl ToString) -> Self {
        Self::of(code.status(), code.text(), detail)
    }

    /// A refusal by the rules of a game, with all its data.
    pub fn of_game(game: GameKind, refusal: &impl Coded) -> Self {
        Self::of_rule(game, refusal.code(), refusal)
    }

    /// A refusal by the rules of a tournament, with all its data.
    pub fn of_tournament(refusal: &TournamentRefusal) -> Self {
        let code: &'static str = refusal.into();
        let code = format!("tournament.{code}");
        Self::of(StatusCode::UNPROCESSABLE_ENTITY, &code, refusal).with_all(refusal)
    }

    /// The problem of a refusal of any game.
    pub fn of_rule(game: GameKind, code: &str, refusal: &(impl Error + ViewerSafe)) -> Self {
        let code = format!("{}.{code}", game.name());
        Self::of(StatusCode::UNPROCESSABLE_ENTITY, &code, refusal).with_all(refusal)
    }

    #[allow(clippy::needless_pass_by_value, reason = "so that texts and errors can be passed alike")]
    fn of(status: StatusCode, code: &str, detail: impl ToString) -> Self {
        Self(Box::new(Members {
            status,
            body: ProblemBody {
                address: catalogue::address(code),
                title: catalogue::title(code),
                status: status.as_u16(),
                detail: detail.to_string(),
                code: code.to_owned(),
                data: Map::new(),
            },
            retry_after: None,
            is_of_coding: false,
        }))
    }

    /// Whether an invite code was missing or wrong.
    fn is_of_wrong_code(&self) -> bool {
        self.0.body.code == Code::InviteNeeded.text()
    }

    /// The body of the answer.
    pub fn body(&self) -> &ProblemBody {
        &self.0.body
    }

    /// The same, without the rest of the answer.
    pub fn into_body(self) -> ProblemBody {
        self.0.body
    }

    /// The problem of a query parameter that cannot be read.
    pub fn query(name: &str, given: &str) -> Self {
        let why = format!("{name}: `{}` cannot be read", given.chars().take(64).collect::<String>());
        Self::new(Code::MalformedQuery, why).with("parameter", name)
    }

    /// A failure of the server. Its causes are logged and not sent.
    pub fn internal(cause: &dyn Error) -> Self {
        log(cause);
        Self::new(Code::Internal, "something failed on our side")
    }

    /// A failure of the server that may pass. Its causes are logged and not sent.
    pub fn unavailable(cause: &dyn Error) -> Self {
        log(cause);
        Self::new(Code::Unavailable, "this is out of service; try again").soon()
    }

    /// Adds a number, a text or a list as a member.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.0.body.data.insert(member.to_owned(), value.into());
        self
    }

    /// Adds a member that was built for this caller.
    #[must_use]
    pub fn with_value(self, member: &str, value: &impl ViewerSafe) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => self.with(member, value),
            Err(error) => Self::internal(&error),
        }
    }

    /// Adds all data of a game's refusal except its code.
    #[must_use]
    pub fn with_all(mut self, refusal: &impl ViewerSafe) -> Self {
        match serde_json::to_value(refusal) {
            Ok(Value::Object(members)) => {
                self.0.body.data.extend(members.into_iter().filter(|(member, _)| member != "code"));
                self
            }
            Ok(_) => self,
            Err(error) => Self::internal(&error),
        }
    }

    /// Adds the content codings that a body may have, which are none. A 415 without them is about the media type (RFC 9110, section 12.5.3).
    #[must_use]
    pub fn of_coding(mut self) -> Self {
        self.0.is_of_coding = true;
        self
    }

    /// Says that the request may be tried again in a second: it failed through no fault of its own.
    #[must_use]
    pub fn soon(self) -> Self {
        self.after(Duration::from_secs(1))
    }

    /// Says when the request may be tried again.
    #[must_use]
    pub fn after(mut self, wait: Duration) -> Self {
        self.0.retry_after = Some(wait);
        self
    }
}

/// Whole seconds, rounded up, so that a client that waits so long is not refused again.
pub fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

/// An error and its causes, each once: the text of some errors ends with that of their cause.
pub fn with_causes(error: &dyn Error) -> String {
    let causes = iter::successors(error.source(), |&cause| cause.source());
    causes.map(ToString::to_string).fold(error.to_string(), |said, cause| {
        if said.ends_with(&cause) { said } else { format!("{said}: {cause}") }
    })
}

fn log(cause: &dyn Error) {
    tracing::error!(cause = with_causes(cause), "a request failed");
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        // It consists of strings, numbers and JSON values, so writing it cannot fail.
        let Ok(body) = serde_json::to_vec(self.body()) else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let (status, retry_after, is_of_coding) = (self.0.status, self.0.retry_after, self.0.is_of_coding);
        let mut response = (status, body).into_response();
        if self.is_of_wrong_code() {
            response.extensions_mut().insert(WrongCode);
        }
        response.extensions_mut().insert(ProblemCode(self.0.body.code));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        if let Some(wait) = retry_after {
            headers.insert(RETRY_AFTER, seconds(wait).into());
        }
        if is_of_coding {
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The request cannot be read.
#[derive(IntoResponses)]
#[response(status = 400, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct Malformed(ProblemBody);

/// The request needs a valid bearer token.
#[derive(IntoResponses)]
#[response(status = 401, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct Unauthorized(ProblemBody);

/// You may not do this.
#[derive(IntoResponses)]
#[response(status = 403, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct Forbidden(ProblemBody);

/// It does not exist.
#[derive(IntoResponses)]
#[response(status = 404, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct NotFound(ProblemBody);

/// The current state does not allow it.
#[derive(IntoResponses)]
#[response(status = 409, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct Conflict(ProblemBody);

/// The rules refuse it.
#[derive(IntoResponses)]
#[response(status = 422, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct RulesRefuse(ProblemBody);

/// You already have it: `If-None-Match` names its `ETag`.
#[derive(IntoResponses)]
#[response(status = 304)]
#[allow(dead_code, reason = "documents")]
pub struct NotModified;

/// A limit is exceeded, or too many requests wait already. `Retry-After` says when to try again.
#[derive(IntoResponses)]
#[response(status = 429, content_type = "application/problem+json")]
#[allow(dead_code, reason = "documents")]
pub struct TooMany(ProblemBody);

#[cfg(test)]
mod tests {
    use std::io;

    use super::{Problem, with_causes};
    use crate::service::ports::error::StoreError;
    use cardroom_rules::games::any::GameKind;
    use cardroom_rules::games::holdem::refusal::Refusal;

    #[test]
    fn a_problem_is_sent_with_its_data() {
        let problem = Problem::of_game(GameKind::Holdem, &Refusal::BelowMinRaise { min: 300 });
        let problem = serde_json::to_value(problem.with("version", 41).body()).unwrap();
        let expected = serde_json::json!({
            "type": "/errors/holdem.below_min_raise",
            "title": "Below min raise",
            "status": 422,
            "detail": "the least total is 300",
            "code": "holdem.below_min_raise",
            "min": 300,
            "version": 41,
        });
        assert_eq!(problem, expected);
    }
    #[derive(Debug, thiserror::Error)]
    #[error("no connection: {0}")]
    struct NoConnection(#[source] io::Error);

    #[test]
    fn a_cause_is_said_once() {
        let refused = || io::Error::other("refused");
        let repeated = StoreError::Unavailable(Box::new(NoConnection(refused())));
        assert_eq!(with_causes(&repeated), "the database failed: no connection: refused");
        let plain = StoreError::Unavailable(Box::new(refused()));
        assert_eq!(with_causes(&plain), "the database failed: refused");
    }
}
