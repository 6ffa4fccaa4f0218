-- Products, enquiries, quotations and the inbox.

create table product (
  id {id},
  slug text not null,
  picture text not null,
  name_en text not null,
  name_bn text,
  summary_en text not null,
  summary_bn text,
  description_en text not null,
  description_bn text,
  specification_en text not null,
  specification_bn text,
  position integer not null,
  active integer not null,
  version integer not null default 1,
  constraint product_active check (active in (0, 1)),
  constraint product_picture foreign key (picture) references picture (name)
) {strict};
create unique index product_slug on product (slug);
create index product_by_picture on product (picture);

-- A request for samples or quotations.
create table enquiry (
  id {id},
  code text not null,
  account_id integer,
  company text not null,
  name text not null,
  email text not null,
  phone text not null,
  notes text not null,
  language text not null,
  created_at {big} not null,
  handled_at {big},
  handled_by integer,
  constraint enquiry_account foreign key (account_id) references account (id),
  constraint enquiry_handler foreign key (handled_by) references account (id)
) {strict};
create unique index enquiry_code on enquiry (code);
create index enquiry_age on enquiry (created_at);
create index enquiry_by_account on enquiry (account_id) where account_id is not null;

-- purpose: sample or bulk. choices: sizes, finishes and shades of the product, as JSON.
create table enquiry_line (
  enquiry_id integer not null,
  position integer not null,
  product_id integer not null,
  product_name text not null,
  quantity text not null,
  notes text not null,
  amount {big},
  unit text,
  needed_by integer,
  purpose text,
  choices text not null default '{}',
  constraint enquiry_line_pk primary key (enquiry_id, position),
  constraint enquiry_line_enquiry foreign key (enquiry_id) references enquiry (id) on delete cascade,
  constraint enquiry_line_product foreign key (product_id) references product (id)
) {strict};

-- Messages from the contact form.
create table contact_message (
  id {id},
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null,
  created_at {big} not null,
  handled_at {big},
  handled_by integer,
  constraint contact_message_handler foreign key (handled_by) references account (id)
) {strict};
create index contact_message_open on contact_message (created_at) where handled_at is null;
create index contact_message_age on contact_message (created_at);

-- Files of an enquiry or a message. A file that belongs to neither after an hour is deleted.
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

-- Solved sums. Each can be used once.
create table used_captcha (
  id text not null,
  expires_at {big} not null,
  constraint used_captcha_pk primary key (id)
) {strict};
create index used_captcha_age on used_captcha (expires_at);

-- A quotation with revisions. Its number is assigned with the first sent revision, without gaps in a year.
create table quotation (
  id {id},
  enquiry_id integer,
  account_id integer,
  year integer,
  no integer,
  created_at {big} not null,
  constraint quotation_number check ((year is null) = (no is null)),
  constraint quotation_enquiry foreign key (enquiry_id) references enquiry (id) on delete set null,
  constraint quotation_account foreign key (account_id) references account (id)
) {strict};
create unique index quotation_numbered on quotation (year, no) where no is not null;
create index quotation_of_enquiry on quotation (enquiry_id) where enquiry_id is not null;
create index quotation_of_account on quotation (account_id) where account_id is not null;
create index quotation_age on quotation (created_at);

create table quotation_counter (
  year integer not null,
  last integer not null,
  constraint quotation_counter_pk primary key (year)
) {strict};

-- A sent revision never changes. content is JSON. total_minor repeats its total for lists, in hundredths of the
-- currency. token_hash belongs to the link in the last email. accepted_by is the name that the buyer typed to accept it.
-- closed_at is then the time of the acceptance.
create table quotation_revision (
  id {id},
  quotation_id integer not null,
  revision integer not null,
  version integer not null default 1,
  state text not null,
  company text not null,
  name text not null,
  email text not null,
  language text not null,
  currency text not null,
  valid_until integer not null,
  total_minor {big} not null,
  content text not null,
  written_at {big} not null,
  written_by integer not null,
  sent_at {big},
  sent_by integer,
  token_hash {bytes},
  closed_at {big},
  reason text not null default '',
  accepted_by text not null default '',
  constraint quotation_revision_accepted check (accepted_by = '' or (state = 'accepted' and closed_at is not null)),
  constraint quotation_revision_state check (state in ('draft', 'sent', 'superseded', 'accepted', 'declined',
    'withdrawn', 'lost')),
  constraint quotation_revision_currency check (currency in ('USD', 'BDT')),
  constraint quotation_revision_of foreign key (quotation_id) references quotation (id) on delete cascade,
  constraint quotation_revision_written foreign key (written_by) references account (id),
  constraint quotation_revision_sent foreign key (sent_by) references account (id)
) {strict};
create unique index quotation_revision_no on quotation_revision (quotation_id, revision);
create unique index quotation_one_draft on quotation_revision (quotation_id, state) where state = 'draft';
create unique index quotation_one_open on quotation_revision (quotation_id) where state in ('sent', 'accepted');
create unique index quotation_token on quotation_revision (token_hash) where token_hash is not null;
create index quotation_sent on quotation_revision (sent_at) where sent_at is not null;
create index quotation_closed on quotation_revision (closed_at) where closed_at is not null;

