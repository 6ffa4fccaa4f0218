insert into settings_section (name) values ('payments');
