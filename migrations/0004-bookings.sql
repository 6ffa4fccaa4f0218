-- inventory counts what is sold of a room for a night; a row appears with the first booking of that night.
-- no_overbooking is the last word: whatever the code does, a night cannot be sold more often than there are units.

create table inventory (
  room_id integer not null,
  night integer not null,
  sold integer not null,
  capacity integer not null,
  constraint inventory_pk primary key (room_id, night),
  constraint no_overbooking check (sold >= 0 and sold <= capacity),
  constraint inventory_room foreign key (room_id) references room (id)
) {strict rowless};

create table vat_rate (
  from_day integer not null,
  basis_points integer not null,
  constraint vat_rate_pk primary key (from_day),
  constraint vat_rate_range check (basis_points between 0 and 10000)
) {strict};

-- What was agreed is copied onto the booking and never looked up again: names, nights, prices, tax.
create table booking (
  id {id},
  code text not null,
  account_id integer not null,
  room_id integer not null,
  unit_id integer,
  check_in integer not null,
  check_out integer not null,
  adults integer not null,
  children integer not null,
  status text not null,
  payment_status text not null,
  payment_type integer not null,
  room_name_en text not null,
  room_name_bn text,
  bed_en text not null,
  bed_bn text,
  total_poisha {big} not null,
  vat_basis_points integer not null,
  vat_poisha {big} not null,
  name text not null,
  email text not null,
  phone text not null,
  message text not null,
  language text not null,
  created_at {big} not null,
  expires_at {big},
  constraint booking_stay check (check_out > check_in),
  constraint booking_guests check (adults >= 1 and children >= 0),
  constraint booking_status check (status in ('pending_payment', 'pending_approval', 'confirmed', 'checked_in',
    'checked_out', 'cancelled', 'declined', 'expired', 'no_show')),
  constraint booking_payment_status check (payment_status in ('unpaid', 'authorised', 'partially_paid', 'paid',
    'refund_pending', 'partially_refunded', 'refunded', 'failed', 'review')),
  constraint booking_payment_type check (payment_type in (0, 1, 2)),
  constraint booking_money check (total_poisha >= 0 and vat_poisha between 0 and total_poisha),
  constraint booking_account foreign key (account_id) references account (id),
  constraint booking_room foreign key (room_id) references room (id),
  constraint booking_unit foreign key (unit_id) references unit (id)
) {strict};
create unique index booking_code on booking (code);
create index booking_by_account on booking (account_id, check_in, id);
create index booking_by_room on booking (room_id, check_in);
create index booking_expiring on booking (expires_at) where expires_at is not null;

create table booking_night (
  booking_id integer not null,
  night integer not null,
  price_poisha {big} not null,
  constraint booking_night_pk primary key (booking_id, night),
  constraint booking_night_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict rowless};
