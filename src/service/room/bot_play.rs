//! Computer players at work: each begins to think some time before its move, on a bounded pool beside the threads that
//! serve, and moves at the moment that was drawn for it, by the same way as a player.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::bots::Mind;
use super::deadlines::RETRY;
use super::error::{Failed, RoomError};
use super::origins::HELD_BACK;
use super::shared::{MOST_TRIES, Shared, alarm};
use super::slot::Slot;
use crate::service::counted::Place;
use crate::service::id::{PlayerId, TableId};
use crate::service::ports::error::StoreError;
use crate::service::table::bots::BotMove;
use crate::service::table::change::{Author, Change, Event, Version};
use crate::service::table::command::Command;
use crate::service::table::draft::Surroundings;
use crate::service::table::error::OutOfOrder;
use crate::service::table::live::{LiveHand, Table};
use crate::service::table::options::TableOptions;
use crate::service::table::preferences::Pace;
use crate::service::table::refused::Refused;
use crate::service::table::state::Sitting;
use crate::service::table::time::{begin_of_day, day_of, later};
use crate::service::work::pool::PoolError;
use cardroom_bots::bot::Bot;
use cardroom_rules::games::any::{AnyAction, AnyHand, AnySeen};
use cardroom_rules::games::game::{Chips, Game};
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

/// How long a computer player may think. Its budget of worlds takes a small part of this: who thinks
/// longer has a fault of ours, and their table is not to stand still.
pub(super) const MOST_THOUGHT: Duration = Duration::from_secs(10);

/// What a computer player came to.
enum Played {
    /// It has moved, or was too late.
    Moved,
    /// It leaves what it may do.
    Left,
}

impl Shared {
    /// What is around a table; `seating` where a person asks to be dealt in.
    pub(super) async fn surroundings(
        &self,
        table: &Table,
        by: Option<PlayerId>,
        seating: bool,
    ) -> Result<Surroundings, StoreError> {
        let gone = self.attendance.gone(table);
        let wallets = self.wallets(table).await?;
        let around = Surroundings { wallets, gone, ..self.around_people() };
        if table.is_for_people_alone() {
            return Ok(around);
        }
        let company = seating || self.attendance.is_company(table);
        let around = Surroundings { company, ..around };
        if !(seating || table.hand.is_none()) {
            return Ok(around);
        }
        let people: Vec<PlayerId> = table.people().map(|chair| chair.player).chain(by).collect();
        self.with_winnings(around, &people).await
    }

    /// What those have in their wallets whose stacks are to be filled up.
    async fn wallets(&self, table: &Table) -> Result<Vec<(PlayerId, Chips)>, StoreError> {
        let mut wallets = Vec::new();
        for chair in table.tops_up() {
            wallets.extend(self.store.player(chair.player).await?.map(|player| (player.id, player.chips)));
        }
        Ok(wallets)
    }

    /// What is around a table at which no computer plays, nor is to come.
    pub(super) fn around_people(&self) -> Surroundings {
        Surroundings { most_bots: self.bots.bounds.into(), ..Surroundings::default() }
    }

    /// What is around a table that somebody opens.
    pub(super) async fn around_a_new_table(
        &self,
        by: PlayerId,
        options: &TableOptions,
    ) -> Result<Surroundings, StoreError> {
        let host_name = self.store.looks(by).await?.map(|looks| looks.name.to_string()).unwrap_or_default();
        let around = Surroundings { host_name, ..self.around_people() };
        if options.fill_with_bots.is_some() { self.with_winnings(around, &[by]).await } else { Ok(around) }
    }

    async fn with_winnings(
        &self,
        around: Surroundings,
        people: &[PlayerId],
    ) -> Result<Surroundings, StoreError> {
        let most = self.bots.bounds.winnings_a_day;
        if most == 0 {
            return Ok(around);
        }
        let day = day_of(self.clock.now());
        let won_enough = self.store.won_enough(people, day, most).await?;
        Ok(Surroundings { won_enough, winnings: Some((most, begin_of_day(day + 1))), ..around })
    }

