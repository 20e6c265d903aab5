//! The state of an event of Dou Dizhu.

use std::sync::Arc;

use super::event::{DealResult, DuplicatePlayer};
use super::setup::{DuplicateFormat, DuplicateSetup};
use crate::games::any::AnySetup;
use crate::games::doudizhu::setup::Setup as HandSetup;
use crate::games::game::Chips;
use crate::tournament::director::entry::PlayerNumber;
use crate::tournament::director::floor::place::{EntryId, TableNumber};
use crate::tournament::director::lots::Lots;
use crate::tournament::director::money::account::AccountBalance;
use crate::tournament::director::state::Phase;
use crate::tournament::director::time::{Millis, Time};
use crate::tournament::director::withdrawals::Withdrawals;
use crate::tournament::duplicate::standing::{DealsPlayed, RankedBy, places};
use crate::tournament::prizes::payouts::PrizePool;
use crate::tournament::prizes::placing::PlacedEntry;

/// The chips in front of each seat when a round begins, one for each point: more than can be lost in it.
pub const STACK: Chips = 100_000_000;

/// An event of Dou Dizhu.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateDirector {
    pub(super) setup: Arc<DuplicateSetup>,
    pub(super) lots: Lots,
    pub(super) time: Time,
    pub(super) phase: Phase,
    /// The player of each entry, `None` if it was taken back.
    pub(super) entries: Vec<Option<PlayerNumber>>,
    pub(super) withdrawals: Withdrawals,
    /// All players who play or have played.
    pub(super) players: Vec<PlayerStanding>,
    pub(super) round: Option<DuplicateRound>,
    /// How many rounds have ended.
    pub(super) rounds: u32,
    /// How many tables were opened in the rounds before the present one.
    pub(super) tables_before: u32,
    /// The chips in the account.
    pub(super) balance: AccountBalance,
}

/// The results of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerStanding {
    /// The player.
    pub player: DuplicatePlayer,
    /// The last stage of a knock-out that the player has reached; in duplicate rounds always 1.
    pub stage: u32,
    /// The results of that stage, or of all rounds.
    pub played: DealsPlayed,
}

/// A round that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateRound {
    /// Its number, 1 is the first.
    pub number: u32,
    /// Its tables.
    pub tables: Vec<DuplicateTable>,
    /// When its time is up, in the event's time.
    pub until: Millis,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateTable {
    /// The players, by seat.
    pub seats: [DuplicatePlayer; 3],
    /// The deals that have ended.
    pub results: Vec<DealResult>,
    /// Whether a deal is in progress.
    pub is_playing: bool,
    /// Its next deal does not begin before, in the event's time.
    pub rests_until: Millis,
}

impl DuplicateDirector {
    /// The event before its first event.
    pub fn new(setup: DuplicateSetup, lots: Lots) -> Self {
        Self {
            setup: Arc::new(setup),
            lots,
            time: Time::default(),
            phase: Phase::Registering,
            entries: Vec::new(),
            withdrawals: Withdrawals::default(),
            players: Vec::new(),
            round: None,
            rounds: 0,
            tables_before: 0,
            balance: AccountBalance::default(),
        }
    }

    /// The setup with which it was announced.
    pub fn setup(&self) -> &DuplicateSetup {
        &self.setup
    }

    /// How far it is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the organiser has paused it.
    pub fn is_paused(&self) -> bool {
        self.time.is_paused()
    }

    /// The round that is played.
    pub fn round(&self) -> Option<&DuplicateRound> {
        self.round.as_ref()
    }

    /// All players who play or have played, computer players too.
    pub fn players(&self) -> &[PlayerStanding] {
        &self.players
    }

    /// The chips in the account.
    pub fn balance(&self) -> Chips {
        self.balance.chips()
    }

    /// How many entries there are.
    pub fn entered(&self) -> usize {
        self.entries.iter().flatten().count()
    }

    /// The player of each entry, `None` if it was taken back.
    pub fn entries(&self) -> &[Option<PlayerNumber>] {
        &self.entries
    }

    /// The number of the round or stage that is played, or was played last; 0 before the start.
    pub fn rounds_begun(&self) -> u32 {
        self.round.as_ref().map_or(self.rounds, |round| round.number)
    }

    /// When the round's time is up, on the server's clock; `None` between rounds and while it is paused.
    pub fn round_ends(&self) -> Option<Millis> {
        self.time.on_the_servers_clock(self.round.as_ref()?.until)
    }

    /// The number of a table of the present round; 0 is the first.
    pub fn table_number(&self, table: usize) -> TableNumber {
        TableNumber(self.tables_before + 1 + u32::try_from(table).unwrap_or(u32::MAX / 2))
    }

    /// The table of the present round that has this number.
    pub fn table_at(&self, number: TableNumber) -> Option<usize> {
        let table = number.0.checked_sub(self.tables_before + 1)? as usize;
        self.round.as_ref().filter(|round| table < round.tables.len()).map(|_| table)
    }

    /// Whether several tables play the same deals now.
    pub fn shares_deals(&self) -> bool {
        self.round.as_ref().is_some_and(|round| round.tables.len() > 1)
    }

