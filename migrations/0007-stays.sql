-- The largest rooms first, for a party that must be spread over several.
create index room_by_size on room (max_guests desc, price_poisha, id) where active = 1;

create index signed_link_by_end on signed_link (expires_at);
