-- The file that the gateway sends with what it has paid out, line by line, and what each was compared with.
create table settlement (
  id {id},
  name text not null,
  read_at {big} not null,
  read_by integer not null,
  paid_out_poisha {big} not null,
  constraint settlement_read_by foreign key (read_by) references account (id)
) {strict};

create table settlement_line (
  settlement_id integer not null,
  line integer not null,
  tran_id text not null,
  amount_poisha {big} not null,
  kept_poisha {big} not null,
  outcome text not null,
  note text not null default '',
  receipt_id integer,
  constraint settlement_line_pk primary key (settlement_id, line),
  constraint settlement_line_outcome check (outcome in ('matched', 'differs', 'unknown', 'twice')),
  constraint settlement_line_of foreign key (settlement_id) references settlement (id) on delete cascade,
  constraint settlement_line_receipt foreign key (receipt_id) references payment_receipt (id)
) {strict rowless};
-- Paid out once: whoever reads the same file again finds that it was.
create unique index settlement_line_paid on settlement_line (receipt_id) where outcome = 'matched';
