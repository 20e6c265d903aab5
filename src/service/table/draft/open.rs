//! Opening a table.

use crate::service::table::command::ActingPlayer;

use jiff::Timestamp;

use super::seats::Newcomer;
use super::{Draft, DraftContext};
use crate::service::entropy::NoEntropy;
use crate::service::id::new_id;
use crate::service::table::error::DraftError;
use crate::service::table::levels::LevelProgress;
use crate::service::table::live::Table;
use crate::service::table::options::check::check;
use crate::service::table::randomness::dealer::Dealer;
use crate::service::table::randomness::invite_code;
use crate::service::table::refused::Refused;
use crate::service::table::state::TableState;
use crate::service::table::stored::change::Author;
use crate::service::table::stored::commit::{Commit, Write};
use crate::service::table::stored::event::StoredEvent;
use crate::service::table::stored::options::{StoredAccess, StoredOptions};
use crate::service::table::stored::record::TableRecord;
use cardroom_api::id::PlayerId;
use cardroom_rules::games::any::AnyHand;
use cardroom_rules::games::game::{Chips, Entry, Game};
use cardroom_rules::games::seat::Seat;

/// How many open tables one player may be the host of.
pub(super) const MOST_HOSTED: u64 = 20;

/// How its host sits down at a table that they open.
#[derive(Clone, Copy, Debug)]
pub struct FirstSeat<'a> {
    /// The player who opens the table.
    pub who: ActingPlayer<'a>,
    /// The seat; if absent, the first one.
    pub seat: Option<Seat>,
    /// With how many chips.
    pub buy_in: Chips,
}

impl Table {
    /// A new table, and the change that opens it; with its host on a chair if they ask for one.
    pub fn open(
        host: PlayerId,
        options: StoredOptions,
        first: Option<FirstSeat>,
        now: Timestamp,
        dealer: &dyn Dealer,
        context: DraftContext,
    ) -> Result<Commit, DraftError> {
        check(&options).map_err(Refused::from)?;
        let options = options.of_a_new_table();
        let invite_code = match options.access {
            StoredAccess::Public => None,
            StoredAccess::Invite => Some(invite_code::new(dealer)?),
        };
        let mut nowhere = Self::nowhere(host, options, invite_code, now, dealer)?;
        nowhere.record.host_name.clone_from(&context.host_name);
        let mut draft = Draft::new(&nowhere, now, dealer).within(context);
        draft.push_event(StoredEvent::Opened {});
        if let Some(FirstSeat { who, seat, buy_in }) = first {
            let entry = Entry::Post;
            draft.sit(&Newcomer { who, seat, buy_in, entry, invite_code: None })?;
        }
        let commit = draft.finish(Author::Player(host))?;
        Ok(Commit { write: Write::Open, most_hosted: Some(MOST_HOSTED), ..commit })
    }

    /// The table before its first change.
    pub(super) fn nowhere(
        host: PlayerId,
        options: StoredOptions,
        invite_code: Option<String>,
        now: Timestamp,
        dealer: &dyn Dealer,
    ) -> Result<Self, NoEntropy> {
        let state = TableState {
            host,
            invite_code,
            chairs: Vec::new(),
            standing: AnyHand::opening(&options.game),
            wait: None,
            hands_dealt: 0,
            last_hand: None,
            closing: false,
            bot_moves: Vec::new(),
            paused: false,
            banned: Vec::new(),
            next_options: None,
            waiting: Vec::new(),
            chooses: false,
            emotes: Vec::new(),
            hand_seconds: Vec::new(),
            kept: Vec::new(),
            level: (!options.levels.is_empty()).then_some(LevelProgress::FIRST),
            rated_match: None,
            tournament: None,
        };
        let record = TableRecord {
            id: new_id(now, dealer)?,
            host_name: String::new(),
            listed: false,
            free_seats: options.seats,
            options: options.into(),
            state,
            decisions: Vec::new().into(),
            version: 0,
            hand: None,
            due_at: None,
            created_at: now,
            closed_at: None,
        };
        Ok(Self::between_hands(record))
    }
}