    /// Sets those computer players thinking whose move is near.
    pub(super) fn ask_bots(self: &Arc<Self>, slot: &Arc<Slot>, table: &Arc<Table>) {
        for &planned in table.bots_at_work(self.clock.now()) {
            if let Some(place) = self.bots.at_work.begin((table.record.id, planned.seat), 1) {
                let (slot, table) = (Arc::clone(slot), Arc::clone(table));
                self.bots.tasks.spawn(Arc::clone(self).let_play(place, slot, table, planned));
            }
        }
    }

    async fn let_play(
        self: Arc<Self>,
        place: Place<(TableId, Seat)>,
        slot: Arc<Slot>,
        table: Arc<Table>,
        planned: BotMove,
    ) {
        let id = table.record.id;
        let mut stopping = self.stopping.subscribe();
        let played = tokio::select! {
            biased;
            _ = stopping.wait_for(|&stopping| stopping) => return,
            played = self.play(&slot, &table, planned) => played,
        };
        drop(place);
        match played {
            Ok(Played::Left) | Err(RoomError::Failed(Failed::Stopping)) => {}
            // Its next decision may have arisen while it was still at this one.
            Ok(Played::Moved) | Err(RoomError::Refused(_)) => self.deadlines.hurry(id, self.clock.now()),
            Err(error @ RoomError::Failed(Failed::OutOfOrder(_) | Failed::Damaged(_))) => alarm(id, &error),
            Err(error) => {
                tracing::warn!(table = %id, error = &error as &dyn std::error::Error, "a computer player will try again");
                self.deadlines.hurry(id, later(self.clock.now(), RETRY));
            }
        }
    }

    /// Thinks, waits for the moment, and moves.
    async fn play(&self, slot: &Slot, table: &Table, planned: BotMove) -> Result<Played, RoomError> {
        let (Some(hand), Some(chair)) = (&table.hand, table.chair(planned.seat)) else {
            return Ok(Played::Moved);
        };
        let began = self.clock.now();
        let action = self.thought(slot, table, hand, chair).await?;
        self.clock.sleep_until(self.moves_at(table, planned, began)).await;
        while !self.origins.may_still_move(&table.record) {
            self.clock.sleep_until(later(self.clock.now(), HELD_BACK)).await;
        }
        let is_awaited = hand.awaited().contains(planned.seat);
        let Some(action) = action else {
            return if is_awaited {
                self.play_for_bot(slot, table, planned.seat).await
            } else {
                Ok(Played::Left)
            };
        };
        let act = Command::Act { at: table.version(), action };
        match self.carry_out(slot, table.record.id, chair.who(), &act, None, |_| ()).await {
            Ok(()) => Ok(Played::Moved),
            Err(RoomError::Refused(refused @ Refused::Rule { .. })) if is_awaited => {
                tracing::error!(table = %table.record.id, %refused, "a computer player broke a rule");
                self.play_for_bot(slot, table, planned.seat).await
            }
            // Somebody was quicker with what all of them might do.
            Err(RoomError::Refused(Refused::Rule { .. })) => Ok(Played::Left),
            Err(error) => Err(error),
        }
    }

    /// When a computer player moves that began to think then, and has thought: at its moment, or as long after it as [`BotMove::late`] says.
    /// In a hand that goes on at once it moves as soon as it can.
    fn moves_at(&self, table: &Table, planned: BotMove, began: Timestamp) -> Timestamp {
        let now = self.clock.now();
        let moment = planned.at.max(began);
        let is_at_once = planned.at <= began && self.goes_on_at_once(table);
        if now > moment && !is_at_once {
            return BotMove::late(moment, now);
        }
        // Unless the clock was set back, it is no further ahead.
        planned.at.min(later(now, BotMove::LONGEST))
    }

    /// Whether people prefer the hand to go on at once, and have no decision left in it.
    fn goes_on_at_once(&self, table: &Table) -> bool {
        let gone = self.attendance.gone(table);
        table.pace(|player| gone.iter().all(|gone| gone.player != player)) == Pace::AtOnce
    }

