import { categories as categoryIds, findCategoryPage } from '../../categories.ts'
import { loadCompany } from '../../company.ts'
import { listCategoryRows } from '../../texts.ts'
import { getPictures } from '../../media/store.ts'
import { isoTimestamp } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { href, inLanguage, pages } from '#routes/public.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { addCategory, validateCategory } from '../category.ts'
import { addPost, getDraft, validateDetails, saveDetails, saveText, type DraftRow } from '../draft.ts'
import { listPosts } from '../listing.ts'
import { hasSameContent, wasPublished, type PostContent } from '../post.ts'
import { endPreviews, createPreview, PREVIEW_TTL_MS, countPreviews } from '../preview.ts'
import { cancelSchedule, publishPost, removePost, findSchedule, schedulePost, unpublishPost } from '../publishing.ts'
import { restorePost } from '../restoring.ts'
import { parseStayExtras } from '../stay-extras.ts'
import { listVersions, getVersion, type VersionRow } from '../versions.ts'
import type { PostRecord, PostVersion, postsOfficeContract } from './contract.ts'

const MAX_POSTS = 30
const MAX_VERSIONS = 30

export const postsOfficeHandlers = {
  async getPosts(db, ctx, form) {
    const { timeZone } = await loadCompany(db, ctx)
    const formatLocalTimestamp = (at: number | null) => (at === null ? null : isoTimestamp(timeZone, at))
    const { rows, more } = await listPosts(db, { ...form, now: ctx.now, limit: MAX_POSTS })
    return {
      data: rows.map((row) => {
        const isPublic = row.published_at !== null && row.published_at <= ctx.now
        return {
          id: row.post_id,
          category_id: row.category_id,
          title_en: row.title_en,
          title_bn: row.title_bn ?? '',
          summary: (ctx.language === 'bn' && row.summary_bn) || row.summary_en,
          translated: row.title_bn !== null && row.has_bangla === 1,
          published: isPublic ? formatLocalTimestamp(row.published_at) : null,
          scheduled: formatLocalTimestamp(row.due_at ?? (isPublic ? null : row.published_at)),
          changed: isPublic && row.changed === 1,
          edited: formatLocalTimestamp(row.edited_at)!,
          who: row.authorName,
        }
      }),
      more,
      categories: await readCategoryViews(db, ctx),
      time_zone: timeZone,
    }
  },
  getPost: (db, ctx, { id }) => readPostView(db, ctx, id),
  addPost: {
    validate: validateDetails,
    execute: async (db, ctx, form) => readPostView(db, ctx, await addPost(db, ctx, form)),
  },
  savePostText: runAndPresentPost(saveText),
  savePostDetails: { validate: validateDetails, execute: runAndPresentPost(saveDetails) },
  publishPost: runAndPresentPost(publishPost),
  schedulePost: runAndPresentPost(schedulePost),
  cancelPostSchedule: runAndPresentPost(cancelSchedule),
  unpublishPost: runAndPresentPost(unpublishPost),
  async removePost(db, ctx, form) {
    await removePost(db, ctx, form)
    return {}
  },

  async getPostVersions(db, ctx, { id, after }) {
    await getDraft(db, id)
    const { timeZone } = await loadCompany(db, ctx)
    const { rows, more } = await listVersions(db, id, after, MAX_VERSIONS)
    return { data: rows.map((row) => toVersionView(row, row.authorName, timeZone)), more }
  },
  async getPostVersion(db, ctx, { id, version_id }) {
    const { timeZone } = await loadCompany(db, ctx)
    const row = await getVersion(db, id, version_id)
    const post = await db.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return {
      version: toVersionView(row, null, timeZone),
      before: toTextsByLanguage(row),
      now: toTextsByLanguage(await getDraft(db, id)),
      published: post.published_at === null ? null : toTextsByLanguage(post),
    }
  },
  restorePost: runAndPresentPost(restorePost),

  async createPostPreview(db, ctx, form) {
    const token = await createPreview(db, ctx, form)
    const { timeZone } = await loadCompany(db, ctx)
    return {
      path: inLanguage(href('detail', { slug: 'draft' }, { preview: token }), ctx.language),
      until: isoTimestamp(timeZone, ctx.now + PREVIEW_TTL_MS),
    }
  },
  revokePostPreviews: runAndPresentPost(endPreviews),
  addPostCategory: {
    validate: validateCategory,
    execute: async (db, ctx, form) => ({ id: await addCategory(db, ctx, form) }),
  },
} satisfies Handlers<typeof postsOfficeContract>

