//! A seat in one request: at a table that fits, or at a new one.

use std::sync::Arc;

use jiff::SignedDuration;
use serde::Serialize;

use super::card_room::{CardRoom, Outcome};
use super::carried::finish;
use super::error::RoomError;
use super::idempotency::KeyedRequest;
use super::shared::{Shared, who};
use crate::service::id::PlayerId;
use crate::service::people::player::Player;
use crate::service::ports::tables::LobbyFilter;
use crate::service::table::bots::FillWithBots;
use crate::service::table::command::{Command, IdempotencyKey};
use crate::service::table::draft::open::FirstSeat;
use crate::service::table::live::Table;
use crate::service::table::options::TableOptions;
use crate::service::table::preset::Presets;
use crate::service::table::record::ListedTable;
use crate::service::table::refused::Refused;
use crate::service::table::state::Sitting;
use crate::service::table::view::TableAnswer;
use cardroom_bots::level::Level;
use cardroom_rules::games::any::{AnyHand, GameKind};
use cardroom_rules::games::game::{Chips, Entry, Game};

/// How many tables of the lobby are looked at together, and how often: tables that do not fit may lie before one that does.
const PAGE: u32 = 50;
const MOST_PAGES: usize = 20;
/// At how many of them a seat is asked for: others may be quicker.
const MOST_ASKED: usize = 5;

/// A hand is near that is dealt within this time.
const NEAR: SignedDuration = SignedDuration::from_secs(10);
/// A hand that is dealt sooner than this may be dealt before the newcomer sits.
const MISSED: SignedDuration = SignedDuration::from_millis(250);

/// What somebody wants to play.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct QuickSeat {
    /// Which game.
    pub game: GameKind,
    /// For which stake; where absent, the smallest that they can afford.
    pub stake: Option<Chips>,
    /// With computer players of this level on the free chairs; where absent, among people.
    pub bots: Option<Level>,
}

/// A chair that somebody wants, and what they bring.
struct WantedChair<'a> {
    player: &'a Player,
    preset: &'a TableOptions,
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
        let shared = Arc::clone(&self.shared);
        let request = shared.begin(by)?;
        finish(async move {
            let _in_flight = request;
            shared.quick_seat(by, wanted, &presets, key).await
        })
        .await
    }
}

impl Shared {
    async fn quick_seat(
        &self,
        by: PlayerId,
        wanted: QuickSeat,
        presets: &Presets,
        key: Option<IdempotencyKey>,
    ) -> Result<TableAnswer, RoomError> {
        let request = key.map(|key| KeyedRequest::new(by, key, &("quick seat", &wanted))).transpose()?;
        if let Some(answer) = self.answer_again(request.as_ref()).await? {
            return Ok(answer);
        }
        let player = self.store.player(by).await?.ok_or(Refused::NoSuchPlayer)?;
        let preset = affordable(presets, wanted, &player)?;
        // Nobody loses everything at the first table.
        let buy_in = (player.chips / 2).clamp(preset.min_buy_in, preset.max_buy_in);
        let chair = WantedChair { player: &player, preset, wanted, buy_in, request: request.as_ref() };
        if let Some(answer) = self.sit_at_one_like(&chair).await? {
            return Ok(answer);
        }
        // Of those who find no chair at the same time, one opens a table, and the others sit down there.
        let _turn = self.opening_quickly.lock().await;
        if let Some(answer) = self.sit_at_one_like(&chair).await? {
            return Ok(answer);
        }
        let fill_with_bots = wanted.bots.map(|level| FillWithBots { level, after_seconds: 0 });
        let options = TableOptions { fill_with_bots, ..preset.clone() };
        // Computers take their time: a newcomer waits for none of them.
        let seat = options.fill_with_bots.map(|_| AnyHand::first_asked(&options.game, options.seats));
        let first = FirstSeat { who: who(&player), seat, buy_in };
        self.open_for(by, options, Some(first), request.as_ref()).await
    }

