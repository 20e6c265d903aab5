-- Who waits for a chair, and where.
create table waiting (
    player_id text not null references players (id),
    table_id text not null references tables (id),
    primary key (player_id, table_id)
) strict, without rowid;
