//! A seat in one request: at a table that fits, or at a new one.

use std::sync::Arc;

use jiff::SignedDuration;
use serde::Serialize;
use tokio::sync::Mutex as AsyncMutex;

use super::carry_out::{CommandOutcome, acting};
use super::idempotency::KeyedRequest;
use crate::service::people::player::Player;
use crate::service::ports::tables::LobbyFilter;
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::RoomError;
use crate::service::room::room_core::RoomCore;
use crate::service::room::run_detached::run_detached;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::draft::open::FirstSeat;
use crate::service::table::live::Table;
use crate::service::table::options::preset::Presets;
use crate::service::table::refused::Refused;
use crate::service::table::state::Sitting;
use crate::service::table::stored::options::{StoredFillWithBots, StoredOptions};
use crate::service::table::stored::record::ListedTable;
use cardroom_api::id::{PlayerId, TableId};
use cardroom_api::table::answer::TableAnswer;
use cardroom_rules::games::any::{AnyHand, GameKind};
use cardroom_rules::games::game::{Chips, Entry, Game};
use cardroom_rules::games::level::Level;

/// How many tables of the lobby are read at once, and how often: tables that do not fit may come before one that does.
const PAGE: u32 = 50;
const MOST_PAGES: usize = 20;
/// At how many of them a seat is tried; other players may be faster.
const MOST_ASKED: usize = 5;

/// A hand is near if it is dealt within this time.
const NEAR: SignedDuration = SignedDuration::from_secs(10);
/// A hand that is dealt sooner than this may be dealt before the newcomer sits.
const MISSED: SignedDuration = SignedDuration::from_millis(250);

/// The game, the stakes and the opponents that the player wants.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct QuickSeat {
    /// Which game.
    pub game: GameKind,
    /// The stake; if absent, the smallest that they can afford.
    pub stake: Option<Chips>,
    /// The level of the computer players on the free chairs; if absent, the table is for people.
    pub bots: Option<Level>,
}

/// The chair that the player wants, and their chips.
struct WantedChair<'a> {
    player: &'a Player,
    preset: &'a StoredOptions,
    wanted: QuickSeat,
    buy_in: Chips,
    request: Option<&'a KeyedRequest>,
}

impl CardRoom {
    /// Puts a player on a seat: at a table that fits, or at a new one.
    pub async fn quick_seat(
        &self,
        by: PlayerId,
        wanted: QuickSeat,
        presets: Presets,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let request = self.core.quotas.acquire_request(by)?;
        let core = Arc::clone(&self.core);
        let seating = QuickSeating { core, opening: Arc::clone(&self.opening_quickly) };
        run_detached(async move {
            let _in_flight = request;
            seating.seat(by, wanted, &presets, key).await
        })
        .await
    }
}

/// Looks for a seat, and opens a table if there is none.
struct QuickSeating {
    core: Arc<RoomCore>,
    /// Held while a table is opened.
    opening: Arc<AsyncMutex<()>>,
}

