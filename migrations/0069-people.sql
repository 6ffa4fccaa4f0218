-- By which words the company finds somebody: name, address, the digits of their phone from the last to the first. Personal,
-- so they go with the person.
create table account_word (
  word text {sorted} not null,
  account_id integer not null,
  constraint account_word_pk primary key (word, account_id),
  constraint account_word_account foreign key (account_id) references account (id) on delete cascade
) {strict rowless};
create index account_word_by_account on account_word (account_id, word);

-- Members and guests, the last to come first.
create index account_people on account (id) where role in ('member', 'guest') and closed_at is null;

-- Who was there before is given their words by a job, some hundred at a time.
insert into job (kind, payload, run_at, created_at)
  select 'find-people', '{"after":0}', 0, 0 where exists (select 1 from account);
