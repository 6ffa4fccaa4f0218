-- Links to enquiries and messages belong to no account. The table is created again, because SQLite cannot change a
-- constraint.
create table signed_link_before as
  select token_hash, purpose, account_id, payload, created_at, expires_at, used_at, holds_email_key from signed_link;
drop table signed_link;
create table signed_link (
  token_hash {bytes} not null,
  purpose text not null,
  account_id integer,
  payload text not null default '',
  created_at {big} not null,
  expires_at {big} not null,
  used_at {big},
  holds_email_key text,
  constraint signed_link_pk primary key (token_hash),
  constraint signed_link_purpose check (purpose in ('reset-password', 'confirm-email', 'undo-email',
    'return-to-booking', 'pay-for-stay', 'take-a-place', 'view-enquiry')),
  constraint signed_link_owner check (account_id is not null or purpose = 'view-enquiry'),
  constraint signed_link_account foreign key (account_id) references account (id) on delete cascade
) {strict};
insert into signed_link (token_hash, purpose, account_id, payload, created_at, expires_at, used_at, holds_email_key)
  select token_hash, purpose, account_id, payload, created_at, expires_at, used_at, holds_email_key
  from signed_link_before;
drop table signed_link_before;
create index signed_link_by_account on signed_link (account_id, purpose);
create index signed_link_by_end on signed_link (expires_at);
create index signed_link_holds on signed_link (holds_email_key) where holds_email_key is not null;

-- The message with which a file arrived. Null for the files of the enquiry or the first message.
alter table attachment add column entry_id integer
  constraint attachment_entry references conversation_entry (id) on delete set null;
create index attachment_of_entry on attachment (entry_id) where entry_id is not null;
