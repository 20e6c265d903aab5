-- When a table is due, to ten minutes (`period`, of which `due_at` is in that many since 1970), so that the deadlines of the next
-- minutes are found by an index. The moment itself changes with every move; its ten minutes hardly ever do.

create table heads_by_period (
    number integer primary key,
    table_id text not null unique references tables (id),
    version integer not null,
    last_change integer,
    due_at integer,
    period integer check ((period is null) = (due_at is null))
) strict;

insert into heads_by_period (number, table_id, version, last_change, due_at, period)
select number, table_id, version, last_change, due_at, due_at / 600000 from heads order by number;

drop table heads;
alter table heads_by_period rename to heads;
create index heads_due on heads (period) where period is not null;

-- What each person won in a hand that counts, by their identifiers: written once, with the hand's end. Hands that ended before
-- have it in `hands_of_players.net`.

alter table hands add column nets text;
