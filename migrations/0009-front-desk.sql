-- Reception.

-- Nights on which a unit is closed. event_id: closed because of an event of an imported calendar.
create table unit_closure (
  id {id},
  unit_id integer not null,
  from_day integer not null,
  to_day integer not null,
  reason text not null,
  event_id integer constraint unit_closure_event references imported_event (id) on delete set null,
  constraint unit_closure_days check (to_day > from_day),
  constraint unit_closure_unit foreign key (unit_id) references unit (id)
) {strict};
create index unit_closure_by_unit on unit_closure (unit_id, from_day);
create index unit_closure_by_event on unit_closure (event_id) where event_id is not null;

-- Which booking or closure has a unit on a night. The primary key guarantees that no unit is assigned twice. A booking
-- without a row has no unit yet.
create table unit_night (
  unit_id integer not null,
  night integer not null,
  booking_id integer,
  closure_id integer,
  constraint unit_night_pk primary key (unit_id, night),
  constraint unit_night_one check ((booking_id is null) <> (closure_id is null)),
  constraint unit_night_unit foreign key (unit_id) references unit (id),
  constraint unit_night_booking foreign key (booking_id, night) references booking_night (booking_id,
    night) on delete cascade,
  constraint unit_night_closure foreign key (closure_id) references unit_closure (id) on delete cascade
) {strict rowless};
create unique index unit_night_by_booking on unit_night (booking_id, night) where booking_id is not null;
create index unit_night_by_closure on unit_night (closure_id, night) where closure_id is not null;

-- Desk operations, with the bookings before and after, so that they can be undone. guest_emailed: the guest was emailed
-- about the operation, and is emailed again when it is undone.
create table desk_operation (
  id {id},
  at {big} not null,
  account_id integer not null,
  action text not null,
  before text not null,
  after text not null,
  undone_at {big},
  guest_emailed integer not null default 0,
  constraint desk_operation_account foreign key (account_id) references account (id)
) {strict};
create index desk_operation_age on desk_operation (at);

-- A note or a task for the next shift: about a stay, about a unit, or about neither. show_at: shown on arrival or on
-- departure; null: always.
create table desk_note (
  id {id},
  text text not null,
  is_task integer not null,
  booking_id integer,
  unit_id integer,
  show_at text,
  due_at {big},
  written_at {big} not null,
  written_by integer not null,
  done_at {big},
  done_by integer,
  constraint desk_note_task check (is_task in (0, 1)),
  constraint desk_note_show check (show_at in ('arrival', 'departure')),
  constraint desk_note_booking foreign key (booking_id) references booking (id) on delete cascade,
  constraint desk_note_unit foreign key (unit_id) references unit (id) on delete cascade,
  constraint desk_note_written_by foreign key (written_by) references account (id),
  constraint desk_note_done_by foreign key (done_by) references account (id)
) {strict};
create index desk_note_open on desk_note (due_at, id) where done_at is null;
create index desk_note_of_booking on desk_note (booking_id) where booking_id is not null;
create index desk_note_age on desk_note (written_at);

-- Days that were closed. Nobody can arrive on them any more.
create table closed_day (
  day integer not null,
  closed_at {big} not null,
  closed_by integer not null,
  note text not null default '',
  constraint closed_day_pk primary key (day),
  constraint closed_day_by foreign key (closed_by) references account (id)
) {strict};

-- The guests who sleep in a room, for the guest register. details is JSON, because the required data differs by
-- country.
create table stay_person (
  id {id},
  booking_id integer not null,
  name text not null,
  nationality text not null,
  details text not null,
  created_at {big} not null,
  version integer not null default 1,
  constraint stay_person_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict};
create index stay_person_of on stay_person (booking_id, id);

-- Pictures of guests' papers, encrypted with a key that is not in the database.
create table document_copy (
  id {id},
  person_id integer not null,
  sealed {bytes} not null,
  about text not null,
  created_at {big} not null,
  account_id integer not null,
  constraint document_copy_person foreign key (person_id) references stay_person (id) on delete cascade,
  constraint document_copy_account foreign key (account_id) references account (id)
) {strict};
create index document_copy_of on document_copy (person_id, id);
