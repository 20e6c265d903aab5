//! A tournament that is played with random results, and what has to hold after each change.

use std::collections::BTreeMap;

use super::super::command::DirectorCommand;
use super::super::entry::{PlayerNumber, TournamentEntry};
use super::super::event::{DirectorEvent, HandBegan};
use super::super::floor::place::{EntryId, TableNumber, TableSeat};
use super::super::floor::table::{PotResult, TournamentTable};
use super::super::lots::Lots;
use super::super::refusal::TournamentRefusal;
use super::super::setup::Setup;
use super::super::state::{Director, LevelStage, Phase};
use super::super::step::NextStep;
use super::super::time::Millis;
use crate::cards::generator::Generator;
use crate::games::game::Chips;
use crate::games::seat::Seat;

/// A tournament under way.
pub struct Trial {
    pub director: Director,
    pub lots: Lots,
    pub now: Millis,
    pub rng: Generator,
    pub log: Vec<(Millis, DirectorEvent)>,
    /// The chips that were bought, less those that have left play: the director counts them itself as well.
    bought: Chips,
    /// When the hands in progress end.
    ends: BTreeMap<TableNumber, Millis>,
    /// Each entry that went out, with the number of the hand's end among all, and its round if any.
    pub exits: Vec<(usize, Option<u32>, EntryId)>,
}

impl Trial {
    pub fn new(setup: Setup, seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let lots = Lots::new(bytes);
        bytes[31] = 1;
        Self {
            director: Director::new(setup, lots.clone()),
            lots,
            now: 1_000,
            rng: Generator::new(bytes),
            log: Vec::new(),
            bought: 0,
            ends: BTreeMap::new(),
            exits: Vec::new(),
        }
    }

    /// Does what a command asks.
    pub fn command(&mut self, command: &DirectorCommand) -> Result<(), TournamentRefusal> {
        let event = self.director.accept(self.now, command)?;
        self.record(&event);
        Ok(())
    }

    /// Lets the tournament go on by itself as far as it can now, and returns when it goes on.
    pub fn settle(&mut self) -> Option<Millis> {
        for _ in 0..100_000 {
            match self.director.step(self.now) {
                NextStep::Now(event) => self.record(&event),
                NextStep::Until(at) => {
                    self.check_sizes();
                    return at;
                }
                NextStep::Over => return None,
            }
        }
        panic!("it never settles: {:?}", &self.log[self.log.len() - 5..]);
    }

    /// Goes on to the next moment at which something happens: a deadline, or the end of a hand.
    pub fn go_on(&mut self) {
        let at = self.settle();
        if self.is_over() {
            return;
        }
        let hand = self.ends.iter().map(|(&table, &end)| (end, table)).min();
        match (at, hand) {
            (Some(at), Some((end, _))) if at < end => self.now = self.now.max(at),
            (_, Some((end, table))) => {
                self.now = self.now.max(end);
                self.end_hand(table);
            }
            (Some(at), None) => self.now = self.now.max(at),
            (None, None) => panic!("it stands still: {:#?}", self.director),
        }
    }

    pub fn is_over(&self) -> bool {
        self.director.phase().is_over()
    }

    /// Whether an entry that went out in the round that is played is in the money, and is not paid yet.
    pub fn has_unpaid_in_round(&mut self) -> bool {
        self.settle();
        let paid = self.director.prizes().map_or(0, <[Chips]>::len);
        self.director.left() < paid && !self.director.is_round_over() && !self.is_over()
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.rng.below(bound)
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.rng.below(bound) == 0
    }

    fn record(&mut self, event: &DirectorEvent) {
        match event {
            DirectorEvent::HandBegan(began) => self.check_hand(began),
            DirectorEvent::HandEnded { table, .. } => {
                self.ends.remove(table);
            }
            DirectorEvent::WentOut { entries, table, .. } => {
                let round = self.director.round().map(|round| round.number);
                let nth = self.hand_ends(*table);
                self.exits.extend(entries.iter().map(|&entry| (nth, round, entry)));
            }
            DirectorEvent::PrizePaid { entry, .. } => {
                let player = self.director.entries()[entry.index()].player;
                assert!(self.director.concerned().contains(&player), "who is paid is still concerned");
            }
            DirectorEvent::Cancelled { .. } | DirectorEvent::Finished {} => self.ends.clear(),
            _ => {}
        }
        self.count_chips(event);
        let began = self.director.tables().len();
        self.director
            .record(self.now, event)
            .unwrap_or_else(|why| panic!("{why}: {event:?}, {began} tables"));
        self.log.push((self.now, event.clone()));
        if let DirectorEvent::HandBegan(HandBegan { table, .. }) = event {
            let takes = 20_000 + self.rng.below(100_000) as Millis;
            self.ends.insert(*table, self.now + takes);
        }
        self.check();
    }

