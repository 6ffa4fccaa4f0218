-- What people of the company show beside their password: codes of an app, passkeys, and codes on paper for a bad day.
create table code_app (
  account_id integer not null,
  secret {bytes} not null,
  created_at {big} not null,
  confirmed_at {big},
  -- The last moment, in steps of half a minute, whose code was taken: no code is taken twice.
  last_step {big} not null default 0,
  constraint code_app_pk primary key (account_id),
  constraint code_app_account foreign key (account_id) references account (id) on delete cascade
) {strict};

create table passkey (
  id text not null,
  account_id integer not null,
  public_key {bytes} not null,
  counter {big} not null,
  transports text not null default '[]',
  name text not null,
  created_at {big} not null,
  used_at {big},
  constraint passkey_pk primary key (id),
  constraint passkey_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index passkey_by_account on passkey (account_id);

create table recovery_code (
  account_id integer not null,
  code_hash {bytes} not null,
  used_at {big},
  constraint recovery_code_pk primary key (account_id, code_hash),
  constraint recovery_code_account foreign key (account_id) references account (id) on delete cascade
) {strict};

-- How many of the first two kinds somebody has: known with every request.
alter table account add column second_factors integer not null default 0;

-- When who has a session last showed that it is they. Null: their second factor is still awaited.
alter table session add column proved_at {big};
update session set proved_at = created_at;
-- What a passkey is to sign, once.
alter table session add column challenge text;
alter table session add column challenge_until {big};

-- A place is prepared for somebody of the company, who takes it by a link. What a link may be for stands in a constraint.
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
  holds_email_key text,
  constraint signed_link_pk primary key (token_hash),
  constraint signed_link_purpose check (purpose in ('reset-password', 'confirm-email', 'undo-email', 'return-to-booking', 'take-a-place')),
  constraint signed_link_account foreign key (account_id) references account (id) on delete cascade
) {strict};
insert into signed_link (token_hash, purpose, account_id, payload, created_at, expires_at, used_at, holds_email_key)
  select token_hash, purpose, account_id, payload, created_at, expires_at, used_at, holds_email_key from signed_link_kept;
drop table signed_link_kept;
create index signed_link_by_account on signed_link (account_id, purpose);
create index signed_link_by_end on signed_link (expires_at);
create index signed_link_holds on signed_link (holds_email_key) where holds_email_key is not null;
