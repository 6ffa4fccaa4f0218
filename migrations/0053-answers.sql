-- What waits for the company's answer is found without reading what is over. The sentence that was added to an answer
-- stays with the booking, and goes with its person.
create index booking_waiting on booking (created_at) where status = 'pending_approval';
alter table booking add column answer text not null default '';

-- Of a letter it is known what it is about, so that whoever answers sees what was written before, and whether it left.
alter table mail add column about text;
create index mail_about on mail (about, id) where about is not null;
