//! Reading what each player has played, over all tables.

use crate::service::page::cut;
use crate::service::ports::error::StoreError;
use crate::service::room::caller::MOST_ROWS;
use crate::service::room::card_room::CardRoom;
use crate::service::room::error::RoomError;
use crate::service::table::refused::Refused;
use crate::service::table::stored::figures::CURVE_DAYS;
use crate::service::table::time::day_of;
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::player::friends::Friendship;
use cardroom_api::player::my_hands::MyHandsPage;
use cardroom_api::player::statistics::{OpenTo, Statistics};
use cardroom_rules::games::any::GameKind;

impl CardRoom {
    /// The hands that a player was dealt into, newest first, older than `after`.
    pub async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<MyHandsPage, RoomError> {
        let limit = limit.clamp(1, MOST_ROWS);
        let mut hands = self.core.store.my_hands(player, game, after, limit + 1).await?;
        let next = cut(&mut hands, limit).map(|last| last.hand.id);
        Ok(MyHandsPage { hands: hands.into_iter().filter_map(|hand| hand.entry(player)).collect(), next })
    }

    /// A player's figures, in one game or in all, if the caller may see them.
    pub async fn statistics(
        &self,
        of: PlayerId,
        caller: PlayerId,
        game: Option<GameKind>,
    ) -> Result<Statistics, RoomError> {
        let open_to = self.core.store.figures_open_to(of).await?.ok_or(Refused::NoSuchPlayer)?;
        if caller != of && !self.may_see_figures(caller, of, open_to).await? {
            return Err(Refused::StatisticsClosed.into());
        }
        let since = day_of(self.core.clock.now()) - CURVE_DAYS + 1;
        let store = &self.core.store;
        Ok(Statistics {
            open_to,
            figures: store.figures(of, game, since).await?,
            tournaments: store.tournament_figures(of, game).await?,
        })
    }

    async fn may_see_figures(
        &self,
        caller: PlayerId,
        of: PlayerId,
        open_to: OpenTo,
    ) -> Result<bool, StoreError> {
        match open_to {
            OpenTo::Nobody => Ok(false),
            OpenTo::Friends => Ok(self.core.store.friendship(caller, of).await? == Friendship::Friend),
            OpenTo::Everybody => Ok(true),
        }
    }

    /// Sets who may see a player's figures.
    pub async fn open_statistics(&self, player: PlayerId, to: OpenTo) -> Result<Statistics, RoomError> {
        self.core.store.open_figures(player, to).await?;
        self.statistics(player, player, None).await
    }
}
