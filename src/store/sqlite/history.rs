//! Reading what a player has played.

use async_trait::async_trait;

use super::tables::{cursor, cut, is_short, sound};
use super::{Sqlite, names};
use crate::games::any::GameKind;
use crate::service::id::{HandId, PlayerId};
use crate::service::ports::error::StoreError;
use crate::service::ports::history::HistoryStore;
use crate::service::table::figures::{Figures, OpenTo};
use crate::service::table::my_hands::PlayedHand;
use crate::store::column::{Row, word};
use crate::store::history_rows::{DayRow, FiguresRow, PlayedHandRow};

#[async_trait]
impl HistoryStore for Sqlite {
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError> {
        let (mut hands, mut before) = (Vec::new(), cursor(after.map(|hand| hand.0)));
        loop {
            let rows = sqlx::query_as::<_, PlayedHandRow>(MY_HANDS)
                .bind(player.to_string())
                .bind(&before)
                .bind(game.map(GameKind::name))
                .bind(limit)
                .fetch_all(&self.read)
                .await?;
            let (read, last) = (rows.len(), rows.last().map(|row| row.key().to_owned()));
            hands.extend(rows.into_iter().filter_map(|row| sound(row.played())));
            match last.filter(|_| is_short(read, &hands, limit)) {
                Some(last) => before = last,
                None => break,
            }
        }
        let mut hands = cut(hands, limit);
        let played = hands.iter_mut().map(|played: &mut PlayedHand| &mut played.hand);
        names::fill_in_hands(&self.read, played).await?;
        Ok(hands)
    }

    async fn figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        since: i64,
    ) -> Result<Vec<Figures>, StoreError> {
        let game = game.map(GameKind::name);
        let mut tx = self.read.begin().await?;
        let rows: Vec<FiguresRow> =
            sqlx::query_as(FIGURES).bind(player.to_string()).bind(game).fetch_all(&mut *tx).await?;
        let days: Vec<DayRow> =
            sqlx::query_as(DAYS).bind(player.to_string()).bind(game).bind(since).fetch_all(&mut *tx).await?;
        rows.iter().map(|row| row.figures(&days)).collect()
    }

    async fn figures_open_to(&self, player: PlayerId) -> Result<Option<OpenTo>, StoreError> {
        let player = player.to_string();
        let row: Option<(Option<String>,)> =
            sqlx::query_as(OPEN_TO).bind(&player).fetch_optional(&self.read).await?;
        let row_of = Row { table: "open_figures", key: &player };
        let parsed = |(open_to,): (Option<String>,)| {
            open_to.map_or(Ok(OpenTo::default()), |open_to| row_of.word("open_to", &open_to))
        };
        row.map(parsed).transpose()
    }

    async fn open_figures(&self, player: PlayerId, to: OpenTo) -> Result<(), StoreError> {
        sqlx::query(OPEN)
            .bind(player.to_string())
            .bind(word(&to)?)
            .execute(&mut *self.write.acquire().await?)
            .await?;
        Ok(())
    }
}

const MY_HANDS: &str = r#"
select hands.*, coalesce(iif(json_valid(nets), nets ->> ('$."' || mine.player_id || '"'), null), net) as net,
    iif(json_valid(tables.options), tables.options ->> '$.name', null) as table_name
from hands_of_players as mine
join hands on hands.id = mine.hand_id
join tables on tables.id = hands.table_id
where mine.player_id = ? and mine.hand_id < ? and mine.game = coalesce(?, mine.game)
order by mine.hand_id desc limit ?"#;

const FIGURES: &str = "
select game, with_computers, sum(hands) as hands, sum(net) as net, json_object(game, (
    select json_group_object(figure, amount) from figures
    where (player_id, game, with_computers) = (days.player_id, days.game, days.with_computers)
)) as tally
from days_of_players as days where player_id = ? and game = coalesce(?, game)
group by game, with_computers order by game, with_computers";

const DAYS: &str = "
select game, with_computers, day, hands, net from days_of_players
where player_id = ? and game = coalesce(?, game) and day >= ? order by day";

const OPEN_TO: &str = "
select open_to from players left join open_figures on player_id = players.id where players.id = ? and deleted_at is null";

const OPEN: &str = "
insert into open_figures (player_id, open_to) values (?, ?)
on conflict do update set open_to = excluded.open_to";
