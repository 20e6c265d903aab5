-- Tournaments: what each was announced with, how far it is, and its log. The state is rebuilt from the log.

create table tournaments (
    id uuid primary key,
    host uuid not null references players (id),
    -- What it is found by: its name, its game, what an entry costs, and when it starts.
    name text collate "C" not null,
    game text collate "C" not null,
    price bigint not null,
    starts_at bigint,
    -- What it was announced with; and the seed of its lots, which is never sent.
    options json not null,
    lots bytea not null check (length(lots) = 32),
    invite_code text,
    phase text collate "C" not null,
    -- The fence of all writes to the tournament: the number of its last change.
    version bigint not null,
    created_at bigint not null,
    ended_at bigint,
    -- From when on a server has to keep its time; null if only a request can change it.
    due_at bigint,
    -- Until when its time is known to have gone on.
    saved_at bigint,
    -- What lists show of it: how many have entered, the level, and so on.
    numbers json not null
) with (fillfactor = 50);

create index tournaments_due on tournaments (due_at) where ended_at is null;

create index tournaments_not_ended on tournaments (id) where ended_at is null;

create index tournaments_by_start on tournaments (starts_at, id) where ended_at is null and starts_at is not null;

create index tournaments_of_host on tournaments (host) where ended_at is null;

create table tournament_changes (
    tournament_id uuid not null,
    version bigint not null,
    at bigint not null,
    -- A player's identifier in 16 bytes, or a word.
    author bytea not null,
    body json not null,
    primary key (tournament_id, version)
);

-- The people who play in a tournament that has not ended, or may be paid for it yet.

create table registrations (
    player_id uuid not null references players (id),
    tournament_id uuid not null references tournaments (id),
    primary key (player_id, tournament_id)
);

create index registrations_of_tournament on registrations (tournament_id);

-- The requests with an idempotency key that were done in tournaments.

create table done_tournament_requests (
    player_id uuid not null references players (id),
    key text collate "C" not null,
    digest bytea not null check (length(digest) = 32),
    tournament_id uuid not null references tournaments (id),
    version bigint not null,
    at bigint not null,
    primary key (player_id, key)
);

create index done_tournament_requests_by_time on done_tournament_requests (at);

-- What finished tournaments have come to for each person: the place of the last entry, and chips of the wallet.

create table tournament_results (
    player_id uuid not null references players (id),
    tournament_id uuid not null references tournaments (id),
    game text collate "C" not null,
    place bigint not null,
    paid bigint not null,
    won bigint not null,
    primary key (player_id, tournament_id)
);

-- Under this lock the house puts chips aside for guarantees.

insert into locks (name) values ('house');
