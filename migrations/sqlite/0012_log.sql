-- The log in the order in which changes arrive. Each tells where its table's change before it is, a table where its last one
-- is; an index has every 32nd of them, so that a page in the middle of a long log is found without walking all of it.
-- An index of all changes by their table was as large as the log's own keys, and each change wrote into another part of it.

alter table tables add column last_change integer;

update tables set last_change = (
    select rowid from changes where table_id = tables.id and changes.version = tables.version);

create table changes_as_they_came (
    place integer primary key,
    table_id text not null references tables (id),
    version integer not null,
    at integer not null,
    hand_id text,
    author text not null,
    body text not null,
    before integer
) strict;

insert into changes_as_they_came (place, table_id, version, at, hand_id, author, body, before)
select rowid, table_id, version, at, hand_id, author, body, (
    select rowid from changes as earlier
    where earlier.table_id = changes.table_id and earlier.version < changes.version order by version desc limit 1)
from changes order by rowid;

drop table changes;
alter table changes_as_they_came rename to changes;
create index changes_marked on changes (table_id, version) where version % 32 = 0;
