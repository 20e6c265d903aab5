//! Computer players think: each keeps a strategy that watches the events of its seat, and chooses an action on the worker pool.

use std::sync::Arc;
use std::time::Duration;

use crate::service::ports::store::Store;
use crate::service::room::bots::BotPlayers;
use crate::service::room::error::{Failed, RoomError};
use crate::service::room::tables::hand_log::changes_of_hand;
use crate::service::room::tables::minds::Mind;
use crate::service::room::tables::table_handle::TableHandle;
use crate::service::table::error::OutOfOrder;
use crate::service::table::live::{LiveHand, Table};
use crate::service::table::state::Sitting;
use crate::service::table::stored::change::{Change, Event};
use crate::service::work::pool::PoolError;
use cardroom_api::table::change::Version;
use cardroom_bots::bot::Bot;
use cardroom_rules::games::any::{AnyAction, AnyHand, AnySeen};
use cardroom_rules::games::game::Game;
use cardroom_rules::games::refusal::ReplayError;
use cardroom_rules::games::seat::Seat;
use cardroom_rules::games::viewer::Viewer;

/// How long a computer player may think. The worlds that it may examine take a small part of this: if it thinks longer, it has a bug,
/// and the table must not wait for it.
pub(super) const MOST_THOUGHT: Duration = Duration::from_secs(10);

impl BotPlayers {
    /// The action that a computer player chooses now, from what its seat has seen.
    pub(super) async fn thought(
        &self,
        store: &dyn Store,
        handle: &TableHandle,
        table: &Table,
        hand: &LiveHand,
        chair: &Sitting,
    ) -> Result<Option<AnyAction>, RoomError> {
        let Some(level) = chair.bot.map(|bot| bot.level) else { return Ok(None) };
        let (player, seat) = (chair.player, chair.seat);
        let kept = self.minds.remove(player);
        let seen_until = match &kept {
            Some(mind) if mind.hand.id == hand.record.id => mind.seen_until,
            _ => hand.record.first_version.saturating_sub(1),
        };
        let seen = seen_since(store, handle, table, hand, seat, seen_until).await?;
        let (record, version) = (Arc::clone(&hand.record), table.version());
        let thinking = move || {
            let begun = |bot| Mind { hand: Arc::clone(&record), seen_until, bot };
            let seed = record.bot_seed(seat);
            let mut mind = match kept {
                Some(mind) if mind.hand.id == record.id => mind,
                // What the strategy has learned belongs to the players by seat, so all of them have to be the same.
                Some(Mind { mut bot, hand, .. })
                    if record.players.iter().all(|player| hand.players.contains(player)) =>
                {
                    bot.begin(&record.setup, seed)?;
                    begun(bot)
                }
                _ => begun(Bot::new(level, &record.setup, seat, seed)?),
            };
            seen.iter().try_for_each(|seen| mind.bot.watch(seen))?;
            mind.seen_until = version;
            let action = mind.bot.act();
            Ok::<_, ReplayError>((mind, action))
        };
        match self.pool.run_within(MOST_THOUGHT, thinking).await {
            Ok(Ok((mind, action))) => {
                let still_sits = || handle.table().is_some_and(|table| table.sitting(player).is_some());
                self.minds.keep_if(player, mind, still_sits);
                Ok(action)
            }
            Ok(Err(error)) => Err(OutOfOrder::from(error).into()),
            Err(PoolError::Busy) => Err(Failed::Contended.into()),
            Err(PoolError::Broken(error)) => {
                tracing::error!(table = %table.record.id, %error, "a computer player failed");
                Ok(None)
            }
            Err(PoolError::Late(_)) => {
                let count = self.cut_short();
                tracing::error!(table = %table.record.id, %level, count, "a computer player thought for too long");
                Ok(None)
            }
        }
    }
}

/// The events that a seat saw of the hand after a version.
pub(super) async fn seen_since(
    store: &dyn Store,
    handle: &TableHandle,
    table: &Table,
    hand: &LiveHand,
    seat: Seat,
    seen_until: Version,
) -> Result<Vec<AnySeen>, RoomError> {
    let is_news = |change: &Change| {
        change.hand == Some(hand.record.id)
            && change.version > seen_until
            && change.version <= table.version()
    };
    let seen = |change: &Change| {
        let events = change.body.events.iter().filter_map(|event| match event {
            Event::Hand(event) => Some(AnyHand::seen(event, Viewer::Seat(seat))),
            Event::Table(_) => None,
        });
        events.collect::<Vec<_>>()
    };
    let recent = handle.look(|feed| feed.after(seen_until));
    Ok(match recent {
        Some(recent) => recent
            .iter()
            .map(|published| &*published.change)
            .filter(|change| is_news(change))
            .flat_map(seen)
            .collect(),
        None => changes_of_hand(store, &hand.record)
            .await?
            .iter()
            .filter(|change| is_news(change))
            .flat_map(seen)
            .collect(),
    })
}
