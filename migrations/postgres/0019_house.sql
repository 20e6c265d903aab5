-- The schema of release 19 of the data. Migrations have the same numbers on every database: a number is a release of the data.
--
-- Identifiers are UUIDv7 and so sort by time; times are Unix milliseconds; chips stay below 2^53. Text sorts by bytes. `json` keeps the
-- text as it was written, and can be looked into.
--
-- The rows of moves have no foreign keys: each is written in a transaction that holds the lock of its table's head, and to check every
-- row again would cost as much as to write it.

create table players (
    id uuid primary key,
    name text not null,
    avatar text,
    created_at bigint not null,
    chips bigint not null check (chips between 0 and 9007199254740991),
    refilled_at bigint,
    refill_key text,
    deleted_at bigint
);

create table accounts (
    player_id uuid primary key references players (id),
    login text collate "C" not null unique,
    password_hash text collate "C" not null,
    created_at bigint not null
);

create table sessions (
    id uuid primary key,
    player_id uuid not null references players (id),
    access bytea not null unique,
    access_until bigint not null,
    refresh bytea not null unique,
    refresh_until bigint not null,
    replaced bytea unique,
    replaced_at bigint,
    replaced_salt bytea,
    -- What all refresh tokens of a sign-in have in common, hashed.
    family bytea unique,
    created_at bigint not null,
    device text,
    check ((replaced is null) = (replaced_at is null) and (replaced is null) = (replaced_salt is null))
);

create index sessions_of_player on sessions (player_id, id);
create index sessions_by_end on sessions (refresh_until);

-- What sets a new password once, and what opens one more device once; of each only the hash.

create table recovery_codes (
    player_id uuid not null references players (id),
    code bytea not null,
    primary key (player_id, code)
);

create table device_codes (
    player_id uuid primary key references players (id),
    code bytea not null unique,
    until bigint not null
);

create index device_codes_by_end on device_codes (until);

-- A player wants another for a friend; they are friends if both rows are there.

create table friends (
    player_id uuid not null references players (id),
    friend_id uuid not null references players (id) check (friend_id <> player_id),
    since bigint not null,
    primary key (player_id, friend_id)
);

create index friends_from_others on friends (friend_id, player_id);

create table blocks (
    player_id uuid not null references players (id),
    blocked_id uuid not null references players (id) check (blocked_id <> player_id),
    since bigint not null,
    primary key (player_id, blocked_id)
);

create index blocks_from_others on blocks (blocked_id, player_id);

create table mutes (
    player_id uuid not null references players (id),
    muted_id uuid not null references players (id) check (muted_id <> player_id),
    since bigint not null,
    primary key (player_id, muted_id)
);

create index mutes_from_others on mutes (muted_id, player_id);

create table tables (
    id uuid primary key,
    host uuid not null references players (id),
    game text collate "C" not null,
    stake bigint not null,
    options json not null,
    state json not null,
    hand_id uuid,
    listed boolean not null,
    free_seats bigint not null,
    created_at bigint not null,
    closed_at bigint,
    invite_code text collate "C"
);

create index tables_of_host on tables (host) where closed_at is null;
create index tables_in_lobby on tables (id) where listed and closed_at is null;
create index tables_by_invite_code on tables (invite_code) where invite_code is not null and closed_at is null;

-- What every change writes of its table, in a narrow row of its own. Its version is the fence of all writes to the table, and its lock the
-- first that a batch takes. `period` is the ten minutes of `due_at`, and alone is in an index: the moment changes with every move, its ten
-- minutes hardly ever, so a move writes no index. The room on each page is for the row's next versions.

create table heads (
    table_id uuid primary key references tables (id),
    version bigint not null,
    due_at bigint,
    period bigint check ((period is null) = (due_at is null))
) with (fillfactor = 50);

create index heads_due on heads (period) where period is not null;

create table changes (
    table_id uuid not null,
    version bigint not null,
    at bigint not null,
    hand_id uuid,
    -- A player's identifier in 16 bytes, or a word.
    author bytea not null,
    body json not null,
    primary key (table_id, version)
);

create table hands (
    id uuid primary key,
    table_id uuid not null,
    number bigint not null,
    rules_version bigint not null,
    setup text not null,
    players json not null,
    shuffle text not null,
    root text not null,
    mix text not null,
    started_at bigint not null,
    first_version bigint not null,
    unique (table_id, number)
);

-- How a hand ended, in a row of its own: a hand's row stays as it was dealt.

create table ended_hands (
    hand_id uuid primary key,
    -- Hands are listed in the order in which they ended.
    place bigint generated always as identity,
    last_version bigint not null,
    -- What everybody had seen of each seat's cards.
    shown text
);

-- The ended hands of each person; `net` is null if the hand counts for nothing. Computer players have no rows.

create table played (
    player_id uuid not null,
    -- The hand's place among all that have ended.
    place bigint not null,
    hand_id uuid not null,
    game text collate "C" not null,
    net bigint,
    primary key (player_id, place)
);

create index played_by_game on played (player_id, game, place);

-- The sums of each person's hands that count, day by day (days since 1970 in UTC). `tally` has the counts of the game itself.

create table days_of_players (
    player_id uuid not null,
    game text collate "C" not null,
    with_computers boolean not null,
    day bigint not null,
    hands bigint not null,
    net bigint not null,
    tally jsonb not null,
    primary key (player_id, game, with_computers, day)
);

create table open_figures (
    player_id uuid primary key references players (id),
    open_to text not null
);

create table ledger (
    id uuid primary key,
    -- Movements are listed in the order in which they came.
    place bigint generated always as identity,
    at bigint not null,
    debit text collate "C" not null,
    credit text collate "C" not null check (credit <> debit),
    amount bigint not null check (amount between 1 and 9007199254740991),
    reason text not null,
    player_id uuid,
    table_id uuid,
    version bigint,
    check ((table_id is null) = (version is null))
);

create index ledger_of_player on ledger (player_id, place) where player_id is not null;

create table done_requests (
    player_id uuid not null,
    key text collate "C" not null,
    digest bytea not null check (length(digest) = 32),
    table_id uuid not null,
    version bigint not null,
    at bigint not null,
    primary key (player_id, key)
);

create index done_requests_by_age on done_requests (at);

create table seats (
    player_id uuid not null references players (id),
    table_id uuid not null references tables (id),
    primary key (player_id, table_id)
);

create table waiting (
    player_id uuid not null references players (id),
    table_id uuid not null references tables (id),
    primary key (player_id, table_id)
);

-- The computer players at open tables, and what each person won from computer players, by day.

create table bots (
    player_id uuid primary key,
    table_id uuid not null references tables (id)
);

-- A limit that is about no row of its own is checked under the lock of one of these.

create table locks (
    name text collate "C" primary key
);

insert into locks (name) values ('bots');

create table bot_winnings (
    player_id uuid not null,
    day bigint not null,
    chips bigint not null,
    primary key (player_id, day)
);

-- When a server last tried whether it can write.

create table pulse (
    id bigint primary key check (id = 1),
    at bigint not null
);
