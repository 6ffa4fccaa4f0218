-- What was offered to a buyer: a quotation with its revisions, of which one that was sent is never changed again. Its number
-- is given when its first revision is sent, without gaps in a year.
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

create table quotation_revision (
  id {id},
  quotation_id integer not null,
  revision integer not null,
  version integer not null default 1,
  state text not null,
  -- For whom and until when, and what it comes to: as it stands in the content, for lists.
  company text not null,
  name text not null,
  email text not null,
  language text not null,
  currency text not null,
  valid_until integer not null,
  total_minor {big} not null,
  -- All that is offered, as JSON.
  content text not null,
  written_at {big} not null,
  written_by integer not null,
  sent_at {big},
  sent_by integer,
  -- Of the link in the last letter about it.
  token_hash {bytes},
  -- When it came to an end, and why, in words.
  closed_at {big},
  reason text not null default '',
  constraint quotation_revision_state check (state in
    ('draft', 'sent', 'superseded', 'accepted', 'declined', 'withdrawn', 'lost')),
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

-- What a buyer asked about a quotation, by the link.
create table quotation_question (
  id {id},
  revision_id integer not null,
  at {big} not null,
  text text not null,
  constraint quotation_question_of foreign key (revision_id) references quotation_revision (id) on delete cascade
) {strict};
create index quotation_question_of_revision on quotation_question (revision_id);

update staff_role set grants = replace(grants, '"answer enquiries"', '"answer enquiries","make quotations"')
  where id in (1, 3) and grants not like '%"make quotations"%';
