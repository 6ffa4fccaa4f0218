-- Whom a letter is to be answered to, where that is not the one who sends it: a letter to the company names who wrote.
alter table mail add column reply_to text;
alter table mail add column reply_name text;

-- When whoever booked was known to read the address they gave: a request may wait longer from then on.
alter table booking add column proven_at {big};
-- What waited before there was a limit goes on waiting without one, for the house.
update booking set proven_at = created_at;
