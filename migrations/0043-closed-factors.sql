-- Closed accounts keep no second factors and recovery codes. Accounts that were closed earlier still had them.
delete from authenticator where account_id in (select id from account where closed_at is not null);
delete from passkey where account_id in (select id from account where closed_at is not null);
delete from recovery_code where account_id in (select id from account where closed_at is not null);
update account set second_factors = 0 where closed_at is not null and second_factors > 0;
