//! A table of a tournament: its director says who sits there, when a hand is dealt, and when it closes. Its chips are no money.

pub mod hand_move;

use jiff::Timestamp;

use super::Draft;
use crate::service::entropy::NoEntropy;
use crate::service::table::command::Command;
use crate::service::table::error::DraftError;
use crate::service::table::live::Table;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::randomness::shuffle::Shuffle;
use crate::service::table::refused::Refused;
use crate::service::table::seats::bots::{Bot, Successor};
use crate::service::table::state::{Sitting, TournamentPlace};
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::options::StoredOptions;
use crate::service::table::stored::preferences::StoredPreferences;
use cardroom_api::avatar::Avatar;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::any::{AnyHand, AnySetup, AnyWishes};
use cardroom_rules::games::game::{Chips, Entry, Game};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::seat::Seat;

/// What each level adds to a time bank, in milliseconds, and up to how much.
const BANK_MILLIS_OF_LEVEL: u32 = 10_000;
const LONGEST_BANK_MILLIS: u32 = 120_000;

/// A card of a shot clock, in milliseconds.
pub(super) const CARD_MILLIS: u32 = 30_000;

/// A player who sits down at a table of a tournament.
#[derive(Clone, Debug)]
pub struct Arrival {
    /// The seat.
    pub seat: Seat,
    /// The player.
    pub player: PlayerId,
    /// The player's name now.
    pub name: String,
    /// The player's picture now; absent for a computer player.
    pub avatar: Option<Avatar>,
    /// The tournament chips of the player.
    pub chips: Chips,
    /// The level of a computer player.
    pub level: Option<Level>,
    /// What a player who is moved keeps; `None` if they came from no table.
    pub keeps: Option<CarriedOver>,
    /// Whether the tournament starts now, and this is a person.
    pub unseen: bool,
}

/// What belongs to a player of a tournament rather than to the chair: it goes with them to another table.
#[derive(Clone, Debug)]
pub struct CarriedOver {
    entry: Entry,
    wishes: Option<AnyWishes>,
    timeouts: u8,
    unseen: bool,
    bank_millis: u32,
    bank_level: Option<u32>,
    rests_since: Option<Timestamp>,
    preferences: StoredPreferences,
    newcomer: bool,
}

impl From<&Sitting> for CarriedOver {
    fn from(chair: &Sitting) -> Self {
        Self {
            entry: chair.entry,
            wishes: chair.wishes.clone(),
            timeouts: chair.timeouts,
            unseen: chair.unseen,
            bank_millis: chair.bank_millis,
            bank_level: chair.bank_level,
            rests_since: chair.rests_since,
            preferences: chair.preferences,
            newcomer: chair.newcomer,
        }
    }
}

impl Command {
    /// Whether a player may do this at a table of a tournament: all that concerns only the player's own part in it.
    fn is_for_tournaments(&self) -> bool {
        match self {
            Self::SitOut
            | Self::ComeBack { .. }
            | Self::Away
            | Self::Wish { .. }
            | Self::Prefer { .. }
            | Self::Act { .. }
            | Self::Emote { .. } => true,
            Self::Sit { .. }
            | Self::Wait { .. }
            | Self::StopWaiting
            | Self::TopUp { .. }
            | Self::Ready
            | Self::StandUp
            | Self::SeatBot { .. }
            | Self::SendBotAway { .. }
            | Self::Deal
            | Self::Close
            | Self::Remove { .. }
            | Self::Ban { .. }
            | Self::Unban { .. }
            | Self::HandOver { .. }
            | Self::Pause
            | Self::Resume
            | Self::Change { .. }
            | Self::ReplaceInvite => false,
        }
    }
}

impl Table {
    /// A table of a tournament before its first change. If the tournament is not public, the table has its invite code.
    pub fn of_tournament(
        host: PlayerId,
        place: TournamentPlace,
        options: StoredOptions,
        invite_code: Option<String>,
        now: Timestamp,
        dealer: &dyn Dealer,
    ) -> Result<Self, NoEntropy> {
        let mut table = Self::nowhere(host, options, invite_code, now, dealer)?;
        table.record.state.tournament = Some(place);
        Ok(table)
    }

    /// Whether other tables play the same deals. Then nothing of them may leave the table while it is open: they all close together,
    /// when each has finished them.
    pub fn keeps_deals_secret(&self) -> bool {
        self.record.closed_at.is_none() && self.record.state.tournament.is_some_and(|place| place.is_secret)
    }

    /// Whether its time banks are made of cards, each of which is used up whole.
    pub(super) fn has_shot_clock(&self) -> bool {
        self.record.state.tournament.is_some_and(|place| place.shot_clock)
    }

    /// Whether it belongs to a tournament.
    pub fn is_of_tournament(&self) -> bool {
        self.record.state.tournament.is_some()
    }
}

