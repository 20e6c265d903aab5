-- Requests that were done lie in the order in which they came, and an index finds them by player and key. Keys are random, so each one is
-- written to another page of whatever it is found by. That had the whole row until now.

create table requests_in_order (
    place integer primary key,
    -- The player's identifier in 16 bytes.
    player blob not null,
    key text not null,
    digest blob not null check (length(digest) = 32),
    head integer not null references heads (number),
    version integer not null,
    at integer not null
) strict;

-- A digest that cannot be read is one that no request has: its key stays used.
insert into requests_in_order (player, key, digest, head, version, at)
select unhex(player_id, '-'), key, iif(length(unhex(digest)) = 32, unhex(digest), zeroblob(32)), number, done_requests.version, at
from done_requests join heads using (table_id)
where length(unhex(player_id, '-')) = 16
order by at;

drop table done_requests;
alter table requests_in_order rename to done_requests;
create unique index done_requests_by_key on done_requests (player, key);
create index done_requests_by_age on done_requests (at);
