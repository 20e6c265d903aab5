-- Ratings: the log of rated events, what each has changed, and what has come of it season by season.
--
-- None of these rows refers to a player by a foreign key: to check it would wait for the lock of the player, which another batch may hold
-- while it waits for the log.

-- The end of the log of each game. All writes to ratings of the game hold the lock of its row, and it is the last that a batch takes.

create table rating_logs (
    game text collate "C" primary key,
    last_number bigint not null,
    last_at bigint not null
);

create table rated_events (
    id uuid primary key,
    game text collate "C" not null,
    -- Events are computed in this order.
    number bigint not null,
    at bigint not null,
    tournament_id uuid,
    table_id uuid,
    kind text collate "C" not null,
    players bigint not null,
    voided_at bigint,
    check ((tournament_id is null) <> (table_id is null)),
    unique (game, number)
);

-- A player who is deleted stays in the log by identifier, because the ratings of others depend on it.

create table rating_changes (
    game text collate "C" not null,
    number bigint not null,
    player_id uuid not null,
    side bigint not null,
    place bigint not null,
    is_rated boolean not null,
    mu_before double precision not null,
    sigma_before double precision not null,
    mu_after double precision not null,
    sigma_after double precision not null,
    -- The rated events of the player in the season, with this one.
    events bigint not null,
    result_points bigint not null,
    primary key (game, number, player_id)
);

create index rating_changes_of_player on rating_changes (player_id, game, number);

-- A season is the number of quarters since the year 0.

create table ratings (
    game text collate "C" not null,
    season bigint not null,
    player_id uuid not null,
    at bigint not null,
    mu double precision not null,
    sigma double precision not null,
    points bigint not null,
    events bigint not null,
    result_points bigint not null,
    primary key (game, season, player_id)
);

create index ratings_of_player on ratings (player_id, game, season);

create table hidden_from_leaderboards (
    player_id uuid primary key references players (id)
);

-- From which networks the players of an event take part, as a keyed hash, until it has ended.

create table network_key (
    id bigint primary key check (id = 1),
    key bytea not null check (length(key) = 32)
);

create table rated_networks (
    source_id uuid not null,
    player_id uuid not null,
    tag bytea not null check (length(tag) = 16),
    primary key (source_id, player_id)
);

-- How many events of two sides have counted on a day (days since 1970 in UTC) between two networks, until the day is over.

create table rated_pairs (
    day bigint not null,
    one bytea not null,
    other bytea not null,
    events bigint not null,
    primary key (day, one, other)
);
