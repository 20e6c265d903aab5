//! Reading what a player has played.

use async_trait::async_trait;
use sqlx::{FromRow, PgConnection, PgPool, Transaction};
use uuid::Uuid;

use super::{Postgres, names};
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

/// The columns of a hand as one player has played it; some of them differ while it is played.
macro_rules! played_hand {
    ($then:literal) => {
        concat!(
            "
select hands.id::text, hands.table_id::text, number, rules_version, setup, players::text, shuffle, root, mix, started_at,
    first_version, options ->> 'name' as table_name, ",
            $then
        )
    };
}

#[async_trait]
impl HistoryStore for Postgres {
    async fn my_hands(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        after: Option<HandId>,
        limit: u32,
    ) -> Result<Vec<PlayedHand>, StoreError> {
        let (mut hands, mut after) = (Vec::new(), after.map(|hand| hand.0));
        let reader = Reader { player, game: game.map(GameKind::name), limit };
        loop {
            let rows = reader.page(&mut *snapshot(&self.pool).await?, after).await?;
            let (read, last) = (rows.len(), rows.last().and_then(|row| row.key().parse().ok()));
            hands.extend(rows.into_iter().filter_map(|row| sound(row.played())));
            match last.filter(|_| is_short(read, &hands, limit)) {
                Some(last) => after = Some(last),
                None => break,
            }
        }
        let mut hands = cut(hands, limit);
        let played = hands.iter_mut().map(|played: &mut PlayedHand| &mut played.hand);
        names::fill_in(&self.pool, NamePlaces::in_hands(played)).await?;
        Ok(hands)
    }

    async fn figures(
        &self,
        player: PlayerId,
        game: Option<GameKind>,
        since: i64,
    ) -> Result<Vec<Figures>, StoreError> {
        let game = game.map(GameKind::name);
        let mut tx = snapshot(&self.pool).await?;
        let rows: Vec<FiguresRow> =
            sqlx::query_as(FIGURES).bind(player.0).bind(game).fetch_all(&mut *tx).await?;
        let days: Vec<DayRow> =
            sqlx::query_as(DAYS).bind(player.0).bind(game).bind(since).fetch_all(&mut *tx).await?;
        rows.iter().map(|row| row.figures(&days)).collect()
    }

    async fn figures_open_to(&self, player: PlayerId) -> Result<Option<OpenTo>, StoreError> {
        let row: Option<(Option<String>,)> =
            sqlx::query_as(OPEN_TO).bind(player.0).fetch_optional(&self.pool).await?;
        let key = player.to_string();
        let row_of = Row { table: "open_figures", key: &key };
        let parsed = |(open_to,): (Option<String>,)| {
            open_to.map_or(Ok(OpenTo::default()), |open_to| row_of.word("open_to", &open_to))
        };
        row.map(parsed).transpose()
    }

    async fn open_figures(&self, player: PlayerId, to: OpenTo) -> Result<(), StoreError> {
        sqlx::query(OPEN).bind(player.0).bind(word(&to)?).execute(&self.pool).await?;
        Ok(())
    }
}

/// A transaction whose statements all see the same moment.
async fn snapshot(db: &PgPool) -> Result<Transaction<'static, sqlx::Postgres>, StoreError> {
    Ok(db.begin_with("begin isolation level repeatable read read only").await?)
}

/// Reads the hands of a person, of all games or one, page by page.
struct Reader {
    player: PlayerId,
    game: Option<&'static str>,
    limit: u32,
}

/// The hand that a page comes after.
#[derive(FromRow)]
struct Cursor {
    in_play: bool,
    /// Its place in the list, if it is there and has ended.
    place: Option<i64>,
}

impl Reader {
    /// At most `limit` rows: first hands in play, newest first, then finished ones, the last that ended first.
    async fn page(
        &self,
        db: &mut PgConnection,
        after: Option<Uuid>,
    ) -> Result<Vec<PlayedHandRow>, StoreError> {
        let cursor = match after {
            None => Cursor { in_play: true, place: None },
            Some(after) => match self.cursor(&mut *db, after).await? {
                Some(cursor) => cursor,
                None => return Ok(Vec::new()),
            },
        };
        match cursor {
            Cursor { in_play: true, .. } => {
                let mut hands = self.in_play(&mut *db, after).await?;
                hands.extend(self.over(db, i64::MAX).await?);
                Ok(cut(hands, self.limit))
            }
            Cursor { place: Some(place), .. } => self.over(db, place).await,
            Cursor { place: None, .. } => Ok(Vec::new()),
        }
    }

