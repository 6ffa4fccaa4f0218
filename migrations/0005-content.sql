create table category (
  id integer not null,
  slug text not null,
  title_en text not null,
  title_bn text,
  intro_en text not null,
  intro_bn text,
  constraint category_pk primary key (id)
) {strict};
create unique index category_slug on category (slug);

-- body is HTML, cleaned when it is stored. published_at null is a draft; in the future, a post that waits.
create table post (
  id {id},
  category_id integer not null,
  slug text not null,
  picture text,
  title_en text not null,
  title_bn text,
  summary_en text not null,
  summary_bn text,
  body_en text not null,
  body_bn text,
  position integer not null,
  published_at {big},
  updated_at {big} not null,
  constraint post_category foreign key (category_id) references category (id),
  constraint post_picture foreign key (picture) references picture (name)
) {strict};
create unique index post_slug on post (slug);
create index post_by_category on post (category_id, position, published_at);

create table slide (
  id {id},
  picture text not null,
  title_en text not null,
  title_bn text,
  text_en text not null,
  text_bn text,
  link_path text not null,
  link_label_en text not null,
  link_label_bn text,
  position integer not null,
  active integer not null,
  constraint slide_active check (active in (0, 1)),
  constraint slide_picture foreign key (picture) references picture (name)
) {strict};

-- Short pieces of copy that stand on a page of their own making: the long text of the home page, the tiles of /service.
create table passage (
  page text not null,
  key text not null,
  position integer not null,
  title_en text not null,
  title_bn text,
  text_en text not null,
  text_bn text,
  constraint passage_pk primary key (page, key)
) {strict};

-- Labels that staff worded differently from the dictionary that comes with the product.
create table wording (
  key text not null,
  language text not null,
  text text not null,
  constraint wording_pk primary key (key, language)
) {strict};
