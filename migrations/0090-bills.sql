-- What the house sells beside its nights, as the desk chooses it from a list. Without a rate of its own the tax of the
-- rooms holds.
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

-- What a stay costs beside its nights, and what was received for it. Rows are only ever added: one that was written by
-- mistake is taken back by an opposite row, once.
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
  constraint charge_quantity check (quantity > 0),
  constraint charge_booking foreign key (booking_id) references booking (id),
  constraint charge_account foreign key (account_id) references account (id),
  constraint charge_reversed foreign key (reverses_id) references charge (id)
) {strict};
create index charge_of_booking on charge (booking_id, id);
create unique index charge_reverses on charge (reverses_id) where reverses_id is not null;

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
  -- Which one it was of all that the desk received, gave and counted; none where the desk has not received it.
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

-- Of what was paid before there were rows for it nobody knows more than that it was paid.
insert into payment (booking_id, day, amount_poisha, method, at)
  select id, cast(created_at / 86400000 as integer), total_poisha, 'online', created_at
  from booking where payment_status in ('paid', 'refund_pending') and total_poisha > 0;

-- The cash that should be in the drawer, and how often the desk received, gave or counted money: by this row those who do
-- so at once stand in a queue. What came into it and went out beside payments; and the counting of it when one shift hands over to the next.
create table till (
  id integer not null,
  cash_poisha {big} not null,
  moves integer not null,
  constraint till_pk primary key (id),
  constraint till_one check (id = 1)
) {strict};
insert into till (id, cash_poisha, moves) values (1, 0, 0);

create table till_move (
  id {id},
  at {big} not null,
  account_id integer not null,
  amount_poisha {big} not null,
  why text not null,
  till_no integer not null,
  constraint till_move_amount check (amount_poisha <> 0),
  constraint till_move_account foreign key (account_id) references account (id)
) {strict};
create unique index till_move_no on till_move (till_no);

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

-- Who runs the desk takes money; giving it back is another matter.
update staff_role set grants = replace(grants, '"see money"', '"see money","take money"')
  where id in (1, 3) and grants not like '%"take money"%';
update staff_role set grants = replace(grants, '"take money"', '"take money","give money back"')
  where id = 3 and grants not like '%"give money back"%';
