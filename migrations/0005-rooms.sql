-- Rooms, units, prices and policies.

-- Named rules for cancellation fees, no-show fees and deposits, as JSON. Stays keep a copy. One policy is the
-- property's default (is_default); a room, or a night of a room, may have another. Policies are never deleted, because
-- past stays name them: removed hides them.
create table policy (
  id {id},
  version integer not null default 1,
  name_en text not null,
  name_bn text,
  rules text not null,
  is_default integer not null default 0,
  removed integer not null default 0,
  constraint policy_flags check (is_default in (0, 1) and removed in (0, 1)),
  constraint policy_house_stays check (is_default = 0 or removed = 0)
) {strict};
create unique index policy_house on policy (is_default) where is_default = 1;
insert into policy (name_en, name_bn, rules, is_default) values
  ('Standard', 'সাধারণ', '{"tiers":[{"hours":48,"kind":"nights","amount":1}],"noShow":{"kind":"nights","amount":1},"deposit":{"kind":"none","amount":0}}', 1);

-- A room type. Its units are the doors with numbers. capacity is the number of units that may be sold for a night. The
-- code that changes units updates it.
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
  version integer not null default 1,
  policy_id integer constraint room_policy references policy (id),
  constraint room_size check (size_sqm > 0),
  constraint room_guests check (max_adults >= 1 and max_children >= 0 and max_guests >= max_adults),
  constraint room_price check (price_poisha >= 0),
  constraint room_capacity check (capacity >= 0),
  constraint room_active check (active in (0, 1))
) {strict};
create unique index room_slug on room (slug);
create index room_by_price on room (price_poisha, id, max_adults, max_children, max_guests, capacity) where active = 1;
create index room_by_size on room (max_guests desc, price_poisha, id) where active = 1;

-- Former addresses of a room. They redirect to the current one.
create table room_old_slug (
  slug text not null,
  room_id integer not null,
  constraint room_old_slug_pk primary key (slug),
  constraint room_old_slug_room foreign key (room_id) references room (id) on delete cascade
) {strict};
create index room_old_slug_by_room on room_old_slug (room_id);

create table room_picture (
  room_id integer not null,
  position integer not null,
  picture text not null,
  constraint room_picture_pk primary key (room_id, position),
  constraint room_picture_room foreign key (room_id) references room (id) on delete cascade,
  constraint room_picture_picture foreign key (picture) references picture (name)
) {strict};
create index room_picture_by_picture on room_picture (picture);

create table facility_group (
  id {id},
  name_en text not null,
  name_bn text,
  position integer not null,
  version integer not null default 1
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

create table unit (
  id {id},
  room_id integer not null,
  name text not null,
  active integer not null default 1,
  version integer not null default 1,
  constraint unit_active check (active in (0, 1)),
  constraint unit_room foreign key (room_id) references room (id)
) {strict};
create unique index unit_name on unit (name);
create index unit_by_room on unit (room_id);

-- The cleaning state of a unit. It has its own table, because the site does not show it. Code that assigns units locks
-- these rows first, in the order of their ids.
create table unit_state (
  unit_id integer not null,
  condition text not null default 'clean',
  note text not null default '',
  seen_at {big},
  seen_by integer,
  constraint unit_state_pk primary key (unit_id),
  constraint unit_state_condition check (condition in ('clean', 'dirty', 'inspected', 'out_of_service')),
  constraint unit_state_unit foreign key (unit_id) references unit (id) on delete cascade,
  constraint unit_state_seen_by foreign key (seen_by) references account (id)
) {strict};

-- The differences from the room's own values on one night: price, minimum and maximum stay, closed, no arrival, no
-- departure, policy.
create table rate (
  room_id integer not null,
  day integer not null,
  price_poisha {big},
  min_nights integer,
  max_nights integer,
  closed integer not null default 0,
  closed_to_arrival integer not null default 0,
  closed_to_departure integer not null default 0,
  policy_id integer constraint rate_policy references policy (id),
  constraint rate_pk primary key (room_id, day),
  constraint rate_price check (price_poisha >= 0),
  constraint rate_nights check (min_nights >= 1 and max_nights >= 1),
  constraint rate_flags check (closed in (0, 1) and closed_to_arrival in (0, 1) and closed_to_departure in (0, 1)),
  constraint rate_room foreign key (room_id) references room (id) on delete cascade
) {strict rowless};
create index rate_of_policy on rate (policy_id, day) where policy_id is not null;

-- A change of rates by one person at one time. It can be undone.
create table rate_change (
  id {id},
  at {big} not null,
  account_id integer,
  address text,
  asked text not null,
  cells integer not null,
  undoes integer,
  undone_by integer,
  constraint rate_change_account foreign key (account_id) references account (id) on delete set null
) {strict};
create index rate_change_age on rate_change (at);

-- The six fields of a rate before and after a change, for each room and night. Null means no difference from the
-- room.
create table rate_change_cell (
  change_id integer not null,
  room_id integer not null,
  day integer not null,
  rate_before text,
  rate_after text,
  constraint rate_change_cell_pk primary key (change_id, room_id, day),
  constraint rate_change_cell_change foreign key (change_id) references rate_change (id) on delete cascade,
  constraint rate_change_cell_room foreign key (room_id) references room (id) on delete cascade
) {strict rowless};
create index rate_change_cell_night on rate_change_cell (room_id, day, change_id);

-- The rates of VAT and service charge from a day on. Both are copied onto each sale.
create table vat_rate (
  from_day integer not null,
  basis_points integer not null,
  service_basis_points integer not null default 0 constraint vat_rate_service check (service_basis_points between 0
    and 10000),
  constraint vat_rate_pk primary key (from_day),
  constraint vat_rate_range check (basis_points between 0 and 10000)
) {strict};
