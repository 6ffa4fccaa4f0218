-- Posts: published texts, drafts and versions.

-- A published post. body is cleaned HTML. published_at null: a draft; in the future: a scheduled post. stay_nights
-- and stay_room_id belong to stay packages.
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
  stay_nights integer constraint post_stay_nights check (stay_nights between 1 and 365),
  stay_room_id integer constraint post_stay_room references room (id),
  constraint post_category foreign key (category_id) references category (id),
  constraint post_picture foreign key (picture) references picture (name)
) {strict};
create unique index post_slug on post (slug);
create index post_by_category on post (category_id, position, published_at);
create index post_by_picture on post (picture);

-- The draft of a post. Each language and the shared fields have their own version. tab: the browser tab that saved
-- last, so that a repeated save after a lost response is no conflict.
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

-- A complete copy of a post: when it was published, scheduled, restored or saved. Autosaves of one person make at
-- most one row in ten minutes.
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

-- The version that goes live at a time.
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

-- Former addresses of a post. They redirect to the current one.
create table post_redirect (
  slug text not null,
  post_id integer not null,
  constraint post_redirect_pk primary key (slug),
  constraint post_redirect_post foreign key (post_id) references post (id) on delete cascade
) {strict};
create index post_redirect_by_post on post_redirect (post_id);

-- Links that show a draft without signing in.
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
