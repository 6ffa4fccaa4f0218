-- The one file that goes with a letter; it is not kept once that has left.
create table mail_file (
  mail_id integer primary key,
  name text not null,
  type text not null,
  content {bytes} not null,
  constraint mail_file_mail foreign key (mail_id) references mail (id) on delete cascade
) {strict};
