//! The host's commands: remove and ban players, hand the table over, pause it, change its options, and replace its invite code.
//! All are visible to everybody.

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::table::error::DraftError;
use crate::service::table::options::check::changed;
use crate::service::table::randomness::invite_code;
use crate::service::table::refused::Refused;
use crate::service::table::seats::waiting::REST_TIME;
use crate::service::table::state::Sitting;
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::options::{SharedOptions, StoredOptions};
use crate::service::table::time::later;
use cardroom_api::id::PlayerId;
use cardroom_api::table::options::TableChanges;
use cardroom_rules::games::game::Entry;
use cardroom_rules::games::seat::Seat;

/// How many players may be banned from one table.
pub const MOST_BANNED: usize = 100;

impl Draft<'_> {
    /// Whether a player is the host of this table, and it stays open.
    pub(super) fn check_host(&self, player: PlayerId) -> Result<(), Refused> {
        let record = &self.table.record;
        if record.state.host != player {
            Err(Refused::NotHost)
        } else if record.state.closing || record.closed_at.is_some() {
            Err(Refused::TableClosed)
        } else {
            Ok(())
        }
    }

    /// Removes a player. In a hand, they play it to its end: the host cannot make them fold.
    pub(super) fn remove(&mut self, by: PlayerId, player: PlayerId) -> Result<(), Refused> {
        self.check_host(by)?;
        if by == player {
            return Err(Refused::Yourself);
        }
        if self.show_out(player)? { Ok(()) } else { Err(Refused::NotAtTable) }
    }

    /// Removes a player who sits here or is about to; returns whether there was one.
    fn show_out(&mut self, player: PlayerId) -> Result<bool, Refused> {
        if let Some(seat) = self.table.awaiting(player).map(|chair| chair.seat) {
            self.push_event(StoredEvent::Removed { seat, player });
            self.turn_back(seat);
            return Ok(true);
        }
        if let Some(kept) = self.keep_no_more(player) {
            self.push_event(StoredEvent::Removed { seat: kept.seat, player });
            self.table.record.state.chooses = true;
            return Ok(true);
        }
        let Ok(seat) = self.seat_of(player) else { return Ok(false) };
        let plays = self.table.plays(player);
        let chair = self.chair_mut(seat).ok_or(Refused::NotSeated)?;
        if chair.goes() {
            return Err(Refused::AlreadySo);
        }
        if chair.bot.is_some() {
            self.send_bot_away(seat);
            return Ok(true);
        }
        if plays {
            chair.removed = true;
            chair.entry = Entry::Out;
            self.push_event(StoredEvent::Removed { seat, player });
        } else {
            self.push_event(StoredEvent::Removed { seat, player });
            self.free_chair(seat);
            self.refill_or_send_away_bots();
        }
        self.table.record.state.chooses = true;
        Ok(true)
    }

    /// Bans a player.
    pub(super) fn ban(&mut self, by: PlayerId, player: PlayerId) -> Result<(), Refused> {
        self.check_host(by)?;
        if by == player {
            return Err(Refused::Yourself);
        }
        if self.table.record.state.banned.contains(&player) {
            return Err(Refused::AlreadySo);
        }
        self.make_room_for_a_ban()?;
        self.table.record.state.banned.push(player);
        self.table.record.state.chooses = true;
        self.push_event(StoredEvent::Banned { player });
        self.turn_away(player);
        match self.show_out(player) {
            Ok(_) | Err(Refused::AlreadySo) => Ok(()),
            Err(refused) => Err(refused),
        }
    }

    /// If the limit of bans is reached, the ban of the first guest is lifted: guests cost nothing, and a host must not run out of
    /// bans before others run out of guests.
    fn make_room_for_a_ban(&mut self) -> Result<(), Refused> {
        let banned = &mut self.table.record.state.banned;
        if banned.len() < MOST_BANNED {
            return Ok(());
        }
        let is_guest = |player: &PlayerId| !self.context.banned_accounts.contains(player);
        let first = banned.iter().position(is_guest).ok_or(Refused::TooManyBanned { most: MOST_BANNED })?;
        let player = banned.remove(first);
        self.push_event(StoredEvent::Unbanned { player });
        Ok(())
    }

    /// Lifts a ban.
    pub(super) fn unban(&mut self, by: PlayerId, player: PlayerId) -> Result<(), Refused> {
        self.check_host(by)?;
        let banned = &mut self.table.record.state.banned;
        let place = banned.iter().position(|&each| each == player).ok_or(Refused::AlreadySo)?;
        banned.remove(place);
        self.push_event(StoredEvent::Unbanned { player });
        Ok(())
    }

    /// Makes another seated person the host.
    pub(super) fn hand_over(&mut self, by: PlayerId, to: PlayerId) -> Result<(), Refused> {
        self.check_host(by)?;
        if by == to {
            return Err(Refused::AlreadySo);
        }
        let chair = self.table.people().find(|chair| chair.player == to && !chair.goes());
        self.table.record.host_name = chair.ok_or(Refused::NotAtTable)?.name.clone();
        self.table.record.state.host = to;
        self.push_event(StoredEvent::HostChanged { host: to });
        Ok(())
    }

    /// Pauses dealing. A running hand goes on.
    pub(super) fn pause(&mut self, by: PlayerId) -> Result<(), Refused> {
        self.set_paused(by, true, StoredEvent::Paused {})
    }

    /// Resumes dealing.
    pub(super) fn resume(&mut self, by: PlayerId) -> Result<(), Refused> {
        self.set_paused(by, false, StoredEvent::Resumed {})
    }

    fn set_paused(&mut self, by: PlayerId, paused: bool, event: StoredEvent) -> Result<(), Refused> {
        self.check_host(by)?;
        if self.table.record.state.paused == paused {
            return Err(Refused::AlreadySo);
        }
        self.table.record.state.paused = paused;
        self.push_event(event);
        Ok(())
    }

    /// Changes the options: at once, or from the next hand on if one is played.
    pub(super) fn change(&mut self, by: PlayerId, changes: &TableChanges) -> Result<(), DraftError> {
        self.check_host(by)?;
        let record = &self.table.record;
        let now = record.state.next_options.as_ref().unwrap_or(&record.options);
        let options = changed(now, changes, |levels| self.level_of(levels)).map_err(Refused::from)?;
        if options == **now {
            return Err(Refused::AlreadySo.into());
        }
        let options = SharedOptions::from(options);
        if self.table.hand.is_some() {
            self.push_event(StoredEvent::OptionsPlanned {
                options: Box::new(StoredOptions::clone(&options)),
            });
            self.table.record.state.next_options = Some(options);
        } else {
            self.adopt(options)?;
        }
        Ok(())
    }

    /// The table has other options from now on. No player is dealt a hand for other stakes, or with less time, before they have
    /// agreed.
    pub(super) fn adopt(&mut self, options: SharedOptions) -> Result<(), NoEntropy> {
        let bank = u32::from(options.time_bank_seconds) * 1_000;
        let was = &self.table.record.options;
        let has_other_levels = was.levels != options.levels;
        let are_asked = was.game != options.game
            || has_other_levels && !options.levels.is_empty()
            || was.decision_seconds > options.decision_seconds
            || was.time_bank_seconds > options.time_bank_seconds;
        for chair in &mut self.table.record.state.chairs {
            chair.bank_millis = chair.bank_millis.min(bank);
        }
        self.push_event(StoredEvent::OptionsChanged { options: Box::new(StoredOptions::clone(&options)) });
        self.table.record.options = options;
        if has_other_levels {
            self.begin_levels();
        }
        if are_asked {
            self.ask_anew();
        }
        self.match_level()
    }

    /// All players but the host sit out until they come back.
    fn ask_anew(&mut self) {
        let host = self.table.record.state.host;
        let is_asked = |chair: &&Sitting| chair.player != host && chair.entry != Entry::Out && !chair.goes();
        let seats: Vec<Seat> = self.table.people().filter(is_asked).map(|chair| chair.seat).collect();
        // They have done nothing wrong, so they have longer to come back before others may take their chairs.
        let since = later(self.now, REST_TIME);
        for seat in seats {
            if let Some(chair) = self.chair_mut(seat) {
                chair.entry = Entry::Out;
                chair.ready = false;
                chair.rests_since = Some(since);
            }
            self.push_event(StoredEvent::SatOut { seat, away: false });
        }
    }

    /// Replaces the invite code; seated players stay.
    pub(super) fn replace_invite(&mut self, by: PlayerId) -> Result<(), DraftError> {
        self.check_host(by)?;
        if self.table.record.state.invite_code.is_none() {
            return Err(Refused::NoInvites.into());
        }
        self.table.record.state.invite_code = Some(invite_code::new(self.dealer)?);
        self.push_event(StoredEvent::InviteReplaced {});
        Ok(())
    }
}
