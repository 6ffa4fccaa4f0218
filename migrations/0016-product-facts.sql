-- What buyers compare: the category, the smallest order, the lead time and the certificates of a product. The Pantone
-- colour of an enquiry line.

alter table product add column category text not null default 'other';
alter table product add column minimum_quantity integer
  constraint product_minimum_quantity check (minimum_quantity > 0);
alter table product add column minimum_unit text
  constraint product_minimum_unit check ((minimum_unit is null) = (minimum_quantity is null));
alter table product add column lead_from_days integer
  constraint product_lead_from check (lead_from_days > 0);
alter table product add column lead_to_days integer
  constraint product_lead_to check ((lead_to_days is null) = (lead_from_days is null) and lead_to_days >= lead_from_days);

-- valid_until is the last day on which the site shows the certificate.
create table certificate (
  id {id},
  name_en text not null,
  name_bn text,
  number text not null,
  valid_until integer,
  version integer not null default 1
) {strict};

create table product_certificate (
  product_id integer not null,
  certificate_id integer not null,
  constraint product_certificate_pk primary key (product_id, certificate_id),
  constraint product_certificate_product foreign key (product_id) references product (id) on delete cascade,
  constraint product_certificate_certificate foreign key (certificate_id) references certificate (id) on delete cascade
) {strict rowless};
create index product_certificate_by_certificate on product_certificate (certificate_id);

alter table enquiry_line add column pantone text not null default '';
