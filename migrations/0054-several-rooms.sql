-- A party that takes several rooms has one stay in all of them: a row for each room, and on each the reference of the first,
-- by which the stay goes. What becomes of one becomes of all.
alter table booking add column stay_code text;
create index booking_by_stay on booking (stay_code) where stay_code is not null;
