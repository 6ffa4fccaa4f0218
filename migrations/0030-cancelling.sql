-- On what terms a stay may be cancelled is agreed with the booking, as its price is; then who did, when, and what it cost.
alter table booking add column cancel_free_until {big} not null default 0;
alter table booking add column cancel_late_poisha {big} not null default 0;
alter table booking add column cancelled_at {big};
alter table booking add column cancelled_by integer;
alter table booking add column cancel_fee_poisha {big};

-- What was booked before gets what was usual: free until 48 hours before 14:00 in Dhaka, from then on the first night.
update booking set
  cancel_free_until = cast(check_in as bigint) * 86400000 - 144000000,
  cancel_late_poisha = coalesce((
    select price_poisha from booking_night
    where booking_night.booking_id = booking.id and booking_night.night = booking.check_in), 0);
