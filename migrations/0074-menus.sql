-- The menus are edited as a part of the settings.
insert into settings_section (name) values ('menus');
