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

/// A hand that a player was dealt into, as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedHand {
    /// The hand.
    pub hand: HandRecord,
    /// The name of its table.
    pub table_name: String,
    /// What the player won, below 0 if they lost; `None` while it is played, and if it was void.
    pub net: Option<i64>,
    /// The cards shown in it; `None` while it is played, and if the release that played it did not keep them.
    pub shown: Option<Vec<ShownCards>>,
}

/// The cards of a hand that everybody has seen without their being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShownCards {
    /// Whose.
    pub seat: Seat,
    /// The cards.
    pub cards: Vec<Card>,
}

impl ShownCards {
    /// The shown cards of the seats of a finished hand; seats that have shown none are left out.
    pub(super) fn all(hand: &LiveHand) -> Vec<Self> {
        let seats = hand.record.players.iter().map(|player| player.seat);
        let shown = seats.map(|seat| Self { seat, cards: hand.game.shown(seat) });
        shown.filter(|shown| !shown.cards.is_empty()).collect()
    }
}

/// A hand that the caller was dealt into.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MyHand {
    /// Which.
    pub id: HandId,
    /// Where.
    pub table: TableId,
    /// The name of the table.
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
    /// The caller's seat in it.
    pub your_seat: Seat,
    /// How many more chips the caller had after it than before, below 0 if they lost; null while it is played, and if it was
    /// void.
    #[schema(required)]
    pub net: Option<i64>,
    /// The cards that seats have shown by its end without playing them: tabled at the showdown, or left in a hand that was laid
    /// open. Null while it is played, and if the release that played it kept no record; the hand itself has them.
    #[schema(required)]
    pub shown: Option<Vec<ShownCards>>,
    /// Whether computers played.
    pub with_computers: bool,
    /// Its players, including the caller.
    pub players: Vec<HandSeat>,
}

/// A page of the caller's hands.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MyHandsPage {
    /// Newest first.
    pub hands: Vec<MyHand>,
    /// The cursor of the next page; null on the last.
    #[schema(required)]
    pub next: Option<HandId>,
}

impl MyHand {
    /// An entry of a player's own list; `None` if they did not play the hand.
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
