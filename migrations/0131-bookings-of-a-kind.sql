-- In the order in which they were booked, as they are listed; what is asked by day goes by the index of arrivals.
drop index booking_by_room;
create index booking_by_room on booking (room_id, id);
