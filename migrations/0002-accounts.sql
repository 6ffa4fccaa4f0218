-- A guest is an identity without a key: several guests may share an e-mail address, and none of them
-- is ever found by it. Only accounts that sign in carry email_key and username_key, the folded spellings.

create table account (
  id {id},
  role text not null,
  name text not null,
  email text not null,
  email_key text,
  username text,
  username_key text,
  phone text,
  company_name text,
  password text,
  language text not null default 'en',
  referral_code text,
  referred_by integer,
  created_at {big} not null,
  suspended_at {big},
  closed_at {big},
  constraint account_role check (role in ('guest', 'member', 'staff', 'owner')),
  constraint account_guest_has_no_key check (role <> 'guest' or (email_key is null and username_key is null and password is null)),
  constraint account_referrer foreign key (referred_by) references account (id)
) {strict};
create unique index account_email on account (email_key);
create unique index account_username on account (username_key);
create unique index account_referral_code on account (referral_code);

create table session (
  token_hash {bytes} not null,
  account_id integer not null,
  user_agent text not null,
  created_at {big} not null,
  seen_at {big} not null,
  idle_until {big} not null,
  ends_at {big} not null,
  constraint session_pk primary key (token_hash),
  constraint session_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index session_by_account on session (account_id);

create table signed_link (
  token_hash {bytes} not null,
  purpose text not null,
  account_id integer not null,
  payload text not null default '',
  created_at {big} not null,
  expires_at {big} not null,
  used_at {big},
  constraint signed_link_pk primary key (token_hash),
  constraint signed_link_purpose check (purpose in ('reset-password', 'confirm-email', 'return-to-booking')),
  constraint signed_link_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index signed_link_by_account on signed_link (account_id, purpose);
