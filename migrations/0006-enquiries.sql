create table contact_message (
  id {id},
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  language text not null,
  created_at {big} not null,
  handled_at {big},
  handled_by integer,
  constraint contact_message_handler foreign key (handled_by) references account (id)
) {strict};
create index contact_message_open on contact_message (created_at) where handled_at is null;

create table spent_captcha (
  id text not null,
  expires_at {big} not null,
  constraint spent_captcha_pk primary key (id)
) {strict};
create index spent_captcha_age on spent_captcha (expires_at);

create table product (
  id {id},
  slug text not null,
  picture text not null,
  name_en text not null,
  name_bn text,
  summary_en text not null,
  summary_bn text,
  description_en text not null,
  description_bn text,
  specification_en text not null,
  specification_bn text,
  position integer not null,
  active integer not null,
  constraint product_active check (active in (0, 1)),
  constraint product_picture foreign key (picture) references picture (name)
) {strict};
create unique index product_slug on product (slug);

create table enquiry (
  id {id},
  code text not null,
  account_id integer,
  company text not null,
  name text not null,
  email text not null,
  phone text not null,
  notes text not null,
  language text not null,
  created_at {big} not null,
  handled_at {big},
  handled_by integer,
  constraint enquiry_account foreign key (account_id) references account (id),
  constraint enquiry_handler foreign key (handled_by) references account (id)
) {strict};
create unique index enquiry_code on enquiry (code);
create index enquiry_open on enquiry (created_at) where handled_at is null;

create table enquiry_line (
  enquiry_id integer not null,
  position integer not null,
  product_id integer not null,
  product_name text not null,
  quantity text not null,
  notes text not null,
  constraint enquiry_line_pk primary key (enquiry_id, position),
  constraint enquiry_line_enquiry foreign key (enquiry_id) references enquiry (id) on delete cascade,
  constraint enquiry_line_product foreign key (product_id) references product (id)
) {strict};
