-- The preferences of a guest that staff record for later stays.
alter table account add column preferences text not null default '';
