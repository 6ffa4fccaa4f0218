-- A text of the home page stands beside a picture of the library, where somebody has chosen one.
alter table passage add column picture text;
