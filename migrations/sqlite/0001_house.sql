-- Identifiers are UUIDv7 in text and so sort by time; times are Unix milliseconds; chips stay below 2^53.

create table players (
    id text primary key not null,
    name text not null,
    created_at integer not null,
    chips integer not null check (chips between 0 and 9007199254740991)
) strict;

create table accounts (
    player_id text primary key not null references players (id),
    login text not null unique,
    password_hash text not null,
    created_at integer not null
) strict;

create table sessions (
    id text primary key not null,
    player_id text not null references players (id),
    access blob not null unique,
    access_until integer not null,
    refresh blob not null unique,
    refresh_until integer not null,
    replaced blob unique,
    replaced_at integer,
    replaced_salt blob,
    created_at integer not null,
    check ((replaced is null) = (replaced_at is null) and (replaced is null) = (replaced_salt is null))
) strict;

create index sessions_of_player on sessions (player_id);
create index sessions_by_end on sessions (refresh_until);

create table tables (
    id text primary key not null,
    host text not null references players (id),
    game text not null,
    stake integer not null,
    options text not null,
    state text not null,
    version integer not null,
    hand_id text,
    due_at integer,
    listed integer not null check (listed in (0, 1)),
    free_seats integer not null,
    created_at integer not null,
    closed_at integer
) strict;

create index tables_due on tables (due_at) where due_at is not null and closed_at is null;
create index tables_of_host on tables (host) where closed_at is null;
create index tables_in_lobby on tables (id) where listed = 1 and closed_at is null;

-- With rowids: clustered by its key, a body of more than a quarter page spills, and the file doubles.
create table changes (
    table_id text not null references tables (id),
    version integer not null,
    at integer not null,
    hand_id text,
    author text not null,
    body text not null,
    primary key (table_id, version)
) strict;

create table hands (
    id text primary key not null,
    table_id text not null references tables (id),
    number integer not null,
    rules_version integer not null,
    setup text not null,
    players text not null,
    shuffle text not null,
    root text not null,
    mix text not null,
    started_at integer not null,
    first_version integer not null,
    last_version integer,
    unique (table_id, number)
) strict;

create table ledger (
    id text primary key not null,
    at integer not null,
    debit text not null,
    credit text not null check (credit <> debit),
    amount integer not null check (amount between 1 and 9007199254740991),
    reason text not null,
    player_id text references players (id),
    table_id text references tables (id),
    version integer,
    check ((table_id is null) = (version is null))
) strict;

create index ledger_of_player on ledger (player_id, id) where player_id is not null;

create table replies (
    player_id text not null references players (id),
    key text not null,
    request text not null,
    table_id text not null references tables (id),
    version integer not null,
    at integer not null,
    primary key (player_id, key)
) strict, without rowid;

create index replies_by_age on replies (at);
