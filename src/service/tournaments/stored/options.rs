//! The options of a tournament, as they are stored with it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::service::ratings::rated_result::MOST_RATED_ENTRANTS;
use crate::service::table::stored::options::{StoredAccess, StoredBotPace, StoredFillWithBots};
use crate::service::tournaments::time::{millis, moment};
use cardroom_api::id::TournamentId;
use cardroom_api::text::{has_many_marks, is_unprintable, shows};
use cardroom_api::tournament::doudizhu::DoudizhuTournament;
use cardroom_api::tournament::holdem::{AddOnTerms, HoldemTournament, RebuyTerms};
use cardroom_api::tournament::options::{TournamentGame, TournamentOptions};
use cardroom_api::tournament::shengji::ShengjiTournament;
use cardroom_rules::games::any::GameKind;
use cardroom_rules::games::doudizhu::hand::Doudizhu;
use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::level::Level;
use cardroom_rules::games::refusal::BadOption;
use cardroom_rules::games::shengji::hand::Shengji;
use cardroom_rules::tournament::director::any::AnyDirector;
use cardroom_rules::tournament::director::duplicate::setup::DuplicateSetup;
use cardroom_rules::tournament::director::duplicate::state::DuplicateDirector;
use cardroom_rules::tournament::director::lots::Lots;
use cardroom_rules::tournament::director::money::payout::Reward;
use cardroom_rules::tournament::director::setup::{AddOn, EntryPrice, Rebuy, Setup, StartRule};
use cardroom_rules::tournament::director::state::Director;
use cardroom_rules::tournament::director::teams::setup::{TeamFormat, TeamSetup};
use cardroom_rules::tournament::director::teams::state::TeamDirector;
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
    /// Dou Dizhu.
    Doudizhu(StoredDoudizhuTournament),
    /// Shengji.
    Shengji(StoredShengjiTournament),
}

/// What an event of Dou Dizhu starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDoudizhuTournament {
    /// What its director starts from.
    pub setup: DuplicateSetup,
    /// How well the computer players play who take the seats that are left at the last table.
    pub computers: Level,
}

/// What an event of Shengji starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredShengjiTournament {
    /// What its director starts from.
    pub setup: TeamSetup,
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
    /// Whether the time bank is made of cards, each of which is used up whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shot_clock: bool,
}

/// The seconds of a decision and of the time bank under a shot clock: 25 and 5 more, and four cards.
const SHOT_CLOCK_SECONDS: (u16, u16) = (30, 120);

/// The pause between two hands of a table, in milliseconds.
const PAUSE_MILLIS: u64 = 3_000;

/// The pause before a deal in an event of rounds, in milliseconds: long enough to look at the result of the last one.
const PAUSE_BEFORE_DEALS_MILLIS: u64 = 5_000;

/// The fewest players with whom an event of teams starts.
const FEWEST_IN_TEAMS: u32 = 4;

impl StoredTournamentOptions {
    /// Its director before the first event, with the lots of this seed.
    pub fn director(&self, lots: [u8; 32]) -> AnyDirector {
        let lots = Lots::new(lots);
        match &self.game {
            StoredTournamentGame::Holdem(holdem) => {
                AnyDirector::Stacks(Director::new(holdem.setup.clone(), lots))
            }
            StoredTournamentGame::Doudizhu(doudizhu) => {
                AnyDirector::Duplicate(DuplicateDirector::new(doudizhu.setup.clone(), lots))
            }
            StoredTournamentGame::Shengji(shengji) => {
                AnyDirector::Teams(TeamDirector::new(shengji.setup.clone(), lots))
            }
        }
    }

    /// Its game.
    pub fn kind(&self) -> GameKind {
        match self.game {
            StoredTournamentGame::Holdem(_) => GameKind::Holdem,
            StoredTournamentGame::Doudizhu(_) => GameKind::Doudizhu,
            StoredTournamentGame::Shengji(_) => GameKind::Shengji,
        }
    }

    /// The most entrants.
    pub fn max_entrants(&self) -> u32 {
        match &self.game {
            StoredTournamentGame::Holdem(holdem) => holdem.setup.max_entrants,
            StoredTournamentGame::Doudizhu(doudizhu) => doudizhu.setup.max_entrants,
            StoredTournamentGame::Shengji(shengji) => shengji.setup.max_entrants,
        }
    }

    /// When it starts; `None` if it starts when it is full.
    pub fn starts_at(&self) -> Option<Timestamp> {
        match self.terms().0 {
            StartRule::SitAndGo {} => None,
            StartRule::Scheduled { at, .. } => Some(moment(at)),
        }
    }

    /// Whether teams meet in a bracket, in which they are seeded.
    pub fn seeds_teams(&self) -> bool {
        matches!(&self.game, StoredTournamentGame::Shengji(event) if event.setup.format == TeamFormat::KnockOut)
    }

