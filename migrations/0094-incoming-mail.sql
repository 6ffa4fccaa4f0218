-- Of a letter: the hash of the address that an answer comes to. Of mail that came: from which address.
alter table conversation_entry add column reply_hash text;
alter table conversation_entry add column sender text not null default '';
create unique index conversation_entry_reply on conversation_entry (reply_hash) where reply_hash is not null;

-- Mail that was read, by the hash of its own number, so that what comes twice is filed once. What was put aside could not
-- be filed: it lies in a folder of its own, under this name.
create table mail_in (
  id text not null,
  at {big} not null,
  conversation_id integer,
  put_aside text,
  constraint mail_in_pk primary key (id),
  constraint mail_in_conversation foreign key (conversation_id) references conversation (id) on delete cascade
) {strict rowless};
create index mail_in_at on mail_in (at);
create index mail_in_of_conversation on mail_in (conversation_id) where conversation_id is not null;

-- One process reads at a time, until then.
create table mail_reading (
  id integer not null,
  until_at {big} not null,
  constraint mail_reading_pk primary key (id),
  constraint mail_reading_one check (id = 1)
) {strict};
insert into mail_reading (id, until_at) values (1, 0);
