-- Why a letter did not leave, and that nobody tries any more; then somebody looks at it, sends it again or leaves it.
alter table mail add column error text;
alter table mail add column failed_at {big};
alter table mail add column settled_at {big};
alter table mail add column again_of integer;
alter table mail add column file_name text;
update mail set file_name = (select mail_file.name from mail_file where mail_file.mail_id = mail.id);

-- Until now the job alone knew.
update mail set
  failed_at = (select max(job.failed_at) from job where job.kind = 'send-mail' and job.payload = '{"mailId":' || mail.id || '}'),
  error = (select max(job.last_error) from job where job.kind = 'send-mail' and job.payload = '{"mailId":' || mail.id || '}'
    and job.failed_at is not null)
  where sent_at is null and withheld_at is null;
update mail set settled_at = failed_at where failed_at is not null;
create index mail_failed on mail (id) where failed_at is not null and settled_at is null;

drop index job_given_up;

-- Whoever answers requests looks after letters as well.
update staff_role set grants = replace(grants, '"answer requests"', '"answer requests","look after letters"')
  where id in (1, 3) and grants not like '%"look after letters"%';
