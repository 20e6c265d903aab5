//! The one place where the service's errors become statuses and codes.

use std::error::Error;
use std::time::Duration;

use axum::http::StatusCode;

use super::problem::Problem;
use crate::games::any::{AnyOptions, AnyRefusal, GameKind};
use crate::games::doudizhu::tools::NotJudged;
use crate::games::game::Told;
use crate::games::holdem::equity::question::Unclear;
use crate::games::holdem::evaluate::NotAHand;
use crate::games::holdem::tabled::NotComparable;
use crate::games::shengji::tools::Unanswerable;
use crate::service::accounts::AccountError;
use crate::service::dealer::NoEntropy;
use crate::service::equity::{EquityError, TooLarge};
use crate::service::passwords::PasswordError;
use crate::service::players::PlayerError;
use crate::service::refused::Refused;
use crate::service::sessions::SessionError;
use crate::service::store::StoreError;
use crate::service::throttle::TooOften;

/// When to try again what failed for no fault of the request.
const SOON: Duration = Duration::from_secs(1);

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::from(&error)
    }
}

impl From<&StoreError> for Problem {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::unavailable(error),
            StoreError::Impossible { .. } => Self::internal(error),
        }
    }
}

impl From<NoEntropy> for Problem {
    fn from(error: NoEntropy) -> Self {
        Self::unavailable(&error)
    }
}

impl From<TooOften> for Problem {
    fn from(error: TooOften) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", error).after(error.retry_after)
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", error).after(SOON),
            PasswordError::Broken(_) => Self::internal(&error),
        }
    }
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        let unauthorized = |code, error| Self::new(StatusCode::UNAUTHORIZED, code, error);
        match error {
            SessionError::Unknown => unauthorized("token_invalid", error),
            SessionError::Expired => unauthorized("token_expired", error),
            SessionError::Reused => unauthorized("token_reused", error),
            SessionError::NoEntropy(error) => error.into(),
            SessionError::Store(error) => error.into(),
        }
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::NoSuchPlayer => Self::new(StatusCode::NOT_FOUND, "no_such_player", error),
            PlayerError::NoEntropy(error) => error.into(),
            PlayerError::Store(error) => error.into(),
        }
    }
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::WrongPassword => Self::new(StatusCode::FORBIDDEN, "wrong_password", error),
            AccountError::LoginTaken => Self::new(StatusCode::CONFLICT, "login_taken", error),
            AccountError::AlreadyNamed => Self::new(StatusCode::CONFLICT, "already_named", error),
            AccountError::Guest => Self::new(StatusCode::CONFLICT, "guest_has_no_account", error),
            AccountError::TooOften(error) => error.into(),
            AccountError::Password(error) => error.into(),
            AccountError::NoEntropy(error) => error.into(),
            AccountError::Store(error) => error.into(),
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let (status, code) = kind(&refused);
        let problem = Self::new(status, code, &refused);
        match &refused {
            Refused::BadOption(bad) => problem.with("option", bad.option).with("must", bad.must),
            Refused::SeatTaken { seat } | Refused::AlreadySeated { seat } => problem.with("seat", seat.0),
            Refused::NoHandFile { game } => problem.with("game", game.name()),
            Refused::TooManyTables { most } => problem.with("most", *most),
            Refused::TooManyAtOnce { most } => problem.with("most", *most).after(SOON),
            Refused::NoSuchSeat { last } => problem.with("last", last.0),
            Refused::BuyInOutOfBounds { min, max } => problem.with("min", *min).with("max", *max),
            Refused::Ahead { version } => problem.with("version", *version),
            Refused::Stale { at, since, version, options } => {
                let problem = problem.with("at", *at).with("since", *since).with("version", *version);
                problem.with_options(options.as_deref())
            }
            Refused::Rule { refusal, version, options } => {
                rule(refusal).with("version", *version).with_options(options.as_deref())
            }
            Refused::NoEntropy(error) => Self::unavailable(error),
            Refused::Store(error) => error.as_ref().into(),
            Refused::Contended | Refused::Unavailable => problem.after(SOON),
            _ => problem,
        }
    }
}

/// A rule of a game that was broken, with its data. What every game refuses alike has one code in all of them.
fn rule(refusal: &AnyRefusal) -> Problem {
    let code = match refusal.code() {
        (None, code) | (Some(_), code @ ("hand_over" | "not_dealt_in" | "not_your_turn")) => code.to_owned(),
        (Some(game), code) => format!("{}.{code}", game.name()),
    };
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, refusal).tell_all(refusal)
}

impl From<NotAHand> for Problem {
    fn from(error: NotAHand) -> Self {
        unanswerable(GameKind::Holdem, error.code(), &error)
    }
}

