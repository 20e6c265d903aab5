//! What happens next in an event of Dou Dizhu by itself.

use super::event::{DuplicateEvent, DuplicatePlayer};
use super::setup::{DuplicateFormat, DuplicateSetup};
use super::state::{DuplicateDirector, DuplicateRound, DuplicateTable, PlayerStanding};
use crate::tournament::director::event::{Cancellation, EntryAmount};
use crate::tournament::director::floor::place::EntryId;
use crate::tournament::director::floor::seating::shuffle;
use crate::tournament::director::setup::StartRule;
use crate::tournament::director::state::Phase;
use crate::tournament::director::time::Millis;
use crate::tournament::duplicate::stages::going_on;
use crate::tournament::prizes::placing::paid;

/// What happens next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DuplicateStep {
    /// This event follows at once.
    Now(DuplicateEvent),
    /// Nothing happens by itself before this time, on the server's clock; `None` if only a command can change it.
    Until(Option<Millis>),
    /// It is over.
    Over,
}

/// What happens next by itself at this time.
pub(super) fn step(director: &DuplicateDirector, at: Millis) -> DuplicateStep {
    let now = director.time.of(at);
    let next = match director.phase {
        Phase::Finished | Phase::Cancelled => return DuplicateStep::Over,
        Phase::Registering => director.start(now),
        Phase::Playing => match &director.round {
            Some(round) => director.in_round(round, now),
            None => Ok(director.next_round().unwrap_or_else(|| director.ranked())),
        },
    };
    match next {
        Ok(event) => DuplicateStep::Now(event),
        Err(until) => {
            let due = until.and_then(|moment| director.time.on_the_servers_clock(moment));
            let until = director.time.until(at, due);
            until.map_or_else(|_| DuplicateStep::Now(DuplicateEvent::Resumed {}), DuplicateStep::Until)
        }
    }
}

/// An event, or when to ask again, in the event's time.
type Due = Result<DuplicateEvent, Option<Millis>>;

impl DuplicateDirector {
    fn start(&self, now: Millis) -> Due {
        let entered = self.entered();
        let wanted = match self.setup.start {
            StartRule::SitAndGo {} if entered < self.setup.max_entrants as usize => return Err(None),
            StartRule::SitAndGo {} => 0,
            StartRule::Scheduled { at, .. } if now < at => return Err(Some(at)),
            StartRule::Scheduled { min_entrants, .. } => min_entrants as usize,
        };
        let entries = (1..).map(EntryId).zip(&self.entries).filter(|(_, player)| player.is_some());
        let mut entries: Vec<EntryId> = entries.map(|(entry, _)| entry).collect();
        let reserve =
            if self.setup.fills_with_computers { Vec::new() } else { entries.split_off(entered / 3 * 3) };
        let most_computers = if self.setup.fills_with_computers { 2 } else { 0 };
        if entered < wanted || entries.len() + most_computers < DuplicateSetup::FEWEST {
            let why = Cancellation::TooFew {};
            return Ok(DuplicateEvent::Cancelled { why, refunds: self.whole_prices() });
        }
        let mut players: Vec<DuplicatePlayer> = entries.into_iter().map(DuplicatePlayer::Entry).collect();
        let computers = [1, 2].into_iter().map(DuplicatePlayer::Computer);
        let missing = players.len().next_multiple_of(3).max(DuplicateSetup::FEWEST) - players.len();
        players.extend(computers.take(missing));
        shuffle(&mut players, &mut self.lots.next());
        Ok(DuplicateEvent::Started { players, reserve })
    }

    /// Tables deal until all deals are played or the time is up; then the round ends.
    fn in_round(&self, round: &DuplicateRound, now: Millis) -> Due {
        let deals = self.setup.deals as usize;
        let is_up = now >= round.until;
        let rested = |table: &DuplicateTable| !table.is_playing && table.rests_until <= now;
        let may_deal = |table: &DuplicateTable| rested(table) && table.results.len() < deals;
        if !is_up
            && !self.time.is_paused()
            && let Some(table) = round.tables.iter().position(may_deal)
        {
            return Ok(DuplicateEvent::DealBegan { table, deal: round.tables[table].results.len() });
        }
        let is_done = |table: &DuplicateTable| rested(table) && (is_up || table.results.len() == deals);
        if round.tables.iter().all(is_done) {
            return Ok(DuplicateEvent::RoundEnded {});
        }
        let rests = |table: &DuplicateTable| (!table.is_playing).then_some(table.rests_until);
        let moments = round.tables.iter().filter_map(rests).chain([round.until]);
        Err(moments.filter(|&moment| moment > now).min())
    }

    /// The next round, if there is one. After the first, those next to each other in the standing meet; seats are drawn.
    fn next_round(&self) -> Option<DuplicateEvent> {
        let number = self.rounds + 1;
        let mut players: Vec<DuplicatePlayer> = match self.setup.format {
            _ if number == 1 => self.players.iter().map(|each| each.player).collect(),
            DuplicateFormat::Duplicate { rounds } if number > rounds => return None,
            DuplicateFormat::Duplicate { .. } => {
                self.standing(true).into_iter().map(|(player, _)| player).collect()
            }
            DuplicateFormat::KnockOut {} => {
                let reached = |each: &&PlayerStanding| each.stage == self.rounds;
                let go_on = going_on(self.players.iter().filter(reached).count())?;
                self.standing(true).into_iter().map(|(player, _)| player).take(go_on).collect()
            }
        };
        let mut lots = self.lots.next();
        let tables = players.chunks_exact_mut(3).map(|three| {
            shuffle(three, &mut lots);
            [three[0], three[1], three[2]]
        });
        let tables = tables.collect();
        Some(DuplicateEvent::RoundBegan { number, tables })
    }

    fn ranked(&self) -> DuplicateEvent {
        let pool = self.pool();
        let prizes = self.setup.payouts.prizes(&pool).unwrap_or_default();
        let prizes = paid(&self.ranks(), &prizes).into_iter().filter(|(_, amount)| *amount > 0);
        let prizes = prizes.map(|(entry, amount)| EntryAmount { entry: EntryId(entry), amount }).collect();
        DuplicateEvent::Ranked { added: pool.overlay(), prizes }
    }
}
