-- The account that booked a stay may open it. The guest is the person who stays, and can be someone else.
alter table booking rename column account_id to booker_id;
drop index booking_by_account;
create index booking_by_booker on booking (booker_id, check_in, id);

-- guest_id is never null. SQLite cannot add a required column that refers to another table.
alter table booking add column guest_id integer constraint booking_guest references account (id);

-- Visitors who booked for several names in one browser become several guests: one for each name and email address.
alter table account add column first_booking_id integer;
insert into account (role, name, email, phone, language, created_at, first_booking_id)
  select 'guest', booking.name, booking.email, booking.phone, booking.language, booking.created_at, booking.id
  from booking
  join account on account.id = booking.booker_id
  where account.role = 'guest'
    and booking.name <> ''
    and (lower(booking.name) <> lower(account.name) or lower(booking.email) <> lower(account.email))
    and not exists (
      select 1 from booking as earlier
      where earlier.booker_id = booking.booker_id and earlier.id < booking.id
        and lower(earlier.name) = lower(booking.name) and lower(earlier.email) = lower(booking.email)
    );
update booking set guest_id = coalesce(
  (
    select account.id from account
    join booking as first on first.id = account.first_booking_id
    where first.booker_id = booking.booker_id
      and lower(first.name) = lower(booking.name) and lower(first.email) = lower(booking.email)
  ),
  booker_id
);
insert into account_search_word (word, account_id)
  select booking_search_word.word, account.id from account
  join booking on booking.id = account.first_booking_id
  join booking_search_word on booking_search_word.booking_id = booking.id
  where booking_search_word.word <> lower(booking.code);
alter table account drop column first_booking_id;
create index booking_by_guest on booking (guest_id, id);

-- Visitors may share the guest session of a browser, so an enquiry belongs to no guest. Its link opens it.
update enquiry set account_id = null where account_id in (select id from account where role = 'guest');
update quotation set account_id = null where account_id in (select id from account where role = 'guest');

-- Stays that staff moved from one guest to another, so that the change can be undone. stay_codes: JSON.
create table guest_change (
  id {id},
  from_id integer not null,
  to_id integer not null,
  stay_codes text not null,
  at {big} not null,
  changed_by integer not null,
  undone_at {big},
  constraint guest_change_from foreign key (from_id) references account (id),
  constraint guest_change_to foreign key (to_id) references account (id),
  constraint guest_change_changed_by foreign key (changed_by) references account (id)
) {strict};
create index guest_change_by_from on guest_change (from_id, id);
create index guest_change_by_to on guest_change (to_id, id);