impl From<NotComparable> for Problem {
    fn from(error: NotComparable) -> Self {
        unanswerable(GameKind::Holdem, error.code(), &error)
    }
}

impl From<NotJudged> for Problem {
    fn from(error: NotJudged) -> Self {
        unanswerable(GameKind::Doudizhu, error.code(), &error)
    }
}

impl From<Unanswerable> for Problem {
    fn from(error: Unanswerable) -> Self {
        unanswerable(GameKind::Shengji, error.code(), &error)
    }
}

impl From<Unclear> for Problem {
    fn from(error: Unclear) -> Self {
        unanswerable(GameKind::Holdem, error.code(), &error)
    }
}

impl From<TooLarge> for Problem {
    fn from(error: TooLarge) -> Self {
        unanswerable(GameKind::Holdem, "too_large", &error)
    }
}

impl From<EquityError> for Problem {
    fn from(error: EquityError) -> Self {
        match error {
            EquityError::Unclear(error) => error.into(),
            EquityError::TooLarge(error) => error.into(),
            EquityError::OutOfTime => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "holdem.out_of_time", error).after(SOON)
            }
            EquityError::Busy => Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", error).after(SOON),
            EquityError::Broken(error) => Self::internal(&error),
        }
    }
}

/// What the rules of a game cannot be asked.
fn unanswerable(game: GameKind, code: &str, error: &(impl Error + Told)) -> Problem {
    let code = format!("{}.{code}", game.name());
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, error).tell_all(error)
}

/// The status and the code of what the card room refuses.
fn kind(refused: &Refused) -> (StatusCode, &'static str) {
    use StatusCode as S;
    match refused {
        Refused::InviteNeeded => (S::FORBIDDEN, "invite_needed"),
        Refused::NotHost => (S::FORBIDDEN, "not_host"),
        Refused::NoSuchPlayer => (S::NOT_FOUND, "no_such_player"),
        Refused::NoSuchTable => (S::NOT_FOUND, "no_such_table"),
        Refused::NoSuchHand => (S::NOT_FOUND, "no_such_hand"),
        Refused::NoHandFile { .. } => (S::NOT_FOUND, "no_hand_file"),
        Refused::TableClosed => (S::CONFLICT, "table_closed"),
        Refused::TooManyTables { .. } => (S::CONFLICT, "too_many_tables"),
        Refused::SeatTaken { .. } => (S::CONFLICT, "seat_taken"),
        Refused::TableFull => (S::CONFLICT, "table_full"),
        Refused::AlreadySeated { .. } => (S::CONFLICT, "already_seated"),
        Refused::NotSeated => (S::CONFLICT, "not_seated"),
        Refused::InHand => (S::CONFLICT, "in_hand"),
        Refused::Leaving => (S::CONFLICT, "leaving"),
        Refused::HandInPlay => (S::CONFLICT, "hand_in_play"),
        Refused::NoHand => (S::CONFLICT, "no_hand"),
        Refused::NotInHand => (S::CONFLICT, "not_in_hand"),
        Refused::TooFewPlayers => (S::CONFLICT, "too_few_players"),
        Refused::OtherDealing => (S::CONFLICT, "other_dealing"),
        Refused::NoStraddle => (S::CONFLICT, "no_straddle"),
        Refused::NoAutoPass => (S::CONFLICT, "no_auto_pass"),
        Refused::Stale { .. } => (S::CONFLICT, "stale"),
        Refused::Ahead { .. } => (S::CONFLICT, "ahead"),
        Refused::BadOption(_) => (S::UNPROCESSABLE_ENTITY, "bad_option"),
        Refused::NoSuchSeat { .. } => (S::UNPROCESSABLE_ENTITY, "no_such_seat"),
        Refused::BuyInOutOfBounds { .. } => (S::UNPROCESSABLE_ENTITY, "buy_in_out_of_bounds"),
        Refused::NotEnoughChips => (S::UNPROCESSABLE_ENTITY, "not_enough_chips"),
        Refused::KeyReused => (S::UNPROCESSABLE_ENTITY, "key_reused"),
        Refused::Rule { .. } => (S::UNPROCESSABLE_ENTITY, "rule"),
        Refused::TooManyAtOnce { .. } => (S::TOO_MANY_REQUESTS, "too_many_requests"),
        Refused::Contended => (S::SERVICE_UNAVAILABLE, "contended"),
        Refused::OutOfOrder(_) => (S::SERVICE_UNAVAILABLE, "out_of_order"),
        Refused::Unavailable | Refused::NoEntropy(_) | Refused::Store(_) => {
            (S::SERVICE_UNAVAILABLE, "unavailable")
        }
    }
}

impl Problem {
    fn with_options(self, options: Option<&AnyOptions>) -> Self {
        match options {
            Some(options) => self.tell("options", options),
            None => self,
        }
    }
}
