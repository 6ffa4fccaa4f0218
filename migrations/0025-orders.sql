-- An accepted quotation becomes an order with the same number. quantities: the ordered quantities as JSON, one for each
-- line of the revision; null: as quoted. ship_by: the promised day.
create table sales_order (
  quotation_id integer not null,
  revision_id integer not null,
  version integer not null default 1,
  state text not null default 'confirmed',
  state_at {big} not null,
  quantities text,
  total_minor {big} not null,
  po_number text not null default '',
  ship_by integer,
  created_at {big} not null,
  constraint sales_order_pk primary key (quotation_id),
  constraint sales_order_state check (state in ('confirmed', 'in_production', 'ready', 'shipped', 'delivered', 'cancelled')),
  constraint sales_order_quotation foreign key (quotation_id) references quotation (id) on delete cascade,
  constraint sales_order_revision foreign key (revision_id) references quotation_revision (id)
) {strict};
create unique index sales_order_by_revision on sales_order (revision_id);
insert into sales_order (quotation_id, revision_id, state_at, total_minor, created_at)
  select quotation_id, id, closed_at, total_minor, closed_at from quotation_revision where state = 'accepted';

-- Samples and bulk goods of an order. decision: the buyer's decision about a sample, made by link or recorded by staff.
create table order_shipment (
  id {id},
  order_id integer not null,
  version integer not null default 1,
  kind text not null,
  contents text not null,
  due_day integer,
  sent_day integer,
  courier text not null default '',
  tracking_number text not null default '',
  decision text,
  decided_at {big},
  comment text not null default '',
  constraint order_shipment_kind check (kind in ('sample', 'bulk')),
  constraint order_shipment_decision check (decision is null or (kind = 'sample' and decided_at is not null
    and decision in ('approved', 'rejected'))),
  constraint order_shipment_order foreign key (order_id) references sales_order (quotation_id) on delete cascade
) {strict};
create index order_shipment_of on order_shipment (order_id);

-- The documents of an order that the buyer can download.
alter table attachment drop constraint attachment_of_one;
alter table attachment add column order_id integer
  constraint attachment_order references sales_order (quotation_id) on delete cascade;
alter table attachment add constraint attachment_of_one check (
  (enquiry_id is null and message_id is null) or (enquiry_id is null and order_id is null)
  or (message_id is null and order_id is null));
create unique index attachment_by_order on attachment (order_id, position) where order_id is not null;
drop index attachment_on_its_way;
create index attachment_on_its_way on attachment (created_at)
  where enquiry_id is null and message_id is null and order_id is null;

-- Emails about an order contain a link to it, which belongs to no account.
alter table signed_link drop constraint signed_link_purpose;
alter table signed_link add constraint signed_link_purpose check (purpose in ('reset-password', 'confirm-email',
  'undo-email', 'return-to-booking', 'pay-for-stay', 'take-a-place', 'view-enquiry', 'view-order'));
alter table signed_link drop constraint signed_link_owner;
alter table signed_link add constraint signed_link_owner check (account_id is not null
  or purpose in ('view-enquiry', 'view-order'));