impl QuickSeating {
    async fn seat(
        &self,
        by: PlayerId,
        wanted: QuickSeat,
        presets: &Presets,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let request = key.map(|key| KeyedRequest::new(by, key, &("quick seat", &wanted))).transpose()?;
        if let Some(answer) = self.core.answer_again(request.as_ref()).await? {
            return Ok(answer);
        }
        let player = self.core.store.player(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let preset = affordable(presets, wanted, &player)?;
        // A player does not bring all their chips to the first table.
        let buy_in = (player.chips / 2).clamp(preset.min_buy_in, preset.max_buy_in);
        let chair = WantedChair { player: &player, preset, wanted, buy_in, request: request.as_ref() };
        if let Some(answer) = self.sit_at_one_like(&chair).await? {
            return Ok(answer);
        }
        // If several players find no chair at the same time, one opens a table, and the others sit down there.
        let _lock = self.opening.lock().await;
        self.core.begin_quick_seat().await?;
        let seated = self.open_quickly(&chair).await;
        self.core.end_quick_seat().await;
        seated
    }

    /// Opens a table for a player, unless there is one now.
    async fn open_quickly(&self, chair: &WantedChair<'_>) -> Result<TableAnswer, RoomError> {
        let &WantedChair { player, preset, wanted, buy_in, request } = chair;
        if let Some(answer) = self.sit_at_one_like(chair).await? {
            return Ok(answer);
        }
        let fill_with_bots = wanted.bots.map(|level| StoredFillWithBots { level, after_seconds: 0 });
        let options = StoredOptions { fill_with_bots, ..preset.clone() };
        // The newcomer acts first, so they need not wait for computers.
        let seat = options.fill_with_bots.map(|_| AnyHand::first_to_act(&options.game, options.seats));
        let first = FirstSeat { who: acting(player), seat, buy_in };
        self.core.open_for(player.id, options, Some(first), request).await
    }

    /// Puts a player on a chair of a table that fits, if there is one.
    async fn sit_at_one_like(&self, chair: &WantedChair<'_>) -> Result<Option<TableAnswer>, RoomError> {
        let &WantedChair { player, preset, wanted, buy_in, request } = chair;
        let mut asked = 0;
        let tables = self.tables_like(preset, wanted).await?;
        let ids: Vec<TableId> = tables.iter().map(|table| table.id).collect();
        self.core.presence.read_others(&*self.core.store, &ids, SignedDuration::ZERO).await?;
        for table in tables {
            if asked == MOST_ASKED {
                break;
            }
            // If nobody is connected, the newcomer would sit alone, perhaps in the middle of a hand.
            if !self.core.presence.has_person(table.id, &table.seated) {
                continue;
            }
            let (handle, published) = self.core.tables.read(table.id).await?;
            if !self.suits(&published, chair) {
                continue;
            }
            let seat = match wanted.bots {
                // A computer's chair is free when its hand is over, and a hand of three or four people is long.
                None if published.hand.is_some() && !published.has_free_chair() => continue,
                None => None,
                // A player among computers gets cards at once.
                Some(_) => match published.seat_in_the_next_hand(buy_in) {
                    Some(seat) if published.deals_within(self.core.clock.now(), MISSED..=NEAR) => Some(seat),
                    _ => continue,
                },
            };
            asked += 1;
            let sit = Command::Sit { seat, buy_in, entry: Entry::Post, invite_code: None };
            let answer = |outcome: CommandOutcome<'_>| outcome.answer(&self.core, player.id);
            match self.core.carry_out(&handle, table.id, acting(player), &sit, request, answer).await {
                Err(RoomError::Refused(
                    Refused::AlreadySeated { .. }
                    | Refused::KeptApart
                    | Refused::TableFull
                    | Refused::SeatTaken { .. }
                    | Refused::TableClosed
                    | Refused::TooManyFromAddress { .. }
                    | Refused::Banned,
                )) => {}
                done => return done.map(Some),
            }
        }
        Ok(None)
    }

    /// Whether this table is suitable for a newcomer.
    fn suits(&self, table: &Table, &WantedChair { player, wanted, .. }: &WantedChair<'_>) -> bool {
        let state = &table.record.state;
        // No hand would come if the host has paused dealing, or if too many seated players do not play. A host who has removed
        // players chooses who sits down.
        if state.paused || state.chooses || !table.can_be_played() {
            return false;
        }
        // The host may have seated computers. Those that keep a chair for an absent player make room for a newcomer.
        let keeps_a_chair = |chair: &Sitting| state.kept.iter().any(|kept| kept.seat == chair.seat);
        let mut bots = state.chairs.iter().filter(|chair| chair.bot.is_some());
        if wanted.bots.is_none() && !bots.all(keeps_a_chair) {
            return false;
        }
        let people: Vec<PlayerId> = table.seated_or_promised().collect();
        self.core.presence.has_person(table.record.id, &state.chairs)
            && !self.core.quotas.networks.share_one_without(&people, player.id)
    }

    /// Open tables of this kind with a free chair, with or without computer players as wanted: first those between hands, and
    /// among them those with the fewest free chairs.
    async fn tables_like(
        &self,
        preset: &StoredOptions,
        wanted: QuickSeat,
    ) -> Result<Vec<ListedTable>, RoomError> {
        let stake = Some(AnyHand::stake(&preset.game));
        let mut filter = LobbyFilter {
            game: Some(wanted.game),
            min_stake: stake,
            max_stake: stake,
            free_seats: Some(1),
            name: Some(preset.name.clone()),
            limit: PAGE,
            ..LobbyFilter::default()
        };
        let is_like = |table: &ListedTable| {
            let StoredOptions { fill_with_bots, .. } = *table.options;
            let like = StoredOptions { fill_with_bots, ..preset.clone() };
            *table.options == like && fill_with_bots.map(|fill| fill.level) == wanted.bots
        };
        let mut tables = Vec::new();
        for _ in 0..MOST_PAGES {
            let page = self.core.store.lobby(&filter).await?;
            let is_last = page.len() < PAGE as usize;
            filter.after = page.last().map(|table| table.id);
            tables.extend(page.into_iter().filter(is_like));
            // Empty tables do not hide those with players.
            let played = tables.iter().filter(|table: &&ListedTable| !table.seated.is_empty()).count();
            if is_last || played >= PAGE as usize {
                break;
            }
        }
        tables.sort_by_key(|table| (table.in_hand, table.free_seats));
        Ok(tables)
    }
}

/// The preset that the player wants and can afford, smallest stake first.
fn affordable<'a>(
    presets: &'a Presets,
    wanted: QuickSeat,
    player: &Player,
) -> Result<&'a StoredOptions, Refused> {
    let found = presets.of_game(wanted.game, wanted.stake);
    if found.is_empty() {
        let stakes = presets.of_game(wanted.game, None);
        return Err(Refused::NoSuchStake {
            stakes: stakes.iter().map(|preset| AnyHand::stake(&preset.game)).collect(),
        });
    }
    found.into_iter().find(|preset| preset.min_buy_in <= player.chips).ok_or(Refused::NotEnoughChips)
}
