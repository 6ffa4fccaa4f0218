-- Pictures that staff send, beside those of the build. What is said of a picture, and which point of it is kept in sight
-- where it is cropped, is edited for both kinds alike.
alter table picture add column title text not null default '';
alter table picture add column decorative integer not null default 0
  constraint picture_decorative check (decorative in (0, 1));
alter table picture add column focus_x integer not null default 50
  constraint picture_focus_x check (focus_x between 0 and 100);
alter table picture add column focus_y integer not null default 50
  constraint picture_focus_y check (focus_y between 0 and 100);
alter table picture add column version integer not null default 1;
alter table picture add column added_at {big} not null default 0;
-- Which upload its files were made of; null for those of the build.
alter table picture add column upload_id integer;
-- Of the build's pictures: whether it still came with the product, and whether its words are still those of the product.
alter table picture add column built integer not null default 0 constraint picture_built check (built in (0, 1));
alter table picture add column edited integer not null default 0 constraint picture_edited check (edited in (0, 1));
create index picture_newest on picture (added_at, name);
create index room_picture_by_picture on room_picture (picture);
create index post_by_picture on post (picture);
create index slide_by_picture on slide (picture);
create index product_by_picture on product (picture);

-- A file that was sent, from its coming to the sizes made of it. Two files of the same bytes are one.
create table picture_upload (
  id {id},
  picture text not null,
  replaces integer not null default 0,
  title text not null,
  sha256 text not null,
  type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  state text not null,
  reason text,
  done integer not null default 0,
  steps integer not null,
  account_id integer,
  created_at {big} not null,
  constraint picture_upload_state check (state in ('waiting', 'making', 'ready', 'failed', 'replaced')),
  constraint picture_upload_account foreign key (account_id) references account (id) on delete set null
) {strict};
create unique index picture_upload_sha256 on picture_upload (sha256) where state in ('waiting', 'making', 'ready');
create index picture_upload_by_picture on picture_upload (picture, id);
create index picture_upload_open on picture_upload (id) where state in ('waiting', 'making', 'failed');

-- The bytes as they came; kept until the sizes are made, and no longer.
create table picture_upload_part (
  upload_id integer not null,
  position integer not null,
  content {bytes} not null,
  constraint picture_upload_part_pk primary key (upload_id, position),
  constraint picture_upload_part_upload foreign key (upload_id) references picture_upload (id) on delete cascade
) {strict};

-- What was made of it: each size by the name under which it is served, and the original, which is not served.
create table picture_file (
  name text not null,
  upload_id integer not null,
  type text not null,
  width integer not null,
  served integer not null,
  bytes integer not null,
  constraint picture_file_pk primary key (name),
  constraint picture_file_served check (served in (0, 1)),
  constraint picture_file_upload foreign key (upload_id) references picture_upload (id) on delete cascade
) {strict};
create index picture_file_by_upload on picture_file (upload_id);

create table picture_file_part (
  file text not null,
  position integer not null,
  content {bytes} not null,
  constraint picture_file_part_pk primary key (file, position),
  constraint picture_file_part_size check (length(content) <= 262144),
  constraint picture_file_part_file foreign key (file) references picture_file (name) on delete cascade
) {strict};
