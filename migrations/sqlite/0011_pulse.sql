-- When the house last tried whether it can write.

create table pulse (
    id integer primary key check (id = 1),
    at integer not null
) strict;
