-- Calendars of booking sites.

-- A calendar that is read for one unit. sealed is its encrypted address. succeeded_at: the last successful request.
-- full_read_at: the last request that returned the whole calendar.
create table calendar_import (
  id {id},
  unit_id integer not null,
  name text not null,
  host text not null,
  sealed {bytes} not null,
  about text not null,
  added_at {big} not null,
  added_by integer not null,
  checked_at {big},
  succeeded_at {big},
  full_read_at {big},
  next_at {big} not null,
  failures integer not null default 0,
  fault text,
  fault_detail text not null default '',
  etag text,
  modified text,
  constraint calendar_import_unit foreign key (unit_id) references unit (id) on delete cascade,
  constraint calendar_import_added_by foreign key (added_by) references account (id)
) {strict};
create index calendar_import_next on calendar_import (next_at);
create index calendar_import_unit_of on calendar_import (unit_id, id);

-- Events of an imported calendar: nights on which the unit is sold elsewhere. needs_closure: the closure of these
-- nights is still to be made or changed. clash_since: some of these nights are sold here too.
create table imported_event (
  id {id},
  import_id integer not null,
  key text not null,
  title text not null default '',
  from_day integer not null,
  to_day integer not null,
  seen_at {big} not null,
  missed integer not null default 0,
  missed_since {big},
  gone_at {big},
  needs_closure integer not null default 1,
  clash_since {big},
  settled_at {big},
  settled_by integer,
  settled_note text not null default '',
  constraint imported_event_import foreign key (import_id) references calendar_import (id) on delete cascade,
  constraint imported_event_settled_by foreign key (settled_by) references account (id),
  constraint imported_event_days check (from_day < to_day),
  constraint imported_event_needs_closure check (needs_closure in (0, 1))
) {strict};
create unique index imported_event_key on imported_event (import_id, key);
create index imported_event_over on imported_event (to_day);
create index imported_event_waiting on imported_event (import_id) where needs_closure = 1;
create index imported_event_clash on imported_event (id) where clash_since is not null;

-- Addresses at which other sites read closed nights: of a room, of a unit, or of a unit without the events of one
-- import. A request finds its feed by the hash of the address. body is the hash of the last content, unchanged since
-- changed_at.
create table calendar_feed (
  id {id},
  room_id integer,
  unit_id integer,
  import_id integer,
  hash {bytes} not null,
  sealed {bytes} not null,
  about text not null,
  created_at {big} not null,
  read_at {big},
  body text not null default '',
  changed_at {big} not null,
  constraint calendar_feed_room foreign key (room_id) references room (id) on delete cascade,
  constraint calendar_feed_unit foreign key (unit_id) references unit (id) on delete cascade,
  constraint calendar_feed_import foreign key (import_id) references calendar_import (id) on delete cascade,
  constraint calendar_feed_of check ((room_id is null) <> (unit_id is null)
    and (import_id is null or unit_id is not null))
) {strict};
create unique index calendar_feed_hash on calendar_feed (hash);
create unique index calendar_feed_of_room on calendar_feed (room_id) where room_id is not null;
create unique index calendar_feed_of_unit on calendar_feed (unit_id) where unit_id is not null and import_id is null;
create unique index calendar_feed_of_import on calendar_feed (import_id) where import_id is not null;
