//! The hands of one player, over all tables.

use crate::service::table::live::LiveHand;
use crate::service::table::stored::commit::StoredShownCards;
use crate::service::table::stored::record::HandRecord;
use cardroom_api::id::PlayerId;
use cardroom_api::player::my_hands::MyHand;
use cardroom_rules::games::game::Game;

/// A hand that a player was dealt into, as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedHand {
    /// The stored record of the hand.
    pub hand: HandRecord,
    /// The name of its table.
    pub table_name: String,
    /// What the player won, below 0 if they lost; `None` while it is played, and if it was void.
    pub net: Option<i64>,
    /// The cards shown in it; `None` while it is played, and if the release that played it did not keep them.
    pub shown: Option<Vec<StoredShownCards>>,
}

impl LiveHand {
    /// The shown cards of the seats of a finished hand; seats that have shown none are left out.
    pub(in crate::service::table) fn shown_cards(&self) -> Vec<StoredShownCards> {
        let seats = self.record.players.iter().map(|player| player.seat);
        let shown = seats.map(|seat| StoredShownCards { seat, cards: self.game.shown(seat) });
        shown.filter(|shown| !shown.cards.is_empty()).collect()
    }
}

impl PlayedHand {
    /// The hand in the list of this player; `None` if they did not play it.
    pub fn entry(self, player: PlayerId) -> Option<MyHand> {
        let Self { hand, table_name, net, shown } = self;
        let over = hand.last_version.is_some();
        Some(MyHand {
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
            shown: shown.map(|shown| shown.into_iter().map(Into::into).collect()),
            with_computers: hand.has_computers(),
            players: hand.seats(),
        })
    }
}
