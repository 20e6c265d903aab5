//! Validates a batch of commits against what the database holds, before anything is written. Pure: the store reads the facts.

use std::collections::HashSet;

use crate::service::id::{IdMap, IdSet};
use crate::service::ports::commits::Committed;
use crate::service::table::stored::commit::{Commit, MOST_SEATS, Write};
use crate::service::table::stored::ledger::{Account, ChipMovement};
use crate::service::tournaments::stored::{CommitGroup, TournamentCommit};
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::change::Version;
use cardroom_rules::games::game::{Chips, MOST_CHIPS};

/// What the validity of a batch depends on.
#[derive(Debug, Default)]
pub struct BatchFacts {
    /// The idempotency keys of the batch that were used before.
    pub used_keys: HashSet<(PlayerId, String)>,
    /// The wallets that the batch moves chips into or out of.
    pub wallets: IdMap<PlayerId, Chips>,
    /// How many computer players sit at all tables. It is read only if one sits down.
    pub bots: u64,
    /// How many computer players sit at all tables of each host at whose table one sits down.
    pub bots_of_hosts: IdMap<PlayerId, u64>,
    /// At how many tables each player sits or waits for a chair, of the players who sit down or start to wait.
    pub seats: IdMap<PlayerId, u64>,
    /// How many open tables each player hosts who becomes the host of one.
    pub hosted: IdMap<PlayerId, u64>,
    /// The players who have been deleted, of the [`newcomers`] of the batch.
    pub deleted: IdSet<PlayerId>,
}

/// Validates the commits of a batch in order. Each accepted commit changes the facts for those after it.
#[derive(Debug)]
pub struct BatchValidator {
    facts: BatchFacts,
    /// The tables that an accepted commit has changed: a second commit of a table is fenced, whatever version it was drafted on.
    changed: IdSet<TableId>,
    /// The players whose wallets an accepted commit has changed.
    moved: IdSet<PlayerId>,
}

/// A wallet after the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wallet {
    /// The player whose wallet it is.
    pub id: PlayerId,
    /// The chips in it.
    pub chips: Chips,
}

impl BatchValidator {
    /// A validator of a batch that depends on these facts.
    pub fn new(facts: BatchFacts) -> Self {
        Self { facts, changed: IdSet::default(), moved: IdSet::default() }
    }

    /// Validates one commit, after those before it. The table has this version in the database; `None` if it is not there yet.
    pub fn validate(&mut self, commit: &Commit, version: Option<Version>) -> Committed {
        let key = commit.request.as_ref().map(|request| (request.player, request.key.clone()));
        if key.as_ref().is_some_and(|key| self.facts.used_keys.contains(key)) {
            return Committed::KeyUsed;
        }
        let was = match commit.write {
            Write::Open => None,
            Write::Update { was, .. } => Some(was),
        };
        if version != was || self.changed.contains(&commit.table.record.id) {
            return Committed::Fenced;
        }
        if !commit.table.is_of_tournament()
            && newcomers(commit).any(|player| self.facts.deleted.contains(&player))
        {
            return Committed::NoSuchPlayer;
        }
        let host = commit.table.record.state.host;
        if let Some(most) = commit.most_hosted
            && self.facts.hosted.get(&host).is_some_and(|&hosted| hosted >= most)
        {
            return Committed::TooManyTables { most };
        }
        let Some(wallets) = self.moved(&commit.movements) else { return Committed::Short };
        if let Some(refused) = self.crowded(commit) {
            return refused;
        }
        if commit.most_hosted.is_some() {
            *self.facts.hosted.entry(host).or_default() += 1;
        }
        for player in chair_takers(commit) {
            *self.facts.seats.entry(player).or_default() += 1;
        }
        let (came, went) = (commit.bots.sat_down.len() as u64, commit.bots.left.len() as u64);
        if came + went > 0 {
            self.facts.bots = (self.facts.bots + came).saturating_sub(went);
            let of_host = self.facts.bots_of_hosts.entry(host).or_default();
            *of_host = (*of_host + came).saturating_sub(went);
        }
        self.moved.extend(wallets.keys());
        self.facts.wallets.extend(wallets);
        self.facts.used_keys.extend(key);
        self.changed.insert(commit.table.record.id);
        Committed::Done
    }

