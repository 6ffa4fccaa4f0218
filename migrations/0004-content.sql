-- The texts of the site.

-- Categories of posts. Some ids have a page of their own in the code.
create table category (
  id integer not null,
  slug text not null,
  title_en text not null,
  title_bn text,
  intro_en text not null,
  intro_bn text,
  version integer not null default 1,
  constraint category_pk primary key (id)
) {strict};
create unique index category_slug on category (slug);
insert into category (id, slug, title_en, title_bn, intro_en, intro_bn) values
  (1, 'about', 'About us', 'আমাদের কথা', '', null),
  (2, 'countries', 'Countries', 'যেসব দেশে পাঠাই', '', null),
  (3, 'courses', 'Courses', 'কোর্স', '', null),
  (4, 'our-services', 'Services for the trade', 'পোশাকশিল্পের জন্য সেবা', '', null),
  (5, 'mission-vision', 'Mission & Vision', 'লক্ষ্য ও স্বপ্ন', 'What we work for every day, and what we would like to become.', 'প্রতিদিন যে জন্য কাজ করি, আর আগামী দিনে যেখানে পৌঁছাতে চাই।'),
  (6, 'our-offerings', 'Our Offerings', 'আমাদের আয়োজন', '', null),
  (9, 'goals', 'Goals', 'আমাদের অঙ্গীকার', '', null),
  (14, 'blog', 'Blog', 'ব্লগ', '', null),
  (20, 'premimum-packages', 'Stay packages', 'থাকার প্যাকেজ', '', null);

-- Texts with a fixed place on a page, such as the welcome text of the home page.
create table passage (
  page text not null,
  key text not null,
  position integer not null,
  title_en text not null,
  title_bn text,
  text_en text not null,
  text_bn text,
  version integer not null default 1,
  picture text,
  constraint passage_pk primary key (page, key)
) {strict};
insert into passage (page, key, position, title_en, title_bn, text_en) values
  ('home', 'welcome', 1, '', null, ''),
  ('home', 'why-choose-us', 2, 'Why choose us', 'কেন আমাদের বেছে নেবেন', '');

-- Slides of the home page.
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
  version integer not null default 1,
  constraint slide_active check (active in (0, 1)),
  constraint slide_picture foreign key (picture) references picture (name)
) {strict};
create index slide_by_picture on slide (picture);

-- Messages that staff replaced. An empty text means the default message.
create table wording (
  key text not null,
  language text not null,
  text text not null,
  version integer not null default 1,
  constraint wording_pk primary key (key, language)
) {strict};
