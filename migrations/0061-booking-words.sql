-- By which words the company finds a stay: whose it is, their address, the digits of their phone from the last to the
-- first, its reference. Personal, so they go with the person.
create table booking_word (
  word text {sorted} not null,
  booking_id integer not null,
  constraint booking_word_pk primary key (word, booking_id),
  constraint booking_word_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict rowless};
create index booking_word_by_booking on booking_word (booking_id, word);

-- The lists of the company: who comes, who is here or has left, and what came to nothing.
create index booking_by_arrival on booking (check_in, id);
create index booking_by_departure on booking (check_out, check_in);
create index booking_over on booking (id) where status in ('no_show', 'cancelled', 'declined', 'expired');

-- What was booked before is given its words by a job, some hundred stays at a time.
insert into job (kind, payload, run_at, created_at)
  select 'find-bookings', '{"after":0}', 0, 0 where exists (select 1 from booking);
