-- Which of the product's letters each one is, so that they can be found by it; of those of before nobody knows.
alter table mail add column kind text not null default '';
