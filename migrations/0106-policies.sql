-- What cancelling costs from when on, what not coming costs, and what is asked for ahead: rules under a name, as JSON in the shape in
-- which stays keep a copy. One is the house's; a room may have another, and so may a night of a room, for those who arrive on it.
-- None is ever deleted, for nights of the past and stays name it: it is removed from what can be chosen.
create table policy (
  id {id},
  version integer not null default 1,
  name_en text not null,
  name_bn text,
  rules text not null,
  is_house integer not null default 0,
  removed integer not null default 0,
  constraint policy_flags check (is_house in (0, 1) and removed in (0, 1)),
  constraint policy_house_stays check (is_house = 0 or removed = 0)
) {strict};
create unique index policy_house on policy (is_house) where is_house = 1;

alter table room add column policy_id integer constraint room_policy references policy (id);
alter table rate add column policy_id integer constraint rate_policy references policy (id);
create index rate_of_policy on rate (policy_id, day) where policy_id is not null;

-- The house's own is made of what was set until now.
insert into policy (name_en, name_bn, is_house, rules)
select 'Standard', 'সাধারণ', 1,
  case when hours > 0 and nights > 0
    then '{"tiers":[{"hours":' || hours || ',"kind":"nights","amount":' || nights || '}],"noShow":{"kind":"nights","amount":' ||
      nights || '},"deposit":{"kind":"none","amount":0}}'
    else '{"tiers":[],"noShow":{"kind":"none","amount":0},"deposit":{"kind":"none","amount":0}}'
  end
from (
  select coalesce((select cast(value as integer) from setting where key = 'company.freeCancellationHours'), 48) as hours,
    coalesce((select cast(value as integer) from setting where key = 'company.lateCancellationNights'), 1) as nights
) as was_set;
delete from setting where key in ('company.freeCancellationHours', 'company.lateCancellationNights');

-- What was agreed with a stay stands in one place. Until when its guest was awaited nobody kept.
alter table booking add column terms text not null default '';
update booking set terms = '{"arrivalAt":null,"steps":' ||
  case when cancel_late_poisha > 0
    then '[{"at":' || cancel_free_until || ',"poisha":' || cancel_late_poisha || '}]'
    else '[]'
  end || ',"noShowPoisha":' || cancel_late_poisha || ',"depositPoisha":0,"policy":' ||
  case when cancel_late_poisha > 0
    then (select rules from policy where is_house = 1)
    else '{"tiers":[],"noShow":{"kind":"none","amount":0},"deposit":{"kind":"none","amount":0}}'
  end || '}';
alter table booking drop column cancel_free_until;
alter table booking drop column cancel_late_poisha;
