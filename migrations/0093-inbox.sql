-- What became of an enquiry or of a message to the company: how it stands, who has it, when it is to come back. It goes
-- with what it is about, and so does all that was written in it.
create table conversation (
  id {id},
  enquiry_id integer,
  message_id integer,
  state text not null default 'new',
  assignee_id integer,
  -- The day on which what waits is to be looked at again.
  remind_on integer,
  -- When the buyer wrote last.
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

insert into conversation (enquiry_id, state, last_at)
  select id, case when handled_at is null then 'new' else 'done' end, created_at from enquiry order by id;
insert into conversation (message_id, state, last_at)
  select id, case when handled_at is null then 'new' else 'done' end, created_at from contact_message order by id;

-- Enquiries that nobody had marked as answered were found by this; how one stands says the conversation now.
drop index enquiry_open;

-- What was written in it: notes, which stay in the house, letters that left it, mail that came, from people or from machines,
-- and what became of quotations for what was asked.
create table conversation_entry (
  id {id},
  conversation_id integer not null,
  kind text not null,
  at {big} not null,
  account_id integer,
  text text not null,
  -- Of what left as a letter: as it lies in the outbox, for as long as letters are kept there.
  mail_id integer,
  -- Of a quotation: which, under which number, and what became of it.
  quotation_id integer,
  number text,
  became text,
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

-- What somebody is about to answer, each of their own.
create table conversation_draft (
  conversation_id integer not null,
  account_id integer not null,
  text text not null,
  saved_at {big} not null,
  constraint conversation_draft_pk primary key (conversation_id, account_id),
  constraint conversation_draft_conversation foreign key (conversation_id) references conversation (id) on delete cascade,
  constraint conversation_draft_account foreign key (account_id) references account (id)
) {strict rowless};

-- By which words a conversation is found: the company's and the person's name, their address, their phone, the reference.
create table conversation_word (
  word text {sorted} not null,
  conversation_id integer not null,
  constraint conversation_word_pk primary key (word, conversation_id),
  constraint conversation_word_conversation foreign key (conversation_id) references conversation (id) on delete cascade
) {strict rowless};
create index conversation_word_by_conversation on conversation_word (conversation_id, word);

-- What is there already is given its words by a job, some hundred at a time.
insert into job (kind, payload, run_at, created_at)
  select 'find-conversations', '{"after":0}', 0, 0 where exists (select 1 from conversation);

-- Answers that are given again and again. Without one in Bangla, who wrote in Bangla is answered in English.
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

-- A pot of its own for what the company answers: strangers use up what they can cause, and never this.
alter table mail add column pot_of text not null default 'anybody'
  constraint mail_pot_of check (pot_of in ('anybody', 'reset', 'account', 'answer'));
update mail set pot_of = pot where pot <> 'anybody';
alter table mail drop column pot;
alter table mail rename column pot_of to pot;

-- Whether a letter that has not left is still tried is asked of the jobs that were given up.
create index job_given_up on job (kind, payload) where failed_at is not null;
