-- Online payments and the ledger.

-- An order at the payment gateway. token_hash: hash of the token in the return URL. notice_pending: a notification
-- arrived that has not been checked yet. next_at: when to query the gateway next.
create table payment_attempt (
  id {id},
  tran_id text not null,
  token_hash {bytes} not null,
  stay_code text not null,
  gateway text not null,
  amount_poisha {big} not null,
  language text not null,
  state text not null,
  reason text not null default '',
  session_key text,
  page_url text,
  notice_pending integer not null default 0,
  created_at {big} not null,
  checked_at {big},
  next_at {big},
  closed_at {big},
  constraint payment_attempt_amount check (amount_poisha > 0),
  constraint payment_attempt_state check (state in ('opened', 'paid', 'failed', 'cancelled', 'expired', 'review')),
  constraint payment_attempt_notice_pending check (notice_pending in (0, 1)),
  constraint payment_attempt_stay foreign key (stay_code) references booking (code)
) {strict};
create unique index payment_attempt_tran on payment_attempt (tran_id);
create unique index payment_attempt_token on payment_attempt (token_hash);
create index payment_attempt_of_stay on payment_attempt (stay_code, id);
create index payment_attempt_age on payment_attempt (created_at);
create index payment_attempt_review on payment_attempt (id) where state = 'review';

-- Money that the gateway received; it may receive money twice for one order. Card numbers are never stored.
-- amount_minor is in hundredths of currency. fee_poisha: fee of the gateway, for payments in BDT.
create table payment_receipt (
  id {id},
  attempt_id integer not null,
  val_id text not null,
  bank_tran_id text not null,
  amount_minor {big} not null,
  currency text not null,
  fee_poisha {big} not null,
  means text not null,
  brand text not null,
  issuer text not null,
  issuer_country text not null,
  state text not null,
  reason text not null default '',
  risk_title text not null default '',
  received_at {big} not null,
  payment_id integer,
  decided_at {big},
  decided_by integer,
  constraint payment_receipt_state check (state in ('taken', 'review', 'refused')),
  constraint payment_receipt_taken check ((state = 'taken') = (payment_id is not null)),
  constraint payment_receipt_attempt foreign key (attempt_id) references payment_attempt (id),
  constraint payment_receipt_payment foreign key (payment_id) references payment (id),
  constraint payment_receipt_decided foreign key (decided_by) references account (id)
) {strict};
create unique index payment_receipt_val on payment_receipt (val_id);
create unique index payment_receipt_payment_of on payment_receipt (payment_id) where payment_id is not null;
create index payment_receipt_of_attempt on payment_receipt (attempt_id);
create index payment_receipt_of_bank on payment_receipt (bank_tran_id);
create index payment_receipt_age on payment_receipt (received_at);
create index payment_receipt_review on payment_receipt (attempt_id) where state = 'review';

-- Refunds through the gateway or at the desk. refund_trans_id is the same in every try, so that the gateway refunds
-- once.
create table refund (
  id {id},
  refund_trans_id text not null,
  stay_code text not null,
  gateway text not null,
  receipt_id integer,
  amount_poisha {big} not null,
  state text not null,
  cause text not null,
  announced integer not null default 0,
  reason text not null default '',
  trouble text not null default '',
  refund_ref text,
  payment_id integer,
  created_at {big} not null,
  asked_by integer,
  approved_at {big},
  approved_by integer,
  sent_at {big},
  checked_at {big},
  next_at {big},
  closed_at {big},
  constraint refund_amount check (amount_poisha > 0),
  constraint refund_announced check (announced in (0, 1)),
  constraint refund_state check (state in ('to approve', 'queued', 'processing', 'unsure', 'done', 'failed',
    'dismissed')),
  constraint refund_stay foreign key (stay_code) references booking (code),
  constraint refund_receipt foreign key (receipt_id) references payment_receipt (id),
  constraint refund_payment foreign key (payment_id) references payment (id),
  constraint refund_asked foreign key (asked_by) references account (id),
  constraint refund_approved foreign key (approved_by) references account (id)
) {strict};
create unique index refund_trans on refund (refund_trans_id);
create index refund_of_stay on refund (stay_code, id);
create index refund_of_receipt on refund (receipt_id) where receipt_id is not null;
create index refund_open on refund (created_at) where state in ('to approve', 'queued', 'processing', 'unsure',
  'failed');

-- A payout file of the gateway.
create table settlement (
  id {id},
  name text not null,
  read_at {big} not null,
  read_by integer not null,
  paid_out_poisha {big} not null,
  constraint settlement_read_by foreign key (read_by) references account (id)
) {strict};

-- The lines of a payout file, each with the payment that it was matched with. A payment is paid out once, however often
-- a file is read.
create table settlement_line (
  settlement_id integer not null,
  line integer not null,
  tran_id text not null,
  amount_poisha {big} not null,
  fee_poisha {big} not null,
  outcome text not null,
  note text not null default '',
  receipt_id integer,
  constraint settlement_line_pk primary key (settlement_id, line),
  constraint settlement_line_outcome check (outcome in ('matched', 'differs', 'unknown', 'twice')),
  constraint settlement_line_of foreign key (settlement_id) references settlement (id) on delete cascade,
  constraint settlement_line_receipt foreign key (receipt_id) references payment_receipt (id)
) {strict rowless};
create unique index settlement_line_paid on settlement_line (receipt_id) where outcome = 'matched';

-- Accounts of the ledger. guest: balances due from guests. nights, cancelling, extras, vat: revenue and VAT. cash,
-- card, bank, mobile, gateway: money received, by payment method.
create table ledger_account (
  name text not null,
  constraint ledger_account_pk primary key (name)
) {strict rowless};
insert into ledger_account (name) values
  ('bank'),
  ('cancelling'),
  ('card'),
  ('cash'),
  ('extras'),
  ('gateway'),
  ('gateway fees'),
  ('guest'),
  ('mobile'),
  ('nights'),
  ('refunds'),
  ('unapplied'),
  ('vat');

-- One movement of money from one account to another. Rows are only added; a mistake is corrected by another row. day
-- is a day of the property. stay_code null: not about a stay.
create table ledger_entry (
  id {id},
  at {big} not null,
  day integer not null,
  stay_code text,
  debit text not null,
  credit text not null,
  amount_poisha {big} not null,
  reason text not null,
  charge_id integer,
  payment_id integer,
  receipt_id integer constraint ledger_entry_receipt references payment_receipt (id),
  refund_id integer constraint ledger_entry_refund references refund (id),
  constraint ledger_entry_amount check (amount_poisha > 0),
  constraint ledger_entry_moves check (debit <> credit),
  constraint ledger_entry_debit foreign key (debit) references ledger_account (name),
  constraint ledger_entry_credit foreign key (credit) references ledger_account (name),
  constraint ledger_entry_stay foreign key (stay_code) references booking (code),
  constraint ledger_entry_charge foreign key (charge_id) references charge (id),
  constraint ledger_entry_payment foreign key (payment_id) references payment (id)
) {strict};
create index ledger_entry_of_stay on ledger_entry (stay_code) where stay_code is not null;
create index ledger_entry_by_day on ledger_entry (day);
create unique index ledger_entry_of_payment on ledger_entry (payment_id) where payment_id is not null;
create unique index ledger_entry_of_charge on ledger_entry (charge_id, debit, credit) where charge_id is not null;
create index ledger_entry_of_receipt on ledger_entry (receipt_id) where receipt_id is not null;
create unique index ledger_entry_of_refund on ledger_entry (refund_id, debit, credit) where refund_id is not null;
