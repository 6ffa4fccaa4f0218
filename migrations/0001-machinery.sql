-- What every part of the house leans on: settings, the version of the published content,
-- work to be done later, outgoing mail, limits, repeated requests and the trail of who did what.

create table setting (
  key text not null,
  value text not null,
  constraint setting_pk primary key (key)
) {strict};

create table content_version (
  id integer not null,
  version {big} not null,
  constraint content_version_pk primary key (id),
  constraint content_version_single check (id = 1)
) {strict};
insert into content_version (id, version) values (1, 1);

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

create table mail (
  id {id},
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  language text not null,
  created_at {big} not null,
  sent_at {big}
) {strict};

create table rate_limit (
  key text not null,
  hits integer not null,
  resets_at {big} not null,
  constraint rate_limit_pk primary key (key)
) {strict};

create table request_key (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer text not null,
  created_at {big} not null,
  constraint request_key_pk primary key (scope, key)
) {strict};
create index request_key_age on request_key (created_at);

create table audit (
  id {id},
  at {big} not null,
  account_id integer,
  action text not null,
  subject text not null,
  details text
) {strict};
create index audit_subject on audit (subject, id);

create table picture (
  name text not null,
  alt_en text not null,
  alt_bn text,
  illustrative integer not null,
  width integer not null,
  height integer not null,
  colour text not null,
  files text not null,
  constraint picture_pk primary key (name),
  constraint picture_illustrative check (illustrative in (0, 1))
) {strict};
