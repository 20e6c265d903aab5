//! People who are absent, or have no chips: when they give up the chair, and when the clock plays for them.

use jiff::{SignedDuration, Timestamp};

use crate::service::table::live::{LiveHand, Table};
use crate::service::table::state::Sitting;
use crate::service::table::stored::decision::StoredDecision;
use crate::service::table::stored::options::StoredAbsent;
use crate::service::table::time::later;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::game::Game;
use cardroom_rules::games::seat::Seat;

/// How long a player counts as connected after their last stream or request, so that a phone that polls, or changes its network,
/// does not flicker.
pub const GRACE: SignedDuration = SignedDuration::from_secs(15);
/// How long an absent player keeps a chair between hands while others wait to play.
pub const GONE_TIME: SignedDuration = SignedDuration::from_secs(30);
/// How long a player without chips keeps a chair.
pub const BROKE_TIME: SignedDuration = SignedDuration::from_mins(2);

/// A person who sits at a table and is not connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// The player who is not connected.
    pub player: PlayerId,
    /// The time at which they disconnected.
    pub since: Timestamp,
    /// Whether they are known to have been connected to the table.
    pub was_there: bool,
}

/// Why a chair is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GivesUp {
    /// Its player is absent, and others wait to play.
    Gone,
    /// Its player has no chips.
    Broke,
    /// Its player sits out, and others want the chair.
    Rests,
}

impl Table {
    /// When and why this chair is given up while these people are absent; `None` if its player keeps it.
    pub fn gives_up(&self, chair: &Sitting, gone: &[Gone]) -> Option<(Timestamp, GivesUp)> {
        let record = &self.record;
        let is_of_tournament = record.state.tournament.is_some();
        let goes_on =
            !is_of_tournament && record.closed_at.is_none() && !record.state.closing && !record.state.paused;
        if !goes_on || chair.bot.is_some() || chair.goes() || self.plays(chair.player) {
            return None;
        }
        let gone_until = self.keeps_while_gone(chair, gone).map(|until| (until, GivesUp::Gone));
        let broke_until = self.keeps_without_chips(chair, gone).map(|until| (until, GivesUp::Broke));
        let rests_until = self.keeps_at_rest(chair).map(|until| (until, GivesUp::Rests));
        gone_until.into_iter().chain(broke_until).chain(rests_until).min()
    }

    /// The next chair to be given up, when, and why.
    pub(in crate::service::table) fn next_given_up(
        &self,
        gone: &[Gone],
    ) -> Option<(Timestamp, Seat, GivesUp)> {
        let given_up = self.people().filter_map(|chair| {
            let (until, why) = self.gives_up(chair, gone)?;
            Some((until, chair.seat, why))
        });
        given_up.min()
    }

    /// All deadlines of the table because of these absent people.
    pub(in crate::service) fn deadlines_of_absent(&self, gone: &[Gone]) -> Option<Timestamp> {
        if gone.is_empty() {
            return None;
        }
        let given_up = self.next_given_up(gone).map(|(until, ..)| until);
        let late = self.record.decisions.iter().filter_map(|decision| self.late_without(decision, gone));
        late.chain(given_up).min()
    }

    /// When the clock plays for a seat whose player is absent: once its time without the time bank is over; at once, if only
    /// absent people still have decisions in the hand. `None` if its player is present, or if nobody else waits. After a restart
    /// every player has the grace time to connect again.
    pub(in crate::service::table) fn late_without(
        &self,
        decision: &StoredDecision,
        gone: &[Gone],
    ) -> Option<Timestamp> {
        if self.is_of_tournament() {
            return self.late_if_never_there(decision, gone);
        }
        let (clock, hand) = (decision.clock?, self.hand.as_ref()?);
        let player = hand.record.people().find(|player| player.seat == decision.seat)?.player;
        let is_there = |other: PlayerId| {
            let goes = self.sitting(other).is_some_and(Sitting::goes);
            other != player && !goes && !is_gone(other, gone)
        };
        let since = gone.iter().find(|gone| gone.player == player)?.since;
        if !self.seated_or_promised().any(is_there) {
            return None;
        }
        let is_left_alone = self.is_left_to_gone(hand, gone);
        let time = if is_left_alone { Timestamp::MIN } else { clock.bank_from };
        Some(time.max(later(since, GRACE)))
    }

    /// In a tournament a player who is disconnected keeps the time and the bank, unless they have not been there since its start.
    fn late_if_never_there(&self, decision: &StoredDecision, gone: &[Gone]) -> Option<Timestamp> {
        decision.clock?;
        let player = self.chair(decision.seat).filter(|chair| chair.unseen)?.player;
        let gone = gone.iter().find(|gone| gone.player == player && !gone.was_there)?;
        Some(later(gone.since.max(self.record.created_at), GRACE))
    }

    /// Whether no person who is present still has a decision in the hand.
    fn is_left_to_gone(&self, hand: &LiveHand, gone: &[Gone]) -> bool {
        let is_absent = |player: PlayerId| self.sitting(player).is_none_or(Sitting::is_absent);
        let mut people = hand.record.people().filter(|player| hand.game.may_still_act(player.seat));
        people.all(|player| is_gone(player.player, gone) || is_absent(player.player))
    }

    fn keeps_while_gone(&self, chair: &Sitting, gone: &[Gone]) -> Option<Timestamp> {
        let gone_since = gone.iter().find(|gone| gone.player == chair.player)?.since;
        let waits = |other: &Sitting| {
            other.player != chair.player
                && !other.goes()
                && !self.rests(other)
                && !is_gone(other.player, gone)
        };
        let is_replaced = self.record.options.absent == StoredAbsent::Computer && self.people().any(waits);
        let since = gone_since.max(chair.idle_since.unwrap_or(gone_since));
        is_replaced.then(|| later(since, GONE_TIME))
    }

    /// A person alone among computers keeps the chair while connected.
    fn keeps_without_chips(&self, chair: &Sitting, gone: &[Gone]) -> Option<Timestamp> {
        if !self.is_broke(chair) {
            return None;
        }
        let since = chair.idle_since.or(chair.rests_since)?;
        let is_alone = self.people().nth(1).is_none() && !self.is_for_people_alone();
        let gone_since = gone.iter().find(|gone| gone.player == chair.player).map(|gone| gone.since);
        let since = if is_alone { since.max(gone_since?) } else { since };
        Some(later(since, BROKE_TIME))
    }
}

/// Whether this player is among these.
pub(in crate::service::table) fn is_gone(player: PlayerId, gone: &[Gone]) -> bool {
    gone.iter().any(|gone| gone.player == player)
}
