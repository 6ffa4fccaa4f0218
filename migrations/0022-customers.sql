-- Customers: the companies whose buyers stay here and order goods. name_key: the name without case and punctuation, so
-- that no company is added twice. payment_days: the days until a bill is due.
create table customer (
  id {id},
  version integer not null default 1,
  kind text not null,
  name text not null,
  name_key text not null,
  bin text not null default '',
  address text not null default '',
  notes text not null default '',
  payment_days integer not null,
  active integer not null default 1,
  created_at {big} not null,
  constraint customer_kind check (kind in ('buying house', 'factory', 'agency', 'other')),
  constraint customer_payment_days check (payment_days between 0 and 365),
  constraint customer_active check (active in (0, 1))
) {strict};
create unique index customer_name on customer (name_key);

-- The people of a customer. Enquiries and quotations with their address belong to the customer.
create table customer_contact (
  customer_id integer not null,
  position integer not null,
  name text not null,
  job text not null,
  email text not null,
  phone text not null,
  constraint customer_contact_pk primary key (customer_id, position),
  constraint customer_contact_customer foreign key (customer_id) references customer (id)
) {strict};
create index customer_contact_by_email on customer_contact (lower(email)) where email <> '';

-- The agreed price per night of a room type. Without one, the price of the day applies.
create table customer_rate (
  customer_id integer not null,
  room_id integer not null,
  night_poisha {big} not null,
  constraint customer_rate_pk primary key (customer_id, room_id),
  constraint customer_rate_price check (night_poisha > 0),
  constraint customer_rate_customer foreign key (customer_id) references customer (id),
  constraint customer_rate_room foreign key (room_id) references room (id) on delete cascade
) {strict};

-- The customer for whom the guest of a stay travels.
create table stay_customer (
  stay_code text not null,
  customer_id integer not null,
  constraint stay_customer_pk primary key (stay_code),
  constraint stay_customer_stay foreign key (stay_code) references booking (code),
  constraint stay_customer_customer foreign key (customer_id) references customer (id)
) {strict};
create index stay_customer_by_customer on stay_customer (customer_id);

-- A stay can be billed to its customer, who pays later. due_day: the last day to pay; null for a refund.
alter table payment drop constraint payment_method;
alter table payment add constraint payment_method check (method in
  ('cash', 'card', 'bank', 'mobile', 'online', 'customer'));
alter table payment add column customer_id integer constraint payment_customer references customer (id);
alter table payment add column due_day integer;
alter table payment add constraint payment_of_customer check ((method = 'customer') = (customer_id is not null));
create index payment_by_customer on payment (customer_id, due_day, amount_poisha) where customer_id is not null;

-- Payments of customers. Rows are only added: a mistake is reversed by an opposite row, once.
create table customer_payment (
  id {id},
  customer_id integer not null,
  day integer not null,
  amount_poisha {big} not null,
  method text not null,
  reference text not null,
  at {big} not null,
  account_id integer not null,
  reverses_id integer,
  reason text not null default '',
  till_no integer not null,
  constraint customer_payment_amount check (amount_poisha <> 0),
  constraint customer_payment_method check (method in ('cash', 'card', 'bank', 'mobile')),
  constraint customer_payment_customer foreign key (customer_id) references customer (id),
  constraint customer_payment_account foreign key (account_id) references account (id),
  constraint customer_payment_reversed foreign key (reverses_id) references customer_payment (id)
) {strict};
create index customer_payment_by_customer on customer_payment (customer_id, amount_poisha);
create index customer_payment_till on customer_payment (till_no);
create unique index customer_payment_reverses on customer_payment (reverses_id) where reverses_id is not null;

-- customer: the balances due from customers.
insert into ledger_account (name) values
  ('customer');
alter table ledger_entry add column customer_payment_id integer constraint ledger_entry_customer_payment
  references customer_payment (id);
create unique index ledger_entry_of_customer_payment on ledger_entry (customer_payment_id)
  where customer_payment_id is not null;

create index enquiry_by_email on enquiry (lower(email));
create index contact_message_by_email on contact_message (lower(email));
create index quotation_revision_by_email on quotation_revision (lower(email));

-- Staff who make quotations look after customers.
update staff_role set grants = replace(grants, '"make quotations"', '"make quotations","manage customers"');
