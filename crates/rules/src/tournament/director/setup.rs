//! What a tournament is announced with.

use serde::{Deserialize, Serialize};

use super::floor::balance::TableSizes;
use super::time::Millis;
use crate::games::game::{Chips, MOST_CHIPS};
use crate::games::holdem::rules::{Betting, Rake, Rules, Straddle};
use crate::games::refusal::BadOption;
use crate::games::seat::Seat;
use crate::tournament::director::money::payout::Reward;
use crate::tournament::levels::structure::Structure;
use crate::tournament::prizes::bounties::BountyMode;
use crate::tournament::prizes::payouts::Payouts;

/// What a tournament is announced with: everything that its director needs except its lots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// When it starts.
    pub start: StartRule,
    /// The most entries of different players, 2 to [`Setup::MOST_ENTRANTS`].
    pub max_entrants: u32,
    /// What an entry costs.
    pub price: EntryPrice,
    /// The chips that an entry brings, at least ten of the first big blind.
    pub starting_chips: Chips,
    /// The levels.
    pub structure: Structure,
    /// The betting.
    pub betting: Betting,
    /// How many seats a table has, 2 to 10.
    pub seats: u8,
    /// Late registration is open until this level ends, with the break that follows; 0 if there is none.
    pub late_level: u32,
    /// How often a player who is out may enter again while late registration is open.
    pub re_entries: u32,
    /// Whether, and on what terms, players may rebuy.
    pub rebuy: Option<Rebuy>,
    /// Whether, and on what terms, players may add on, in the break after the last rebuy level.
    pub add_on: Option<AddOn>,
    /// The least pool. The house adds what collected prizes fall short of it.
    pub guarantee: Chips,
    /// What the pool is paid out in, and how.
    pub reward: Reward,
    /// How bounties are paid.
    pub bounties: BountyMode,
    /// Hand for hand starts this many entries before the money.
    pub hand_for_hand_at: u32,
    /// Whether all entries that go out in one round of hand for hand tie.
    pub round_ties: bool,
    /// The pause between two hands of a table.
    pub pause_millis: Millis,
}

/// When a tournament starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartRule {
    /// When the most entrants have registered.
    SitAndGo {},
    /// At a set time.
    Scheduled {
        /// The time, on the server's clock.
        at: Millis,
        /// It is cancelled if fewer have registered; at least 2.
        min_entrants: u32,
    },
}

/// What an entry costs; all parts may be 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPrice {
    /// The part that goes to the pool.
    pub prize: Chips,
    /// The part that the house keeps.
    pub fee: Chips,
    /// The part that is on the entry's head.
    pub bounty: Chips,
}

impl EntryPrice {
    /// All parts together.
    pub fn total(self) -> Chips {
        self.prize + self.fee + self.bounty
    }
}

/// The terms of a rebuy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rebuy {
    /// What it costs. All of it goes to the pool.
    pub price: Chips,
    /// The chips that it brings.
    pub chips: Chips,
    /// The last level in which players may rebuy.
    pub until_level: u32,
    /// How often an entry may rebuy.
    pub most: u32,
}

/// The terms of the add-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddOn {
    /// What it costs. All of it goes to the pool.
    pub price: Chips,
    /// The chips that it brings.
    pub chips: Chips,
}

impl Setup {
    /// The most entrants of a tournament.
    pub const MOST_ENTRANTS: u32 = 10_000;

    /// The most that anything costs, and the most starting chips.
    pub const MOST_PRICE: Chips = 1_000_000_000;

    /// The longest time until the blinds end it: 72 hours.
    pub const MOST_SECONDS: u64 = 72 * 3_600;

