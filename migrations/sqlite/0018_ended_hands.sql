-- How a hand ended is a row of its own, behind those of the hands that ended before it. The row of a hand lies hundreds of rows before the
-- last one by the time it ends: its end wrote a page of its own, and two or three where the row had no room to grow.

create table ended_hands (
    -- Where the hand is.
    place integer primary key,
    last_version integer not null,
    -- What everybody had seen of each seat's cards.
    shown text,
    nets text,
    -- Where each person's hand before it is: of any game, and of this one.
    before text
) strict;

insert into ended_hands (place, last_version, shown, nets, before)
select place, last_version, shown, nets, before from hands where last_version is not null order by place;

create table dealt_hands (
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
    -- Where the table's hand before this one is.
    previous integer
) strict;

insert into dealt_hands (
    place, id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, previous)
select place, id, table_id, number, rules_version, setup, players, shuffle, root, mix, started_at, first_version, previous
from hands order by place;

drop table hands;
alter table dealt_hands rename to hands;
create index hands_marked on hands (table_id, number) where number % 32 = 0;
