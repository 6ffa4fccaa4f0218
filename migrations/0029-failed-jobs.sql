-- The metrics count the jobs that were given up.
create index job_failed on job (failed_at) where failed_at is not null;
