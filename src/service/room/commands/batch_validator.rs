//! Validates a batch of commits against what the database holds, before anything is written. Pure: the store reads the facts.

use std::collections::{BTreeSet, HashSet};

use crate::service::id::{IdMap, IdSet};
use crate::service::ports::commits::{Batch, BatchedGroup, Committed};
use crate::service::table::stored::commit::{Commit, MOST_SEATS, Write};
use crate::service::table::stored::ledger::{Account, ChipMovement};
use crate::service::tournaments::stored::{NewComputers, TournamentCommit};
use cardroom_api::id::{PlayerId, TableId, TournamentId};
use cardroom_api::player::ledger::Reason;
use cardroom_api::table::change::Version;
use cardroom_rules::games::game::{Chips, MOST_CHIPS};

/// What the validity of a batch depends on.
#[derive(Clone, Debug, Default)]
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
    /// How many open tournaments each player has announced who announces one.
    pub announced: IdMap<PlayerId, u64>,
    /// In how many open tournaments each player is, of those who enter one and are limited.
    pub entered: IdMap<PlayerId, u64>,
    /// The players who have been deleted, of those who sit down, wait, become a host, enter or announce in the batch.
    pub deleted: IdSet<PlayerId>,
    /// The chips of the house. They are read only if it puts some aside: see [`sets_aside`].
    pub house: i64,
}

/// Validates the commits of a batch in order. Each accepted commit changes the facts for those after it.
#[derive(Clone, Debug)]
pub struct BatchValidator {
    facts: BatchFacts,
    /// The tables that an accepted commit has changed: a second commit of a table is fenced, whatever version it was drafted on.
    changed: IdSet<TableId>,
    changed_tournaments: IdSet<TournamentId>,
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

/// The outcomes of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// The outcome of each change of a table; those of a group have the group's.
    of_commits: Vec<Committed>,
    of_groups: Vec<Committed>,
}

impl Verdicts {
    /// The changes of tables that are written.
    pub fn accepted<'a>(&self, batch: &'a Batch) -> impl Iterator<Item = &'a Commit> {
        let verdicts = batch.iter().zip(&self.of_commits);
        verdicts.filter(|(_, verdict)| **verdict == Committed::Done).map(|(commit, _)| &**commit)
    }

    /// The changes of tournaments that are written.
    pub fn accepted_groups<'a>(&self, batch: &'a Batch) -> impl Iterator<Item = &'a TournamentCommit> {
        let verdicts = batch.groups().iter().zip(&self.of_groups);
        let accepted = verdicts.filter(|(_, verdict)| **verdict == Committed::Done);
        accepted.flat_map(|(group, _)| group.tournaments())
    }

    /// The outcomes in the order that [`CommitStore::commit`] returns.
    ///
    /// [`CommitStore::commit`]: crate::service::ports::commits::CommitStore::commit
    pub fn outcomes(mut self, batch: &Batch) -> Vec<Committed> {
        self.of_commits.truncate(batch.alone().len());
        self.of_commits.extend(self.of_groups);
        self.of_commits
    }
}

