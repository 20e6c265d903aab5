//! Keeping the chair of somebody who is gone: a computer stands in for them, and they take it up again.

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::id::PlayerId;
use crate::service::table::bots::{BotsBy, Successor};
use crate::service::table::command::Who;
use crate::service::table::refused::Refused;
use crate::service::table::state::{Kept, Sitting};
use cardroom_bots::level::Level;
use cardroom_rules::games::game::{Chips, Entry};
use cardroom_rules::games::seat::Seat;

impl Draft<'_> {
    /// A person who is gone gives up the chair, which is kept for them: a computer takes it, if computers may sit here and the
    /// house has one; else it is free.
    pub(super) fn stand_in(&mut self, seat: Seat) -> Result<(), NoEntropy> {
        let Some(&Sitting { player, chips, .. }) = self.table.chair(seat) else { return Ok(()) };
        self.free_chair(seat);
        self.keep(Kept { player, seat, chips });
        let options = &self.table.record.options;
        if options.bots == BotsBy::Nobody || self.around.full_of_bots {
            return Ok(());
        }
        let level = options.fill_with_bots.map_or(Level::Intermediate, |fill| fill.level);
        self.seat_computer(seat, level, None, true)
    }

    /// Keeps a chair. As many are kept as there are chairs; the first gives way.
    fn keep(&mut self, chair: Kept) {
        self.keep_no_more(chair.player);
        let most = usize::from(self.table.record.options.seats);
        let kept = &mut self.table.record.state.kept;
        kept.push(chair);
        let surplus = kept.len().saturating_sub(most);
        kept.drain(..surplus);
    }

    /// Keeps no chair for this player; the one that was kept.
    pub(super) fn keep_no_more(&mut self, player: PlayerId) -> Option<Kept> {
        let kept = &mut self.table.record.state.kept;
        let place = kept.iter().position(|kept| kept.player == player)?;
        Some(kept.remove(place))
    }

    /// A player takes up the chair that is kept for them, or another if somebody else has it.
    pub(super) fn take_up(
        &mut self,
        Who { id: player, name, avatar }: Who,
        kept: Kept,
        entry: Entry,
    ) -> Result<(), Refused> {
        self.check_may_come(player, None)?;
        self.check_winnings(player)?;
        let has_own = self.table.chair(kept.seat).is_none_or(Sitting::gives_way);
        let own = Some(kept.seat).filter(|_| has_own);
        let other = || self.free_seat(None).ok().or_else(|| self.seat_of_a_bot(None));
        let seat = own.or_else(other).ok_or(Refused::TableFull)?;
        self.check_turn(player)?;
        let chips = self.chips_to_return_with(kept.chips);
        self.come_to(seat, Successor { player, name: name.to_owned(), avatar: Some(avatar), chips, entry });
        Ok(())
    }

    /// As many chips as they had, or all they have left, but no less than the table asks for.
    fn chips_to_return_with(&self, had: Chips) -> Chips {
        had.min(self.around.wallet.unwrap_or(had)).max(self.table.record.options.min_buy_in)
    }
}
