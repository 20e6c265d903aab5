//! Chairs on which somebody sits and does not play. Where others want them at a public table, they are given up.

use jiff::{SignedDuration, Timestamp};

use super::live::Table;
use super::options::Access;
use super::state::Sitting;
use super::time::later;
use super::waiting::REST_TIME;
use crate::games::any::AnyHand;
use crate::games::game::{Chair, Entry, Game};
use crate::games::seat::Seat;

impl Table {
    /// Whether the next hand is not dealt to this person: they sit out, or have lost what they had.
    pub(super) fn rests(&self, chair: &Sitting) -> bool {
        let is_broke = chair.chips == 0 && self.record.options.min_buy_in > 0;
        chair.bot.is_none() && (chair.entry == Entry::Out || is_broke) && !self.plays(chair.player)
    }

    /// The chair that is to be given up next, and when; `None` where nobody wants one.
    pub(super) fn gives_up(&self) -> Option<(Timestamp, Seat)> {
        let record = &self.record;
        let is_open = record.closed_at.is_none() && !record.state.closing && !record.state.paused;
        let is_public = record.options.access == Access::Public;
        if !(is_open && is_public && (self.is_waited_for() || self.is_held_up())) {
            return None;
        }
        let resting = record.state.chairs.iter().filter(|chair| self.rests(chair) && !chair.goes());
        let until = |chair: &Sitting| {
            let allowed = if chair.newcomer { SignedDuration::ZERO } else { REST_TIME };
            chair.rests_since.map(|since| (later(since, allowed), chair.seat))
        };
        resting.filter_map(until).min()
    }

    /// Whether more wait for a chair than there are chairs to have.
    fn is_waited_for(&self) -> bool {
        self.record.state.waiting.len() > self.chairs_to_have()
    }

    /// Whether somebody wants to play, and those who rest leave too few chairs for that.
    fn is_held_up(&self) -> bool {
        let wants = |chair: &Sitting| !(self.rests(chair) || chair.goes());
        self.hand.is_none() && self.people().any(wants) && !self.can_be_played()
    }

    /// Whether a hand could be dealt, were every chair that is to be had taken by somebody who plays.
    pub(in crate::service) fn can_be_played(&self) -> bool {
        let record = &self.record;
        let mut chairs = self.chairs();
        for seat in Seat::first(record.options.seats).filter(|&seat| self.chair(seat).is_none()) {
            let chips = record.options.max_buy_in;
            chairs.push(Chair { seat, chips, newcomer: true, entry: Entry::Post, wishes: None });
        }
        chairs.sort_by_key(|chair| chair.seat);
        AnyHand::setup(&record.options.game, &record.state.standing, &chairs).is_some()
    }

    /// How many chairs a person can have: the free ones, and those that computer players only fill.
    pub(super) fn chairs_to_have(&self) -> usize {
        let taken = self.record.state.chairs.iter().filter(|chair| !chair.is_filled()).count();
        usize::from(self.record.options.seats).saturating_sub(taken)
    }
}
