-- Whose requests wait for an answer: the mailbox they name and the networks they came from, so that nobody holds the
-- whole house for nothing. Personal, so each row goes as soon as its request is answered, cancelled or over.
create table open_request (
  who text not null,
  booking_id integer not null,
  created_at {big} not null,
  constraint open_request_pk primary key (who, booking_id),
  constraint open_request_booking foreign key (booking_id) references booking (id) on delete cascade
) {strict rowless};
create index open_request_by_booking on open_request (booking_id);
create index open_request_age on open_request (created_at);

-- Of each letter it is found out once, when it is about to leave, whether its mailbox has had too many of its kind.
alter table mail add column pot text not null default 'anybody'
  constraint mail_pot check (pot in ('anybody', 'reset', 'account'));
alter table mail add column allowed_at {big};
alter table mail add column withheld_at {big};

-- What is forgotten in its time is found by its age.
create index account_guest on account (created_at) where role = 'guest' and closed_at is null;
create index contact_message_age on contact_message (created_at);
create index enquiry_age on enquiry (created_at);
create index enquiry_by_account on enquiry (account_id) where account_id is not null;
