-- What staff know about the wishes of a guest, for each later stay.
alter table account add column preferences text not null default '';
