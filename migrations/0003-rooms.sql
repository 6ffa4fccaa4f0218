-- A room is a type that is sold; its units are the doors with numbers. capacity is how many units may be
-- sold for a night and is kept in step with the units by the verbs that change them.

create table room (
  id {id},
  slug text not null,
  name_en text not null,
  name_bn text,
  type_en text not null,
  type_bn text,
  bed_en text not null,
  bed_bn text,
  description_en text not null,
  description_bn text,
  size_sqm integer not null,
  max_adults integer not null,
  max_children integer not null,
  max_guests integer not null,
  price_poisha {big} not null,
  capacity integer not null,
  position integer not null,
  active integer not null,
  constraint room_size check (size_sqm > 0),
  constraint room_guests check (max_adults >= 1 and max_children >= 0 and max_guests >= max_adults),
  constraint room_price check (price_poisha >= 0),
  constraint room_capacity check (capacity >= 0),
  constraint room_active check (active in (0, 1))
) {strict};
create unique index room_slug on room (slug);
create index room_by_price on room (price_poisha, id) where active = 1;

create table room_picture (
  room_id integer not null,
  position integer not null,
  picture text not null,
  constraint room_picture_pk primary key (room_id, position),
  constraint room_picture_room foreign key (room_id) references room (id) on delete cascade,
  constraint room_picture_picture foreign key (picture) references picture (name)
) {strict};

create table unit (
  id {id},
  room_id integer not null,
  name text not null,
  active integer not null default 1,
  constraint unit_active check (active in (0, 1)),
  constraint unit_room foreign key (room_id) references room (id)
) {strict};
create unique index unit_name on unit (name);
create index unit_by_room on unit (room_id);

create table unit_closure (
  id {id},
  unit_id integer not null,
  from_day integer not null,
  to_day integer not null,
  reason text not null,
  constraint unit_closure_days check (to_day > from_day),
  constraint unit_closure_unit foreign key (unit_id) references unit (id)
) {strict};
create index unit_closure_by_unit on unit_closure (unit_id, from_day);

create table facility_group (
  id {id},
  name_en text not null,
  name_bn text,
  position integer not null
) {strict};

create table facility (
  id {id},
  group_id integer not null,
  name_en text not null,
  name_bn text,
  position integer not null,
  constraint facility_group_of foreign key (group_id) references facility_group (id)
) {strict};

create table room_facility (
  room_id integer not null,
  facility_id integer not null,
  constraint room_facility_pk primary key (room_id, facility_id),
  constraint room_facility_room foreign key (room_id) references room (id) on delete cascade,
  constraint room_facility_facility foreign key (facility_id) references facility (id)
) {strict};
create index room_facility_by_facility on room_facility (facility_id, room_id);

-- What differs from the room's own price and rules on one date: the night's price and whether it is sold at all,
-- the shortest and longest stay that may arrive on it, and whether one may arrive or leave.
create table rate (
  room_id integer not null,
  day integer not null,
  price_poisha {big},
  min_nights integer,
  max_nights integer,
  closed integer not null default 0,
  closed_to_arrival integer not null default 0,
  closed_to_departure integer not null default 0,
  constraint rate_pk primary key (room_id, day),
  constraint rate_price check (price_poisha >= 0),
  constraint rate_nights check (min_nights >= 1 and max_nights >= 1),
  constraint rate_flags check (closed in (0, 1) and closed_to_arrival in (0, 1) and closed_to_departure in (0, 1)),
  constraint rate_room foreign key (room_id) references room (id) on delete cascade
) {strict rowless};
