-- What everybody had seen of each seat's cards at a hand's end; null while it is played, and in hands that ended before.

alter table hands add column shown text;

-- The hands that each person was dealt into; `net` is null while a hand is played, and where it was void. Computer players
-- have no rows.

create table hands_of_players (
    player_id text not null references players (id),
    hand_id text not null references hands (id),
    game text not null,
    net integer,
    primary key (player_id, hand_id)
) strict, without rowid;

-- Those that were dealt before: who played is told by the hand, what they won by the ledger, and that nothing counted by
-- the change that ended it. What is damaged is passed over.

with won (player_id, table_id, version, net) as materialized (
    select player_id, table_id, version, sum(iif(reason = 'win', amount, -amount))
    from ledger where reason in ('win', 'loss') and player_id is not null
    group by player_id, table_id, version
),
void (hand_id) as materialized (
    select hands.id
    from hands
    join changes on changes.table_id = hands.table_id and changes.version = hands.last_version
    join json_each(iif(json_valid(body), body, '{}'), '$.events') as event
    where case event.type when 'object' then
        event.value ->> '$.table.type' = 'hand_ended' and event.value ->> '$.table.void' end
)
insert or ignore into hands_of_players (player_id, hand_id, game, net)
select players.id, hands.id, tables.game,
    iif(last_version is null or hands.id in (select hand_id from void), null, coalesce(won.net, 0))
from hands
join tables on tables.id = hands.table_id
join json_each(iif(json_valid(hands.players), hands.players, '[]')) as played
join players on players.id = case played.type when 'object' then played.value ->> 'player' end
left join won on won.player_id = players.id and won.table_id = hands.table_id and won.version = last_version
where case played.type when 'object' then played.value -> 'computer' is null end;

-- The sums of what each person's hands that count have added: hands among people, and hands with computer players. They
-- begin with this migration: what hands add is told by the games' rules, not by SQL.

create table figures (
    player_id text not null references players (id),
    game text not null,
    with_computers integer not null check (with_computers in (0, 1)),
    figure text not null,
    amount integer not null,
    primary key (player_id, game, with_computers, figure)
) strict, without rowid;

-- The same hands day by day (days since 1970 in UTC).

create table days_of_players (
    player_id text not null references players (id),
    game text not null,
    with_computers integer not null check (with_computers in (0, 1)),
    day integer not null,
    hands integer not null,
    net integer not null,
    primary key (player_id, game, with_computers, day)
) strict, without rowid;

-- Who may see a person's figures, where they have said so; else nobody may.

create table open_figures (
    player_id text primary key not null references players (id),
    open_to text not null
) strict, without rowid;
