-- What seals the house's own tokens is no setting: nobody sets it, and no page shows it.
create table house_secret (
  id integer not null,
  value text not null,
  constraint house_secret_pk primary key (id),
  constraint house_secret_single check (id = 1)
) {strict};
insert into house_secret (id, value) select 1, value from setting where key = 'secret';
delete from setting where key = 'secret';
