//! The hands of one player, over all tables.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{HandId, TableId};
use crate::moment;
use crate::table::hand::HandSeat;
use cardroom_rules::cards::card::Card;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::ViewerSafe;

/// The cards of a hand that everybody has seen without their being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShownCards {
    /// The seat whose cards these are.
    pub seat: Seat,
    /// The cards that everyone at the table has seen.
    pub cards: Vec<Card>,
}

/// A hand that the caller was dealt into.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyHand {
    /// The identifier of the hand.
    pub id: HandId,
    /// The table at which the hand was played.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyHandsPage {
    /// Newest first.
    pub hands: Vec<MyHand>,
    /// The cursor of the next page; null on the last.
    #[schema(required)]
    pub next: Option<HandId>,
}

impl ViewerSafe for MyHandsPage {}
