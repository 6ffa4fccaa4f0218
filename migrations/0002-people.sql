-- Accounts, sessions and staff.

-- Roles of staff. grants is a JSON list of permissions. Owners have all permissions without a role.
create table staff_role (
  id {id},
  name_en text not null,
  name_bn text,
  grants text not null,
  version integer not null default 1
) {strict};
insert into staff_role (name_en, name_bn, grants) values
  ('Front desk', 'রিসেপশন', '["see bookings","see money","take money","run the desk","clean rooms","answer requests","look after letters","answer enquiries","make quotations","see people"]'),
  ('Editor', 'সম্পাদক', '["write content","publish"]'),
  ('Manager', 'ম্যানেজার', '["see bookings","see money","take money","give money back","see figures","run the desk","clean rooms","answer requests","look after letters","answer enquiries","make quotations","change rooms","change rates","write content","publish","change settings","see people","manage people","see the log"]'),
  ('Housekeeping', 'হাউসকিপিং', '["clean rooms"]');

-- Guests, members and staff. Guests have no key: several may share an email address, and none can sign in. Accounts
-- that sign in have email_key and username_key, the normalised spellings. email_confirmed_at: when a link sent to
-- the address was opened. second_factors: how many passkeys and authenticator apps there are.
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
  email_confirmed_at {big},
  staff_role_id integer constraint account_staff_role references staff_role (id),
  second_factors integer not null default 0,
  constraint account_role check (role in ('guest', 'member', 'staff', 'owner')),
  constraint account_guest_has_no_key check (role <> 'guest' or (email_key is null and username_key is null
    and password is null)),
  constraint account_referrer foreign key (referred_by) references account (id)
) {strict};
create unique index account_email on account (email_key);
create unique index account_username on account (username_key);
create unique index account_referral_code on account (referral_code);
create index account_by_referrer on account (referred_by) where referred_by is not null;
create index account_closed on account (closed_at) where closed_at is not null;
create index account_guest on account (created_at) where role = 'guest' and closed_at is null;
create index account_people on account (id) where role in ('member', 'guest') and closed_at is null;

-- Search words of accounts for the office: name, address, and the reversed digits of the phone. Deleted with the
-- account.
create table account_search_word (
  word text {sorted} not null,
  account_id integer not null,
  constraint account_search_word_pk primary key (word, account_id),
  constraint account_search_word_account foreign key (account_id) references account (id) on delete cascade
) {strict rowless};
create index account_search_word_by_account on account_search_word (account_id, word);

-- Browsers that have signed in before. The token gives no access. It only skips the delay after failed sign-ins by
-- others.
create table known_device (
  account_id integer not null,
  token_hash {bytes} not null,
  ends_at {big} not null,
  constraint known_device_pk primary key (account_id, token_hash),
  constraint known_device_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index known_device_by_end on known_device (ends_at);

-- remembered: the session outlives the browser tab. reauthenticated_at: when the person last used a second factor; null
-- while it is still required. challenge: the single-use challenge that a passkey signs.
create table session (
  token_hash {bytes} not null,
  account_id integer not null,
  user_agent text not null,
  created_at {big} not null,
  seen_at {big} not null,
  idle_expires_at {big} not null,
  ends_at {big} not null,
  remembered integer not null default 0 constraint session_remembered check (remembered in (0, 1)),
  device_hash {bytes},
  reauthenticated_at {big},
  challenge text,
  challenge_until {big},
  constraint session_pk primary key (token_hash),
  constraint session_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index session_by_account on session (account_id);

-- Links sent by email, each for one purpose. holds_email_key: an address that no one else may take while the link is
-- valid.
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
  constraint signed_link_purpose check (purpose in ('reset-password', 'confirm-email', 'undo-email',
    'return-to-booking', 'pay-for-stay', 'take-a-place')),
  constraint signed_link_account foreign key (account_id) references account (id) on delete cascade
) {strict};
create index signed_link_by_account on signed_link (account_id, purpose);
create index signed_link_by_end on signed_link (expires_at);
create index signed_link_holds on signed_link (holds_email_key) where holds_email_key is not null;

-- Authenticator apps. last_step: the last half minute whose code was used, so that no code works twice.
create table authenticator (
  account_id integer not null,
  secret {bytes} not null,
  created_at {big} not null,
  confirmed_at {big},
  last_step {big} not null default 0,
  constraint authenticator_pk primary key (account_id),
  constraint authenticator_account foreign key (account_id) references account (id) on delete cascade
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

-- Recovery codes, which users keep on paper. Each works once.
create table recovery_code (
  account_id integer not null,
  code_hash {bytes} not null,
  used_at {big},
  constraint recovery_code_pk primary key (account_id, code_hash),
  constraint recovery_code_account foreign key (account_id) references account (id) on delete cascade
) {strict};

-- The audit log: who did what, with the values before and after and the network address. Rows are only added, until
-- they are purged.
create table audit (
  id {id},
  at {big} not null,
  account_id integer,
  action text not null,
  subject text not null,
  details text,
  changes text,
  address text
) {strict};
create index audit_subject on audit (subject, id);
create index audit_age on audit (at);
