-- Whether the person of an account has been shown to read its e-mail address: by a link that was sent there. Until then
-- letters to it say nothing that a stranger may have typed.
alter table account add column email_confirmed_at {big};

-- Accounts of the house were made by hand, at addresses that are known.
update account set email_confirmed_at = created_at where role in ('staff', 'owner');

create index audit_age on audit (at);
