//! Turns the service's errors into problems. This is the only module that does.

use super::Problem;
use super::code::Code;
use crate::service::entropy::NoEntropy;
use crate::service::limits::rate_limiter::TooOften;
use crate::service::people::accounts::AccountError;
use crate::service::people::friends::SocialError;
use crate::service::people::passwords::PasswordError;
use crate::service::people::players::PlayerError;
use crate::service::people::sessions::SessionError;
use crate::service::people::tickets::NoTicket;
use crate::service::ports::error::StoreError;
use crate::service::ports::ratings::MOST_RECOMPUTED;
use crate::service::ratings::leaderboards::VoidEventError;
use crate::service::room::error::{Failed, RoomError};
use crate::service::table::refused::{Refused, StreamsOf};
use crate::service::work::equity::{EquityError, TooLarge};
use cardroom_rules::games::any::{AnyOptions, AnyRefusal, GameKind};
use cardroom_rules::games::refusal::{Common, NotAccepted};
use cardroom_rules::games::{doudizhu, holdem, shengji};
use cardroom_rules::tournament::prizes::equity::EquityFault;

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) | StoreError::Refused(_) | StoreError::Locked(_) => {
                Self::unavailable(&error)
            }
            StoreError::Impossible { .. } => Self::internal(&error),
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
        Self::new(Code::TooManyRequests, error).after(error.retry_after)
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Busy => Self::new(Code::Busy, error).soon(),
            PasswordError::Broken(_) => Self::internal(&error),
        }
    }
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Unknown => Self::new(Code::TokenInvalid, error),
            SessionError::Expired => Self::new(Code::TokenExpired, error),
            SessionError::Reused => Self::new(Code::TokenReused, error),
            SessionError::NoEntropy(error) => error.into(),
            SessionError::Store(error) => error.into(),
        }
    }
}

impl From<NoTicket> for Problem {
    fn from(error: NoTicket) -> Self {
        match error {
            NoTicket::Unknown => Self::new(Code::TicketInvalid, error),
            NoTicket::NoEntropy(error) => error.into(),
            NoTicket::Store(error) => error.into(),
        }
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Self {
        match error {
            PlayerError::NoSuchPlayer => Self::new(Code::NoSuchPlayer, error),
            PlayerError::NoRefill => Self::new(Code::NoRefill, error),
            PlayerError::RefillTooSoon { until } => {
                Self::new(Code::RefillTooSoon, error).with("until", format!("{until:.3}"))
            }
            PlayerError::HasChips { chips, below } => {
                Self::new(Code::HasChips, error).with("chips", chips).with("below", below)
            }
            PlayerError::Contended => Self::new(Code::Contended, error).soon(),
            PlayerError::NoEntropy(error) => error.into(),
            PlayerError::Store(error) => error.into(),
        }
    }
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::WrongPassword => Self::new(Code::WrongPassword, error),
            AccountError::WrongCode => Self::new(Code::WrongCode, error),
            AccountError::Seated => Self::new(Code::StillSeated, error),
            AccountError::PasswordNeeded => Self::new(Code::PasswordNeeded, error),
            AccountError::LoginTaken => Self::new(Code::LoginTaken, error),
            AccountError::AlreadyNamed => Self::new(Code::AlreadyNamed, error),
            AccountError::Guest => Self::new(Code::GuestHasNoAccount, error),
            AccountError::TooOften(error) => error.into(),
            AccountError::Password(error) => error.into(),
            AccountError::NoEntropy(error) => error.into(),
            AccountError::Store(error) => error.into(),
        }
    }
}

impl From<SocialError> for Problem {
    fn from(error: SocialError) -> Self {
        match error {
            SocialError::Yourself => Self::new(Code::Yourself, error),
            SocialError::NoSuchPlayer => Self::new(Code::NoSuchPlayer, error),
            SocialError::Blocks => Self::new(Code::Blocked, error),
            SocialError::TooManyFriends { most, theirs } => {
                let of = if theirs { "them" } else { "you" };
                Self::new(Code::TooManyFriends, error).with("of", of).with("most", most)
            }
            SocialError::TooManyBlocked { most } => Self::new(Code::TooManyBlocked, error).with("most", most),
            SocialError::TooOften(error) => error.into(),
            SocialError::Store(error) => error.into(),
        }
    }
}

impl From<VoidEventError> for Problem {
    fn from(error: VoidEventError) -> Self {
        match error {
            VoidEventError::NoSuchEvent => Self::new(Code::NoSuchRatedEvent, error),
            VoidEventError::TooOld => Self::new(Code::RatedEventTooOld, error).with("most", MOST_RECOMPUTED),
            VoidEventError::Store(error) => error.into(),
        }
    }
}