    /// Puts a player on a chair of a table that fits, where there is one.
    async fn sit_at_one_like(&self, chair: &WantedChair<'_>) -> Result<Option<TableAnswer>, RoomError> {
        let &WantedChair { player, preset, wanted, buy_in, request } = chair;
        let mut asked = 0;
        for table in self.tables_like(preset, wanted).await? {
            if asked == MOST_ASKED {
                break;
            }
            // At a table where nobody is connected a newcomer would sit alone, perhaps in the middle of a hand.
            if !self.attendance.has_person(table.id, &table.seated) {
                continue;
            }
            let (slot, published) = self.read(table.id).await?;
            if !self.suits(&published, chair) {
                continue;
            }
            let seat = match wanted.bots {
                // The chair of a computer is free when its hand is over, and a hand of three or four people is long.
                None if published.hand.is_some() && !published.has_free_chair() => continue,
                None => None,
                // A player among computers has cards at once.
                Some(_) => match published.seat_in_the_next_hand(buy_in) {
                    Some(seat) if published.deals_within(self.clock.now(), MISSED..=NEAR) => Some(seat),
                    _ => continue,
                },
            };
            asked += 1;
            let sit = Command::Sit { seat, buy_in, entry: Entry::Post, invite_code: None };
            let answer = |outcome: Outcome<'_>| outcome.answer(self, player.id);
            match self.carry_out(&slot, table.id, who(player), &sit, request, answer).await {
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

    /// Whether a newcomer may be led to this table.
    fn suits(&self, table: &Table, &WantedChair { player, wanted, .. }: &WantedChair<'_>) -> bool {
        let state = &table.record.state;
        // No hand would come if the host has paused the deal, or if too many sit there and do not play. A host who removes people
        // is to choose who comes.
        if state.paused || state.chooses || !table.can_be_played() {
            return false;
        }
        // A host may have seated computers by hand. Those that keep a chair for somebody who is gone leave for a newcomer.
        let keeps_a_chair = |chair: &Sitting| state.kept.iter().any(|kept| kept.seat == chair.seat);
        let mut bots = state.chairs.iter().filter(|chair| chair.bot.is_some());
        if wanted.bots.is_none() && !bots.all(keeps_a_chair) {
            return false;
        }
        let people: Vec<PlayerId> = table.seated_or_promised().collect();
        self.attendance.has_person(table.record.id, &state.chairs)
            && !self.origins.come_from_one_place(&people, player.id)
    }

    /// Open tables of this kind that have a chair, with or without computer players as is wanted: first those where no hand is
    /// being played, and among them those with the fewest free chairs.
    async fn tables_like(
        &self,
        preset: &TableOptions,
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
            let TableOptions { fill_with_bots, .. } = *table.options;
            let like = TableOptions { fill_with_bots, ..preset.clone() };
            *table.options == like && fill_with_bots.map(|fill| fill.level) == wanted.bots
        };
        let mut tables = Vec::new();
        for _ in 0..MOST_PAGES {
            let page = self.store.lobby(&filter).await?;
            let is_last = page.len() < PAGE as usize;
            filter.after = page.last().map(|table| table.id);
            tables.extend(page.into_iter().filter(is_like));
            // Tables where nobody sits hide none where somebody does.
            let played = tables.iter().filter(|table: &&ListedTable| !table.seated.is_empty()).count();
            if is_last || played >= PAGE as usize {
                break;
            }
        }
        tables.sort_by_key(|table| (table.in_hand, table.free_seats));
        Ok(tables)
    }
}

/// The kind of table that somebody wants, the smallest stake first, and can pay for.
fn affordable<'a>(
    presets: &'a Presets,
    wanted: QuickSeat,
    player: &Player,
) -> Result<&'a TableOptions, Refused> {
    let found = presets.of_game(wanted.game, wanted.stake);
    if found.is_empty() {
        let stakes = presets.of_game(wanted.game, None);
        return Err(Refused::NoSuchStake {
            stakes: stakes.iter().map(|preset| AnyHand::stake(&preset.game)).collect(),
        });
    }
    found.into_iter().find(|preset| preset.min_buy_in <= player.chips).ok_or(Refused::NotEnoughChips)
}
