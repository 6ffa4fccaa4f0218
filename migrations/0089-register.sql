-- Who sleeps in a room of a stay, one row each, as the register of guests asks it. What is asked beside the name and the
-- nationality differs by what the police want to know, so it stands together, by its name; days in it are YYYY-MM-DD.
create table stay_person (
  id {id},
  booking_id integer not null,
  name text not null,
  nationality text not null,
  details text not null,
  created_at {big} not null,
  version integer not null default 1,
  constraint stay_person_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict};
create index stay_person_of on stay_person (booking_id, id);
