-- Requests that were done lie in the order in which they came. Keys are random, so each one is written to another page of whatever finds
-- it: that is all there is in the index now, and no more the whole row, twice.

create table requests_in_order (
    place integer primary key,
    -- The player's identifier in 16 bytes.
    player blob not null,
    key text not null,
    digest blob not null check (length(digest) = 32),
    head integer not null references heads (number),
    version integer not null,
    at integer not null,
    unique (player, key)
) strict;

-- A digest that cannot be read is one that no request has: its key stays used.
insert into requests_in_order (player, key, digest, head, version, at)
select unhex(player_id, '-'), key, iif(length(unhex(digest)) = 32, unhex(digest), zeroblob(32)), number, done_requests.version, at
from done_requests join heads using (table_id)
where unhex(player_id, '-') is not null
order by at;

drop table done_requests;
alter table requests_in_order rename to done_requests;
create index done_requests_by_age on done_requests (at);
