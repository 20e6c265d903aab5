-- What all refresh tokens of a sign-in have in common, hashed: whoever shows one that was replaced is known by it. Sign-ins of
-- before have none until their next refresh.

alter table sessions add column family blob;

create unique index sessions_by_family on sessions (family) where family is not null;