    /// What the next deal of a table starts from.
    pub fn dealt_setup(&self, table: usize) -> Option<AnySetup> {
        let table = self.round.as_ref()?.tables.get(table)?;
        let mut stacks = [STACK; 3];
        for result in &table.results {
            for (stack, score) in stacks.iter_mut().zip(result.scores) {
                *stack = stack.saturating_add_signed(score);
            }
        }
        Some(AnySetup::Doudizhu(HandSetup { rules: self.setup.hand_rules(), void_deals: 0, stacks }))
    }

    /// The seed of a deal of the present round: the same at all tables. `None` between rounds.
    pub fn deal_seed(&self, deal: usize) -> Option<[u8; 32]> {
        let round = self.round.as_ref()?;
        Some(self.lots.seed_of(round.number, u32::try_from(deal).ok()?))
    }

    /// How many tables have not finished the present round.
    pub fn tables_playing(&self) -> usize {
        let tables = self.round.iter().flat_map(|round| &round.tables);
        tables.filter(|table| self.next_deal(table).is_some()).count()
    }

    /// The deal of the present round that a table plays, or plays next; 0 is the first. `None` if it has finished the round.
    pub fn next_deal(&self, table: &DuplicateTable) -> Option<usize> {
        let (deals, is_up) = (self.setup.deals as usize, self.time.now >= self.round.as_ref()?.until);
        let deal = table.results.len();
        (table.is_playing || (!is_up && deal < deals)).then_some(deal)
    }

    /// The places of all players, the best first: by the stage that they have reached, then by its results. Computer
    /// players count only in `with_computers`.
    pub(super) fn standing(&self, with_computers: bool) -> Vec<(DuplicatePlayer, usize)> {
        let counts =
            |each: &&PlayerStanding| with_computers || matches!(each.player, DuplicatePlayer::Entry(_));
        let mut players: Vec<PlayerStanding> = self.players.iter().filter(counts).copied().collect();
        players.sort_by_key(|each| std::cmp::Reverse(each.stage));
        let mut placed = Vec::with_capacity(players.len());
        for group in players.chunk_by(|one, other| one.stage == other.stage) {
            let better = placed.len();
            let played: Vec<DealsPlayed> = group.iter().map(|each| each.played).collect();
            let places = places(&played, self.ranked_by(group[0].stage));
            let mut own: Vec<_> =
                group.iter().zip(places).map(|(each, place)| (each.player, better + place)).collect();
            own.sort_by_key(|&(_, place)| place);
            placed.extend(own);
        }
        placed
    }

    /// At the one table of the last stage of a knock-out, nothing can be compared.
    fn ranked_by(&self, stage: u32) -> RankedBy {
        let at = self.players.iter().filter(|each| each.stage >= stage).count();
        match self.setup.format {
            DuplicateFormat::KnockOut {} if at == 3 => RankedBy::Score,
            _ => RankedBy::Matchpoints,
        }
    }

    /// The places of the entries, the best first; provisional until it has ended.
    pub fn ranks(&self) -> Vec<PlacedEntry> {
        let standing = self.standing(false);
        let mut ranks = Vec::with_capacity(standing.len());
        for group in standing.chunk_by(|one, other| one.1 == other.1) {
            let placed = group.iter().filter_map(|&(player, place)| match player {
                DuplicatePlayer::Entry(entry) => {
                    Some(PlacedEntry { entry: entry.0, place, tied: group.len() })
                }
                DuplicatePlayer::Computer(_) => None,
            });
            ranks.extend(placed);
        }
        ranks
    }

    /// The pool of those who play; before the start, of those who have entered.
    pub fn pool(&self) -> PrizePool {
        let plays = |each: &&PlayerStanding| matches!(each.player, DuplicatePlayer::Entry(_));
        let entries = match self.phase {
            Phase::Registering => self.entered(),
            Phase::Playing | Phase::Finished | Phase::Cancelled => self.players.iter().filter(plays).count(),
        };
        let entries = u32::try_from(entries).unwrap_or(u32::MAX);
        PrizePool {
            entries,
            prize_part: self.setup.price.prize,
            collected: self.setup.price.prize * Chips::from(entries),
            guarantee: self.setup.guarantee,
        }
    }

    /// The players who still play, or will: in a knock-out those of the present stage.
    pub fn left(&self) -> Vec<PlayerNumber> {
        let is_knock_out = self.setup.format == DuplicateFormat::KnockOut {};
        let stage = self.round.as_ref().map_or(self.rounds, |round| round.number);
        let plays = |entry: EntryId| {
            let own = self.players.iter().find(|each| each.player == DuplicatePlayer::Entry(entry));
            own.is_none_or(|each| !is_knock_out || each.stage >= stage)
        };
        let entries = (1..).map(EntryId).zip(&self.entries);
        entries.filter_map(|(entry, player)| player.filter(|_| plays(entry))).collect()
    }

    /// The entry of a player that was not taken back.
    pub fn entry_of(&self, player: PlayerNumber) -> Option<EntryId> {
        let at = self.entries.iter().position(|entry| *entry == Some(player))?;
        Some(EntryId(u32::try_from(at + 1).unwrap_or(u32::MAX)))
    }
}
