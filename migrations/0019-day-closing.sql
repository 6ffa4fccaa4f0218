-- The last closed day, and the figures of each day at its closing.

-- Every posting shares a lock on this row, and a closing locks it alone. last_closed null: no day was closed yet.
create table business_day (
  id integer not null,
  last_closed integer,
  constraint business_day_pk primary key (id),
  constraint business_day_one check (id = 1)
) {strict};
insert into business_day (id, last_closed) select 1, max(day) from closed_day;

-- An entry belongs to the day of its posting, or to the first open day if that day is closed.
alter table ledger_entry rename column day to business_day;

-- early_reason: why the day was closed before its end. carried_over: the open items with the reason of each group, as
-- JSON. They contain references of stays, no names.
alter table closed_day add column early_reason text not null default '';
alter table closed_day add column carried_over text not null default '[]';

-- The figures of the day at its closing, as JSON. They are never computed again. Null: closed before reports existed.
alter table closed_day add column report text;

-- Closings that were undone, as they were. The day is closed again later.
create table reopened_day (
  id {id},
  day integer not null,
  closed_at {big} not null,
  closed_by integer not null,
  note text not null,
  early_reason text not null,
  carried_over text not null,
  report text,
  reopened_at {big} not null,
  reopened_by integer not null,
  reason text not null,
  constraint reopened_day_closed_by foreign key (closed_by) references account (id),
  constraint reopened_day_reopened_by foreign key (reopened_by) references account (id)
) {strict};
create index reopened_day_by_day on reopened_day (day, id);
