-- The figures of a year read as many bookings as there were: from an index that says all of them that is asked for, in its order,
-- and not from the rows, which lie as they were booked.
drop index booking_by_arrival;
create index booking_by_arrival on booking (check_in, id, check_out, status, source, country, created_at, stay_code, code);
drop index booking_made;
create index booking_made on booking (created_at, status, stay_code, code);
drop index booking_given_back;
create index booking_given_back on booking (cancelled_at, status, stay_code, code, cancel_fee_poisha)
  where cancelled_at is not null;
