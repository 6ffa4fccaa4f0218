-- Each change of rates as one set: who asked for what, and of each room and night what was before and after. By it a change
-- is undone, and a night says who set its price. Before and after are the six fields of a rate, null where nothing differs
-- from the room.
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
