-- What every change writes of its table, in a narrow row of its own: seventy of them lie on a page, where a table with its options
-- and its state fills one or two. `waits` says whether there is anything due, and alone is in an index: a moment changes with
-- every move, and that there is one hardly ever.

create table heads (
    number integer primary key,
    table_id text not null unique references tables (id),
    version integer not null,
    last_change integer,
    due_at integer,
    waits integer not null check (waits = (due_at is not null))
) strict;

insert into heads (table_id, version, last_change, due_at, waits)
select id, version, last_change, due_at, due_at is not null from tables order by id;

create index heads_waiting on heads (number) where waits = 1;

drop index tables_due;
alter table tables drop column version;
alter table tables drop column last_change;
alter table tables drop column due_at;
