-- Of an act that is taken back, whoever was told of it is told so.
alter table desk_act add column is_told integer not null default 0;
