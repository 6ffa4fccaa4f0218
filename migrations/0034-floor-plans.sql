-- The floor plan of a room type, drawn from its measures in centimetres. Without measures, the page shows no plan.
-- Sides are seen from the door: left, right or far (opposite the door). Empty: the room has none.
alter table room add column plan_length_cm integer constraint room_plan_length check (plan_length_cm > 0);
alter table room add column plan_width_cm integer constraint room_plan_width check (plan_width_cm > 0);
alter table room add column plan_beds text not null default '';
alter table room add column plan_desk text not null default '';
alter table room add column plan_bath text not null default '';
alter table room add column plan_balcony text not null default '';
