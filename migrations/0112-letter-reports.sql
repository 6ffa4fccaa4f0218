-- What mail servers say of a letter that has left: that it came back for good, or that somebody complained.
alter table mail add column bounced_at {big};
alter table mail add column complained_at {big};
alter table mail add column report text;

-- Addresses that are written nothing which can be declined; of each a hash alone.
create table no_letters (
  address_hash text not null,
  why text not null,
  at {big} not null,
  constraint no_letters_pk primary key (address_hash),
  constraint no_letters_why check (why in ('bounced', 'complained', 'declined'))
) {strict};
