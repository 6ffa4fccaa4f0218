-- What people of the company may do is granted to roles, which the owner edits; owners may do everything.
create table staff_role (
  id {id},
  name_en text not null,
  name_bn text,
  grants text not null,
  version integer not null default 1
) {strict};
insert into staff_role (name_en, name_bn, grants) values
  ('Front desk', 'অভ্যর্থনা', '["see bookings","see money","answer requests","answer enquiries","see people"]'),
  ('Editor', 'সম্পাদক', '["write content","publish"]'),
  ('Manager', 'ব্যবস্থাপক', '["see bookings","see money","answer requests","answer enquiries","change rooms","change rates","write content","publish","change settings","see people","manage people","see the log"]');

alter table account add column staff_role_id integer
  constraint account_staff_role references staff_role (id);
update account set staff_role_id = 1 where role = 'staff';

-- What was before and after, and from which address it was done. The trail is only ever added to, until it is forgotten.
alter table audit add column changes text;
alter table audit add column address text;
