-- Addresses of programs outside that are told what happens. The address and the secrets are sealed, each about something of its own.
-- old_secret signs beside the new one until old_until. failing_since: nothing has been taken there since. busy_until: somebody is
-- telling it. woken: a job is about to. retry_at: for when the next one is.
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
  made_at {big} not null,
  made_by integer not null,
  paused_at {big},
  paused_why text,
  good_at {big},
  failing_since {big},
  busy_until {big},
  woken integer not null default 0,
  retry_at {big},
  constraint webhook_endpoint_made_by foreign key (made_by) references account (id),
  constraint webhook_endpoint_old check ((old_secret is null) = (old_until is null)),
  constraint webhook_endpoint_paused check (
    (paused_at is null) = (paused_why is null) and (paused_why is null or paused_why in ('owner', 'gone', 'dead'))
  ),
  constraint webhook_endpoint_woken check (woken in (0, 1))
) {strict};

-- What has happened, written in the transaction in which it did, word for word as it is told. about: as the audit names it.
-- endpoint_id: it is a trial, for this one alone.
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

-- That an endpoint is to be told an event, and what became of it. next_at: from when on it is to be tried; while somebody tries it,
-- when others may.
create table webhook_delivery (
  id {id},
  endpoint_id integer not null,
  event_id integer not null,
  state text not null,
  tries integer not null default 0,
  made_at {big} not null,
  next_at {big},
  tried_at {big},
  took_ms integer,
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