    /// Whether its time banks are made of cards.
    pub fn has_shot_clock(&self) -> bool {
        matches!(&self.game, StoredTournamentGame::Holdem(holdem) if holdem.shot_clock)
    }

    /// What an entry costs, or each player of a team.
    pub fn price(&self) -> EntryPrice {
        self.terms().1
    }

    /// Whether players pay chips for anything in it, or win some.
    pub fn is_for_chips(&self) -> bool {
        let later = match &self.game {
            StoredTournamentGame::Holdem(StoredHoldemTournament { setup, .. }) => {
                let rebuy = setup.rebuy.map_or(0, |rebuy| rebuy.price);
                rebuy + setup.add_on.map_or(0, |add_on| add_on.price)
            }
            StoredTournamentGame::Doudizhu(_) | StoredTournamentGame::Shengji(_) => 0,
        };
        self.price().total() + self.terms().2 + later > 0
    }

    /// Whether people may win chips of computer players in it.
    pub fn meets_computers_for_chips(&self) -> bool {
        self.fill_with_bots.is_some() && self.price().total() > 0
    }

    /// When it starts, what an entry costs, and the guarantee.
    fn terms(&self) -> (StartRule, EntryPrice, Chips) {
        match &self.game {
            StoredTournamentGame::Holdem(StoredHoldemTournament { setup, .. }) => {
                (setup.start, setup.price, setup.guarantee)
            }
            StoredTournamentGame::Doudizhu(StoredDoudizhuTournament { setup, .. }) => {
                (setup.start, setup.price, setup.guarantee)
            }
            StoredTournamentGame::Shengji(StoredShengjiTournament { setup }) => {
                (setup.start, setup.price, setup.guarantee)
            }
        }
    }

    /// How well the computer players play who take the seats that are left at the last table; `None` if none may.
    pub fn fillers(&self) -> Option<Level> {
        match &self.game {
            StoredTournamentGame::Doudizhu(StoredDoudizhuTournament { setup, computers }) => {
                setup.fills_with_computers.then_some(*computers)
            }
            StoredTournamentGame::Holdem(_) | StoredTournamentGame::Shengji(_) => None,
        }
    }

    /// The options of a tournament that is announced with these, if one can be. `has_computers` says whether computer players may
    /// take seats that are left.
    pub fn announced(options: TournamentOptions, has_computers: bool) -> Result<Self, BadOption> {
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
        let has_places = !matches!(options.game, TournamentGame::Shengji(_));
        unless(!options.rated || has_places, "rated", "false in Shengji, which is rated at tables")?;
        let game = match &options.game {
            TournamentGame::Holdem(holdem) => {
                let setup = setup_of(&options, holdem)?;
                setup.check()?;
                let &HoldemTournament { speed, minutes, shot_clock, .. } = holdem;
                StoredTournamentGame::Holdem(StoredHoldemTournament { setup, speed, minutes, shot_clock })
            }
            TournamentGame::Doudizhu(doudizhu) => {
                StoredTournamentGame::Doudizhu(duplicate_of(&options, doudizhu, has_computers)?)
            }
            TournamentGame::Shengji(shengji) => StoredTournamentGame::Shengji(teams_of(&options, shengji)?),
        };
        let seconds = match &game {
            StoredTournamentGame::Holdem(StoredHoldemTournament { shot_clock: true, .. }) => {
                SHOT_CLOCK_SECONDS
            }
            _ => (options.decision_seconds, options.time_bank_seconds),
        };
        Ok(Self {
            name: options.name,
            game,
            access: options.access.into(),
            decision_seconds: seconds.0,
            time_bank_seconds: seconds.1,
            fill_with_bots: options.fill_with_bots.map(Into::into),
            bot_pace: options.bot_pace.into(),
            satellite_to: None,
            rated: options.rated,
        })
    }

    /// The same, with entries of this tournament as prizes, worth so many chips each.
    pub fn with_tickets(mut self, target: TournamentId, value: Chips) -> Result<Self, BadOption> {
        let StoredTournamentGame::Holdem(StoredHoldemTournament { setup, .. }) = &mut self.game else {
            return Err(BadOption { option: "satellite_to", must: "null in this game".into() });
        };
        setup.reward = Reward::Tickets { value };
        setup.check()?;
        self.satellite_to = Some(target);
        Ok(self)
    }

    /// The options as they are sent in lists: without levels, which are long.
    pub fn sent_in_lists(&self) -> TournamentOptions {
        let mut options = self.sent();
        if let TournamentGame::Holdem(holdem) = &mut options.game {
            holdem.structure = None;
        }
        options
    }