-- Questions that the buyer asked through the link.
create table quotation_question (
  id {id},
  revision_id integer not null,
  at {big} not null,
  text text not null,
  constraint quotation_question_of foreign key (revision_id) references quotation_revision (id) on delete cascade
) {strict};
create index quotation_question_of_revision on quotation_question (revision_id);

-- The handling of an enquiry or a message: its state, its assignee and its next reminder. Deleted with the enquiry or
-- message.
create table conversation (
  id {id},
  enquiry_id integer,
  message_id integer,
  state text not null default 'new',
  assignee_id integer,
  remind_on integer,
  last_at {big} not null,
  constraint conversation_state check (state in ('new', 'open', 'waiting', 'done', 'spam')),
  constraint conversation_of_one check ((enquiry_id is null) <> (message_id is null)),
  constraint conversation_reminder check (remind_on is null or state = 'waiting'),
  constraint conversation_enquiry foreign key (enquiry_id) references enquiry (id) on delete cascade,
  constraint conversation_message foreign key (message_id) references contact_message (id) on delete cascade,
  constraint conversation_assignee foreign key (assignee_id) references account (id)
) {strict};
create unique index conversation_of_enquiry on conversation (enquiry_id) where enquiry_id is not null;
create unique index conversation_of_message on conversation (message_id) where message_id is not null;
create index conversation_standing on conversation (state, last_at, id);
create index conversation_assigned on conversation (assignee_id, last_at, id) where assignee_id is not null;
create index conversation_last on conversation (last_at, id);

-- Notes, sent emails, received mail and results of quotations. reply_hash: hash of the address for replies. sender:
-- address of received mail.
create table conversation_entry (
  id {id},
  conversation_id integer not null,
  kind text not null,
  at {big} not null,
  account_id integer,
  text text not null,
  mail_id integer,
  quotation_id integer,
  number text,
  became text,
  reply_hash text,
  sender text not null default '',
  constraint conversation_entry_kind check (kind in ('note', 'letter', 'mail', 'automatic', 'quotation')),
  constraint conversation_entry_became check ((kind = 'quotation') = (number is not null and became is not null)),
  constraint conversation_entry_conversation foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint conversation_entry_account foreign key (account_id) references account (id),
  constraint conversation_entry_mail foreign key (mail_id) references mail (id) on delete set null,
  constraint conversation_entry_quotation foreign key (quotation_id) references quotation (id) on delete set null
) {strict};
create index conversation_entry_of on conversation_entry (conversation_id, id);
create unique index conversation_entry_by_mail on conversation_entry (mail_id) where mail_id is not null;
create index conversation_entry_of_quotation on conversation_entry (quotation_id) where quotation_id is not null;
create unique index conversation_entry_reply on conversation_entry (reply_hash) where reply_hash is not null;

-- Answers in progress, one for each person.
create table conversation_draft (
  conversation_id integer not null,
  account_id integer not null,
  text text not null,
  saved_at {big} not null,
  constraint conversation_draft_pk primary key (conversation_id, account_id),
  constraint conversation_draft_conversation foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint conversation_draft_account foreign key (account_id) references account (id)
) {strict rowless};

-- Search words of conversations: names, address, phone, reference.
create table conversation_search_word (
  word text {sorted} not null,
  conversation_id integer not null,
  constraint conversation_search_word_pk primary key (word, conversation_id),
  constraint conversation_search_word_conversation foreign key (conversation_id) references conversation (id) on delete cascade
) {strict rowless};
create index conversation_search_word_by_conversation on conversation_search_word (conversation_id, word);

-- Prepared answers. Without a Bangla text, the English one is used.
create table canned_answer (
  id {id},
  version integer not null default 1,
  active integer not null default 1,
  name_en text not null,
  name_bn text,
  text_en text not null,
  text_bn text,
  constraint canned_answer_active check (active in (0, 1))
) {strict};

-- Received mail, by the hash of its message id, so that it is filed once. quarantined_file: the name of a file that
-- could not be read. reason says why.
create table received_mail (
  id text not null,
  at {big} not null,
  conversation_id integer,
  quarantined_file text,
  reason text,
  constraint received_mail_pk primary key (id),
  constraint received_mail_conversation foreign key (conversation_id) references conversation (id) on delete cascade
) {strict rowless};
create index received_mail_at on received_mail (at);
create index received_mail_of_conversation on received_mail (conversation_id) where conversation_id is not null;

-- The lease of the process that reads incoming mail. Other processes wait until it ends.
create table mail_reader_lock (
  id integer not null,
  until_at {big} not null,
  constraint mail_reader_lock_pk primary key (id),
  constraint mail_reader_lock_one check (id = 1)
) {strict};
insert into mail_reader_lock (id, until_at) values
  (1, 0);
