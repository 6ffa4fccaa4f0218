-- Bookings and the nights they use.

-- How many units of a room are sold for a night. Rows appear with the first booking of the night. The constraint
-- no_overbooking holds whatever the code does.
create table inventory (
  room_id integer not null,
  night integer not null,
  sold integer not null,
  capacity integer not null,
  constraint inventory_pk primary key (room_id, night),
  constraint no_overbooking check (sold >= 0 and sold <= capacity),
  constraint inventory_room foreign key (room_id) references room (id)
) {strict rowless};

-- One room of a stay. A stay of several rooms has one row for each, all with the stay_code of the first. Everything
-- that was agreed is copied and never looked up again: names, prices, tax, terms. email_verified_at: when the guest's
-- email address was verified. From then on a request may wait longer. answer: the text that the company added to its
-- answer.
create table booking (
  id {id},
  code text not null,
  account_id integer not null,
  room_id integer not null,
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
  cancelled_at {big},
  cancelled_by integer,
  cancel_fee_poisha {big},
  email_verified_at {big},
  answer text not null default '',
  stay_code text,
  source text not null default 'website' constraint booking_source check (source in ('website', 'phone', 'walk_in',
    'mail', 'agent')),
  country text,
  arrived_at {big},
  left_at {big},
  version integer not null default 1,
  terms text not null default '',
  service_basis_points integer not null default 0 constraint booking_service check (service_basis_points between 0
    and 10000),
  constraint booking_stay check (check_out > check_in),
  constraint booking_guests check (adults >= 1 and children >= 0),
  constraint booking_status check (status in ('pending_payment', 'pending_approval', 'confirmed', 'checked_in',
    'checked_out', 'cancelled', 'declined', 'expired', 'no_show')),
  constraint booking_payment_status check (payment_status in ('unpaid', 'authorised', 'partially_paid', 'paid',
    'refund_pending', 'partially_refunded', 'refunded', 'failed', 'review')),
  constraint booking_payment_type check (payment_type in (0, 1, 2)),
  constraint booking_money check (total_poisha >= 0 and vat_poisha between 0 and total_poisha),
  constraint booking_account foreign key (account_id) references account (id),
  constraint booking_room foreign key (room_id) references room (id)
) {strict};
create unique index booking_code on booking (code);
create index booking_by_account on booking (account_id, check_in, id);
create index booking_expiring on booking (expires_at) where expires_at is not null;
create index booking_waiting on booking (created_at) where status = 'pending_approval';
create index booking_by_stay on booking (stay_code) where stay_code is not null;
create index booking_by_departure on booking (check_out, check_in);
create index booking_over on booking (id) where status in ('no_show', 'cancelled', 'declined', 'expired');
create index booking_in_house on booking (check_out, id) where status = 'checked_in';
create index booking_came on booking (check_in) where status in ('checked_in', 'checked_out');
create index booking_long on booking (check_in) where check_out - check_in > 60;
create index booking_by_arrival on booking (check_in, id, check_out, status, source, country, created_at, stay_code,
  code);
create index booking_made on booking (created_at, status, stay_code, code);
create index booking_given_back on booking (cancelled_at, status, stay_code, code,
  cancel_fee_poisha) where cancelled_at is not null;
create index booking_refund_pending on booking (id) where payment_status = 'refund_pending';
create index booking_by_room on booking (room_id, id);

-- The nights of a booking. A stay may change rooms, so each night names its room. vat_poisha is the night's share of
-- the tax. The shares add up to the tax of the booking.
create table booking_night (
  booking_id integer not null,
  night integer not null,
  price_poisha {big} not null,
  room_id integer not null default 0,
  vat_poisha {big} not null default 0,
  constraint booking_night_pk primary key (booking_id, night),
  constraint booking_night_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict rowless};

-- Search words of stays for the office: names, address, reversed digits of the phone, reference. Deleted with the
-- guest's data.
create table booking_search_word (
  word text {sorted} not null,
  booking_id integer not null,
  constraint booking_search_word_pk primary key (word, booking_id),
  constraint booking_search_word_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict rowless};
create index booking_search_word_by_booking on booking_search_word (booking_id, word);

-- Requests that wait for an answer, by mailbox and by network. Both have a limit. Personal data: deleted as soon as the
-- request is closed.
create table open_request (
  who text not null,
  booking_id integer not null,
  created_at {big} not null,
  constraint open_request_pk primary key (who, booking_id),
  constraint open_request_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict rowless};
create index open_request_by_booking on open_request (booking_id);
create index open_request_age on open_request (created_at);

-- Emails about a stay that are sent once, such as the reminder.
create table stay_email (
  booking_id integer not null,
  kind text not null,
  at {big} not null,
  constraint stay_email_pk primary key (booking_id, kind),
  constraint stay_email_booking foreign key (booking_id) references booking (id) on delete cascade,
  constraint stay_email_kind check (kind in ('reminder', 'thanks', 'unanswered'))
) {strict};
