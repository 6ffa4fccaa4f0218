-- What the register of guests asks is set as a part of its own.
insert into settings_section (name) values ('register');
