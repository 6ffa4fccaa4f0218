-- The house is reminded, once, of a request that it has not answered. What is written once stands in a constraint.
create table stay_letter_kept as select * from stay_letter;
drop table stay_letter;
create table stay_letter (
  booking_id integer not null,
  kind text not null,
  at {big} not null,
  constraint stay_letter_pk primary key (booking_id, kind),
  constraint stay_letter_booking foreign key (booking_id) references booking (id) on delete cascade,
  constraint stay_letter_kind check (kind in ('reminder', 'thanks', 'unanswered'))
) {strict};
insert into stay_letter (booking_id, kind, at) select booking_id, kind, at from stay_letter_kept;
drop table stay_letter_kept;