impl Draft<'_> {
    /// Refuses what only a tournament's director does at its tables.
    pub(super) fn check_tournament(&self, command: &Command) -> Result<(), Refused> {
        match self.table.record.state.tournament {
            Some(place) if !command.is_for_tournaments() => {
                Err(Refused::OfTournament { tournament: place.id })
            }
            _ => Ok(()),
        }
    }

    /// Notes which players are there, of those who were not since the start of the tournament.
    pub(super) fn note_seen(&mut self) {
        for chair in self.table.record.state.chairs.iter_mut().filter(|chair| chair.unseen) {
            chair.unseen =
                self.context.gone.iter().any(|gone| gone.player == chair.player && !gone.was_there);
        }
    }

    /// Notes that the table was opened.
    pub fn open_for_tournament(&mut self) {
        self.push_event(StoredEvent::Opened {});
    }

    /// A player of the tournament sits down.
    pub fn seat_entry(&mut self, arrival: Arrival) {
        let Arrival { seat, player, name, avatar, chips, level, keeps, unseen } = arrival;
        let bot = level.map(|level| Bot { level, buy_in: chips, fills: false });
        let came = if bot.is_some() { &mut self.bots.sat_down } else { &mut self.sat_down };
        came.push(player);
        let entry = keeps.as_ref().map_or(Entry::Post, |keeps| keeps.entry);
        self.take_chair(seat, Successor { player, name, avatar, chips, entry }, bot);
        if let Some(chair) = self.chair_mut(seat) {
            chair.unseen = keeps.as_ref().map_or(unseen, |keeps| keeps.unseen);
        }
        if let (Some(keeps), Some(chair)) = (keeps, self.chair_mut(seat)) {
            let CarriedOver { entry: _, wishes, timeouts, rests_since, preferences, newcomer, .. } = keeps;
            chair.wishes = wishes;
            chair.timeouts = timeouts;
            (chair.bank_millis, chair.bank_level) = (keeps.bank_millis, keeps.bank_level);
            chair.rests_since = rests_since;
            chair.preferences = preferences;
            chair.newcomer = newcomer;
        }
    }

    /// The invite code of the tournament was replaced by this one.
    pub fn share_invite(&mut self, code: String) {
        self.table.record.state.invite_code = Some(code);
        self.push_event(StoredEvent::InviteReplaced {});
    }

    /// A player of the tournament gets up: they are out, or sit at another table from now on.
    pub fn unseat_entry(&mut self, player: PlayerId) {
        if let Some(seat) = self.table.sitting(player).map(|chair| chair.seat) {
            self.free_chair(seat);
        }
    }

    /// A player of the tournament has bought chips.
    pub fn add_to_entry(&mut self, player: PlayerId, amount: Chips) {
        let Some(seat) = self.table.sitting(player).map(|chair| chair.seat) else { return };
        let Some(chair) = self.chair_mut(seat) else { return };
        chair.bring(amount);
        let chips = chair.chips;
        self.push_event(StoredEvent::ToppedUp { seat, amount, chips });
    }

    /// Deals the hand that the director has decided on; with this shuffle, if other tables play the same deal, and at this level of
    /// the blinds, if there are any.
    pub fn deal_for_tournament(
        &mut self,
        setup: AnySetup,
        shuffle: Option<Shuffle>,
        level: Option<u32>,
    ) -> Result<(), DraftError> {
        if self.table.hand.is_some() {
            return Err(Refused::HandInPlay.into());
        }
        if let Some(level) = level {
            self.lengthen_banks(level);
        }
        let game = AnyHand::rules(&setup);
        if self.table.record.options.game != game {
            let options = StoredOptions { game, ..(*self.table.record.options).clone() };
            self.table.record.options = options.into();
        }
        match shuffle {
            Some(shuffle) => self.start_hand_with(setup, shuffle),
            None => self.start_hand(setup),
        }
    }

    /// Lengthens the time banks by the levels that have begun since the last hand of each player.
    fn lengthen_banks(&mut self, level: u32) {
        let grows = self.table.record.options.time_bank_seconds > 0 && !self.table.has_shot_clock();
        for chair in &mut self.table.record.state.chairs {
            let levels = level.saturating_sub(chair.bank_level.unwrap_or(level));
            chair.bank_level = Some(level);
            let longest = LONGEST_BANK_MILLIS.max(chair.bank_millis);
            if grows {
                let longer = chair.bank_millis.saturating_add(levels.saturating_mul(BANK_MILLIS_OF_LEVEL));
                chair.bank_millis = longer.min(longest);
            }
        }
    }

    /// Closes the table. A hand that is played there is void.
    pub fn close_for_tournament(&mut self) -> Result<(), DraftError> {
        if self.before.record.hand.is_some() && self.table.hand.is_some() {
            self.void_hand()?;
        }
        self.shut();
        Ok(())
    }
}
