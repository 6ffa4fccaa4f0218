-- Each night of a booking says of which room it counts, since a stay may go on in another; and its part of the tax, so that
-- the nights of a booking add up to what it says.
alter table booking_night add column room_id integer not null default 0;
alter table booking_night add column vat_poisha {big} not null default 0;
update booking_night set room_id = (select booking.room_id from booking where booking.id = booking_night.booking_id);

-- What is tax of all nights up to one, less what is tax of those before it. The last has what is left.
create table night_so_far as
  select booking_night.booking_id, booking_night.night,
    sum(booking_night.price_poisha) over (partition by booking_night.booking_id order by booking_night.night) as so_far,
    booking.vat_basis_points as points, booking.vat_poisha as vat,
    case when booking_night.night = booking.check_out - 1 then 1 else 0 end as is_last
  from booking_night join booking on booking.id = booking_night.booking_id;
create unique index night_so_far_of on night_so_far (booking_id, night);
update booking_night set vat_poisha = coalesce((
  select case when this.is_last = 1 then this.vat
      else cast(this.so_far as bigint) - (2 * cast(this.so_far as bigint) * 10000 + 10000 + this.points) / (2 * (10000 + this.points)) end
    - coalesce((
      select cast(before.so_far as bigint)
        - (2 * cast(before.so_far as bigint) * 10000 + 10000 + before.points) / (2 * (10000 + before.points))
      from night_so_far as before
      where before.booking_id = this.booking_id and before.night = this.night - 1), 0)
  from night_so_far as this
  where this.booking_id = booking_night.booking_id and this.night = booking_night.night), 0);
drop table night_so_far;

-- Who sleeps where: one row for each unit and night that is given to a booking, or closed. Its key is the last word:
-- whatever the code does, no unit is given to two on one night. A booking without a row has no unit yet, and one that moves
-- has its nights in several; booking.unit_id, which could say neither, is read no more.
create table unit_night (
  unit_id integer not null,
  night integer not null,
  booking_id integer,
  closure_id integer,
  constraint unit_night_pk primary key (unit_id, night),
  constraint unit_night_one check ((booking_id is null) <> (closure_id is null)),
  constraint unit_night_unit foreign key (unit_id) references unit (id),
  constraint unit_night_booking foreign key (booking_id, night) references booking_night (booking_id, night) on delete cascade,
  constraint unit_night_closure foreign key (closure_id) references unit_closure (id) on delete cascade
) {strict rowless};
create unique index unit_night_by_booking on unit_night (booking_id, night) where booking_id is not null;
create index unit_night_by_closure on unit_night (closure_id, night) where closure_id is not null;
insert into unit_night (unit_id, night, closure_id)
  with recursive closed (closure_id, unit_id, night, to_day) as (
    select id, unit_id, from_day, to_day from unit_closure
    union all
    select closure_id, unit_id, night + 1, to_day from closed where night + 1 < to_day
  )
  select unit_id, night, min(closure_id) from closed group by unit_id, night;

-- In what condition a unit is, and who has seen it so. Apart from the unit, because no reader of the site is shown it. Who
-- gives units to stays takes these rows first, in the order of their numbers, and so waits with empty hands.
create table unit_state (
  unit_id integer not null,
  condition text not null default 'clean',
  note text not null default '',
  seen_at {big},
  seen_by integer,
  constraint unit_state_pk primary key (unit_id),
  constraint unit_state_condition check (condition in ('clean', 'dirty', 'inspected', 'out_of_service')),
  constraint unit_state_unit foreign key (unit_id) references unit (id) on delete cascade,
  constraint unit_state_seen_by foreign key (seen_by) references account (id)
) {strict};
insert into unit_state (unit_id) select id from unit;

-- How a booking came, from which country, and when its guests came and left. Its version rises with each change at the desk.
alter table booking add column source text not null default 'website'
  constraint booking_source check (source in ('website', 'phone', 'walk_in', 'mail', 'agent'));
alter table booking add column country text;
alter table booking add column arrived_at {big};
alter table booking add column left_at {big};
alter table booking add column version integer not null default 1;
create index booking_in_house on booking (check_out, id) where status = 'checked_in';

-- What was done at the desk, with the bookings as they were before and after, so that it can be undone as long as nobody
-- has gone on from there.
create table desk_act (
  id {id},
  at {big} not null,
  account_id integer not null,
  act text not null,
  before text not null,
  after text not null,
  undone_at {big},
  constraint desk_act_account foreign key (account_id) references account (id)
) {strict};
create index desk_act_age on desk_act (at);

-- What somebody who works at the desk may do.
update staff_role set grants = replace(grants, '"see money"', '"see money","run the desk"')
  where id in (1, 3) and grants not like '%"run the desk"%';
