-- A quotation can answer a message as well as an enquiry.
alter table quotation add column message_id integer constraint quotation_message references contact_message (id)
  on delete set null;
create index quotation_of_message on quotation (message_id) where message_id is not null;
