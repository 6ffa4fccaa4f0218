-- The backups that "npm run admin -- backup" has written, for the status page of the office.
create table backup (
  id {id},
  taken_at {big} not null,
  bytes {big} not null,
  encrypted integer not null,
  constraint backup_encrypted_check check (encrypted in (0, 1))
) {strict};
create index backup_taken on backup (taken_at);
