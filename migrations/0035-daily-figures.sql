-- Sums per day for the figures of the office. They are computed from the bookings and can be computed again at any time.

-- The sums of one day, so that a year is read without its bookings.
-- room, source, country: the sold nights, with their prices. name: the room type, source or country.
-- arrived, left: the stays that arrive or leave. length: the days between booking and arrival, or the nights of the stay.
-- made, ended: the stays that were booked, and those that were cancelled or did not arrive, with their fees.
create table daily_figure (
  kind text {sorted} not null,
  day integer not null,
  name text {sorted} not null,
  length integer not null,
  status text {sorted} not null,
  times integer not null,
  paid integer not null,
  gross_poisha {big} not null,
  vat_poisha {big} not null,
  constraint daily_figure_pk primary key (kind, day, name, length, status)
) {strict rowless};

-- The days whose sums are complete, computed in this time zone. The sums of other days are missing or outdated.
create table figure_day (
  day integer not null,
  time_zone text not null,
  constraint figure_day_pk primary key (day)
) {strict rowless};

-- Changes of bookings since the sums were computed: the old and the new days, both included, and when the stay was booked
-- and cancelled. Triggers write them, so no change is missed. Rows are only added and deleted, so bookings do not wait
-- for each other.
create table figure_change (
  id {id},
  from_day integer not null,
  until_day integer not null,
  made_at {big},
  ended_at {big}
) {strict};
{noting booking};
create trigger booking_is_new after insert on booking for each row {note new booking};
create trigger booking_is_other after update of check_in, check_out, status, source, country, stay_code, code, created_at,
  cancelled_at, cancel_fee_poisha on booking for each row {note booking};
create trigger booking_is_gone after delete on booking for each row {note old booking};
{noting night};
create trigger booking_night_is_new after insert on booking_night for each row {note new night};
create trigger booking_night_is_other after update on booking_night for each row {note night};
create trigger booking_night_is_gone after delete on booking_night for each row {note old night};

-- The few long stays are found by an index of their own.
{length statistics};
{length analysis};