    /// What a computer player would do now, from what it was told.
    async fn thought(
        &self,
        slot: &Slot,
        table: &Table,
        hand: &LiveHand,
        chair: &Sitting,
    ) -> Result<Option<AnyAction>, RoomError> {
        let Some(level) = chair.bot.map(|bot| bot.level) else { return Ok(None) };
        let (player, seat) = (chair.player, chair.seat);
        let kept = self.bots.minds().remove(&player);
        let told = match &kept {
            Some(mind) if mind.hand.id == hand.record.id => mind.told,
            _ => hand.record.first_version.saturating_sub(1),
        };
        let seen = self.seen_since(slot, table, hand, seat, told).await?;
        let (record, version) = (Arc::clone(&hand.record), table.version());
        let thinking = move || {
            let begun = |bot| Mind { hand: Arc::clone(&record), told, bot };
            let seed = record.bot_seed(seat);
            let mut mind = match kept {
                Some(mind) if mind.hand.id == record.id => mind,
                // What it learned is of those who sat there, by their seats.
                Some(Mind { mut bot, hand, .. })
                    if record.players.iter().all(|player| hand.players.contains(player)) =>
                {
                    bot.begin(&record.setup, seed)?;
                    begun(bot)
                }
                _ => begun(Bot::new(level, &record.setup, seat, seed)?),
            };
            seen.iter().try_for_each(|seen| mind.bot.watch(seen))?;
            mind.told = version;
            let action = mind.bot.act();
            Ok::<_, ReplayError>((mind, action))
        };
        match self.bots.pool.run_within(MOST_THOUGHT, thinking).await {
            Ok(Ok((mind, action))) => {
                let mut minds = self.bots.minds();
                // Who has left meanwhile is forgotten already: nobody would forget them again.
                if slot.table().is_some_and(|table| table.sitting(player).is_some()) {
                    minds.insert(player, mind);
                }
                Ok(action)
            }
            Ok(Err(error)) => Err(OutOfOrder::from(error).into()),
            Err(PoolError::Busy) => Err(Failed::Contended.into()),
            Err(PoolError::Broken(error)) => {
                tracing::error!(table = %table.record.id, %error, "a computer player failed");
                Ok(None)
            }
            Err(PoolError::Late(_)) => {
                let count = self.bots.cut_short();
                tracing::error!(table = %table.record.id, %level, count, "a computer player thought for too long");
                Ok(None)
            }
        }
    }

    /// What a seat saw of the hand after a version.
    pub(super) async fn seen_since(
        &self,
        slot: &Slot,
        table: &Table,
        hand: &LiveHand,
        seat: Seat,
        told: Version,
    ) -> Result<Vec<AnySeen>, RoomError> {
        let is_news = |change: &Change| {
            change.hand == Some(hand.record.id) && change.version > told && change.version <= table.version()
        };
        let seen = |change: &Change| {
            let events = change.body.events.iter().filter_map(|event| match event {
                Event::Hand(event) => Some(AnyHand::seen(event, Viewer::Seat(seat))),
                Event::Table(_) => None,
            });
            events.collect::<Vec<_>>()
        };
        let recent = slot.look(|feed| feed.after(told));
        Ok(match recent {
            Some(recent) => recent
                .iter()
                .map(|published| &*published.change)
                .filter(|change| is_news(change))
                .flat_map(seen)
                .collect(),
            None => self
                .hand_changes(&hand.record)
                .await?
                .iter()
                .filter(|change| is_news(change))
                .flat_map(seen)
                .collect(),
        })
    }

    /// Plays what the rules have for a seat that does not answer.
    async fn play_for_bot(&self, slot: &Slot, thought: &Table, seat: Seat) -> Result<Played, RoomError> {
        let id = thought.record.id;
        let _no_step = self.stepping.read().await;
        let _turn = slot.turn.lock().await;
        for _ in 0..MOST_TRIES {
            let table = self.load(slot, id).await?;
            let decision = |table: &Table| table.decision(seat).map(|decision| decision.since);
            if table.record.hand != thought.record.hand || decision(&table) != decision(thought) {
                return Ok(Played::Moved);
            }
            let around = self.surroundings(&table, None, false).await?;
            let mut draft = self.draft(&table, around);
            draft.play_for_bot(seat)?;
            if self.write(slot, Some(&table), draft.finish(Author::Clock)?).await?.is_some() {
                return Ok(Played::Moved);
            }
        }
        Err(Failed::Contended.into())
    }
}
