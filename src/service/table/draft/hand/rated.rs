//! Following matches that are rated: from the first deal to the end.

use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::ratings::rated_result::{RatedOutcome, RatedResult, RatedSource};
use crate::service::table::draft::Draft;
use crate::service::table::live::LiveHand;
use crate::service::table::seats::rated_match::RatedMatch;
use crate::service::table::state::Sitting;
use crate::service::table::stored::record::HandRecord;
use cardroom_rules::games::any::AnyHand;
use cardroom_rules::games::game::Game;
use cardroom_rules::games::seat::Seat;

impl Draft<'_> {
    /// A hand is dealt: a match begins or goes on, or somebody else plays now, so that it is not rated any more.
    pub(super) fn follow_match(&mut self, hand: &HandRecord) {
        if !self.table.record.options.rated {
            return;
        }
        let goes_on = |own: &RatedMatch| own.is_played_by(&hand.players);
        let followed = self.table.record.state.rated_match.take().filter(goes_on);
        let begins = AnyHand::begins_match(&hand.setup);
        let new = || if begins { RatedMatch::of(&hand.players) } else { None };
        self.table.record.state.rated_match = followed.or_else(new);
    }

    /// A seat has decided, or the clock has decided for it.
    pub(in crate::service::table::draft) fn count_turn(&mut self, seat: Seat, by_clock: bool) {
        let is_away = by_clock && self.table.chair(seat).is_some_and(Sitting::is_absent);
        if let Some(own) = &mut self.table.record.state.rated_match {
            own.count_turn(seat, is_away);
        }
    }

    /// A hand has ended: if a side has won the match with it, the match is over, and its result is rated.
    pub(super) fn end_match(&mut self, hand: &LiveHand) -> Result<(), NoEntropy> {
        let champions = hand.game.champions();
        if champions.is_empty() {
            return Ok(());
        }
        let Some(own) = self.table.record.state.rated_match.take() else { return Ok(()) };
        if let Some(sides) = own.result(champions) {
            self.rated = Some(RatedResult {
                id: new_id(self.now, self.dealer)?,
                game: hand.game.kind(),
                at: self.now,
                source: RatedSource::Table(self.table.record.id),
                outcome: RatedOutcome::Sides(sides),
            });
        }
        Ok(())
    }
}