    /// Whether a tournament can be announced with this.
    pub fn check(&self) -> Result<(), BadOption> {
        let unless = BadOption::unless;
        let entrants = 2..=Self::MOST_ENTRANTS;
        unless(entrants.contains(&self.max_entrants), "max_entrants", "2 to 10,000")?;
        if let StartRule::Scheduled { min_entrants, .. } = self.start {
            unless((2..=self.max_entrants).contains(&min_entrants), "min_entrants", "2 to max_entrants")?;
        } else {
            unless(self.late_level == 0, "late_level", "0 if the tournament starts when it is full")?;
        }
        unless((2..=Seat::MOST).contains(&self.seats), "seats", "2 to 10")?;
        let EntryPrice { prize, fee, bounty } = self.price;
        let is_fair = |amount: Chips| amount <= Self::MOST_PRICE;
        for (amount, option) in [(prize, "prize"), (fee, "fee"), (bounty, "bounty")] {
            unless(is_fair(amount), option, "at most 10^9")?;
        }
        let chips = u64::from(self.max_entrants) * self.starting_chips.min(Self::MOST_PRICE);
        let is_few = is_fair(self.starting_chips) && chips <= Rules::MOST_BLIND;
        unless(is_few, "starting_chips", "at most 10^9, and 10^12 for all entrants together")?;
        let lasts = self.structure.seconds_until_short(chips);
        let must = "at most 72 hours until forty small blinds are worth all chips; a hand counts as a minute";
        unless(lasts <= Self::MOST_SECONDS, "structure", must)?;
        let stack = self.structure.check_stack(self.starting_chips);
        unless(stack.is_ok(), "starting_chips", "at least ten of the first big blind")?;
        unless(self.re_entries == 0 || self.late_level > 0, "re_entries", "0 without late registration")?;
        unless(self.re_entries <= 100, "re_entries", "at most 100")?;
        unless(self.late_level <= 100, "late_level", "at most 100")?;
        let entries = u64::from(self.max_entrants) * (1 + u64::from(self.re_entries));
        let must = "so few that there are at most 100,000 entries";
        unless(entries <= u64::from(Payouts::MOST_ENTRIES), "re_entries", must)?;
        unless(self.guarantee <= MOST_CHIPS / 2, "guarantee", "at most 2^52")?;
        unless(self.hand_for_hand_at <= 100, "hand_for_hand_at", "at most 100")?;
        unless(self.pause_millis <= 60_000, "pause_millis", "at most 60,000")?;
        self.reward.check()?;
        self.check_rebuys()
    }

    fn check_rebuys(&self) -> Result<(), BadOption> {
        let unless = BadOption::unless;
        if let Some(Rebuy { price, chips, until_level, most }) = self.rebuy {
            unless(price <= Self::MOST_PRICE, "rebuy.price", "at most 10^9")?;
            unless((1..=Self::MOST_PRICE).contains(&chips), "rebuy.chips", "1 to 10^9")?;
            unless((1..=100).contains(&until_level), "rebuy.until_level", "1 to 100")?;
            unless((1..=100).contains(&most), "rebuy.most", "1 to 100")?;
        }
        if let Some(AddOn { price, chips }) = self.add_on {
            unless(self.rebuy.is_some(), "add_on", "absent without rebuys")?;
            unless(price <= Self::MOST_PRICE, "add_on.price", "at most 10^9")?;
            unless((1..=Self::MOST_PRICE).contains(&chips), "add_on.chips", "1 to 10^9")?;
        }
        Ok(())
    }

    /// The sizes of its tables.
    pub fn sizes(&self) -> TableSizes {
        TableSizes::of(self.seats)
    }

    /// The options of a hand at this level; 1 is the first. In fixed limit the cap of raises holds among two until two
    /// are left in the tournament (TDA 48).
    pub fn hand_rules(&self, level: u32, two_are_left: bool) -> Option<Rules> {
        let level = self.structure.level(level.checked_sub(1)? as usize)?;
        Some(Rules {
            betting: self.betting,
            small_blind: level.small_blind,
            big_blind: level.big_blind,
            ante: level.ante,
            straddle: Straddle::None,
            rake: Rake::default(),
            uncapped_heads_up: two_are_left,
            run_it_twice: false,
            table_all_ins: true,
            blind_first: true,
            showdown_seconds: 3,
        })
    }
}

/// Checks the price, the guarantee and the payouts of an event without bounties.
pub(super) fn check_prizes(
    EntryPrice { prize, fee, bounty }: EntryPrice,
    guarantee: Chips,
    payouts: &Payouts,
) -> Result<(), BadOption> {
    let unless = BadOption::unless;
    unless(prize <= Setup::MOST_PRICE, "prize", "at most 10^9")?;
    unless(fee <= Setup::MOST_PRICE, "fee", "at most 10^9")?;
    unless(bounty == 0, "bounty", "0")?;
    unless(guarantee <= MOST_CHIPS / 2, "guarantee", "at most 2^52")?;
    let fault = payouts.check().err();
    fault.map_or(Ok(()), |fault| Err(BadOption { option: "payouts", must: fault.to_string().into() }))
}
