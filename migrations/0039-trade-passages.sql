-- The order version of the passages on the page of the services for the trade.
insert into settings_section (name) values ('trade');