impl From<RoomError> for Problem {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::Refused(refused) => refused.into(),
            RoomError::Failed(failed) => failed.into(),
        }
    }
}

impl From<Failed> for Problem {
    fn from(failed: Failed) -> Self {
        match &failed {
            Failed::Contended | Failed::Behind => Self::new(Code::Contended, failed).soon(),
            Failed::Busy => Self::new(Code::Busy, failed).soon(),
            Failed::Stopping => Self::new(Code::Unavailable, failed).soon(),
            Failed::OutOfOrder(_) | Failed::Damaged(_) => Self::new(Code::OutOfOrder, failed),
            Failed::NoEntropy(_) | Failed::Store(_) => Self::unavailable(&failed),
            Failed::Unwritable(_) => Self::internal(&failed),
        }
    }
}

#[allow(clippy::too_many_lines, reason = "a table")]
impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let problem = |code| Self::new(code, &refused);
        match &refused {
            Refused::NoSuchPlayer => problem(Code::NoSuchPlayer),
            Refused::NoSuchTable => problem(Code::NoSuchTable),
            Refused::NoSuchHand => problem(Code::NoSuchHand),
            Refused::NoHandFile { game } => problem(Code::NoHandFile).with("game", game.name()),
            Refused::TableClosed => problem(Code::TableClosed),
            Refused::InviteNeeded => problem(Code::InviteNeeded),
            Refused::StatisticsClosed => problem(Code::StatisticsClosed),
            Refused::NotHost => problem(Code::NotHost),
            Refused::TooManyTournaments { most } => problem(Code::TooManyTournaments).with("most", *most),
            Refused::TooManyEntered { most } => problem(Code::TooManyEntered).with("most", *most),
            Refused::TooManyCodes { most } => problem(Code::TooManyCodes).with("most", *most),
            Refused::DealsInPlay => problem(Code::DealsInPlay),
            Refused::NotAnnouncer => problem(Code::NotAnnouncer),
            Refused::HostPlays => problem(Code::HostPlays),
            Refused::NoSuchTournament => problem(Code::NoSuchTournament),
            Refused::OfTournament { tournament } => {
                problem(Code::OfTournament).with("tournament", tournament.to_string())
            }
            Refused::SeatedElsewhere { table } => {
                problem(Code::SeatedElsewhere).with("table", table.to_string())
            }
            Refused::ByDirector(refusal) => Self::of_tournament(refusal),
            Refused::Banned => problem(Code::Banned),
            Refused::TooManyBanned { most } => problem(Code::TooManyBanned).with("most", *most),
            Refused::Yourself => problem(Code::Yourself),
            Refused::NotAtTable => problem(Code::NotAtTable),
            Refused::AlreadySo => problem(Code::AlreadySo),
            Refused::Paused => problem(Code::Paused),
            Refused::NoSuchInvite => problem(Code::NoSuchInvite),
            Refused::NoInvites => problem(Code::NoInvites),
            Refused::TooManyEmotes { until, wait } => {
                problem(Code::TooManyEmotes).with("until", format!("{until:.3}")).after(wait.unsigned_abs())
            }
            Refused::NoSuchStake { stakes } => problem(Code::NoSuchStake).with("stakes", stakes.clone()),
            Refused::NoBotsHere => problem(Code::NoBotsHere),
            Refused::NoSuchBot { seat } => problem(Code::NoSuchBot).with("seat", seat.0),
            Refused::TooManyBots { most }
            | Refused::TooManyBotsOfHost { most }
            | Refused::TooManyBotsOfAddress { most } => problem(Code::TooManyBots).with("most", *most),
            Refused::TooManyFromAddress { most } => problem(Code::TooManyFromAddress).with("most", *most),
            Refused::TooManySeats { most } => problem(Code::TooManySeats).with("most", *most),
            Refused::WonEnough { most, until } => {
                problem(Code::WonEnough).with("most", *most).with("until", format!("{until:.3}"))
            }
            Refused::BadOption(bad) => {
                problem(Code::BadOption).with("option", bad.option).with("must", bad.must.as_ref())
            }
            Refused::TooManyTables { most } | Refused::TooManyTablesOfAddress { most } => {
                problem(Code::TooManyTables).with("most", *most)
            }
            Refused::SeatTaken { seat } => problem(Code::SeatTaken).with("seat", seat.0),
            Refused::SeatFree => problem(Code::SeatFree),
            Refused::NotWaiting => problem(Code::NotWaiting),
            Refused::TooManyWaiting { most } => problem(Code::TooManyWaiting).with("most", *most),
            Refused::KeptApart => problem(Code::KeptApart),
            Refused::TableFull => problem(Code::TableFull),
            Refused::NoSuchSeat { last } => problem(Code::NoSuchSeat).with("last", last.0),
            Refused::AlreadySeated { seat } => problem(Code::AlreadySeated).with("seat", seat.0),
            Refused::NotSeated => problem(Code::NotSeated),
            Refused::BuyInOutOfBounds { min, max } => {
                problem(Code::BuyInOutOfBounds).with("min", *min).with("max", *max)
            }
            Refused::NotEnoughChips => problem(Code::NotEnoughChips),
            Refused::Leaving => problem(Code::Leaving),
            Refused::InHand => problem(Code::InHand),
            Refused::HandInPlay => problem(Code::HandInPlay),
            Refused::NoHand => problem(Code::NoHand),
            Refused::NotInHand => problem(Code::NotInHand),
            Refused::NotAlone => problem(Code::NotAlone),
            Refused::TooFewPlayers => problem(Code::TooFewPlayers),
            Refused::OtherDealing => problem(Code::OtherDealing),
            Refused::Wish { refusal } => rule(refusal),
            Refused::Stale { at, since, version, options } => {
                let problem = problem(Code::Stale).with("at", *at).with("since", *since);
                problem.with("version", *version).with_options(options.as_deref())
            }
            Refused::Ahead { version } => problem(Code::Ahead).with("version", *version),
            Refused::Rule { refusal, version, options } => {
                not_accepted(refusal).with("version", *version).with_options(options.as_deref())
            }
            Refused::KeyReused => problem(Code::KeyReused),
            Refused::TooManyStreams { of, most } => {
                let of = match of {
                    StreamsOf::Player => "player",
                    StreamsOf::Table => "table",
                    StreamsOf::Tournament => "tournament",
                    StreamsOf::Lobby => "lobby",
                };
                problem(Code::TooManyStreams).with("of", of).with("most", *most).soon()
            }
            Refused::TooManyWatched { most } | Refused::TooManyTournamentsWatched { most } => {
                problem(Code::TooManyWatched).with("most", *most)
            }
            Refused::OthersCursor => problem(Code::OthersCursor),
            Refused::TooManyAtOnce { most } => problem(Code::TooManyRequests).with("most", *most).soon(),
        }
    }
}

