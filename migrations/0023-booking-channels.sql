-- Bookings on the large booking websites have a source of their own.
alter table booking drop constraint booking_source;
alter table booking add constraint booking_source check (source in
  ('website', 'phone', 'walk_in', 'mail', 'agent', 'booking_com', 'airbnb', 'agoda', 'expedia'));
