-- What of the price is service charge, beside what of it is VAT: from the same day on. It is copied onto what is sold, as the
-- rate of VAT is.
alter table vat_rate add column service_basis_points integer not null default 0
  constraint vat_rate_service check (service_basis_points between 0 and 10000);
alter table booking add column service_basis_points integer not null default 0
  constraint booking_service check (service_basis_points between 0 and 10000);
alter table charge add column service_basis_points integer not null default 0
  constraint charge_service check (service_basis_points between 0 and 10000);