impl BatchValidator {
    /// A validator of a batch that depends on these facts.
    pub fn new(facts: BatchFacts) -> Self {
        Self {
            facts,
            changed: IdSet::default(),
            changed_tournaments: IdSet::default(),
            moved: IdSet::default(),
        }
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

    /// Validates a batch. Each table and each tournament has the version in the database that these return; `None` if it is not
    /// there yet.
    pub fn validate_batch(
        &mut self,
        batch: &Batch,
        table: impl Fn(TableId) -> Option<Version>,
        tournament: impl Fn(TournamentId) -> Option<Version>,
    ) -> Verdicts {
        let version = |commit: &Commit| table(commit.table.record.id);
        let alone = batch.alone().iter().map(|commit| self.validate(commit, version(commit)));
        let mut verdicts = Verdicts { of_commits: alone.collect(), of_groups: Vec::new() };
        for group in batch.groups() {
            let tables = batch.get(group.tables.clone()).unwrap_or_default();
            // Nothing of a group that is refused counts.
            let mut after = self.clone();
            let verdict = after.validate_group(group, &tournament, tables, version);
            if verdict == Committed::Done {
                *self = after;
            }
            verdicts.of_groups.push(verdict);
            verdicts.of_commits.extend(tables.iter().map(|_| verdict));
        }
        verdicts
    }

    fn validate_group(
        &mut self,
        group: &BatchedGroup,
        version_of: impl Fn(TournamentId) -> Option<Version>,
        tables: &[Box<Commit>],
        version_of_table: impl Fn(&Commit) -> Option<Version>,
    ) -> Committed {
        let tournaments = group.tournaments();
        let tournaments =
            tournaments.map(|commit| self.validate_tournament(commit, version_of(commit.record.id)));
        let mut tournaments: Vec<Committed> = tournaments.collect();
        tournaments.extend(tables.iter().map(|commit| self.validate(commit, version_of_table(commit))));
        tournaments.into_iter().find(|&verdict| verdict != Committed::Done).unwrap_or(Committed::Done)
    }

    fn validate_tournament(&mut self, commit: &TournamentCommit, version: Option<Version>) -> Committed {
        let TournamentCommit { was, record, registered, movements, most_announced, request, .. } = commit;
        let key = request.as_ref().map(|request| (request.player, request.key.clone()));
        if key.as_ref().is_some_and(|key| self.facts.used_keys.contains(key)) {
            return Committed::KeyUsed;
        }
        if version != *was || !self.changed_tournaments.insert(record.id) {
            return Committed::Fenced;
        }
        let announcer = most_announced.map(|_| record.host);
        if registered.iter().chain(&announcer).any(|player| self.facts.deleted.contains(player)) {
            return Committed::NoSuchPlayer;
        }
        if let Some(NewComputers { count, most }) = commit.filled {
            let of_host = self.facts.bots_of_hosts.get(&record.host).copied().unwrap_or(0);
            if self.facts.bots + count > most.of_server {
                return Committed::TooManyBots { most: most.of_server };
            }
            if of_host + count > most.of_host {
                return Committed::TooManyBotsOfHost { most: most.of_host };
            }
        }
        if let Some(most) = *most_announced {
            let announced = self.facts.announced.entry(record.host).or_default();
            if *announced >= most {
                return Committed::TooManyTournaments { most };
            }
            *announced += 1;
        }
        if let Some(most) = commit.most_entered {
            for player in registered {
                let entered = self.facts.entered.entry(*player).or_default();
                if *entered >= most {
                    return Committed::TooManyEntered { most };
                }
                *entered += 1;
            }
        }
        let aside = set_aside(commit);
        if aside > 0 {
            let left = i64::try_from(aside).ok().and_then(|aside| self.facts.house.checked_sub(aside));
            let Some(left) = left.filter(|&left| left >= 0) else { return Committed::HouseShort };
            self.facts.house = left;
        }
        let Some(wallets) = self.moved(movements) else { return Committed::Short };
        self.facts.used_keys.extend(key);
        self.moved.extend(wallets.keys());
        self.facts.wallets.extend(wallets);
        Committed::Done
    }

    /// The refusal of a commit that would exceed a limit of chairs or computer players.
    fn crowded(&self, commit: &Commit) -> Option<Committed> {
        // Who plays in a tournament is seated by its director. Its computer players were counted when they filled it up.
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
fn newcomers(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    chair_takers(commit).chain(new_host(commit))
}

/// The people who may not have been deleted: the newcomers at all tables, and those who enter or announce a tournament.
fn newcomers_of(batch: &Batch) -> impl Iterator<Item = PlayerId> {
    let at_tables = batch.iter().flat_map(|commit| newcomers(commit));
    let entered = batch.tournaments().flat_map(|commit| &commit.registered).copied();
    at_tables.chain(entered).chain(announcers(batch))
}

/// Whether the house puts a guarantee aside by a batch.
pub fn sets_aside(batch: &Batch) -> bool {
    batch.tournaments().any(|commit| set_aside(commit) > 0)
}

/// What the house puts aside for the guarantee of a tournament that is announced.
fn set_aside(commit: &TournamentCommit) -> Chips {
    let aside = commit.movements.iter().filter(|movement| {
        movement.debit == Account::House && movement.reason == Reason::TournamentGuarantee
    });
    aside.map(|movement| movement.amount).sum()
}

/// The people who announce a tournament.
pub fn announcers(batch: &Batch) -> impl Iterator<Item = PlayerId> {
    let announced = batch.tournaments().filter(|commit| commit.most_announced.is_some());
    announced.map(|commit| commit.record.host)
}

/// The people who enter a tournament and are limited.
pub fn entrants(batch: &Batch) -> impl Iterator<Item = PlayerId> {
    let limited = batch.tournaments().filter(|commit| commit.most_entered.is_some());
    limited.flat_map(|commit| &commit.registered).copied()
}

/// The people who sit down by a commit, or start to wait for a chair.
fn chair_takers(commit: &Commit) -> impl Iterator<Item = PlayerId> {
    commit.sat_down.iter().chain(&commit.waits).copied()
}

/// The player who becomes the host of a table by a commit.
fn new_host(commit: &Commit) -> Option<PlayerId> {
    commit.most_hosted.map(|_| commit.table.record.state.host)
}

/// The hosts of the tables at which computer players sit down by a batch, and of the tournaments that they fill up.
fn hosts_of_new_bots(batch: &Batch) -> impl Iterator<Item = PlayerId> {
    let tables = batch.iter().filter(|commit| !commit.bots.sat_down.is_empty());
    let filled = batch.tournaments().filter(|commit| commit.filled.is_some());
    tables.map(|commit| commit.table.record.state.host).chain(filled.map(|commit| commit.record.host))
}

/// The players whom the facts of a batch are about, in the order of their identifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayersOfBatch {
    /// Those whose wallets it changes, and those who may not have been deleted.
    pub concerned: BTreeSet<PlayerId>,
    /// Those who sit down, or start to wait for a chair.
    pub chair_takers: BTreeSet<PlayerId>,
    /// Those who become the host of a table.
    pub hosts: BTreeSet<PlayerId>,
    /// The hosts at whose tables and in whose tournaments computer players come.
    pub hosts_of_bots: BTreeSet<PlayerId>,
}

impl PlayersOfBatch {
    /// The players whom the facts of this batch are about.
    pub fn of(batch: &Batch) -> Self {
        Self {
            concerned: wallet_owners(batch).chain(newcomers_of(batch)).collect(),
            chair_takers: batch.iter().flat_map(|commit| chair_takers(commit)).collect(),
            hosts: batch.iter().filter_map(|commit| new_host(commit)).collect(),
            hosts_of_bots: hosts_of_new_bots(batch).collect(),
        }
    }

    /// Whether chairs, tables or computer players have to be counted.
    pub fn has_counts(&self) -> bool {
        !(self.chair_takers.is_empty() && self.hosts.is_empty() && self.hosts_of_bots.is_empty())
    }
}

/// The players whose wallets a batch moves chips into or out of; a player may come more than once.
fn wallet_owners(batch: &Batch) -> impl Iterator<Item = PlayerId> {
    let of_tables = batch.iter().flat_map(|commit| &commit.movements);
    let movements = of_tables.chain(batch.tournaments().flat_map(|commit| &commit.movements));
    let accounts = movements.flat_map(|movement| [movement.debit, movement.credit]);
    accounts.filter_map(|account| if let Account::Wallet(id) = account { Some(id) } else { None })
}
