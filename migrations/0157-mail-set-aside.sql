-- Why an email could not be filed, for the staff.
alter table mail_in add column reason text;
