-- What the register of guests asks is set as a part of its own.
insert into settings_section (name) values ('register');

-- Pictures of the papers of who sleeps here, each sealed with a key that is not in the database.
create table paper_copy (
  id {id},
  person_id integer not null,
  sealed {bytes} not null,
  about text not null,
  made_at {big} not null,
  account_id integer not null,
  constraint paper_copy_person foreign key (person_id) references stay_person (id) on delete cascade,
  constraint paper_copy_account foreign key (account_id) references account (id)
) {strict};
create index paper_copy_of on paper_copy (person_id, id);
