-- Who makes rooms, and need see nothing else.
update staff_role set grants = replace(grants, '"run the desk"', '"run the desk","clean rooms"')
  where id in (1, 3) and grants not like '%"clean rooms"%';
insert into staff_role (name_en, name_bn, grants) values ('Housekeeping', 'গৃহপরিচর্যা', '["clean rooms"]');