/// Why an action was not accepted. Refusals that all games share have the same code in each.
fn not_accepted(refusal: &NotAccepted<AnyRefusal>) -> Problem {
    let common = match refusal {
        NotAccepted::Rule(refusal) => return rule(refusal),
        NotAccepted::Common(common) => common,
    };
    let code = match common {
        Common::HandOver {} => Code::HandOver,
        Common::NotDealtIn {} => Code::NotDealtIn,
        Common::NotYourTurn { .. } => Code::NotYourTurn,
    };
    Problem::new(code, common).with_all(common)
}

/// The rule of a game that was broken, with its data.
fn rule(refusal: &AnyRefusal) -> Problem {
    match refusal.code() {
        (Some(game), code) => Problem::of_rule(game, code, refusal),
        (None, _) => Problem::new(Code::OtherGame, refusal).with_all(refusal),
    }
}

impl From<holdem::tools::Unanswerable> for Problem {
    fn from(error: holdem::tools::Unanswerable) -> Self {
        Self::of_game(GameKind::Holdem, &error)
    }
}

impl From<holdem::equity::question::EquityRefusal> for Problem {
    fn from(error: holdem::equity::question::EquityRefusal) -> Self {
        Self::of_game(GameKind::Holdem, &error)
    }
}

impl From<EquityFault> for Problem {
    fn from(error: EquityFault) -> Self {
        Self::of_game(GameKind::Holdem, &error)
    }
}

impl From<doudizhu::tools::Unanswerable> for Problem {
    fn from(error: doudizhu::tools::Unanswerable) -> Self {
        Self::of_game(GameKind::Doudizhu, &error)
    }
}

impl From<shengji::tools::Unanswerable> for Problem {
    fn from(error: shengji::tools::Unanswerable) -> Self {
        Self::of_game(GameKind::Shengji, &error)
    }
}

impl From<TooLarge> for Problem {
    fn from(error: TooLarge) -> Self {
        Self::of_game(GameKind::Holdem, &error)
    }
}

impl From<EquityError> for Problem {
    fn from(error: EquityError) -> Self {
        match error {
            EquityError::Unanswerable(error) => error.into(),
            EquityError::TooLarge(error) => error.into(),
            EquityError::OutOfTime => Self::new(Code::OutOfTime, error).soon(),
            EquityError::Busy => Self::new(Code::Busy, error).soon(),
            EquityError::Broken(error) => Self::internal(&error),
        }
    }
}

impl Problem {
    fn with_options(self, options: Option<&AnyOptions>) -> Self {
        match options {
            Some(options) => self.with_value("options", options),
            None => self,
        }
    }
}
