-- Who does not hear whom.
create table mutes (
    player_id text not null references players (id),
    muted_id text not null references players (id) check (muted_id <> player_id),
    since integer not null,
    primary key (player_id, muted_id)
) strict, without rowid;
