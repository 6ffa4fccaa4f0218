-- What people of the company edit has a version: whoever saves says of which one, and who comes second is shown both.
create table settings_section (
  name text not null,
  version integer not null default 1,
  constraint settings_section_pk primary key (name)
) {strict};
insert into settings_section (name) values
  ('company'), ('contact'), ('stays'), ('charges'), ('vat'), ('letters'), ('languages'), ('online'), ('slides'), ('products');

alter table slide add column version integer not null default 1;
alter table product add column version integer not null default 1;
alter table passage add column version integer not null default 1;
alter table category add column version integer not null default 1;
-- An empty text says the word as it comes with the product.
alter table wording add column version integer not null default 1;
