-- What guests tell before they arrive, and stay packages that can be booked.

-- arrival_time: the beginning of an hour such as 14:00, after_midnight, or empty. All rooms of a stay have the same.
-- bed_preference: one of the bed set-ups of the room type, or empty. package: the name of the booked package.
alter table booking add column arrival_time text not null default '';
alter table booking add column bed_preference text not null default '';
alter table booking add column package_en text;
alter table booking add column package_bn text;

-- The possible bed set-ups, separated by commas. With two or more, guests may choose one.
alter table room add column bed_setups text not null default '';

-- The fixed price of a stay package, and its included extras as JSON. Without a price, the nightly rates apply.
alter table post add column stay_price_poisha {big} constraint post_stay_price check (stay_price_poisha > 0);
alter table post add column stay_extras text;
alter table post_draft add column stay_price_poisha {big} constraint post_draft_stay_price check (stay_price_poisha > 0);
alter table post_draft add column stay_extras text;
alter table post_version add column stay_price_poisha {big};
alter table post_version add column stay_extras text;
