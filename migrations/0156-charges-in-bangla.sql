-- How something on a bill is called in Bangla, where the list says so. What was written by hand has one name.
alter table charge add column name_bn text;
