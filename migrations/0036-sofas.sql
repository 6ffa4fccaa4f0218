-- The wall of the sofa on the floor plan, seen from the door: left, right or far. Empty: the room has none.
alter table room add column plan_sofa text not null default '';
