-- The terms with which new quotations start, as JSON. There is at most one row.
create table quotation_terms (
  id integer not null,
  terms text not null,
  constraint quotation_terms_pk primary key (id),
  constraint quotation_terms_one check (id = 1)
) {strict};
