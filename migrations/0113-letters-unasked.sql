-- What the house writes of its own accord about a stay: each once.
create table stay_letter (
  booking_id integer not null,
  kind text not null,
  at {big} not null,
  constraint stay_letter_pk primary key (booking_id, kind),
  constraint stay_letter_booking foreign key (booking_id) references booking (id) on delete cascade,
  constraint stay_letter_kind check (kind in ('reminder', 'thanks'))
) {strict};

-- By which whoever gets such a letter wants no more of them: it opens nothing else.
alter table mail add column decline_token text;
create unique index mail_decline on mail (decline_token) where decline_token is not null;
