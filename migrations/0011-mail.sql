-- Outgoing email.

-- Every email the product sends. secret: it contains a key, so its text is deleted once it is sent. bucket: the rate
-- limit it counts against. about: the subject in the format of the audit log, such as 'booking ABC123'. resend_of: the
-- email that it repeats. settled_at: when staff dismissed the failed email.
create table mail (
  id {id},
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  language text not null,
  created_at {big} not null,
  sent_at {big},
  secret integer not null default 0 constraint mail_secret check (secret in (0, 1)),
  allowed_at {big},
  withheld_at {big},
  reply_to text,
  reply_name text,
  about text,
  bucket text not null default 'anybody' constraint mail_bucket check (bucket in ('anybody', 'reset', 'account', 'answer')),
  kind text not null default '',
  error text,
  failed_at {big},
  settled_at {big},
  resend_of integer,
  file_name text,
  bounced_at {big},
  complained_at {big},
  report text,
  decline_token text
) {strict};
create index mail_about on mail (about, id) where about is not null;
create index mail_failed on mail (id) where failed_at is not null and settled_at is null;
create unique index mail_decline on mail (decline_token) where decline_token is not null;

-- The attachment of an email, until it is sent.
create table mail_file (
  mail_id integer primary key,
  name text not null,
  type text not null,
  content {bytes} not null,
  constraint mail_file_mail foreign key (mail_id) references mail (id) on delete cascade
) {strict};

-- Hashes of addresses that get no optional emails.
create table mail_suppression (
  address_hash text not null,
  reason text not null,
  at {big} not null,
  constraint mail_suppression_pk primary key (address_hash),
  constraint mail_suppression_reason check (reason in ('bounced', 'complained', 'declined'))
) {strict};
