-- What somebody is about to pay by a gateway: an order of ours there, under a name that nobody guesses. Whoever comes back from
-- there is known by the end of the address that they were given, of which the hash is kept. What was paid for it stands apart: the gateway
-- may take money twice for one order, and none of it may be lost.
create table payment_attempt (
  id {id},
  tran_id text not null,
  token_hash {bytes} not null,
  stay_code text not null,
  gateway text not null,
  amount_poisha {big} not null,
  language text not null,
  state text not null,
  -- What the gateway says to a payment that came to nothing, or why somebody must look at it.
  reason text not null default '',
  session_key text,
  page_url text,
  -- 1: somebody has told that something happened there, and the gateway was not asked since.
  told integer not null default 0,
  created_at {big} not null,
  asked_at {big},
  -- When it is asked next, unless somebody tells before.
  next_at {big},
  closed_at {big},
  constraint payment_attempt_amount check (amount_poisha > 0),
  constraint payment_attempt_state check (state in ('opened', 'paid', 'failed', 'cancelled', 'expired', 'review')),
  constraint payment_attempt_told check (told in (0, 1)),
  constraint payment_attempt_stay foreign key (stay_code) references booking (code)
) {strict};
create unique index payment_attempt_tran on payment_attempt (tran_id);
create unique index payment_attempt_token on payment_attempt (token_hash);
create index payment_attempt_of_stay on payment_attempt (stay_code, id);
create index payment_attempt_age on payment_attempt (created_at);
create index payment_attempt_review on payment_attempt (id) where state = 'review';

-- Money that the gateway has received. Never the number of a card.
create table payment_receipt (
  id {id},
  attempt_id integer not null,
  val_id text not null,
  bank_tran_id text not null,
  -- In hundredths of the currency that was paid in.
  amount_minor {big} not null,
  currency text not null,
  -- What the gateway keeps of it, where it was paid in taka.
  kept_poisha {big} not null,
  means text not null,
  brand text not null,
  issuer text not null,
  issuer_country text not null,
  -- On the bill of the stay; to be looked at; or not taken, and given back.
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

-- Money that goes back: by the gateway, or by hand at the desk. Its id is of this refund alone, and is told to the gateway again
-- as often as it takes, so that it gives nothing back twice.
create table refund (
  id {id},
  refund_trans_id text not null,
  stay_code text not null,
  gateway text not null,
  -- Of which receipt; null: at the desk, in cash or otherwise.
  receipt_id integer,
  amount_poisha {big} not null,
  state text not null,
  why text not null,
  -- In the words of whoever asked for it, and of the gateway that would not.
  reason text not null default '',
  trouble text not null default '',
  refund_ref text,
  -- On the bill from when it was approved; null before, and where the receipt was never on it.
  payment_id integer,
  created_at {big} not null,
  asked_by integer,
  approved_at {big},
  approved_by integer,
  sent_at {big},
  asked_at {big},
  next_at {big},
  closed_at {big},
  constraint refund_amount check (amount_poisha > 0),
  constraint refund_state check (state in ('to approve', 'queued', 'processing', 'unsure', 'done', 'failed', 'dismissed')),
  constraint refund_stay foreign key (stay_code) references booking (code),
  constraint refund_receipt foreign key (receipt_id) references payment_receipt (id),
  constraint refund_payment foreign key (payment_id) references payment (id),
  constraint refund_asked foreign key (asked_by) references account (id),
  constraint refund_approved foreign key (approved_by) references account (id)
) {strict};
create unique index refund_trans on refund (refund_trans_id);
create index refund_of_stay on refund (stay_code, id);
create index refund_of_receipt on refund (receipt_id) where receipt_id is not null;
create index refund_open on refund (created_at) where state in ('to approve', 'queued', 'processing', 'unsure', 'failed');

-- What the gateway keeps for itself; what it has received that is nobody's yet; what is on its way back.
insert into ledger_account (name) values ('gateway fees'), ('unapplied'), ('refunds');
alter table ledger_entry add column receipt_id integer
  constraint ledger_entry_receipt references payment_receipt (id);
alter table ledger_entry add column refund_id integer
  constraint ledger_entry_refund references refund (id);
create index ledger_entry_of_receipt on ledger_entry (receipt_id) where receipt_id is not null;
create unique index ledger_entry_of_refund on ledger_entry (refund_id, debit, credit) where refund_id is not null;
