//! Topping up stacks between hands, for players who prefer it.

use super::Draft;
use crate::service::table::live::Table;
use crate::service::table::state::Sitting;
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::ledger::Account;
use cardroom_api::id::PlayerId;
use cardroom_api::player::ledger::Reason;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::seat::Seat;

impl Table {
    /// The players whose stacks are to be topped up now.
    pub fn tops_up(&self) -> impl Iterator<Item = &Sitting> {
        let least = self.record.options.min_buy_in;
        let wants = move |chair: &&Sitting| {
            chair.preferences.auto_top_up
                && !self.is_of_tournament()
                && chair.chips < least
                && !chair.goes()
                && self.hand.is_none()
        };
        self.people().filter(wants)
    }
}

impl Draft<'_> {
    /// The clock tops up stacks, because the wallets have to be read first.
    pub(super) fn note_top_ups(&mut self) {
        let seats: Vec<Seat> = self.table.tops_up().map(|chair| chair.seat).collect();
        let now = self.now;
        for chair in &mut self.table.record.state.chairs {
            let since = chair.tops_up_since.unwrap_or(now);
            chair.tops_up_since = seats.contains(&chair.seat).then_some(since);
        }
    }

    /// Tops up stacks, as far as the wallets allow. A stack that would still be too small stays as it is.
    pub(super) fn fill_stacks(&mut self) {
        for (seat, player, amount) in
            self.table.tops_up().filter_map(|chair| self.filling(chair)).collect::<Vec<_>>()
        {
            let stack = Account::Stack(self.table.record.id, player);
            self.pay(Account::Wallet(player), stack, amount, Reason::TopUp);
            if let Some(chair) = self.chair_mut(seat) {
                chair.bring(amount);
                let chips = chair.chips;
                self.push_event(StoredEvent::ToppedUp { seat, amount, chips });
            }
        }
    }

    /// The chips that this stack is topped up with, if the wallet has enough.
    fn filling(&self, chair: &Sitting) -> Option<(Seat, PlayerId, Chips)> {
        let options = &self.table.record.options;
        let wallets = &self.context.wallets;
        let (_, wallet) = wallets.iter().find(|(player, _)| *player == chair.player)?;
        let first = chair.brought.map_or(options.min_buy_in, |brought| brought.first);
        let full = first.clamp(options.min_buy_in, options.max_buy_in);
        let amount = full.saturating_sub(chair.chips).min(*wallet);
        (chair.chips + amount >= options.min_buy_in).then_some((chair.seat, chair.player, amount))
    }
}
