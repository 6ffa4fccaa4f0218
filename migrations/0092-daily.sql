-- What is done once a day, whichever process comes to it first.
create table daily_turn (
  name text not null,
  day integer not null,
  at {big} not null,
  constraint daily_turn_pk primary key (name, day)
) {strict};

-- What was on the books when a day began: of each night to come and each kind of room, what was sold of it and for how much.
create table on_books (
  kept_on integer not null,
  night integer not null,
  room_id integer not null,
  sold integer not null,
  gross_poisha {big} not null,
  vat_poisha {big} not null,
  constraint on_books_pk primary key (kept_on, night, room_id)
) {strict};
