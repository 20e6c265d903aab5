-- Tournaments: what each was announced with, how far it is, and its log. The state is rebuilt from the log.

create table tournaments (
    id text primary key not null,
    host text not null references players (id),
    -- What it is found by: its name, its game, what an entry costs, and when it starts.
    name text not null,
    game text not null,
    price integer not null,
    starts_at integer,
    -- What it was announced with; and the seed of its lots, which is never sent.
    options text not null,
    lots blob not null check (length(lots) = 32),
    invite_code text,
    phase text not null,
    -- The fence of all writes to the tournament: the number of its last change.
    version integer not null,
    created_at integer not null,
    ended_at integer,
    -- From when on a server has to keep its time; null if only a request can change it.
    due_at integer,
    -- Until when its time is known to have gone on.
    saved_at integer,
    -- What lists show of it: how many have entered, the level, and so on.
    numbers text not null
) strict;

create index tournaments_not_ended on tournaments (id) where ended_at is null;

create index tournaments_by_start on tournaments (starts_at, id) where ended_at is null and starts_at is not null;

create index tournaments_of_host on tournaments (host) where ended_at is null;

create table tournament_changes (
    tournament_id text not null references tournaments (id),
    version integer not null,
    at integer not null,
    -- A player's identifier in 16 bytes, or a word.
    author blob not null,
    body text not null,
    primary key (tournament_id, version)
) strict, without rowid;

-- The people who play in a tournament that has not ended, or may be paid for it yet.

create table registrations (
    player_id text not null references players (id),
    tournament_id text not null references tournaments (id),
    primary key (player_id, tournament_id)
) strict, without rowid;

create index registrations_of_tournament on registrations (tournament_id);

-- The requests with an idempotency key that were done in tournaments.

create table done_tournament_requests (
    player_id text not null references players (id),
    key text not null,
    digest blob not null check (length(digest) = 32),
    tournament_id text not null references tournaments (id),
    version integer not null,
    at integer not null,
    primary key (player_id, key)
) strict, without rowid;

create index done_tournament_requests_by_time on done_tournament_requests (at);

-- What finished tournaments have come to for each person: the place of the last entry, and chips of the wallet.

create table tournament_results (
    player_id text not null references players (id),
    tournament_id text not null references tournaments (id),
    game text not null,
    place integer not null,
    paid integer not null,
    won integer not null,
    primary key (player_id, tournament_id)
) strict, without rowid;
