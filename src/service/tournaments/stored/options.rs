//! The options of a tournament, as they are stored with it.

use serde::{Deserialize, Serialize};

use crate::service::ratings::rated_result::MOST_RATED_ENTRANTS;
use crate::service::table::stored::options::{StoredAccess, StoredBotPace, StoredFillWithBots};
use crate::service::tournaments::time::{millis, moment};
use cardroom_api::id::TournamentId;
use cardroom_api::text::{has_many_marks, is_unprintable, shows};
use cardroom_api::tournament::holdem::{AddOnTerms, HoldemTournament, RebuyTerms};
use cardroom_api::tournament::options::{TournamentGame, TournamentOptions};
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::game::Chips;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::tournament::director::money::payout::Reward;
use cardroom_rules::tournament::director::setup::{AddOn, EntryPrice, Rebuy, Setup, StartRule};
use cardroom_rules::tournament::levels::built_in::Speed;
use cardroom_rules::tournament::prizes::payouts::Payouts;

/// The options of a tournament. They hold all that its director starts from, so that a later release goes on with the same levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTournamentOptions {
    /// The name in the list.
    pub name: String,
    /// The game, and what belongs to it.
    pub game: StoredTournamentGame,
    /// The players who can find it and enter.
    pub access: StoredAccess,
    /// How long a decision may take, in seconds.
    pub decision_seconds: u16,
    /// A reserve for long decisions, in seconds.
    pub time_bank_seconds: u16,
    /// Computer players who fill it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill_with_bots: Option<StoredFillWithBots>,
    /// How long computer players take for a move.
    pub bot_pace: StoredBotPace,
    /// The tournament whose entries are its prizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub satellite_to: Option<TournamentId>,
    /// Whether its result is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// The game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredTournamentGame {
    /// Hold'em.
    Holdem(StoredHoldemTournament),
}

/// What a tournament of Hold'em starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredHoldemTournament {
    /// What its director starts from.
    pub setup: Setup,
    /// How fast the blinds rise, if the levels were made from it.
    pub speed: Speed,
    /// How long it was planned to last, in minutes, if the levels were made from it.
    pub minutes: u32,
}

/// The pause between two hands of a table, in milliseconds.
const PAUSE_MILLIS: u64 = 3_000;

impl StoredTournamentOptions {
    /// What its director starts from.
    pub fn setup(&self) -> &Setup {
        let StoredTournamentGame::Holdem(StoredHoldemTournament { setup, .. }) = &self.game;
        setup
    }

    /// Its game.
    pub fn kind(&self) -> GameKind {
        match self.game {
            StoredTournamentGame::Holdem(_) => GameKind::Holdem,
        }
    }

    /// The options of a tournament that is announced with these, if one can be.
    pub fn announced(options: TournamentOptions) -> Result<Self, BadOption> {
        let unless = BadOption::unless;
        let letters = options.name.chars().count();
        let printable = !options.name.chars().any(is_unprintable)
            && options.name.chars().any(shows)
            && !has_many_marks(&options.name);
        unless((1..=60).contains(&letters) && printable, "name", "1 to 60 printable characters")?;
        unless((2..=Setup::MOST_ENTRANTS).contains(&options.max_entrants), "max_entrants", "2 to 10,000")?;
        unless((1..=600).contains(&options.decision_seconds), "decision_seconds", "1 to 600")?;
        unless(options.time_bank_seconds <= 600, "time_bank_seconds", "0 to 600")?;
        let patience = options.fill_with_bots.map_or(0, |fill| fill.after_seconds);
        unless(patience <= 600, "fill_with_bots.after_seconds", "0 to 600")?;
        let fills = options.fill_with_bots.is_none() || options.starts_at.is_none();
        unless(fills, "fill_with_bots", "absent if the tournament starts at a set time")?;
        let may_be_rated = !options.rated || options.max_entrants <= MOST_RATED_ENTRANTS;
        unless(may_be_rated, "max_entrants", "2 to 1,000 if the tournament is rated")?;
        let TournamentGame::Holdem(holdem) = &options.game;
        let setup = setup_of(&options, holdem)?;
        setup.check()?;
        let (speed, minutes) = (holdem.speed, holdem.minutes);
        Ok(Self {
            name: options.name,
            game: StoredTournamentGame::Holdem(StoredHoldemTournament { setup, speed, minutes }),
            access: options.access.into(),
            decision_seconds: options.decision_seconds,
            time_bank_seconds: options.time_bank_seconds,
            fill_with_bots: options.fill_with_bots.map(Into::into),
            bot_pace: options.bot_pace.into(),
            satellite_to: None,
            rated: options.rated,
        })
    }

