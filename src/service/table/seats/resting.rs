//! Chairs whose players do not play. At a public table they are given up if others want them.

use jiff::{SignedDuration, Timestamp};

use super::waiting::REST_TIME;
use crate::service::table::live::Table;
use crate::service::table::state::Sitting;
use crate::service::table::stored::options::StoredAccess;
use crate::service::table::time::later;
use cardroom_rules::games::any::{AnyHand, AnyWishes};
use cardroom_rules::games::game::{Chair, Chips, Entry, Game};
use cardroom_rules::games::seat::Seat;

impl Table {
    /// Whether this person is not dealt into the next hand: they sit out, or have no chips left.
    pub(in crate::service::table) fn rests(&self, chair: &Sitting) -> bool {
        let sits_out = chair.entry == Entry::Out || self.is_broke(chair);
        chair.bot.is_none() && sits_out && !self.plays(chair.player)
    }

    /// Whether this person has no chips, at a table that is played for chips.
    pub(super) fn is_broke(&self, chair: &Sitting) -> bool {
        chair.chips == 0 && self.record.options.min_buy_in > 0
    }

    /// When this chair is given up because its player rests and others want it; `None` if nobody wants it.
    pub(super) fn keeps_at_rest(&self, chair: &Sitting) -> Option<Timestamp> {
        let is_public = self.record.options.access == StoredAccess::Public;
        if !(is_public && self.rests(chair) && (self.is_waited_for() || self.is_held_up())) {
            return None;
        }
        let allowed = if chair.newcomer { SignedDuration::ZERO } else { REST_TIME };
        chair.rests_since.map(|since| later(since, allowed))
    }

    /// Whether more players wait for a chair than there are chairs for them.
    fn is_waited_for(&self) -> bool {
        self.record.state.waiting.len() > self.chairs_to_have()
    }

    /// Whether a player wants to play, and resting players leave too few chairs for that.
    fn is_held_up(&self) -> bool {
        let wants = |chair: &Sitting| !(self.rests(chair) || chair.goes());
        self.hand.is_none() && self.people().any(wants) && !self.can_be_played()
    }

    /// Whether a hand could be dealt if players took every available chair.
    pub(in crate::service) fn can_be_played(&self) -> bool {
        let record = &self.record;
        AnyHand::setup(&record.options.game, &record.state.standing, &self.chairs_once_full()).is_some()
    }

    /// The chair on which a newcomer with so many chips is dealt into the next hand, once computers have filled the free ones:
    /// a free one if there is one, else that of a computer player.
    pub(in crate::service) fn seat_in_the_next_hand(&self, chips: Chips) -> Option<Seat> {
        let can_be_had = |seat: &Seat| self.chair(*seat).is_none_or(Sitting::is_replaceable);
        let mut seats: Vec<Seat> = Seat::first(self.record.options.seats).filter(can_be_had).collect();
        seats.sort_by_key(|&seat| self.chair(seat).is_some());
        seats.into_iter().find(|&seat| {
            let mut chairs = self.chairs_once_full();
            for chair in chairs.iter_mut().filter(|chair| chair.seat == seat) {
                *chair = newcomer(seat, chips);
            }
            let setup = AnyHand::setup(&self.record.options.game, &self.record.state.standing, &chairs);
            setup.is_some_and(|setup| AnyHand::players(&setup).iter().any(|(dealt, _)| *dealt == seat))
        })
    }

    /// The chairs as the rules see them, if players took every free one.
    fn chairs_once_full(&self) -> Vec<Chair<AnyWishes>> {
        let mut chairs = self.chairs();
        let free = Seat::first(self.record.options.seats).filter(|&seat| self.chair(seat).is_none());
        chairs.extend(free.map(|seat| newcomer(seat, self.record.options.max_buy_in)));
        chairs.sort_by_key(|chair| chair.seat);
        chairs
    }

    /// How many chairs a person can have: the free ones, and those of computer players.
    pub(in crate::service::table) fn chairs_to_have(&self) -> usize {
        let taken = self.record.state.chairs.iter().filter(|chair| !chair.is_replaceable()).count();
        usize::from(self.record.options.seats).saturating_sub(taken)
    }
}

/// A chair whose player has just sat down to play.
fn newcomer(seat: Seat, chips: Chips) -> Chair<AnyWishes> {
    Chair { seat, chips, newcomer: true, entry: Entry::Post, wishes: None }
}