/** Returns a handler that runs an operation on a post and returns the updated post. */
function runAndPresentPost<Form extends { id: number }>(
  operation: (db: WholeDatabase, ctx: RequestContext, form: Form) => Promise<unknown>,
): (db: WholeDatabase, ctx: RequestContext, form: Form) => Promise<PostRecord> {
  return async (db, ctx, form) => {
    await operation(db, ctx, form)
    return readPostView(db, ctx, form.id)
  }
}

const toVersionView = ({ id, kind, at }: VersionRow, authorName: string | null, timeZone: string): PostVersion => ({
  id,
  kind,
  at: isoTimestamp(timeZone, at),
  who: authorName,
})

const toTextsByLanguage = (row: PostContent) => ({
  en: {
    title: row.title_en,
    summary: row.summary_en,
    body: row.body_en,
  },
  bn: { title: row.title_bn ?? '', summary: row.summary_bn ?? '', body: row.body_bn ?? '' },
})

async function readCategoryViews(db: Database, { language }: RequestContext) {
  const rows = await listCategoryRows(db)
  return rows.map(({ id, title_en, title_bn }) => {
    const page = findCategoryPage(id)
    return { id, title: (language === 'bn' && title_bn) || title_en, path: page ? pages[page] : null }
  })
}

/** Returns the data of a post for the office. */
async function readPostView(db: Database, ctx: RequestContext, id: number): Promise<PostRecord> {
  const { language, now } = ctx
  const { timeZone } = await loadCompany(db, ctx)
  const [draft, post, schedule, previews, categories, rooms, extras] = await Promise.all([
    getDraft(db, id),
    db.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst(),
    findSchedule(db, id),
    countPreviews(db, now, id),
    readCategoryViews(db, ctx),
    db.selectFrom('room').select(['id', 'name_en', 'name_bn']).orderBy('position').orderBy('id').execute(),
    db.selectFrom('extra').select(['id', 'name_en', 'name_bn', 'active']).orderBy('position').orderBy('id').execute(),
  ])
  const pictures = await getPictures(db, language, [draft.picture])
  const details = toDetailsView(draft, pictures.get(draft.picture ?? '') ?? null)
  const publishedAt = post?.published_at ?? null
  const isPublic = publishedAt !== null && publishedAt <= now
  const editor =
    draft.edited_by === null
      ? undefined
      : await db.selectFrom('account').select('name').where('id', '=', draft.edited_by).executeTakeFirst()
  return {
    id,
    path:
      post && isPublic ? href(post.category_id === categoryIds.blog ? 'post' : 'detail', { slug: post.slug }) : null,
    was_published: post !== undefined && wasPublished(post),
    published: isPublic ? isoTimestamp(timeZone, publishedAt) : null,
    scheduled: schedule
      ? {
          ...toLocalDayAndTime(timeZone, schedule.due_at),
          who: schedule.authorName,
          is_older: !hasSameContent(schedule, draft),
        }
      : publishedAt !== null && !isPublic
        ? { ...toLocalDayAndTime(timeZone, publishedAt), who: null, is_older: draft.changed === 1 }
        : null,
    changed: isPublic && draft.changed === 1,
    details,
    en: { version: draft.version_en, title: draft.title_en, summary: draft.summary_en, body: draft.body_en },
    bn: {
      version: draft.version_bn,
      title: draft.title_bn ?? '',
      summary: draft.summary_bn ?? '',
      body: draft.body_bn ?? '',
    },
    edited: isoTimestamp(timeZone, draft.edited_at),
    who: editor?.name || null,
    previews: {
      links: Number(previews.links),
      until: previews.until === null ? null : isoTimestamp(timeZone, Number(previews.until)),
    },
    categories,
    rooms: rooms.map((room) => ({ id: room.id, name: pickLocalizedName(language, room) })),
    extras: extras
      .filter((extra) => extra.active === 1 || details.stay_extras.some((included) => included.id === extra.id))
      .map((extra) => ({ id: extra.id, name: pickLocalizedName(language, extra) })),
    time_zone: timeZone,
    now: toLocalDayAndTime(timeZone, now),
  }
}

const toDetailsView = (draft: DraftRow, shownPicture: PostRecord['details']['shown']): PostRecord['details'] => ({
  version: draft.version,
  category_id: draft.category_id,
  slug: draft.slug,
  picture: draft.picture ?? '',
  shown: shownPicture,
  position: draft.position,
  stay_nights: draft.stay_nights ?? 0,
  stay_room_id: draft.stay_room_id ?? 0,
  stay_price: poishaToBdt(draft.stay_price_poisha ?? 0),
  stay_extras: parseStayExtras(draft.stay_extras),
})

/** Converts a timestamp to the property's local day and time. */
function toLocalDayAndTime(timeZone: string, at: number): { day: string; time: string } {
  const [day, time] = isoTimestamp(timeZone, at).split('T')
  return { day: day!, time: time!.slice(0, 5) }
}