    /// Where the page goes on; `None` if the hand before it is not in the list.
    async fn cursor(&self, db: &mut PgConnection, after: Uuid) -> Result<Option<Cursor>, StoreError> {
        let cursor = sqlx::query_as(CURSOR).bind(after).bind(self.player.0).bind(self.game);
        Ok(cursor.fetch_optional(db).await?)
    }

    async fn in_play(
        &self,
        db: &mut PgConnection,
        after: Option<Uuid>,
    ) -> Result<Vec<PlayedHandRow>, StoreError> {
        let rows = sqlx::query_as(IN_PLAY).bind(self.player.0).bind(after).bind(self.game);
        Ok(rows.fetch_all(db).await?)
    }

    /// Finished hands before a place.
    async fn over(&self, db: &mut PgConnection, before: i64) -> Result<Vec<PlayedHandRow>, StoreError> {
        let rows = match self.game {
            None => sqlx::query_as(OVER).bind(self.player.0).bind(before).bind(i64::from(self.limit)),
            Some(game) => {
                let rows = sqlx::query_as(OVER_OF_GAME).bind(self.player.0).bind(before);
                rows.bind(i64::from(self.limit)).bind(game)
            }
        };
        Ok(rows.fetch_all(db).await?)
    }
}

const CURSOR: &str = "
select ended_hands.place is null as in_play, played.place
from hands
join tables on tables.id = hands.table_id
left join ended_hands on ended_hands.hand_id = hands.id
left join played on played.player_id = $2 and played.place = ended_hands.place
where hands.id = $1 and tables.game = coalesce($3, tables.game)";

/// A player of a hand has a chair at its table until it is over.
const IN_PLAY: &str = played_hand!(
    "null::bigint as last_version, null::text as shown, null::bigint as net
from seats
join tables on tables.id = seats.table_id
join hands on hands.id = tables.hand_id
where seats.player_id = $1 and ($2::uuid is null or hands.id < $2::uuid) and game = coalesce($3, game)
    and not exists (select 1 from ended_hands where hand_id = hands.id)
    and exists (
        select 1 from json_array_elements(case json_typeof(players) when 'array' then players else '[]' end) as seat
        where seat ->> 'player' = $1::text)
order by hands.id desc"
);

const OVER: &str = played_hand!(
    "last_version, shown, net
from played
join ended_hands on ended_hands.hand_id = played.hand_id
join hands on hands.id = played.hand_id
join tables on tables.id = hands.table_id
where played.player_id = $1 and played.place < $2
order by played.place desc limit $3"
);

const OVER_OF_GAME: &str = played_hand!(
    "last_version, shown, net
from played
join ended_hands on ended_hands.hand_id = played.hand_id
join hands on hands.id = played.hand_id
join tables on tables.id = hands.table_id
where played.player_id = $1 and played.place < $2 and played.game = $4
order by played.place desc limit $3"
);

/// The sums of their days.
const FIGURES: &str = "
with days as materialized (
    select game, with_computers, hands, net, tally from days_of_players
    where player_id = $1 and game = coalesce($2, game)
),
counts as (
    select game, with_computers, key, sum(value::bigint)::bigint as amount
    from days cross join jsonb_each_text(tally) group by game, with_computers, key
),
tallies as (
    select game, with_computers, jsonb_object_agg(key, amount) as tally from counts group by game, with_computers
)
select days.game, days.with_computers, sum(hands)::bigint as hands, sum(net)::bigint as net,
    jsonb_build_object(days.game, coalesce((
        select tally from tallies
        where (tallies.game, tallies.with_computers) = (days.game, days.with_computers)), '{}'))::text as tally
from days group by days.game, days.with_computers order by days.game, days.with_computers";

const DAYS: &str = "
select game, with_computers, day, hands, net from days_of_players
where player_id = $1 and game = coalesce($2, game) and day >= $3 order by day";

const OPEN_TO: &str = "
select open_to from players left join open_figures on player_id = players.id where players.id = $1 and deleted_at is null";

const OPEN: &str = "
insert into open_figures (player_id, open_to) values ($1, $2)
on conflict (player_id) do update set open_to = excluded.open_to";
