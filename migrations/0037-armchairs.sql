-- The armchairs at the window on the floor plan: one or two. Empty: the room has none.
alter table room add column plan_armchairs text not null default '';
