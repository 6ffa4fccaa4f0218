-- A search walks the rooms by price; those that are too small it passes by without a look at their rows.
drop index room_by_price;
create index room_by_price on room (price_poisha, id, max_adults, max_children, max_guests, capacity) where active = 1;

-- The largest rooms first, for a party that must be spread over several.
create index room_by_size on room (max_guests desc, price_poisha, id) where active = 1;

create index signed_link_by_end on signed_link (expires_at);