    /// Counts the chips that an event brings into play, or takes out of it.
    fn count_chips(&mut self, event: &DirectorEvent) {
        let setup = self.director.setup();
        match event {
            DirectorEvent::Registered { .. } => self.bought += setup.starting_chips,
            DirectorEvent::Unregistered { .. } => self.bought -= setup.starting_chips,
            DirectorEvent::Rebought { .. } => self.bought += setup.rebuy.unwrap().chips,
            DirectorEvent::AddedOn { .. } => self.bought += setup.add_on.unwrap().chips,
            DirectorEvent::Disqualified { entry } => {
                self.bought -= self.director.entries()[entry.index()].chips;
            }
            _ => {}
        }
    }

    /// Where in the log the last hand of a table ended.
    fn hand_ends(&self, number: TableNumber) -> usize {
        let ended = |event: &DirectorEvent| matches!(event, DirectorEvent::HandEnded { table, .. } if *table == number);
        self.log.iter().rposition(|(_, event)| ended(event)).unwrap()
    }

    /// What holds after each change.
    fn check(&self) {
        let director = &self.director;
        let left = || director.entries().iter().filter(|entry| entry.is_left());
        if director.phase() != Phase::Cancelled {
            assert_eq!(director.chips_in_play(), self.bought, "chips in play are those bought");
        }
        if !self.is_over() {
            let chips: Chips = left().map(|entry| entry.chips).sum();
            let won: Chips = if director.left() == 0 { director.chips_in_play() } else { chips };
            assert_eq!(won, self.bought, "all chips in play are in front of those who are left");
        }
        let mut seen = Vec::new();
        for table in director.tables() {
            for (seat, entry) in table.players() {
                let place = TableSeat { table: table.number, seat };
                let entry = &director.entries()[entry.index()];
                assert!(entry.place() == Some(place) || !entry.is_left(), "{entry:?} sits at {place:?}");
                seen.push(entry.number);
            }
        }
        seen.sort_unstable();
        assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "nobody sits at two tables");
        let seated = left().filter(|entry| entry.place().is_some()).count();
        assert!(
            self.is_over() || director.left() == 0 || seen.len() == seated,
            "everybody seated is at a table"
        );
        let account = director.account();
        let heads: Chips = director.entries().iter().map(|entry| entry.head).sum();
        if director.phase() != Phase::Cancelled {
            let bounties = account.bounties_out + heads + director.unclaimed;
            assert_eq!(bounties, account.bounties_in, "bounties are paid or on heads");
        }
    }

    /// Table sizes are within one whenever all tables are idle and nothing is left to do.
    fn check_sizes(&self) {
        let tables = self.director.tables();
        if tables.iter().all(TournamentTable::is_idle) {
            let sizes = || tables.iter().map(TournamentTable::count);
            let most = sizes().max().unwrap_or(0);
            assert!(most <= sizes().min().unwrap_or(0) + 1, "sizes: {:?}", sizes().collect::<Vec<_>>());
        }
    }

    fn check_hand(&self, began: &HandBegan) {
        let director = &self.director;
        assert!(!director.is_paused() && director.stage() == LevelStage::Dealing, "no hand begins now");
        assert!(began.dealt.len() >= 2, "two or more play: {began:?}");
        assert!(began.dealt.iter().all(|dealt| dealt.chips > 0), "everybody has chips");
        assert!(director.hand_setup(began).is_some());
    }

    /// Ends a hand with random bets of some players, and random winners.
    fn end_hand(&mut self, table: TableNumber) {
        let tables = self.director.tables();
        let dealt = tables.iter().find(|each| each.number == table).unwrap().hand().unwrap().dealt.clone();
        let mut stacks: Vec<(Seat, Chips)> = dealt.iter().map(|dealt| (dealt.seat, dealt.chips)).collect();
        let mut bets = vec![0; stacks.len()];
        let first = self.below(stacks.len());
        let players = 2 + if self.one_in(4) { self.below(stacks.len() - 1) } else { 0 };
        for nth in 0..players {
            let at = (first + nth) % stacks.len();
            let stack = stacks[at].1;
            let part = if self.one_in(2) { stack } else { 1 + stack / 10 };
            bets[at] = part.min(stack);
        }
        let strength: Vec<usize> = bets.iter().map(|_| self.below(9)).collect();
        let mut pots = Vec::new();
        let mut floor = 0;
        while let Some(cut) = bets.iter().copied().filter(|&bet| bet > floor).min() {
            let amount: Chips = bets.iter().map(|&bet| bet.min(cut).saturating_sub(floor)).sum();
            let eligible: Vec<usize> = (0..bets.len()).filter(|&at| bets[at] >= cut).collect();
            let best = eligible.iter().map(|&at| strength[at]).max().unwrap();
            let winners: Vec<usize> = eligible.iter().copied().filter(|&at| strength[at] == best).collect();
            for (nth, &at) in winners.iter().enumerate() {
                let among = winners.len() as Chips;
                stacks[at].1 += amount / among + Chips::from((nth as Chips) < amount % among);
            }
            let seats = |places: &[usize]| places.iter().map(|&at| dealt[at].seat).collect();
            pots.push(PotResult { eligible: seats(&eligible), winners: seats(&winners) });
            floor = cut;
        }
        stacks.iter_mut().zip(&bets).for_each(|((_, chips), bet)| *chips -= bet);
        self.command(&DirectorCommand::EndHand { table, stacks, pots }).unwrap();
    }

    /// Checks the end, and that the log restores the state.
    pub fn check_end(&self) {
        let director = &self.director;
        assert_eq!(director.account().balance(), 0, "{:?}", director.account());
        let mut again = Director::new(director.setup().clone(), self.lots.clone());
        for (at, event) in &self.log {
            let text = serde_json::to_string(event).unwrap();
            again.record(*at, &serde_json::from_str(&text).unwrap()).unwrap();
        }
        assert_eq!(again, *director, "the log restores the state");
        if director.phase() == Phase::Finished {
            self.check_money();
            self.check_ranks();
        } else {
            self.check_final_places();
        }
    }

    /// Also if it is cancelled, those who are out have the prizes of their places, and all others have a refund.
    fn check_final_places(&self) {
        let Some((_, DirectorEvent::Cancelled { refunds, .. })) = self.log.last() else {
            panic!("it goes on")
        };
        assert_eq!(refunds.len(), self.director.left());
        assert!(refunds.iter().all(|paid| self.director.entries()[paid.entry.index()].is_left()));
        let prizes = self.director.prizes().unwrap_or_default();
        if self.director.left() >= prizes.len() {
            return;
        }
        let is_paid = |entry: EntryId| {
            let pays = |event: &DirectorEvent| matches!(event, DirectorEvent::PrizePaid { entry: paid, .. } if *paid == entry);
            self.log.iter().any(|(_, event)| pays(event))
        };
        let deals = self.log.iter().any(|(_, event)| matches!(event, DirectorEvent::DealMade {}));
        for rank in self.director.ranks().iter().filter(|rank| rank.place <= prizes.len()) {
            let has_prize = prizes[rank.place - 1] > 0;
            assert!(deals || !has_prize || is_paid(EntryId(rank.entry)), "{rank:?} is not paid");
        }
    }

    fn check_money(&self) {
        let director = &self.director;
        let pool = director.pool().total();
        let deals = self.log.iter().any(|(_, event)| matches!(event, DirectorEvent::DealMade {}));
        let fixed = self.log.iter().find_map(|(_, event)| match event {
            DirectorEvent::PrizesFixed { prizes, .. } => Some(prizes.iter().sum::<Chips>()),
            _ => None,
        });
        assert_eq!(fixed, Some(pool), "the prizes sum to the pool");
        assert!(deals || director.prizes().unwrap().iter().sum::<Chips>() == pool);
        assert_eq!(director.account().prizes_out, pool, "all prizes are paid");
    }

    /// An entry that went out in a later hand has a better place, but in one round of hand for hand.
    fn check_ranks(&self) {
        let ranks = self.director.ranks();
        let entered = self.director.entries().iter().filter(|entry| entry.counts()).count();
        assert_eq!(ranks.len(), entered, "everybody has a place");
        let place = |entry: EntryId| ranks.iter().find(|placed| placed.entry == entry.0).unwrap().place;
        for pair in self.exits.windows(2) {
            let [(one, round, first), (other, next_round, second)] = [pair[0], pair[1]];
            if round.is_some() && round == next_round || one == other {
                continue;
            }
            let (earlier, later) = if one < other { (first, second) } else { (second, first) };
            assert!(place(earlier) > place(later), "{first} and {second}");
        }
        let mut taken: Vec<usize> = ranks.iter().map(|placed| placed.place).collect();
        taken.dedup();
        let mut better = 0;
        for place in taken {
            assert_eq!(place, better + 1, "places follow each other");
            better += ranks.iter().filter(|placed| placed.place == place).count();
        }
    }
}

/// The player of this number.
pub fn player(number: usize) -> PlayerNumber {
    PlayerNumber(number as u128)
}

/// The entries that are left.
pub fn left(director: &Director) -> Vec<&TournamentEntry> {
    director.entries().iter().filter(|entry| entry.is_left()).collect()
}