    /// The options as they are sent.
    pub fn sent(&self) -> TournamentOptions {
        let Self {
            name, access, decision_seconds, time_bank_seconds, fill_with_bots, bot_pace, rated, ..
        } = self;
        let (game, start, price, guarantee) = match &self.game {
            StoredTournamentGame::Holdem(holdem) => {
                let Setup { start, price, guarantee, .. } = holdem.setup;
                (TournamentGame::Holdem(holdem.sent()), start, price, guarantee)
            }
            StoredTournamentGame::Doudizhu(doudizhu) => {
                let DuplicateSetup { start, price, guarantee, .. } = doudizhu.setup;
                (TournamentGame::Doudizhu(doudizhu.sent()), start, price, guarantee)
            }
            StoredTournamentGame::Shengji(shengji) => {
                let TeamSetup { start, price, guarantee, .. } = shengji.setup;
                (TournamentGame::Shengji(shengji.sent()), start, price, guarantee)
            }
        };
        let (starts_at, min_entrants) = match start {
            StartRule::SitAndGo {} => (None, 2),
            StartRule::Scheduled { at, min_entrants } => (Some(moment(at)), min_entrants),
        };
        TournamentOptions {
            name: name.clone(),
            game,
            max_entrants: self.max_entrants(),
            prize: price.prize,
            fee: price.fee,
            guarantee,
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

fn start_of(options: &TournamentOptions) -> StartRule {
    match options.starts_at {
        None => StartRule::SitAndGo {},
        Some(at) => StartRule::Scheduled { at: millis(at), min_entrants: options.min_entrants },
    }
}

fn setup_of(options: &TournamentOptions, holdem: &HoldemTournament) -> Result<Setup, BadOption> {
    let start = start_of(options);
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
        hand_for_hand_at: holdem.hand_for_hand_at,
        round_ties: holdem.round_ties,
        pause_millis: PAUSE_MILLIS,
    })
}

fn duplicate_of(
    options: &TournamentOptions,
    doudizhu: &DoudizhuTournament,
    fills_with_computers: bool,
) -> Result<StoredDoudizhuTournament, BadOption> {
    let DoudizhuTournament { format, deals, round_minutes, ref rules, ref payouts, computers } = *doudizhu;
    BadOption::unless((1..=1_440).contains(&round_minutes), "round_minutes", "1 to 1,440")?;
    let setup = DuplicateSetup {
        start: start_of(options),
        max_entrants: options.max_entrants,
        price: EntryPrice { prize: options.prize, fee: options.fee, bounty: 0 },
        guarantee: options.guarantee,
        payouts: payouts.clone(),
        format,
        deals,
        round_millis: u64::from(round_minutes) * 60_000,
        fills_with_computers,
        rules: Doudizhu::filled_in(rules.clone(), None),
        pause_millis: PAUSE_BEFORE_DEALS_MILLIS,
    };
    setup.check()?;
    Ok(StoredDoudizhuTournament { setup, computers })
}

fn teams_of(
    options: &TournamentOptions,
    shengji: &ShengjiTournament,
) -> Result<StoredShengjiTournament, BadOption> {
    let ShengjiTournament { format, hands, ref rules, ref payouts } = *shengji;
    let start = match start_of(options) {
        StartRule::Scheduled { at, min_entrants } => {
            StartRule::Scheduled { at, min_entrants: min_entrants.max(FEWEST_IN_TEAMS) }
        }
        start @ StartRule::SitAndGo {} => start,
    };
    let setup = TeamSetup {
        start,
        max_entrants: options.max_entrants,
        price: EntryPrice { prize: options.prize, fee: options.fee, bounty: 0 },
        guarantee: options.guarantee,
        payouts: payouts.clone(),
        format,
        hands,
        rules: Shengji::filled_in(rules.clone(), None),
        pause_millis: PAUSE_BEFORE_DEALS_MILLIS,
    };
    setup.check()?;
    Ok(StoredShengjiTournament { setup })
}

impl StoredDoudizhuTournament {
    fn sent(&self) -> DoudizhuTournament {
        let Self { setup, computers } = self;
        DoudizhuTournament {
            format: setup.format,
            deals: setup.deals,
            round_minutes: u32::try_from(setup.round_millis / 60_000).unwrap_or(u32::MAX),
            rules: setup.hand_rules(),
            payouts: setup.payouts.clone(),
            computers: *computers,
        }
    }
}

impl StoredShengjiTournament {
    fn sent(&self) -> ShengjiTournament {
        let Self { setup } = self;
        ShengjiTournament {
            format: setup.format,
            hands: setup.hands,
            rules: setup.hand_rules(),
            payouts: setup.payouts.clone(),
        }
    }
}

impl StoredHoldemTournament {
    fn sent(&self) -> HoldemTournament {
        let Self { setup, speed, minutes, shot_clock } = self;
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
            shot_clock: *shot_clock,
            hand_for_hand_at: setup.hand_for_hand_at,
            round_ties: setup.round_ties,
        }
    }
}
