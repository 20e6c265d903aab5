-- Invite codes lead to their table, while it is open.
alter table tables add column invite_code text;
update tables set invite_code = state ->> '$.invite_code' where closed_at is null and json_valid(state);
create index tables_by_invite_code on tables (invite_code) where invite_code is not null;
