-- Where each player sits, for players who ask: the chairs themselves are in the tables' state.

create table seats (
    player_id text not null references players (id),
    table_id text not null references tables (id),
    primary key (player_id, table_id)
) strict, without rowid;

insert into seats (player_id, table_id)
select value ->> 'player', tables.id
from tables, json_each(tables.state, '$.chairs') where closed_at is null;
