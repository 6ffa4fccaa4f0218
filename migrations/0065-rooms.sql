-- What several people edit says which version of it was saved.
alter table room add column version integer not null default 1;
alter table unit add column version integer not null default 1;
alter table facility_group add column version integer not null default 1;

-- The addresses at which a room was to be found before: they lead to the one it has now.
create table room_old_slug (
  slug text not null,
  room_id integer not null,
  constraint room_old_slug_pk primary key (slug),
  constraint room_old_slug_room foreign key (room_id) references room (id) on delete cascade
) {strict};
create index room_old_slug_by_room on room_old_slug (room_id);
