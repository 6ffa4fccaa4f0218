-- What there was before there was a ledger, so that each stay owes what it owed: the nights of stays that were promised, with
-- their tax apart; what it cost to give others back; what was charged; and what was received.
insert into ledger_entry (at, day, stay_code, debit, credit, amount_poisha, why)
  select min(created_at), cast((min(created_at) + 21600000) / 86400000 as integer), coalesce(stay_code, code),
    'guest', 'nights', cast(sum(total_poisha - vat_poisha) as bigint), 'nights'
  from booking where status in ('confirmed', 'checked_in', 'checked_out')
  group by coalesce(stay_code, code) having sum(total_poisha - vat_poisha) > 0;
insert into ledger_entry (at, day, stay_code, debit, credit, amount_poisha, why)
  select min(created_at), cast((min(created_at) + 21600000) / 86400000 as integer), coalesce(stay_code, code),
    'guest', 'vat', cast(sum(vat_poisha) as bigint), 'nights'
  from booking where status in ('confirmed', 'checked_in', 'checked_out')
  group by coalesce(stay_code, code) having sum(vat_poisha) > 0;

insert into ledger_entry (at, day, stay_code, debit, credit, amount_poisha, why)
  select min(coalesce(cancelled_at, created_at)),
    cast((min(coalesce(cancelled_at, created_at)) + 21600000) / 86400000 as integer), coalesce(stay_code, code),
    'guest', 'cancelling', cast(sum(cancel_fee_poisha) as bigint), 'cancelling'
  from booking where status in ('cancelled', 'declined', 'expired', 'no_show') and cancel_fee_poisha > 0
  group by coalesce(stay_code, code);

insert into ledger_entry (at, day, stay_code, debit, credit, amount_poisha, why, charge_id)
  select charge.at, charge.day, coalesce(stay_code, code), case when charge.total_poisha > 0 then 'guest' else 'extras' end,
    case when charge.total_poisha > 0 then 'extras' else 'guest' end, abs(charge.total_poisha - charge.vat_poisha), 'charge',
    charge.id
  from charge join booking on booking.id = charge.booking_id
  where charge.total_poisha <> charge.vat_poisha order by charge.id;
insert into ledger_entry (at, day, stay_code, debit, credit, amount_poisha, why, charge_id)
  select charge.at, charge.day, coalesce(stay_code, code), case when charge.vat_poisha > 0 then 'guest' else 'vat' end,
    case when charge.vat_poisha > 0 then 'vat' else 'guest' end, abs(charge.vat_poisha), 'charge', charge.id
  from charge join booking on booking.id = charge.booking_id
  where charge.vat_poisha <> 0 order by charge.id;

insert into ledger_entry (at, day, stay_code, debit, credit, amount_poisha, why, payment_id)
  select payment.at, payment.day, coalesce(stay_code, code),
    case when amount_poisha < 0 then 'guest' when method = 'online' then 'gateway' else method end,
    case when amount_poisha > 0 then 'guest' when method = 'online' then 'gateway' else method end,
    abs(amount_poisha), case when (amount_poisha < 0) = (reverses_id is null) then 'refund' else 'payment' end, payment.id
  from payment join booking on booking.id = payment.booking_id order by payment.id;
