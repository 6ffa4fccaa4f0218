-- What a stay package is reckoned with: how many nights it takes, and the room it is made for.
alter table post add column stay_nights integer
  constraint post_stay_nights check (stay_nights between 1 and 365);
alter table post add column stay_room_id integer
  constraint post_stay_room references room (id);
