-- Hands and movements lie in the order in which they came, and each tells where the one before it is: of its table, or of its player.
-- An index of what each player has played and moved put every row of a hand elsewhere, and was half of what a move wrote.

create table hands_in_order (
    place integer primary key,
    id text not null unique,
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
    shown text,
    nets text,
    -- Where the table's hand before this one is,
    previous integer,
    -- and, once it is over, where each person's one before is: of any game, and of this one.
    before text
) strict;

create table played (
    place integer not null,
    player_id text not null,
    game text not null,
    hand_id text not null,
    net integer,
    earlier integer,
    earlier_of_game integer
) strict;

insert into played (place, player_id, game, hand_id, net, earlier, earlier_of_game)
select hands.rowid, player_id, game, hand_id, net,
    lag(hands.rowid) over (partition by player_id order by hand_id),
    lag(hands.rowid) over (partition by player_id, game order by hand_id)
from hands_of_players join hands on hands.id = hand_id where last_version is not null;

create index played_by_place on played (place);

insert into hands_in_order (
    place, id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, last_version, shown, nets,
    previous, before)
select rowid, id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, last_version, shown,
    coalesce(nets, (
        select json_group_object(player_id, net) from played where played.place = hands.rowid and net is not null having count(*) > 0)),
    lag(rowid) over (partition by table_id order by number),
    (select json_group_object(player_id, json_array(earlier, earlier_of_game)) from played
        where played.place = hands.rowid having count(*) > 0)
from hands order by rowid;

create table ledger_in_order (
    place integer primary key,
    id text not null unique,
    at integer not null,
    debit text not null,
    credit text not null check (credit <> debit),
    amount integer not null check (amount between 1 and 9007199254740991),
    reason text not null,
    player_id text references players (id),
    table_id text references tables (id),
    version integer,
    -- Where the player's movement before this one is.
    before integer,
    check ((table_id is null) = (version is null))
) strict;

insert into ledger_in_order (place, id, at, debit, credit, amount, reason, player_id, table_id, version, before)
select rowid, id, at, debit, credit, amount, reason, player_id, table_id, version,
    iif(player_id is null, null, lag(rowid) over (partition by player_id order by rowid))
from ledger order by rowid;

-- Where the last of them is, of each player; and what the hands came to that they have played on their last day, of one game, among
-- people or with computers. The sums of other days and games are in `days_of_players`.

create table heads_of_players (
    number integer primary key,
    player_id text not null unique references players (id),
    last_movement integer,
    last_hand integer,
    -- By game.
    last_hands text not null default '{}',
    game text,
    with_computers integer check (with_computers in (0, 1)),
    day integer,
    hands integer,
    net integer,
    tally text,
    check ((game is null) = (with_computers is null) and (game is null) = (day is null) and (game is null) = (hands is null)
        and (game is null) = (net is null) and (game is null) = (tally is null))
) strict;

insert into heads_of_players (player_id, last_movement)
select player_id, max(place) from ledger_in_order where player_id is not null group by player_id;

insert into heads_of_players (player_id, last_hand, last_hands)
select player_id, last, lasts from (
    select player_id, place as last, max(hand_id), json_group_object(game, place) as lasts
    from (select player_id, game, place, max(hand_id) as hand_id from played group by player_id, game)
    group by player_id)
where true
on conflict (player_id) do update set last_hand = excluded.last_hand, last_hands = excluded.last_hands;

-- What the games count besides, a day's beside the day. Until now it was not kept by days: all of it goes with the first.

alter table days_of_players add column tally text not null default '{}';

update days_of_players set tally = coalesce((
    select json_group_object(figure, amount) from figures
    where (figures.player_id, figures.game, figures.with_computers)
        = (days_of_players.player_id, days_of_players.game, days_of_players.with_computers)
    having count(*) > 0), '{}')
where day = (
    select min(day) from days_of_players as days
    where (days.player_id, days.game, days.with_computers)
        = (days_of_players.player_id, days_of_players.game, days_of_players.with_computers));

alter table heads add column last_hand integer;

update heads set last_hand = (
    select rowid from hands where hands.table_id = heads.table_id order by number desc limit 1);

-- A change names its table and its hand by where they are, and its author by their bytes: in text these were a quarter of the log.

create table changes_by_number (
    place integer primary key,
    head integer not null references heads (number),
    version integer not null,
    at integer not null,
    hand integer,
    -- A player's identifier in 16 bytes, or a word.
    author any not null,
    body text not null,
    before integer
) strict;

insert into changes_by_number (place, head, version, at, hand, author, body, before)
select changes.place, heads.number, changes.version, changes.at, hands_in_order.place,
    iif(author like 'player:%', coalesce(unhex(substr(author, 8), '-'), author), author), body, changes.before
from changes
join heads on heads.table_id = changes.table_id
left join hands_in_order on hands_in_order.id = changes.hand_id
order by changes.place;

drop table changes;
alter table changes_by_number rename to changes;
create index changes_marked on changes (head, version) where version % 32 = 0;

drop table played;
drop table figures;
drop table hands_of_players;
drop table ledger;
drop table hands;
alter table hands_in_order rename to hands;
alter table ledger_in_order rename to ledger;
create index hands_marked on hands (table_id, number) where number % 32 = 0;
