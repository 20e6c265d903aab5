//! Which player may get advice in a hand.

use super::live::{LiveHand, Table};
use super::refused::Refused;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::refusal::Common;
use cardroom_rules::games::seat::Seat;

impl Table {
    /// The hand and the seat in which a player may get advice now: at a decision of their own, if everybody else in the hand is a
    /// computer. Among people, advice would be outside help.
    pub fn advised(&self, player: PlayerId) -> Result<(&LiveHand, Seat), Refused> {
        let hand = self.hand.as_ref().ok_or(Refused::NoHand)?;
        let seat = hand.record.seat_of(player).ok_or(Refused::NotInHand)?;
        if hand.record.people().any(|other| other.player != player) {
            return Err(Refused::NotAlone);
        }
        if self.decision(seat).is_none() {
            let awaited = hand.awaited().iter().collect();
            let refusal = Common::NotYourTurn { awaited }.into();
            return Err(Refused::Rule { refusal, version: self.version(), options: None });
        }
        Ok((hand, seat))
    }
}