    /// The same, with entries of this tournament as prizes, worth so many chips each.
    pub fn with_tickets(mut self, target: TournamentId, value: Chips) -> Result<Self, BadOption> {
        let StoredTournamentGame::Holdem(StoredHoldemTournament { setup, .. }) = &mut self.game;
        setup.reward = Reward::Tickets { value };
        setup.check()?;
        self.satellite_to = Some(target);
        Ok(self)
    }

    /// The options as they are sent.
    pub fn sent(&self) -> TournamentOptions {
        let Self {
            name, access, decision_seconds, time_bank_seconds, fill_with_bots, bot_pace, rated, ..
        } = self;
        let StoredTournamentGame::Holdem(holdem) = &self.game;
        let setup = &holdem.setup;
        let (starts_at, min_entrants) = match setup.start {
            StartRule::SitAndGo {} => (None, 2),
            StartRule::Scheduled { at, min_entrants } => (Some(moment(at)), min_entrants),
        };
        TournamentOptions {
            name: name.clone(),
            game: TournamentGame::Holdem(holdem.sent()),
            max_entrants: setup.max_entrants,
            prize: setup.price.prize,
            fee: setup.price.fee,
            guarantee: setup.guarantee,
            access: (*access).into(),
            starts_at,
            min_entrants,
            decision_seconds: *decision_seconds,
            time_bank_seconds: *time_bank_seconds,
            fill_with_bots: fill_with_bots.map(Into::into),
            bot_pace: (*bot_pace).into(),
            satellite_to: self.satellite_to,
            rated: *rated,
        }
    }
}

fn setup_of(options: &TournamentOptions, holdem: &HoldemTournament) -> Result<Setup, BadOption> {
    let start = match options.starts_at {
        None => StartRule::SitAndGo {},
        Some(at) => StartRule::Scheduled { at: millis(at), min_entrants: options.min_entrants },
    };
    let rebuy = |RebuyTerms { price, chips, until_level, most }| Rebuy { price, chips, until_level, most };
    let add_on = |AddOnTerms { price, chips }| AddOn { price, chips };
    Ok(Setup {
        start,
        max_entrants: options.max_entrants,
        price: EntryPrice { prize: options.prize, fee: options.fee, bounty: holdem.bounty },
        starting_chips: holdem.starting_chips,
        structure: holdem.levels(options.max_entrants)?,
        betting: holdem.betting,
        seats: holdem.seats,
        late_level: holdem.late_level,
        re_entries: holdem.re_entries,
        rebuy: holdem.rebuy.map(rebuy),
        add_on: holdem.add_on.map(add_on),
        guarantee: options.guarantee,
        reward: Reward::Chips(holdem.payouts.clone()),
        bounties: holdem.bounties,
        hand_for_hand_at: 1,
        round_ties: false,
        pause_millis: PAUSE_MILLIS,
    })
}

impl StoredHoldemTournament {
    fn sent(&self) -> HoldemTournament {
        let Self { setup, speed, minutes } = self;
        let rebuy =
            |Rebuy { price, chips, until_level, most }| RebuyTerms { price, chips, until_level, most };
        let add_on = |AddOn { price, chips }| AddOnTerms { price, chips };
        HoldemTournament {
            seats: setup.seats,
            starting_chips: setup.starting_chips,
            speed: *speed,
            minutes: *minutes,
            structure: Some(setup.structure.clone()),
            betting: setup.betting,
            payouts: match &setup.reward {
                Reward::Chips(payouts) => payouts.clone(),
                Reward::Tickets { .. } => Payouts::WinnerTakesAll {},
            },
            late_level: setup.late_level,
            re_entries: setup.re_entries,
            bounty: setup.price.bounty,
            bounties: setup.bounties,
            rebuy: setup.rebuy.map(rebuy),
            add_on: setup.add_on.map(add_on),
        }
    }
}
