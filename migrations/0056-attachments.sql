-- What is asked of a line beside its words: how many of which unit, by when, for a sample or for bulk, and what was chosen
-- of the product's own sizes, finishes and shades.
alter table enquiry_line add column amount {big};
alter table enquiry_line add column unit text;
alter table enquiry_line add column needed_by integer;
alter table enquiry_line add column purpose text;
alter table enquiry_line add column choices text not null default '{}';

-- Files that came with an enquiry or a message. While it is on its way a file belongs to neither; what is left so is
-- forgotten within the hour.
create table attachment (
  id {id},
  enquiry_id integer,
  message_id integer,
  position integer not null,
  name text not null,
  type text not null,
  bytes integer not null,
  sha256 text not null,
  created_at {big} not null,
  constraint attachment_enquiry foreign key (enquiry_id) references enquiry (id) on delete cascade,
  constraint attachment_message foreign key (message_id) references contact_message (id) on delete cascade,
  constraint attachment_of_one check (enquiry_id is null or message_id is null)
) {strict};
create unique index attachment_by_enquiry on attachment (enquiry_id, position) where enquiry_id is not null;
create unique index attachment_by_message on attachment (message_id, position) where message_id is not null;
create index attachment_on_its_way on attachment (created_at) where enquiry_id is null and message_id is null;

create table attachment_part (
  attachment_id integer not null,
  position integer not null,
  content {bytes} not null,
  constraint attachment_part_pk primary key (attachment_id, position),
  constraint attachment_part_size check (length(content) <= 262144),
  constraint attachment_part_attachment foreign key (attachment_id) references attachment (id) on delete cascade
) {strict};
