-- Charges in addition to nights, and payments.

-- Extras that reception sells. Without a VAT rate of its own, the rate of the rooms applies.
create table extra (
  id {id},
  version integer not null default 1,
  position integer not null,
  active integer not null default 1,
  name_en text not null,
  name_bn text,
  price_poisha {big} not null,
  vat_basis_points integer,
  constraint extra_price check (price_poisha > 0),
  constraint extra_active check (active in (0, 1)),
  constraint extra_vat check (vat_basis_points between 0 and 10000)
) {strict};

-- Extras and other charges on a bill. Rows are only added: a mistake is reversed by an opposite row, once.
create table charge (
  id {id},
  booking_id integer not null,
  day integer not null,
  name text not null,
  quantity integer not null,
  total_poisha {big} not null,
  vat_basis_points integer not null,
  vat_poisha {big} not null,
  at {big} not null,
  account_id integer not null,
  reverses_id integer,
  reason text not null default '',
  service_basis_points integer not null default 0 constraint charge_service check (service_basis_points between 0
    and 10000),
  name_bn text,
  constraint charge_quantity check (quantity > 0),
  constraint charge_booking foreign key (booking_id) references booking (id),
  constraint charge_account foreign key (account_id) references account (id),
  constraint charge_reversed foreign key (reverses_id) references charge (id)
) {strict};
create index charge_of_booking on charge (booking_id, id);
create unique index charge_reverses on charge (reverses_id) where reverses_id is not null;

-- Payments and refunds on a bill. Rows are only added. till_no: the movement of the cash drawer it belongs to.
create table payment (
  id {id},
  booking_id integer not null,
  day integer not null,
  amount_poisha {big} not null,
  method text not null,
  reference text not null default '',
  at {big} not null,
  account_id integer,
  reverses_id integer,
  reason text not null default '',
  till_no integer,
  constraint payment_amount check (amount_poisha <> 0),
  constraint payment_method check (method in ('cash', 'card', 'bank', 'mobile', 'online')),
  constraint payment_booking foreign key (booking_id) references booking (id),
  constraint payment_account foreign key (account_id) references account (id),
  constraint payment_reversed foreign key (reverses_id) references payment (id)
) {strict};
create index payment_of_booking on payment (booking_id, id);
create index payment_till on payment (till_no) where till_no is not null;
create unique index payment_reverses on payment (reverses_id) where reverses_id is not null;

-- The cash that should be in the drawer, and the number of its movements. Locking this row serializes cash operations.
create table till (
  id integer not null,
  cash_poisha {big} not null,
  moves integer not null,
  constraint till_pk primary key (id),
  constraint till_one check (id = 1)
) {strict};
insert into till (id, cash_poisha, moves) values
  (1, 0, 0);

-- Cash that was put into the drawer or taken out for reasons other than a payment.
create table till_move (
  id {id},
  at {big} not null,
  account_id integer not null,
  amount_poisha {big} not null,
  reason text not null,
  till_no integer not null,
  constraint till_move_amount check (amount_poisha <> 0),
  constraint till_move_account foreign key (account_id) references account (id)
) {strict};
create unique index till_move_no on till_move (till_no);

-- Counts of the drawer when a shift hands over.
create table handover (
  id {id},
  at {big} not null,
  account_id integer not null,
  to_account_id integer,
  expected_poisha {big} not null,
  counted_poisha {big} not null,
  note text not null,
  till_no integer not null,
  constraint handover_account foreign key (account_id) references account (id),
  constraint handover_to_account foreign key (to_account_id) references account (id)
) {strict};
create unique index handover_no on handover (till_no);
