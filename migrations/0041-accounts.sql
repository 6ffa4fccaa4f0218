-- A browser that somebody has signed in with is known again by a token of its own, which opens nothing, but passes the
-- pause after the tries of others.
create table known_device (
  account_id integer not null,
  token_hash {bytes} not null,
  ends_at {big} not null,
  constraint known_device_pk primary key (account_id, token_hash),
  constraint known_device_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index known_device_by_end on known_device (ends_at);

-- Which of them a session was begun with.
alter table session add column device_hash {bytes};

-- A new e-mail address can be undone from the old one. What a link may be for stands in a constraint, so the table is made anew.
create table signed_link_kept as select * from signed_link;
drop table signed_link;
create table signed_link (
  token_hash {bytes} not null,
  purpose text not null,
  account_id integer not null,
  payload text not null default '',
  created_at {big} not null,
  expires_at {big} not null,
  used_at {big},
  -- An address that is nobody else's as long as the link counts: its way back.
  holds_email_key text,
  constraint signed_link_pk primary key (token_hash),
  constraint signed_link_purpose check (purpose in ('reset-password', 'confirm-email', 'undo-email', 'return-to-booking')),
  constraint signed_link_account foreign key (account_id) references account (id) on delete cascade
) {strict};
insert into signed_link (token_hash, purpose, account_id, payload, created_at, expires_at, used_at)
  select token_hash, purpose, account_id, payload, created_at, expires_at, used_at from signed_link_kept;
drop table signed_link_kept;
create index signed_link_by_account on signed_link (account_id, purpose);
create index signed_link_by_end on signed_link (expires_at);
create index signed_link_holds on signed_link (holds_email_key) where holds_email_key is not null;
