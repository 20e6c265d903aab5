//! The kinds of problem that all games share, each with its status. Refusals by the rules of a game have codes of their own, which begin
//! with the game's name.

use axum::http::StatusCode;

/// A kind of problem. Its name in snake case is the `code` that clients switch on, which never changes its meaning. `docs/errors.md` says
/// when each occurs and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
#[allow(missing_docs, reason = "docs/errors.md describes each, held complete by a test")]
pub enum Code {
    MalformedBody,
    MalformedHeader,
    MalformedPath,
    MalformedQuery,
    TokenExpired,
    TokenInvalid,
    TokenMissing,
    TokenReused,
    InviteNeeded,
    Banned,
    DealsInPlay,
    NotAdmin,
    NotHost,
    NotAnnouncer,
    HostPlays,
    NoBotsHere,
    StatisticsClosed,
    WrongCode,
    WrongPassword,
    NoAdmin,
    NoHandFile,
    NotAtTable,
    NoSuchBot,
    NoSuchHand,
    NoSuchInvite,
    NoSuchPlayer,
    NoSuchRatedEvent,
    NoSuchRoute,
    NoSuchSignIn,
    NoSuchTable,
    NoSuchTournament,
    MethodNotAllowed,
    SlowBody,
    Ahead,
    AlreadyNamed,
    AlreadySeated,
    AlreadySo,
    Blocked,
    GuestHasNoAccount,
    HandInPlay,
    HasChips,
    InHand,
    KeptApart,
    Leaving,
    LoginTaken,
    NoHand,
    NoInvites,
    NoRefill,
    NotInHand,
    NotSeated,
    NotWaiting,
    OfTournament,
    SeatedElsewhere,
    TooManyTournaments,
    TooManyEntered,
    TooManyCodes,
    OtherDealing,
    Paused,
    RatedEventTooOld,
    SeatFree,
    RefillTooSoon,
    SeatTaken,
    Stale,
    StillSeated,
    TableClosed,
    TableFull,
    TooFewPlayers,
    TooManyBanned,
    TooManyBots,
    TooManyFromAddress,
    TooManySeats,
    TooManyBlocked,
    TooManyFriends,
    TooManyTables,
    TooManyWaiting,
    WonEnough,
    Yourself,
    BodyTooLarge,
    UnsupportedMediaType,
    /// A socket that uses another version of the protocol.
    UpgradeRequired,
    BadOption,
    BuyInOutOfBounds,
    HandOver,
    KeyReused,
    NoSuchSeat,
    NoSuchStake,
    NotAlone,
    NotDealtIn,
    NotEnoughChips,
    NotYourTurn,
    OtherGame,
    TooManyWatched,
    OthersCursor,
    PasswordNeeded,
    ForeignOrigin,
    TicketInvalid,
    Busy,
    TooManyConnections,
    TooManyEmotes,
    TooManyRequests,
    TooManyStreams,
    Internal,
    Contended,
    OutOfOrder,
    #[strum(serialize = "holdem.out_of_time")]
    OutOfTime,
    TimedOut,
    Unavailable,
}

impl Code {
    /// The code as it is sent.
    pub fn text(self) -> &'static str {
        self.into()
    }

    /// The status of problems of this kind.
    #[allow(clippy::too_many_lines, reason = "a table")]
    pub fn status(self) -> StatusCode {
        match self {
            Self::MalformedBody | Self::MalformedHeader | Self::MalformedPath | Self::MalformedQuery => {
                StatusCode::BAD_REQUEST
            }
            Self::TicketInvalid
            | Self::TokenExpired
            | Self::TokenInvalid
            | Self::TokenMissing
            | Self::TokenReused => StatusCode::UNAUTHORIZED,
            Self::Banned
            | Self::ForeignOrigin
            | Self::InviteNeeded
            | Self::NotAdmin
            | Self::NoBotsHere
            | Self::NotHost
            | Self::NotAnnouncer
            | Self::HostPlays
            | Self::DealsInPlay
            | Self::StatisticsClosed
            | Self::WrongCode
            | Self::WrongPassword => StatusCode::FORBIDDEN,
            Self::NoAdmin
            | Self::NoHandFile
            | Self::NotAtTable
            | Self::NoSuchBot
            | Self::NoSuchHand
            | Self::NoSuchInvite
            | Self::NoSuchPlayer
            | Self::NoSuchRoute
            | Self::NoSuchSignIn
            | Self::NoSuchTable
            | Self::NoSuchTournament
            | Self::NoSuchRatedEvent => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Self::Ahead
            | Self::AlreadyNamed
            | Self::AlreadySeated
            | Self::AlreadySo
            | Self::Blocked
            | Self::GuestHasNoAccount
            | Self::HandInPlay
            | Self::HasChips
            | Self::InHand
            | Self::KeptApart
            | Self::Leaving
            | Self::LoginTaken
            | Self::NoHand
            | Self::NoInvites
            | Self::NoRefill
            | Self::NotInHand
            | Self::NotSeated
            | Self::NotWaiting
            | Self::OfTournament
            | Self::SeatedElsewhere
            | Self::TooManyTournaments
            | Self::TooManyEntered
            | Self::TooManyCodes
            | Self::OtherDealing
            | Self::Paused
            | Self::RatedEventTooOld
            | Self::SeatFree
            | Self::RefillTooSoon
            | Self::SeatTaken
            | Self::Stale
            | Self::StillSeated
            | Self::TableClosed
            | Self::TableFull
            | Self::TooFewPlayers
            | Self::TooManyBanned
            | Self::TooManyBots
            | Self::TooManyFromAddress
            | Self::TooManySeats
            | Self::TooManyBlocked
            | Self::TooManyFriends
            | Self::TooManyTables
            | Self::TooManyWaiting
            | Self::WonEnough => StatusCode::CONFLICT,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::UpgradeRequired => StatusCode::UPGRADE_REQUIRED,
            Self::BadOption
            | Self::BuyInOutOfBounds
            | Self::HandOver
            | Self::KeyReused
            | Self::NoSuchSeat
            | Self::NoSuchStake
            | Self::NotAlone
            | Self::NotDealtIn
            | Self::NotEnoughChips
            | Self::NotYourTurn
            | Self::OtherGame
            | Self::OthersCursor
            | Self::PasswordNeeded
            | Self::TooManyWatched
            | Self::Yourself => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy
            | Self::TooManyConnections
            | Self::TooManyEmotes
            | Self::TooManyRequests
            | Self::TooManyStreams => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Contended | Self::OutOfOrder | Self::OutOfTime | Self::TimedOut | Self::Unavailable => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }
}
