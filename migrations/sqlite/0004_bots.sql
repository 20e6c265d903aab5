-- The computer players that sit at open tables, so that the house can count them; and what each player won of them, by
-- day (days since 1970 in UTC).

create table bots (
    player_id text primary key not null,
    table_id text not null references tables (id)
) strict, without rowid;

create table bot_winnings (
    player_id text not null references players (id),
    day integer not null,
    chips integer not null,
    primary key (player_id, day)
) strict, without rowid;
