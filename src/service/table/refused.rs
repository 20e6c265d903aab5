//! What the card room says no to.

use jiff::{SignedDuration, Timestamp};

use super::change::Version;
use super::emote::{EMOTE_TIME, MOST_EMOTES};
use cardroom_rules::games::any::{AnyOptions, AnyRefusal, GameKind};
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::{BadOption, NotAccepted};
use cardroom_rules::games::seat::Seat;

/// What the card room says no to. Nothing has changed.
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
    /// No file format tells hands of this game.
    #[error("hands of {} have no file; read them as JSON", .game.name())]
    NoHandFile {
        /// The hand's game.
        game: GameKind,
    },
    /// The table is closed, or closes after this hand.
    #[error("the table is closed")]
    TableClosed,
    /// The table is not public, and the code was missing or wrong.
    #[error("this table needs its invite code")]
    InviteNeeded,
    /// The player keeps their figures to themselves.
    #[error("this player's statistics are closed")]
    StatisticsClosed,
    /// Only who opened the table may do this.
    #[error("only the table's host may do this")]
    NotHost,
    /// The host has banned the player from the table.
    #[error("the host of this table does not let you sit at it")]
    Banned,
    /// As many players are banned from the table as may be.
    #[error("{most} players are banned from this table, and no more may be")]
    TooManyBanned {
        /// How many may be.
        most: usize,
    },
    /// A host would remove themselves.
    #[error("that would be you: stand up, or hand the table over")]
    Yourself,
    /// Nobody of that name sits at the table.
    #[error("this player does not sit at the table")]
    NotAtTable,
    /// What is asked for is so already.
    #[error("that is so already")]
    AlreadySo,
    /// The host lets no hand be dealt.
    #[error("the host has paused the table")]
    Paused,
    /// The invite code leads nowhere: it was never one, was replaced, or its table is closed.
    #[error("this invite code leads to no table")]
    NoSuchInvite,
    /// The table is public.
    #[error("this table is public and has no invite code")]
    NoInvites,
    /// The player has shown as many emotes as one may.
    #[error("you have shown {most} emotes in {seconds} seconds, and may show no more until {until}", most = MOST_EMOTES, seconds = EMOTE_TIME.as_secs())]
    TooManyEmotes {
        /// When they may show the next.
        until: Timestamp,
        /// How long that is.
        wait: SignedDuration,
    },
    /// Nobody may seat computer players at this table, or send them away.
    #[error("no computer players sit at this table")]
    NoBotsHere,
    /// No computer player sits on this chair.
    #[error("no computer player sits on {seat}")]
    NoSuchBot {
        /// The chair.
        seat: Seat,
    },
    /// As many computer players sit at the house's tables as may.
    #[error("{most} computer players sit at the tables of this house, and no more may")]
    TooManyBots {
        /// How many may.
        most: u64,
    },
    /// As many computer players sit at the tables of this host as may.
    #[error("{most} computer players sit at the tables of this host, and no more may")]
    TooManyBotsOfHost {
        /// How many may.
        most: u64,
    },
    /// As many computer players sit at the tables of this address as may.
    #[error("{most} computer players sit at the tables that were opened from this address, and no more may")]
    TooManyBotsOfAddress {
        /// How many may.
        most: u64,
    },
    /// As many of the player's address sit at the table as may.
    #[error("{most} from your address sit at this table, and no more may")]
    TooManyFromAddress {
        /// How many may.
        most: usize,
    },
    /// The player has as many chairs as one may.
    #[error("you sit at {most} tables, and may sit at no more: stand up at one first")]
    TooManySeats {
        /// At how many one may sit.
        most: u64,
    },
    /// The player has won as much from computer players as one may in a day.
    #[error("you have won {most} chips from computer players today, and may win no more until {until}")]
    WonEnough {
        /// How much one may win in a day.
        most: Chips,
        /// When the next day begins.
        until: Timestamp,
    },
    /// The house offers no tables of this game for this stake.
    #[error("no quick seat for this stake")]
    NoSuchStake {
        /// The stakes that there are.
        stakes: Vec<Chips>,
    },
    /// A table option that no table can have.
    #[error(transparent)]
    BadOption(#[from] BadOption),
    /// The player has opened as many tables as one may.
    #[error("you have {most} open tables, and may have no more: close one first")]
    TooManyTables {
        /// How many one may have.
        most: u64,
    },
    /// This address has opened as many tables as one may have at once.
    #[error("{most} open tables are of your address, and no more may be: close one first")]
    TooManyTablesOfAddress {
        /// How many there may be.
        most: u64,
    },
    /// The chair is not free.
    #[error("{seat} is taken")]
    SeatTaken {
        /// The chair asked for.
        seat: Seat,
    },
    /// A chair is free: nobody has to wait.
    #[error("a seat is free: sit down")]
    SeatFree,
    /// The player does not wait for a chair.
    #[error("you do not wait for a seat at this table")]
    NotWaiting,
    /// As many wait for a chair as may.
    #[error("{most} players wait for a seat at this table, and no more may")]
    TooManyWaiting {
        /// How many may.
        most: usize,
    },
    /// The player and somebody who sits here want nothing to do with each other.
    #[error("you and somebody at this table are kept apart")]
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
        /// Where.
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
    #[error("not while you are in a hand")]
    InHand,
    /// A hand is being played.
    #[error("a hand is being played")]
    HandInPlay,
    /// No hand is being played.
    #[error("no hand is being played")]
    NoHand,
    /// Other people play this hand, against whom nobody is advised.
    #[error("you play this hand with other people, and advice is for hands among computers")]
    NotAlone,
    /// The player is not in this hand.
    #[error("you are not in this hand")]
    NotInHand,
    /// Too few can be dealt in.
    #[error("too few players can be dealt in")]
    TooFewPlayers,
    /// This table deals in another way.
    #[error("this table is not dealt that way")]
    OtherDealing,
    /// Nobody at this table may wish for that.
    #[error("{refusal}")]
    Wish {
        /// The rule that was broken.
        refusal: Box<AnyRefusal>,
    },
    /// The decision has changed since the version the player had seen.
    #[error("the decision has changed since version {at}")]
    Stale {
        /// What the player had seen.
        at: Version,
        /// When the open decision arose.
        since: Version,
        /// The table's version.
        version: Version,
        /// What the player may do now.
        options: Option<Box<AnyOptions>>,
    },
    /// The version is one that the table has not reached.
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
        /// What the player may do now.
        options: Option<Box<AnyOptions>>,
    },
    /// The idempotency key was used for another request.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// There are as many streams and waits as there may be.
    #[error("{of} {} {most} streams and waits, and may have no more: end one first", if matches!(of, Crowd::Player) { "have" } else { "has" })]
    TooManyStreams {
        /// Whose.
        of: Crowd,
        /// How many there may be.
        most: usize,
    },
    /// As many tables are watched in one stream as may be.
    #[error("one stream watches at most {most} tables")]
    TooManyWatched {
        /// How many there may be.
        most: usize,
    },
    /// The cursor is of somebody else.
    #[error("the cursor is of another player's stream")]
    OthersCursor,
    /// The player has asked for as much at once as one may.
    #[error("you have {most} requests under way, and may have no more: wait for their answers")]
    TooManyAtOnce {
        /// How many one may have.
        most: usize,
    },
}

/// Who has as many streams as there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// One player.
    Player,
    /// One table.
    Table,
    /// The lobby.
    Lobby,
}

impl std::fmt::Display for Crowd {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Player => "you",
            Self::Table => "the table",
            Self::Lobby => "the lobby",
        })
    }
}
