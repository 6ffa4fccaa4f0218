-- The tables that every part of the product uses.

-- The version of the published content. It rises with every change, and all cached pages of older versions are
-- dropped.
create table content_version (
  id integer not null,
  version {big} not null,
  constraint content_version_pk primary key (id),
  constraint content_version_single check (id = 1)
) {strict};
insert into content_version (id, version) values
  (1, 1);

-- Settings of the company, as JSON.
create table setting (
  key text not null,
  value text not null,
  constraint setting_pk primary key (key)
) {strict};

-- The version of each part of the settings. A save names the version it was based on; the second of two savers sees
-- both texts.
create table settings_section (
  name text not null,
  version integer not null default 1,
  constraint settings_section_pk primary key (name)
) {strict};
insert into settings_section (name) values
  ('company'),
  ('contact'),
  ('stays'),
  ('charges'),
  ('vat'),
  ('emails'),
  ('languages'),
  ('online'),
  ('slides'),
  ('products'),
  ('home'),
  ('service'),
  ('menus'),
  ('register'),
  ('payments');

-- The key that signs tokens of the product. It is no setting, so no page shows it.
create table app_secret (
  id integer not null,
  value text not null,
  constraint app_secret_pk primary key (id),
  constraint app_secret_single check (id = 1)
) {strict};

-- Written periodically to check whether the database accepts writes.
create table readiness (
  id integer not null,
  checked_at {big} not null,
  constraint readiness_pk primary key (id),
  constraint readiness_single check (id = 1)
) {strict};
insert into readiness (id, checked_at) values
  (1, 0);

-- Work to be done later, once or with retries. done_at and failed_at are null while the job is open.
create table job (
  id {id},
  kind text not null,
  payload text not null,
  run_at {big} not null,
  attempts integer not null default 0,
  last_error text,
  created_at {big} not null,
  done_at {big},
  failed_at {big}
) {strict};
create index job_due on job (run_at, id) where done_at is null and failed_at is null;

-- The last run of each daily task, so that only one process runs it.
create table daily_run (
  name text not null,
  day integer not null,
  at {big} not null,
  constraint daily_run_pk primary key (name, day)
) {strict};

-- Counters of rate limits.
create table rate_limit (
  key text not null,
  hits integer not null,
  resets_at {big} not null,
  constraint rate_limit_pk primary key (key)
) {strict};

-- Idempotency keys with the stored response of the first request.
create table request_key (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer text not null,
  created_at {big} not null,
  constraint request_key_pk primary key (scope, key)
) {strict};
create index request_key_age on request_key (created_at);
