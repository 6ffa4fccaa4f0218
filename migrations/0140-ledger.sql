-- Every movement of money is one row: so much, from one account to another. All accounts together are nought because nothing
-- else can be written. Rows are only ever added; what was wrong is put right by one more.
create table ledger_account (
  name text not null,
  constraint ledger_account_pk primary key (name)
) {strict rowless};
-- What the guest of a stay owes. What it was for: nights, what it cost to give them back, what was sold beside, and the tax in
-- all of these. Where money is: the drawer, slips of cards, the bank, phones, the gateway.
insert into ledger_account (name) values ('guest'), ('nights'), ('cancelling'), ('extras'), ('vat'),
  ('cash'), ('card'), ('bank'), ('mobile'), ('gateway');

create table ledger_entry (
  id {id},
  at {big} not null,
  -- By the calendar of the house.
  day integer not null,
  -- The reference of the stay it is about; null: of none.
  stay_code text,
  debit text not null,
  credit text not null,
  amount_poisha {big} not null,
  why text not null,
  charge_id integer,
  payment_id integer,
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
-- A payment is posted once; a charge once for what it is and once for its tax.
create unique index ledger_entry_of_payment on ledger_entry (payment_id) where payment_id is not null;
create unique index ledger_entry_of_charge on ledger_entry (charge_id, debit, credit) where charge_id is not null;
