//! Reading what a player has played.

use async_trait::async_trait;
use sqlx::{FromRow, SqliteConnection};

use super::{Sqlite, names};
use crate::service::ports::error::StoreError;
use crate::service::ports::history::HistoryStore;
use crate::service::table::views::my_hands::PlayedHand;
use crate::store::column::{Row, word};
use crate::store::history_rows::{DayRow, FiguresRow, PlayedHandRow};
use crate::store::names::NamePlaces;
use crate::store::page::{cut, is_short, sound};
use cardroom_api::id::{HandId, PlayerId};
use cardroom_api::player::statistics::{Figures, OpenTo};
use cardroom_rules::games::any::GameKind;

#[async_trait]
impl HistoryStore for Sqlite {
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError> {
        let mut hands = Vec::new();
        let mut after = after.map(|hand| hand.to_string());
        let reader = Reader { player: player.to_string(), game: game.map(GameKind::name), limit };
        loop {
            let rows = reader.page(&mut *self.read.begin().await?, after.as_deref()).await?;
            let (read, last) = (rows.len(), rows.last().map(|row| row.key().to_owned()));
            hands.extend(rows.into_iter().filter_map(|row| sound(row.played())));
            match last.filter(|_| is_short(read, &hands, limit)) {
                Some(last) => after = Some(last),
                None => break,
            }
        }
        let mut hands = cut(hands, limit);
        let played = hands.iter_mut().map(|played: &mut PlayedHand| &mut played.hand);
        names::fill_in(&self.read, NamePlaces::in_hands(played)).await?;
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

/// Reads the hands of a person, of all games or one, page by page.
struct Reader {
    player: String,
    game: Option<&'static str>,
    limit: u32,
}

/// The hand that a page comes after.
#[derive(FromRow)]
struct Cursor {
    in_play: bool,
    /// The place of the one before it in the list.
    before: Option<i64>,
}

impl Reader {
    /// At most `limit` rows: first hands in play, newest first, then finished ones, the last that ended first.
    async fn page(
        &self,
        db: &mut SqliteConnection,
        after: Option<&str>,
    ) -> Result<Vec<PlayedHandRow>, StoreError> {
        let cursor = match after {
            None => Cursor { in_play: true, before: None },
            Some(after) => match self.cursor(&mut *db, after).await? {
                Some(cursor) => cursor,
                None => return Ok(Vec::new()),
            },
        };
        if !cursor.in_play {
            return self.over(db, cursor.before).await;
        }
        let mut hands = self.in_play(&mut *db, after).await?;
        let last = self.last(&mut *db).await?;
        hands.extend(self.over(db, last).await?);
        Ok(cut(hands, self.limit))
    }

    /// Where the page goes on; `None` if the hand before it is not in the list.
    async fn cursor(&self, db: &mut SqliteConnection, after: &str) -> Result<Option<Cursor>, StoreError> {
        let cursor = sqlx::query_as(CURSOR).bind(after).bind(&self.player).bind(self.game);
        Ok(cursor.fetch_optional(db).await?)
    }

    async fn in_play(
        &self,
        db: &mut SqliteConnection,
        after: Option<&str>,
    ) -> Result<Vec<PlayedHandRow>, StoreError> {
        let rows = sqlx::query_as(IN_PLAY).bind(&self.player).bind(after).bind(self.game);
        Ok(rows.fetch_all(db).await?)
    }

    /// The place of their last finished hand.
    async fn last(&self, db: &mut SqliteConnection) -> Result<Option<i64>, StoreError> {
        let last = sqlx::query_scalar(LAST).bind(&self.player).bind(self.game);
        Ok(last.fetch_optional(db).await?.flatten())
    }

    /// Finished hands, from one of them backwards.
    async fn over(
        &self,
        db: &mut SqliteConnection,
        first: Option<i64>,
    ) -> Result<Vec<PlayedHandRow>, StoreError> {
        let rows = sqlx::query_as(OVER).bind(first).bind(&self.player).bind(self.game.is_some());
        Ok(rows.bind(self.limit).fetch_all(db).await?)
    }
}

const CURSOR: &str = r#"
select ended_hands.place is null as in_play,
    iif(json_valid(before), before ->> ('$."' || ?2 || iif(?3 is null, '"[0]', '"[1]')), null) as before
from hands
left join ended_hands using (place)
join tables on tables.id = hands.table_id
where hands.id = ?1 and game = coalesce(?3, game)"#;

/// A player of a hand has a chair at its table until it is over.
const IN_PLAY: &str = "
select hands.*, null as last_version, null as shown, null as net,
    iif(json_valid(tables.options), tables.options ->> '$.name', null) as table_name
from seats
join tables on tables.id = seats.table_id
join hands on hands.id = tables.hand_id
where seats.player_id = ?1 and (?2 is null or hands.id < ?2) and game = coalesce(?3, game)
    and not exists (select 1 from ended_hands where place = hands.place)
    and exists (
        select 1 from json_each(iif(json_valid(hands.players), hands.players, '[]'))
        where type = 'object' and value ->> 'player' = ?1)
order by hands.id desc";

const LAST: &str = r#"
select iif(?2 is null, last_hand, iif(json_valid(last_hands), last_hands ->> ('$."' || ?2 || '"'), null))
from heads_of_players where player_id = ?1"#;

/// Each hand has the place of its player's previous one: of any game, and of its own.
const OVER: &str = r#"
with recursive walk (place, before, nth) as (
    select place, before, 0 from ended_hands where place = ?1
    union all
    select ended_hands.place, ended_hands.before, nth + 1 from walk join ended_hands on ended_hands.place =
        iif(json_valid(walk.before), walk.before ->> ('$."' || ?2 || iif(?3, '"[1]', '"[0]')), null)
    limit ?4
)
select hands.*, last_version, shown, iif(json_valid(nets), nets ->> ('$."' || ?2 || '"'), null) as net,
    iif(json_valid(tables.options), tables.options ->> '$.name', null) as table_name
from walk
join ended_hands on ended_hands.place = walk.place
join hands on hands.place = walk.place
join tables on tables.id = hands.table_id
order by nth"#;

/// The sums of their days, including the current one.
macro_rules! figures {
    ($then:literal) => {
        concat!(
            "
with days (game, with_computers, day, hands, net, tally) as materialized (
    select game, with_computers, day, hands, net, iif(json_valid(tally), tally, '{}') from (
        select game, with_computers, day, hands, net, tally from days_of_players where player_id = ?1
        union all
        select game, with_computers, day, hands, net, tally from heads_of_players where player_id = ?1)
    where game = coalesce(?2, game)
)",
            $then
        )
    };
}

const FIGURES: &str = figures!(
    "
select game, with_computers, sum(hands) as hands, sum(net) as net, json_object(game, (
    select json_group_object(key, amount) from (
        select key, sum(value) as amount from days as each_day, json_each(each_day.tally)
        where (each_day.game, each_day.with_computers) = (days.game, days.with_computers) group by key)
)) as tally
from days group by game, with_computers order by game, with_computers"
);

const DAYS: &str = figures!(
    "
select game, with_computers, day, sum(hands) as hands, sum(net) as net from days where day >= ?3
group by game, with_computers, day order by day"
);

const OPEN_TO: &str = "
select open_to from players left join open_figures on player_id = players.id where players.id = ? and deleted_at is null";

const OPEN: &str = "
insert into open_figures (player_id, open_to) values (?, ?)
on conflict do update set open_to = excluded.open_to";
