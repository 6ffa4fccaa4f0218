-- A remembered session outlasts the tab it was begun in.
alter table session add column remembered integer not null default 0
  constraint session_remembered check (remembered in (0, 1));

-- Nothing is kept of a letter that holds a key, once it has left.
alter table mail add column secret integer not null default 0
  constraint mail_secret check (secret in (0, 1));

-- Who came by whose code, and whose accounts are closed.
create index account_by_referrer on account (referred_by) where referred_by is not null;
create index account_closed on account (closed_at) where closed_at is not null;

-- Letters that look like one when they stand together count as that one in usernames: rn as m, vv as w.
update account set username_key = replace(replace(username_key, 'm', 'rn'), 'w', 'vv') where username_key is not null;
