-- The picture library.

-- Pictures of the build and pictures that staff uploaded. upload_id is null for those of the build. built: the picture
-- is still part of the product. edited: staff changed its texts.
create table picture (
  name text not null,
  alt_en text not null,
  alt_bn text,
  illustrative integer not null,
  width integer not null,
  height integer not null,
  colour text not null,
  files text not null,
  title text not null default '',
  decorative integer not null default 0 constraint picture_decorative check (decorative in (0, 1)),
  focus_x integer not null default 50 constraint picture_focus_x check (focus_x between 0 and 100),
  focus_y integer not null default 50 constraint picture_focus_y check (focus_y between 0 and 100),
  version integer not null default 1,
  added_at {big} not null default 0,
  upload_id integer,
  built integer not null default 0 constraint picture_built check (built in (0, 1)),
  edited integer not null default 0 constraint picture_edited check (edited in (0, 1)),
  constraint picture_pk primary key (name),
  constraint picture_illustrative check (illustrative in (0, 1))
) {strict};
create index picture_newest on picture (added_at, name);

-- An uploaded file, from its arrival until all sizes are made. Two uploads with the same bytes are one row.
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

-- The bytes of an upload, until the sizes are made.
create table picture_upload_part (
  upload_id integer not null,
  position integer not null,
  content {bytes} not null,
  constraint picture_upload_part_pk primary key (upload_id, position),
  constraint picture_upload_part_upload foreign key (upload_id) references picture_upload (id) on delete cascade
) {strict};

-- Every size made from an upload, by its public name; and the original, which is not public.
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

-- Which pictures a text shows: a post, its draft, its versions, or a passage.
create table text_picture (
  picture text {sorted} not null,
  place text {sorted} not null,
  place_id text {sorted} not null,
  constraint text_picture_pk primary key (picture, place, place_id),
  constraint text_picture_picture foreign key (picture) references picture (name)
) {strict rowless};
create index text_picture_by_place on text_picture (place, place_id);
