-- What one shift leaves to the next: a note to be read, or a task to be done; about a stay, about a unit, or by itself.
create table desk_note (
  id {id},
  text text not null,
  is_task integer not null,
  booking_id integer,
  unit_id integer,
  -- When it is to be seen: as the guest comes, or as they leave. Null: always.
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

-- The days that somebody has closed: nobody arrives in them any more.
create table closed_day (
  day integer not null,
  closed_at {big} not null,
  closed_by integer not null,
  note text not null default '',
  constraint closed_day_pk primary key (day),
  constraint closed_day_by foreign key (closed_by) references account (id)
) {strict};
