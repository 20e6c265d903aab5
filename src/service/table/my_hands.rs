//! The hands of one player, over all tables.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::live::LiveHand;
use super::record::HandRecord;
use super::view::HandSeat;
use crate::service::id::{HandId, PlayerId, TableId};
use crate::service::moment;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Game;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// A hand that a player was dealt into, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedHand {
    /// The hand.
    pub hand: HandRecord,
    /// What its table is called.
    pub table_name: String,
    /// What the player won, below 0 where they lost; `None` while it is played, and where it was void.
    pub net: Option<i64>,
    /// What was shown in it; `None` while it is played, and where that was not kept yet.
    pub shown: Option<Vec<ShownCards>>,
}

/// What everybody has seen of a hand without its having been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShownCards {
    /// Whose.
    pub seat: Seat,
    /// The cards.
    pub cards: Vec<Card>,
}

impl ShownCards {
    /// What the seats of a hand that is over have shown; those that have shown nothing are left out.
    pub(super) fn all(hand: &LiveHand) -> Vec<Self> {
        let seats = hand.record.players.iter().map(|player| player.seat);
        let shown = seats.map(|seat| Self { seat, cards: hand.game.shown(seat) });
        shown.filter(|shown| !shown.cards.is_empty()).collect()
    }
}

/// A hand that the asker was dealt into.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MyHand {
    /// Which.
    pub id: HandId,
    /// Where.
    pub table: TableId,
    /// What the table is called.
    pub table_name: String,
    /// Of which game.
    pub game: GameKind,
    /// The table's count of hands, from 1.
    pub number: u64,
    /// When it was dealt.
    #[serde(serialize_with = "moment::exact")]
    pub started_at: Timestamp,
    /// Whether it is over.
    pub over: bool,
    /// Nothing counted: no chips have moved.
    pub void: bool,
    /// The asker's seat in it.
    pub your_seat: Seat,
    /// How many chips more the asker had after it than before, below 0 where they lost; null while it is played, and where
    /// it was void.
    #[schema(required)]
    pub net: Option<i64>,
    /// The cards that seats have shown by its end without playing them: tabled at the showdown, or left in a hand that lay
    /// open. Null while it is played, and where the release that played it kept no record; the hand itself tells.
    #[schema(required)]
    pub shown: Option<Vec<ShownCards>>,
    /// Whether computers played.
    pub with_computers: bool,
    /// Who played it, the asker among them.
    pub players: Vec<HandSeat>,
}

/// A page of the asker's hands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MyHandsPage {
    /// Newest first.
    pub hands: Vec<MyHand>,
    /// The cursor of the next page; null on the last.
    #[schema(required)]
    pub next: Option<HandId>,
}

impl MyHand {
    /// A hand in a player's own list; `None` where they have not played it.
    pub fn of(played: PlayedHand, player: PlayerId) -> Option<Self> {
        let PlayedHand { hand, table_name, net, shown } = played;
        let over = hand.last_version.is_some();
        Some(Self {
            id: hand.id,
            table: hand.table,
            table_name,
            game: hand.setup.kind(),
            number: hand.number,
            started_at: hand.started_at,
            over,
            void: over && net.is_none(),
            your_seat: hand.seat_of(player)?,
            net,
            shown,
            with_computers: hand.has_computers(),
            players: HandSeat::all(&hand),
        })
    }
}

impl ViewerSafe for MyHandsPage {}