    /// Validates a group: all of it, or nothing. The tournament has this version in the database, and each table the one that
    /// `versions` returns. After a refusal nothing else may be validated.
    pub fn validate_group(
        &mut self,
        group: &CommitGroup,
        tournament: Option<Version>,
        versions: impl Fn(TableId) -> Option<Version>,
    ) -> Committed {
        let TournamentCommit { was, registered, movements, .. } = &group.tournament;
        if tournament != *was {
            return Committed::Fenced;
        }
        if registered.iter().any(|player| self.facts.deleted.contains(player)) {
            return Committed::NoSuchPlayer;
        }
        let Some(wallets) = self.moved(movements) else { return Committed::Short };
        for commit in &group.tables {
            let verdict = self.validate(commit, versions(commit.table.record.id));
            if verdict != Committed::Done {
                return verdict;
            }
        }
        self.moved.extend(wallets.keys());
        self.facts.wallets.extend(wallets);
        Committed::Done
    }

    /// The refusal of a commit that would exceed a limit of chairs or computer players.
    fn crowded(&self, commit: &Commit) -> Option<Committed> {
        // Who plays in a tournament is seated by its director.
        if commit.table.is_of_tournament() {
            return None;
        }
        let came = commit.bots.sat_down.len() as u64;
        let of_host = self.facts.bots_of_hosts.get(&commit.table.record.state.host).copied().unwrap_or(0);
        let has_all = |player: &&PlayerId| {
            let gives_up = u64::from(commit.stops_waiting.contains(player));
            self.facts.seats.get(player).is_some_and(|&places| places >= MOST_SEATS + gives_up)
        };
        match commit.bots.most {
            Some(most) if self.facts.bots + came > most.of_server => {
                Some(Committed::TooManyBots { most: most.of_server })
            }
            Some(most) if of_host + came > most.of_host => {
                Some(Committed::TooManyBotsOfHost { most: most.of_host })
            }
            _ => commit
                .sat_down
                .iter()
                .chain(&commit.waits)
                .find(has_all)
                .map(|_| Committed::TooManySeats { most: MOST_SEATS }),
        }
    }

    /// The wallets that the accepted commits moved.
    pub fn into_moved(self) -> Vec<Wallet> {
        let Self { facts: BatchFacts { wallets, .. }, moved, .. } = self;
        wallets
            .into_iter()
            .filter(|(id, _)| moved.contains(id))
            .map(|(id, chips)| Wallet { id, chips })
            .collect()
    }

    /// The wallets after these movements; `None` if one holds too little, or would hold too much.
    fn moved(&self, movements: &[ChipMovement]) -> Option<IdMap<PlayerId, Chips>> {
        let mut after = IdMap::default();
        let holds = |after: &IdMap<_, _>, id| after.get(&id).or_else(|| self.facts.wallets.get(&id)).copied();
        for movement in movements {
            if let Account::Wallet(id) = movement.debit {
                after.insert(id, holds(&after, id)?.checked_sub(movement.amount)?);
            }
            if let Account::Wallet(id) = movement.credit {
                let chips = holds(&after, id)?.checked_add(movement.amount)?;
                after.insert(id, (chips <= MOST_CHIPS).then_some(chips)?);
            }
        }
        Some(after)
    }
}

/// The people who sit down by a commit, start to wait for a chair, or become the host of a table.
pub fn newcomers(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    chair_takers(commit).chain(new_host(commit))
}

/// The people who sit down by a commit, or start to wait for a chair.
pub fn chair_takers(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    commit.sat_down.iter().chain(&commit.waits).copied()
}

/// The player who becomes the host of a table by a commit.
pub fn new_host(commit: &Commit) -> Option<PlayerId> {
    commit.most_hosted.map(|_| commit.table.record.state.host)
}

/// The host of the table at which computer players sit down by a commit.
pub fn host_of_new_bots(commit: &Commit) -> Option<PlayerId> {
    (!commit.bots.sat_down.is_empty()).then_some(commit.table.record.state.host)
}

/// The players whose wallets a commit moves chips into or out of; a player may come more than once.
pub fn wallet_owners(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    owners_of_wallets(&commit.movements)
}

/// The players whose wallets these movements concern; a player may come more than once.
pub fn owners_of_wallets(movements: &[ChipMovement]) -> impl Iterator<Item = PlayerId> {
    let accounts = movements.iter().flat_map(|movement| [movement.debit, movement.credit]);
    accounts.filter_map(|account| if let Account::Wallet(id) = account { Some(id) } else { None })
}
