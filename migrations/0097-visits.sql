-- How often the public pages were seen, added up: nothing of whoever saw them. A page stands there by its path in English.
create table page_seen (
  day integer not null,
  page text not null,
  language text not null,
  device text not null,
  times integer not null,
  constraint page_seen_pk primary key (day, page, language, device),
  constraint page_seen_language check (language in ('en', 'bn')),
  constraint page_seen_device check (device in ('phone', 'desktop'))
) {strict rowless};

-- From where they were opened: the host of another site, or one of the words for what is none.
create table came_from (
  day integer not null,
  source text not null,
  times integer not null,
  constraint came_from_pk primary key (day, source)
) {strict rowless};
