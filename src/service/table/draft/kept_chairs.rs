//! Keeping the chair of an absent player: a computer plays on it, and the player can take it back.

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::table::command::ActingPlayer;
use crate::service::table::refused::Refused;
use crate::service::table::seats::bots::Successor;
use crate::service::table::state::{ReservedChair, Sitting};
use crate::service::table::stored::options::StoredBotsBy;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

impl Draft<'_> {
    /// An absent person gives up the chair, which is kept for them: a computer takes it if computers may sit here and the limit
    /// is not reached; else it is free.
    pub(super) fn stand_in(&mut self, seat: Seat) -> Result<(), NoEntropy> {
        let Some(&Sitting { player, chips, .. }) = self.table.chair(seat) else { return Ok(()) };
        self.free_chair(seat);
        self.keep(ReservedChair { player, seat, chips });
        let options = &self.table.record.options;
        if options.bots == StoredBotsBy::Nobody || self.context.full_of_bots {
            return Ok(());
        }
        let level = options.fill_with_bots.map_or(Level::Intermediate, |fill| fill.level);
        self.seat_bot(seat, level, None, true)
    }

    /// Keeps a chair. At most as many are kept as there are chairs; the oldest is dropped.
    fn keep(&mut self, chair: ReservedChair) {
        self.keep_no_more(chair.player);
        let most = usize::from(self.table.record.options.seats);
        let kept = &mut self.table.record.state.kept;
        kept.push(chair);
        let surplus = kept.len().saturating_sub(most);
        kept.drain(..surplus);
    }

    /// Stops keeping a chair for this player; returns it.
    pub(super) fn keep_no_more(&mut self, player: PlayerId) -> Option<ReservedChair> {
        let kept = &mut self.table.record.state.kept;
        let place = kept.iter().position(|kept| kept.player == player)?;
        Some(kept.remove(place))
    }

    /// A player takes back the chair that is kept for them, or another one if it is taken.
    pub(super) fn take_up(
        &mut self,
        ActingPlayer { id: player, name, avatar }: ActingPlayer,
        kept: ReservedChair,
        entry: Entry,
    ) -> Result<(), Refused> {
        self.check_may_come(player, None)?;
        self.check_winnings(player)?;
        let has_own = self.table.chair(kept.seat).is_none_or(Sitting::is_replaceable);
        let own = Some(kept.seat).filter(|_| has_own);
        let other = || self.free_seat(None).ok().or_else(|| self.seat_of_a_bot(None));
        let seat = own.or_else(other).ok_or(Refused::TableFull)?;
        self.check_turn(player)?;
        let chips = self.chips_to_return_with(kept.chips);
        self.come_to(seat, Successor { player, name: name.to_owned(), avatar: Some(avatar), chips, entry });
        Ok(())
    }

    /// As many chips as they had, or all they have left, but no less than the smallest buy-in.
    fn chips_to_return_with(&self, had: Chips) -> Chips {
        had.min(self.context.wallet.unwrap_or(had)).max(self.table.record.options.min_buy_in)
    }
}
