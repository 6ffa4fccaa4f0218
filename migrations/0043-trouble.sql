-- Written again and again, to find out whether writing is possible.
create table readiness (
  id integer not null,
  asked_at {big} not null,
  constraint readiness_pk primary key (id),
  constraint readiness_single check (id = 1)
) {strict};
insert into readiness (id, asked_at) values (1, 0);
