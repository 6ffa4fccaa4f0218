-- Webhooks and statistics.

-- Addresses of other programs that receive events. address and secrets are encrypted. old_secret signs as well until
-- old_until. failing_since: no delivery has succeeded since. busy_until: a process is delivering. job_queued: a job is
-- queued. retry_at: the time of the next retry.
create table webhook_endpoint (
  id {id},
  version integer not null default 1,
  description text not null default '',
  host text not null,
  about text not null,
  address {bytes} not null,
  secret {bytes} not null,
  old_secret {bytes},
  old_until {big},
  events text not null,
  created_at {big} not null,
  created_by integer not null,
  paused_at {big},
  pause_reason text,
  succeeded_at {big},
  failing_since {big},
  busy_until {big},
  job_queued integer not null default 0,
  retry_at {big},
  constraint webhook_endpoint_made_by foreign key (created_by) references account (id),
  constraint webhook_endpoint_old check ((old_secret is null) = (old_until is null)),
  constraint webhook_endpoint_paused check ( (paused_at is null) = (pause_reason is null)
    and (pause_reason is null or pause_reason in ('owner', 'gone', 'dead')) ),
  constraint webhook_endpoint_job_queued check (job_queued in (0, 1))
) {strict};

-- Events, written in the transaction in which they happened, in the exact form that is sent. endpoint_id: a test
-- event for one endpoint.
create table webhook_event (
  id {id},
  code text not null,
  type text not null,
  at {big} not null,
  about text not null,
  body text not null,
  endpoint_id integer,
  constraint webhook_event_endpoint foreign key (endpoint_id) references webhook_endpoint (id) on delete cascade
) {strict};
create unique index webhook_event_code on webhook_event (code);
create index webhook_event_at on webhook_event (at);
create index webhook_event_about on webhook_event (about);
create index webhook_event_trial on webhook_event (endpoint_id) where endpoint_id is not null;

-- The delivery of an event to an endpoint. next_at: when it is due; during a try, when another process may take
-- over.
create table webhook_delivery (
  id {id},
  endpoint_id integer not null,
  event_id integer not null,
  state text not null,
  tries integer not null default 0,
  created_at {big} not null,
  next_at {big},
  tried_at {big},
  duration_ms integer,
  status integer,
  fault text,
  answer text not null default '',
  constraint webhook_delivery_endpoint foreign key (endpoint_id) references webhook_endpoint (id) on delete cascade,
  constraint webhook_delivery_event foreign key (event_id) references webhook_event (id) on delete cascade,
  constraint webhook_delivery_state check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_delivery_next check ((state = 'waiting') = (next_at is not null))
) {strict};
create unique index webhook_delivery_once on webhook_delivery (endpoint_id, event_id);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where state = 'waiting';
create index webhook_delivery_listed on webhook_delivery (endpoint_id, id);
create index webhook_delivery_of_event on webhook_delivery (event_id);

-- Page views, added up by day, page, language and device. Nothing about visitors is stored.
create table page_view (
  day integer not null,
  page text not null,
  language text not null,
  device text not null,
  times integer not null,
  constraint page_view_pk primary key (day, page, language, device),
  constraint page_view_language check (language in ('en', 'bn')),
  constraint page_view_device check (device in ('phone', 'desktop'))
) {strict rowless};

-- Where visits came from: the host of another site, or a keyword if there is none.
create table page_referrer (
  day integer not null,
  source text not null,
  times integer not null,
  constraint page_referrer_pk primary key (day, source)
) {strict rowless};

-- How much of each room was sold for each coming night at the start of a day, for reports of booking pace.
create table nights_on_books (
  as_of_day integer not null,
  night integer not null,
  room_id integer not null,
  sold integer not null,
  gross_poisha {big} not null,
  vat_poisha {big} not null,
  constraint nights_on_books_pk primary key (as_of_day, night, room_id)
) {strict};
