-- What a player looks like, when they were given chips anew, and since when they are gone; what a sign-in is on.

alter table players add column avatar text;
alter table players add column refilled_at integer;
alter table players add column refill_key text;
alter table players add column deleted_at integer;
alter table sessions add column device text;

-- That a player wants another for a friend; they are friends where both rows are there.

create table friends (
    player_id text not null references players (id),
    friend_id text not null references players (id) check (friend_id <> player_id),
    since integer not null,
    primary key (player_id, friend_id)
) strict, without rowid;

create index friends_from_others on friends (friend_id, player_id);

-- That a player wants nothing to do with another.

create table blocks (
    player_id text not null references players (id),
    blocked_id text not null references players (id) check (blocked_id <> player_id),
    since integer not null,
    primary key (player_id, blocked_id)
) strict, without rowid;

create index blocks_from_others on blocks (blocked_id, player_id);

-- What sets a new password once, and what opens one more device once; of each only the hash.

create table recovery_codes (
    player_id text not null references players (id),
    code blob not null,
    primary key (player_id, code)
) strict, without rowid;

create table device_codes (
    player_id text primary key not null references players (id),
    code blob not null unique,
    until integer not null
) strict, without rowid;

-- What people are called is kept with them, and no longer in the logs: it is resolved when those are read. Computer players
-- have no row of their own, and keep their names. What is damaged stays as it is.

update hands set players = (
    select json_group_array(json(iif(value ->> 'computer' is null, json_set(value, '$.name', ''), value)) order by key)
    from json_each(players))
where json_type(iif(json_valid(players), players, '0')) = 'array'
    and not exists (select 1 from json_each(players) where type <> 'object');

update changes set body = json_set(body, '$.events', (
    select json_group_array(json(case
        when event.value ->> '$.table.type' in ('sat_down', 'coming') and event.value ->> '$.table.computer' is null
            then json_set(event.value, '$.table.name', '')
        else event.value
    end) order by event.key)
    from json_each(body, '$.events') as event))
where json_type(iif(json_valid(body), body, '0'), '$.events') = 'array'
    and not exists (select 1 from json_each(body, '$.events') where type <> 'object')
    and exists (
        select 1 from json_each(body, '$.events') as event
        where event.value ->> '$.table.type' in ('sat_down', 'coming'));
