-- What several servers on one database share. The unlogged tables are empty after a failure of the database, and are written again.

-- One server at a time has the turn at a version of a table, until this moment.

create unlogged table leases (
    table_id uuid primary key,
    version bigint not null,
    server_id uuid not null,
    until bigint not null
);

-- When a server last saw a player at a table. `anonymous` is null in the row of a player; in the row of a server itself it is the number of
-- its callers without a sign-in.

create unlogged table presence (
    table_id uuid not null,
    player_id uuid not null,
    seen_at bigint not null,
    anonymous bigint,
    primary key (table_id, player_id)
);

create index presence_by_age on presence (seen_at);

create unlogged table tickets (
    ticket bytea primary key,
    player_id uuid not null,
    session_id uuid not null,
    access_until bigint not null,
    until bigint not null
);

create index tickets_of_player on tickets (player_id, until);

-- The guests that were created under a key, with the refresh token that was last given for it.

create table guest_keys (
    key bytea primary key,
    refresh bytea not null,
    at bigint not null
);

create index guest_keys_by_age on guest_keys (at);

-- All servers drop deleted players from memory.

create index players_by_deletion on players (deleted_at) where deleted_at is not null;
