-- Invoices and credit notes.

-- The buyer on the invoice, if it is not the guest.
create table stay_buyer (
  stay_code text not null,
  name text not null,
  bin text not null,
  address text not null,
  version integer not null default 1,
  constraint stay_buyer_pk primary key (stay_code),
  constraint stay_buyer_stay foreign key (stay_code) references booking (code)
) {strict rowless};

-- Issued invoices and credit notes. Triggers reject changes, and deletion within six years (at most 2,192 days). year:
-- the year in which the fiscal year begins in July. content is the whole document as JSON.
create table invoice (
  id {id},
  kind text not null,
  year integer not null,
  no integer not null,
  stay_code text not null,
  credits_id integer,
  at {big} not null,
  day integer not null,
  issued_by integer,
  buyer_name text not null,
  buyer_bin text not null,
  net_poisha {big} not null,
  service_poisha {big} not null,
  vat_poisha {big} not null,
  total_poisha {big} not null,
  content text not null,
  constraint invoice_kind check (kind in ('invoice', 'credit note')),
  constraint invoice_credits check ((kind = 'credit note') = (credits_id is not null)),
  constraint invoice_number check (no > 0),
  constraint invoice_sums check (net_poisha >= 0 and service_poisha >= 0 and vat_poisha >= 0
    and total_poisha = net_poisha + service_poisha + vat_poisha),
  constraint invoice_stay foreign key (stay_code) references booking (code),
  constraint invoice_credited foreign key (credits_id) references invoice (id),
  constraint invoice_issued foreign key (issued_by) references account (id)
) {strict};
create unique index invoice_numbered on invoice (kind, year, no);
create index invoice_of_stay on invoice (stay_code, id);
create index invoice_by_day on invoice (day, id);
create index invoice_of_credits on invoice (credits_id) where credits_id is not null;
{refusing};
create trigger invoice_stands before update on invoice for each row {refuse};
create trigger invoice_stays before delete on invoice for each row when (old.at > {now} - 2192 * cast(86400000 as {big})) {refuse};

-- The last number of each kind and year, taken in the transaction that issues the document.
create table invoice_counter (
  kind text not null,
  year integer not null,
  last integer not null,
  constraint invoice_counter_pk primary key (kind, year)
) {strict};

-- Which line of an invoice was credited by which note. A line is credited once.
create table credited_line (
  invoice_id integer not null,
  line integer not null,
  note_id integer not null,
  constraint credited_line_pk primary key (invoice_id, line),
  constraint credited_line_invoice foreign key (invoice_id) references invoice (id) on delete cascade,
  constraint credited_line_note foreign key (note_id) references invoice (id) on delete cascade
) {strict rowless};
create index credited_line_of_note on credited_line (note_id);
create trigger credited_line_stands before update on credited_line for each row {refuse};
