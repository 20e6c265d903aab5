//! Refusals of the card room.

use jiff::{SignedDuration, Timestamp};

use crate::service::table::seats::emote::{EMOTE_TIME, MOST_EMOTES};
use cardroom_api::id::{TableId, TournamentId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::any::{AnyOptions, AnyRefusal, GameKind};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::{BadOption, NotAccepted};
use cardroom_rules::games::seat::Seat;
use cardroom_rules::tournament::director::refusal::TournamentRefusal;

/// A refusal of the card room. Nothing has changed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refused {
    /// There is no such player (any more).
    #[error("there is no such player")]
    NoSuchPlayer,
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// There is no such hand.
    #[error("there is no such hand")]
    NoSuchHand,
    /// There is no file format for this game.
    #[error("hands of {} have no file; read them as JSON", .game.name())]
    NoHandFile {
        /// The hand's game.
        game: GameKind,
    },
    /// The table is closed, or closes after this hand.
    #[error("the table is closed")]
    TableClosed,
    /// The table belongs to a tournament, whose director decides this.
    #[error("this table belongs to a tournament, which decides who sits at it and when it deals")]
    OfTournament {
        /// The tournament.
        tournament: TournamentId,
    },
    /// The player sits at another table of the tournament by now.
    #[error("you sit at another table of the tournament now")]
    SeatedElsewhere {
        /// The table.
        table: TableId,
    },
    /// There is no such tournament.
    #[error("there is no such tournament")]
    NoSuchTournament,
    /// The rules of the tournament say no.
    #[error(transparent)]
    ByDirector(#[from] TournamentRefusal),
    /// The player has announced the maximum of tournaments that have not ended.
    #[error("you have announced {most} tournaments that have not ended")]
    TooManyTournaments {
        /// How many one may have.
        most: u64,
    },
    /// The player plays in the maximum of tournaments.
    #[error("you are in {most} tournaments that have not ended")]
    TooManyEntered {
        /// How many one may be in.
        most: u64,
    },
    /// The invite code was replaced as often as is allowed.
    #[error("the invite code of a tournament is replaced at most {most} times")]
    TooManyCodes {
        /// How often.
        most: u32,
    },
    /// Only the player who announced the tournament may do this.
    #[error("only the player who announced the tournament may do this")]
    NotAnnouncer,
    /// The player who announced the tournament plays in it for chips, and everybody may enter it.
    #[error("you have entered this public tournament for chips, so you may neither pause it nor end a level")]
    HostPlays,
    /// The table is not public, and the code was missing or wrong.
    #[error("this table needs its invite code")]
    InviteNeeded,
    /// Other tables play the same deals, and only those who sit at the table may know anything of them.
    #[error("other tables play the same deals: only the players of this table may see it now")]
    DealsInPlay,
    /// The player's figures are private.
    #[error("this player's statistics are closed")]
    StatisticsClosed,
    /// Only the player who opened the table may do this.
    #[error("only the table's host may do this")]
    NotHost,
    /// The host has banned the player from the table.
    #[error("the host of this table does not let you sit at it")]
    Banned,
    /// The limit of bans at the table is reached.
    #[error("{most} players are banned from this table, and no more may be")]
    TooManyBanned {
        /// How many may be.
        most: usize,
    },
    /// A host would remove themselves.
    #[error("you cannot do this to yourself: stand up, or hand the table over")]
    Yourself,
    /// No such player sits at the table.
    #[error("this player does not sit at the table")]
    NotAtTable,
    /// It is so already.
    #[error("that is so already")]
    AlreadySo,
    /// The host has paused dealing.
    #[error("the host has paused the table")]
    Paused,
    /// The invite code is invalid: it never was one, was replaced, or its table is closed.
    #[error("no table has this invite code")]
    NoSuchInvite,
    /// The table is public.
    #[error("this table is public and has no invite code")]
    NoInvites,
    /// The player's limit of emotes is reached.
    #[error("you have shown {most} emotes in {seconds} seconds, and may show no more until {until}", most = MOST_EMOTES, seconds = EMOTE_TIME.as_secs())]
    TooManyEmotes {
        /// When they may show the next.
        until: Timestamp,
        /// How long that is.
        wait: SignedDuration,
    },
    /// Computer players may not be seated at this table, or removed.
    #[error("no computer players sit at this table")]
    NoBotsHere,
    /// No computer player sits on this chair.
    #[error("no computer player sits on {seat}")]
    NoSuchBot {
        /// The chair.
        seat: Seat,
    },
    /// The limit of computer players at all tables is reached.
    #[error("{most} computer players sit at the tables of this server, and no more may")]
    TooManyBots {
        /// How many may.
        most: u64,
    },
    /// The limit of computer players at the tables of this host is reached.
    #[error("{most} computer players sit at the tables of this host, and no more may")]
    TooManyBotsOfHost {
        /// How many may.
        most: u64,
    },
    /// The limit of computer players at the tables of this network is reached.
    #[error("{most} computer players sit at the tables that were opened from this address, and no more may")]
    TooManyBotsOfAddress {
        /// How many may.
        most: u64,
    },
    /// The limit of players of one network at this table is reached.
    #[error("{most} players from your address sit at this table, and no more may")]
    TooManyFromAddress {
        /// How many may.
        most: usize,
    },
    /// The player's limit of chairs is reached.
    #[error("you sit at {most} tables, and may sit at no more: stand up at one first")]
    TooManySeats {
        /// At how many one may sit.
        most: u64,
    },
    /// The player has won the daily limit from computer players.
    #[error("you have won {most} chips from computer players today, and may win no more until {until}")]
    WonEnough {
        /// The number of chips that one may win in a day.
        most: Chips,
        /// When the next day begins.
        until: Timestamp,
    },
    /// There is no preset of this game for this stake.
    #[error("no quick seat for this stake")]
    NoSuchStake {
        /// The stakes that there are.
        stakes: Vec<Chips>,
    },
    /// A table option that no table can have.
    #[error(transparent)]
    BadOption(#[from] BadOption),
    /// The player's limit of open tables is reached.
    #[error("you have {most} open tables, and may have no more: close one first")]
    TooManyTables {
        /// How many one may have.
        most: u64,
    },
    /// The network's limit of open tables is reached.
    #[error("your address has {most} open tables, and may have no more: close one first")]
    TooManyTablesOfAddress {
        /// How many there may be.
        most: u64,
    },
    /// The chair is not free.
    #[error("{seat} is taken")]
    SeatTaken {
        /// The requested chair.
        seat: Seat,
    },
    /// A chair is free, so there is no need to wait.
    #[error("a seat is free: sit down")]
    SeatFree,
    /// The player does not wait for a chair.
    #[error("you do not wait for a seat at this table")]
    NotWaiting,
    /// The limit of waiting players is reached.
    #[error("{most} players wait for a seat at this table, and no more may")]
    TooManyWaiting {
        /// How many may.
        most: usize,
    },
    /// There is a block between the player and one who sits here.
    #[error("you and another player at this table are kept apart")]
    KeptApart,
    /// No chair is free.
    #[error("no seat is free, or those that are free are kept for players who wait")]
    TableFull,
    /// The table has no such chair.
    #[error("the table's seats are 0 to {last}")]
    NoSuchSeat {
        /// The last chair.
        last: Seat,
    },
    /// The player sits here already.
    #[error("you already sit at this table, on {seat}")]
    AlreadySeated {
        /// The seat.
        seat: Seat,
    },
    /// The player does not sit here.
    #[error("you do not sit at this table")]
    NotSeated,
    /// Too few or too many chips for this table.
    #[error("the amount must be {min} to {max} chips")]
    BuyInOutOfBounds {
        /// The least that is taken now.
        min: Chips,
        /// The most that is taken now.
        max: Chips,
    },
    /// The wallet holds less.
    #[error("your wallet holds fewer chips than that")]
    NotEnoughChips,
    /// The player has stood up, and leaves when the hand is over.
    #[error("you leave when the hand is over")]
    Leaving,
    /// Not while the player is in a hand.
    #[error("this is not possible while you are in a hand")]
    InHand,
    /// A hand is being played.
    #[error("a hand is being played")]
    HandInPlay,
    /// No hand is being played.
    #[error("no hand is being played")]
    NoHand,
    /// Other people play this hand, so there is no advice.
    #[error("you play this hand with other people, and advice is for hands among computers")]
    NotAlone,
    /// The player is not in this hand.
    #[error("you are not in this hand")]
    NotInHand,
    /// Too few can be dealt in.
    #[error("too few players can be dealt in")]
    TooFewPlayers,
    /// This table deals in another way.
    #[error("this table is not dealt in this way")]
    OtherDealing,
    /// This wish does not exist at this table.
    #[error("{refusal}")]
    Wish {
        /// The rule that was broken.
        refusal: Box<AnyRefusal>,
    },
    /// The decision has changed since the version the player had seen.
    #[error("the decision has changed since version {at}")]
    Stale {
        /// The version that the player had seen.
        at: Version,
        /// When the open decision arose.
        since: Version,
        /// The table's version.
        version: Version,
        /// The player's options now.
        options: Option<Box<AnyOptions>>,
    },
    /// The table has not reached this version yet.
    #[error("the table is at version {version}")]
    Ahead {
        /// The table's version.
        version: Version,
    },
    /// The rules of the game.
    #[error("{refusal}")]
    Rule {
        /// The rule that was broken.
        refusal: NotAccepted<AnyRefusal>,
        /// The table's version.
        version: Version,
        /// The player's options now.
        options: Option<Box<AnyOptions>>,
    },
    /// The idempotency key was used for another request.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// The limit of streams and waits is reached.
    #[error("{of} {} {most} streams and waits, and may have no more: end one first", if matches!(of, StreamsOf::Player) { "have" } else { "has" })]
    TooManyStreams {
        /// The owner of the streams.
        of: StreamsOf,
        /// How many there may be.
        most: usize,
    },
    /// The limit of watched tables in one stream is reached.
    #[error("one stream watches at most {most} tables")]
    TooManyWatched {
        /// How many there may be.
        most: usize,
    },
    /// The limit of watched tournaments in one stream is reached.
    #[error("one stream watches at most {most} tournaments")]
    TooManyTournamentsWatched {
        /// How many there may be.
        most: usize,
    },
    /// The cursor belongs to another player.
    #[error("the cursor is of another player's stream")]
    OthersCursor,
    /// The player's limit of requests in flight is reached.
    #[error("you have {most} requests under way, and may have no more: wait for their answers")]
    TooManyAtOnce {
        /// How many one may have.
        most: usize,
    },
}

/// The owner of a limit of streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamsOf {
    /// One player.
    Player,
    /// One table.
    Table,
    /// One tournament.
    Tournament,
    /// The lobby.
    Lobby,
}

impl std::fmt::Display for StreamsOf {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Player => "you",
            Self::Table => "the table",
            Self::Tournament => "the tournament",
            Self::Lobby => "the lobby",
        })
    }
}
