-- Ratings: the log of rated events, what each has changed, and what has come of it season by season.

-- The end of the log of each game. All writes to ratings of the game hold the lock of its row.

create table rating_logs (
    game text primary key not null,
    last_number integer not null,
    last_at integer not null
) strict, without rowid;

create table rated_events (
    id text primary key not null,
    game text not null,
    -- Events are computed in this order.
    number integer not null,
    at integer not null,
    tournament_id text,
    table_id text,
    kind text not null,
    players integer not null,
    voided_at integer,
    check ((tournament_id is null) <> (table_id is null)),
    unique (game, number)
) strict, without rowid;

-- A player who is deleted stays in the log by identifier, because the ratings of others depend on it.

create table rating_changes (
    game text not null,
    number integer not null,
    player_id text not null,
    side integer not null,
    place integer not null,
    is_rated integer not null check (is_rated in (0, 1)),
    mu_before real not null,
    sigma_before real not null,
    mu_after real not null,
    sigma_after real not null,
    -- The rated events of the player in the season, with this one.
    events integer not null,
    result_points integer not null,
    primary key (game, number, player_id)
) strict, without rowid;

create index rating_changes_of_player on rating_changes (player_id, game, number);

-- A season is the number of quarters since the year 0.

create table ratings (
    game text not null,
    season integer not null,
    player_id text not null,
    at integer not null,
    mu real not null,
    sigma real not null,
    points integer not null,
    events integer not null,
    result_points integer not null,
    primary key (game, season, player_id)
) strict, without rowid;

create index ratings_of_player on ratings (player_id, game, season);

create table hidden_from_leaderboards (
    player_id text primary key not null references players (id)
) strict, without rowid;

-- From which networks the players of an event take part, as a keyed hash, until it has ended.

create table network_key (
    id integer primary key not null check (id = 1),
    key blob not null check (length(key) = 32)
) strict;

create table rated_networks (
    source_id text not null,
    player_id text not null,
    tag blob not null check (length(tag) = 16),
    primary key (source_id, player_id)
) strict, without rowid;

-- How many events of two sides have counted on a day (days since 1970 in UTC) between two networks, until the day is over.

create table rated_pairs (
    day integer not null,
    one blob not null,
    other blob not null,
    events integer not null,
    primary key (day, one, other)
) strict, without rowid;
