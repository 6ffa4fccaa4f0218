-- What is to be done in a unit, beside making it.
create table unit_task (
  id {id},
  unit_id integer not null,
  text text not null,
  created_at {big} not null,
  created_by integer not null,
  done_at {big},
  done_by integer,
  constraint unit_task_unit foreign key (unit_id) references unit (id) on delete cascade,
  constraint unit_task_created_by foreign key (created_by) references account (id),
  constraint unit_task_done_by foreign key (done_by) references account (id)
) {strict};
create index unit_task_done on unit_task (done_at);

-- Who makes rooms, and need see nothing else.
update staff_role set grants = replace(grants, '"run the desk"', '"run the desk","clean rooms"')
  where id in (1, 3) and grants not like '%"clean rooms"%';
insert into staff_role (name_en, name_bn, grants) values ('Housekeeping', 'গৃহপরিচর্যা', '["clean rooms"]');
