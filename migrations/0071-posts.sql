-- What people of the company write is kept here, beside what readers see (post), until somebody publishes it. Each language
-- has a version of its own, and so has what both share; `tab` tells who saved last, so that a tab whose answer was lost is
-- not taken for somebody else.
create table post_draft (
  post_id integer not null,
  category_id integer not null,
  slug text not null,
  picture text,
  position integer not null,
  stay_nights integer,
  stay_room_id integer,
  title_en text not null,
  title_bn text,
  summary_en text not null,
  summary_bn text,
  version integer not null default 1,
  version_en integer not null default 1,
  version_bn integer not null default 1,
  tab text not null default '',
  tab_en text not null default '',
  tab_bn text not null default '',
  changed integer not null default 0,
  edited_at {big} not null,
  edited_by integer,
  body_en text not null,
  body_bn text,
  constraint post_draft_pk primary key (post_id),
  constraint post_draft_post foreign key (post_id) references post (id) on delete cascade,
  constraint post_draft_category foreign key (category_id) references category (id),
  constraint post_draft_picture foreign key (picture) references picture (name),
  constraint post_draft_stay_nights check (stay_nights between 1 and 365),
  constraint post_draft_stay_room foreign key (stay_room_id) references room (id),
  constraint post_draft_changed check (changed in (0, 1)),
  constraint post_draft_edited_by foreign key (edited_by) references account (id) on delete set null
) {strict};
create unique index post_draft_slug on post_draft (slug);
create index post_draft_newest on post_draft (edited_at, post_id);
create index post_draft_by_category on post_draft (category_id, edited_at, post_id);
create index post_draft_by_picture on post_draft (picture);
create index post_draft_changed_newest on post_draft (edited_at, post_id) where changed = 1;

insert into post_draft (post_id, category_id, slug, picture, position, stay_nights, stay_room_id, title_en, title_bn,
    summary_en, summary_bn, edited_at, body_en, body_bn)
  select id, category_id, slug, picture, position, stay_nights, stay_room_id, title_en, title_bn, summary_en, summary_bn,
    updated_at, body_en, body_bn from post;

-- The whole of a post as it was when it was published, scheduled, restored or saved by hand, and at most one for ten minutes
-- of what one person's screen saved by itself.
create table post_version (
  id {id},
  post_id integer not null,
  kind text not null,
  at {big} not null,
  began_at {big} not null,
  account_id integer,
  category_id integer not null,
  slug text not null,
  picture text,
  position integer not null,
  stay_nights integer,
  stay_room_id integer,
  title_en text not null,
  title_bn text,
  summary_en text not null,
  summary_bn text,
  body_en text not null,
  body_bn text,
  constraint post_version_kind check (kind in ('published', 'scheduled', 'saved', 'autosaved', 'restored')),
  constraint post_version_post foreign key (post_id) references post (id) on delete cascade,
  constraint post_version_account foreign key (account_id) references account (id) on delete set null
) {strict};
create index post_version_newest on post_version (post_id, at, id);

-- The version that goes live at a moment. A job that finds none does nothing.
create table post_schedule (
  id {id},
  post_id integer not null,
  version_id integer not null,
  at {big} not null,
  account_id integer,
  constraint post_schedule_post foreign key (post_id) references post (id) on delete cascade,
  constraint post_schedule_version foreign key (version_id) references post_version (id),
  constraint post_schedule_account foreign key (account_id) references account (id) on delete set null
) {strict};
create unique index post_schedule_by_post on post_schedule (post_id);
create index post_schedule_by_version on post_schedule (version_id);

-- The addresses at which a post was to be read before: they lead to the one it has now.
create table post_redirect (
  slug text not null,
  post_id integer not null,
  constraint post_redirect_pk primary key (slug),
  constraint post_redirect_post foreign key (post_id) references post (id) on delete cascade
) {strict};
create index post_redirect_by_post on post_redirect (post_id);

-- Links by which a draft is looked at without signing in.
create table post_preview (
  token_hash {bytes} not null,
  post_id integer not null,
  account_id integer,
  until_at {big} not null,
  constraint post_preview_pk primary key (token_hash),
  constraint post_preview_post foreign key (post_id) references post (id) on delete cascade,
  constraint post_preview_account foreign key (account_id) references account (id) on delete set null
) {strict};
create index post_preview_by_post on post_preview (post_id, until_at);
create index post_preview_ended on post_preview (until_at);

-- Which pictures a text names: a post as it is read (post), its draft and its versions, a passage.
create table text_picture (
  picture text {sorted} not null,
  place text {sorted} not null,
  place_id text {sorted} not null,
  constraint text_picture_pk primary key (picture, place, place_id),
  constraint text_picture_picture foreign key (picture) references picture (name)
) {strict rowless};
create index text_picture_by_place on text_picture (place, place_id);

insert into text_picture (picture, place, place_id)
  select picture.name, 'post', cast(post.id as text) from picture join post
    on post.body_en like '%/pictures/' || picture.name || '-%' or post.body_bn like '%/pictures/' || picture.name || '-%';
insert into text_picture (picture, place, place_id)
  select picture, 'draft', place_id from text_picture where place = 'post';
insert into text_picture (picture, place, place_id)
  select picture, 'draft', cast(post_id as text) from post_draft
    where picture is not null and not exists (select 1 from text_picture as known where known.picture = post_draft.picture
      and known.place = 'draft' and known.place_id = cast(post_draft.post_id as text));
insert into text_picture (picture, place, place_id)
  select picture.name, 'passage', passage.page || '.' || passage.key from picture join passage
    on passage.text_en like '%/pictures/' || picture.name || '-%'
    or passage.text_bn like '%/pictures/' || picture.name || '-%';
