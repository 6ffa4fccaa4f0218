import type { Selectable } from 'kysely'
import { categories } from '../categories.ts'
import { isKnownPicture } from '../media/store.ts'
import { updatePictureFiles } from '../media/text-pictures.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { bdtToPoisha } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { MAX_POSITION } from './limits.ts'
import { cleanArticle } from './clean-article.ts'
import { describeChanges } from './describe-changes.ts'
import { hasSameContent, storePostPictures, createPlaceholderSlug, type PostContent } from './post.ts'
import { serializeStayExtras, type StayExtra } from './stay-extras.ts'
import { storeVersion } from './versions.ts'

export type DraftRow = Selectable<Tables['post_draft']>

/** The version that the client last loaded, and its browser tab. */
interface LoadedVersion {
  id: number
  version: number
  tab: string
}

export interface TextForm extends LoadedVersion {
  language: Language
  /** False for an automatic save. Automatic saves within a few minutes share one version. */
  by_hand: boolean
  title: string
  summary: string
  body: string
}

export interface DetailsForm extends LoadedVersion {
  by_hand: boolean
  category_id: number
  slug: string
  picture: string
  position: number
  /** 0: not a stay package. */
  stay_nights: number
  /** 0: any room. */
  stay_room_id: number
  /** The price of the whole stay in BDT. 0 means that the nightly rates apply. */
  stay_price: number
  stay_extras: readonly StayExtra[]
}

/** Adds an unpublished post and returns its ID. */
export async function addPost(
  db: WholeDatabase,
  ctx: RequestContext,
  form: { title_en: string; category_id: number; slug: string },
): Promise<number> {
  assertValid((await validateDetails(db, ctx, form)).fieldErrors)
  return publish(db, async (tx) => {
    const lastDraft = await tx
      .selectFrom('post_draft')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('category_id', '=', form.category_id)
      .executeTakeFirst()
    const content: PostContent = {
      ...form,
      title_bn: null,
      summary_en: '',
      summary_bn: null,
      body_en: '',
      body_bn: null,
      picture: null,
      position: Math.min(MAX_POSITION, (lastDraft?.position ?? 0) + 1),
      stay_nights: null,
      stay_room_id: null,
      stay_price_poisha: null,
      stay_extras: null,
    }
    // The address is stored in the draft. The published row gets it when the post is published.
    const { id } = await tx
      .insertInto('post')
      .values({ ...content, slug: createPlaceholderSlug(), published_at: null, updated_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('post_draft')
      .values({ post_id: id, ...content, changed: 1, edited_at: ctx.now, edited_by: ctx.account!.id })
      .execute()
    await recordChange(tx, ctx, 'post added', `post ${id}`, { after: form })
    return id
  }).catch(throwSlugError)
}

/**
 * Saves the draft text of one language. The published text does not change. Rejects an outdated version, unless the
 * last save came from the same tab and its response was lost.
 */
export async function saveText(db: WholeDatabase, ctx: RequestContext, form: TextForm): Promise<void> {
  const { id, language, title, summary, version, tab, by_hand } = form
  const body = await updatePictureFiles(db, await cleanArticle(form.body))
  const texts =
    language === 'en'
      ? { title_en: title, summary_en: summary, body_en: body }
      : { title_bn: title || null, summary_bn: summary || null, body_bn: body || null }
  await inTransaction(db, (transaction) =>
    saveDraft(transaction, ctx, { id, part: `_${language}`, version, tab, by_hand }, texts),
  )
}

/** Saves the details that both languages share, with the same version check as `saveText`. */
export async function saveDetails(db: WholeDatabase, ctx: RequestContext, form: DetailsForm): Promise<void> {
  assertValid((await validateDetails(db, ctx, form)).fieldErrors)
  const { id, version, tab, by_hand, picture, category_id, slug, position } = form
  await inTransaction(db, (transaction) =>
    saveDraft(
      transaction,
      ctx,
      { id, part: '', version, tab, by_hand },
      {
        category_id,
        slug,
        position,
        picture: picture || null,
        stay_nights: form.stay_nights || null,
        stay_room_id: form.stay_room_id || null,
        stay_price_poisha: bdtToPoisha(form.stay_price) || null,
        stay_extras: serializeStayExtras(form.stay_extras),
      },
    ),
  ).catch(throwSlugError)
}

/** The parts of a post with separate versions: the languages and the shared details. */
type ColumnSuffix = '' | '_en' | '_bn'

async function saveDraft(
  transaction: Transaction,
  ctx: RequestContext,
  { id, part, version, tab, by_hand }: LoadedVersion & { part: ColumnSuffix; by_hand: boolean },
  patch: Partial<PostContent>,
): Promise<void> {
  const previousDraft = await getDraft(transaction, id)
  const [versionColumn, tabColumn] = [`version${part}`, `tab${part}`] as const
  const { numUpdatedRows } = await transaction
    .updateTable('post_draft')
    .set(({ eb }) => ({
      ...patch,
      [versionColumn]: eb(versionColumn, '+', 1),
      [tabColumn]: tab,
      edited_at: ctx.now,
      edited_by: ctx.account!.id,
    }))
    .where('post_id', '=', id)
    .where(({ eb, or, and }) =>
      or([eb(versionColumn, '=', version), and([eb(versionColumn, '=', version + 1), eb(tabColumn, '=', tab)])]),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('error.conflict')
  const draft = await updateChangedFlag(transaction, id)
  await storePostPictures(transaction, 'draft', id, draft)
  const { isNew } = await storeVersion(transaction, ctx, by_hand ? 'saved' : 'autosaved', id, draft)
  if (isNew) await recordDraft(transaction, ctx, previousDraft, draft)
}

const recordDraft = (db: Database, ctx: RequestContext, before: DraftRow, after: DraftRow) =>
  recordChange(db, ctx, 'post changed', `post ${before.post_id}`, describeChanges(before, after))

/** Updates the flag for unpublished changes and returns the draft. */
export async function updateChangedFlag(db: Database, id: number): Promise<DraftRow> {
  const draft = await getDraft(db, id)
  const post = await db.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changed = post.published_at === null || !hasSameContent(post, draft) ? 1 : 0
  if (changed !== draft.changed) await db.updateTable('post_draft').set({ changed }).where('post_id', '=', id).execute()
  return { ...draft, changed }
}

export async function getDraft(db: Database, id: number): Promise<DraftRow> {
  const row = await db.selectFrom('post_draft').selectAll().where('post_id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Runs the checks that need the database: the address is free, and category, picture, room and extras exist. */
export async function validateDetails(
  db: Database,
  _: RequestContext,
  { id = 0, category_id, slug, picture, stay_nights, stay_room_id, stay_price, stay_extras = [] }: Partial<DetailsForm>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const hasRow = async (row: Promise<unknown>) => (await row) !== undefined
  if (slug !== undefined && (await isTaken(db, slug, id))) fieldErrors['slug'] = [{ key: 'error.post_slug_taken' }]
  if (
    category_id !== undefined &&
    !(await hasRow(db.selectFrom('category').select('id').where('id', '=', category_id).executeTakeFirst()))
  )
    fieldErrors['category_id'] = [{ key: 'error.choice' }]
  if (picture && !(await isKnownPicture(db, picture))) fieldErrors['picture'] = [{ key: 'error.picture_unknown' }]
  if (
    stay_room_id &&
    !(await hasRow(db.selectFrom('room').select('id').where('id', '=', stay_room_id).executeTakeFirst()))
  )
    fieldErrors['stay_room_id'] = [{ key: 'error.choice' }]
  if (stay_price && category_id === categories.packages && (stay_nights === 0 || stay_room_id === 0))
    fieldErrors['stay_price'] = [{ key: 'error.package_price' }]
  const extraIds = new Set(stay_extras.map((extra) => extra.id))
  if (extraIds.size > 0) {
    const existingExtras = await db
      .selectFrom('extra')
      .select('id')
      .where('id', 'in', [...extraIds])
      .execute()
    if (existingExtras.length < stay_extras.length) fieldErrors['stay_extras'] = [{ key: 'error.choice' }]
  }
  return { fieldErrors }
}

/** Checks published posts, drafts, scheduled posts and redirects of former addresses. */
async function isTaken(db: Database, slug: string, id: number): Promise<boolean> {
  const matches = await Promise.all([
    db.selectFrom('post').select('id').where('slug', '=', slug).where('id', '<>', id).executeTakeFirst(),
    db
      .selectFrom('post_draft')
      .select('post_id')
      .where('slug', '=', slug)
      .where('post_id', '<>', id)
      .executeTakeFirst(),
    db
      .selectFrom('post_redirect')
      .select('post_id')
      .where('slug', '=', slug)
      .where('post_id', '<>', id)
      .executeTakeFirst(),
    db
      .selectFrom('post_schedule')
      .innerJoin('post_version', 'post_version.id', 'post_schedule.version_id')
      .select('post_schedule.post_id')
      .where('post_version.slug', '=', slug)
      .where('post_schedule.post_id', '<>', id)
      .executeTakeFirst(),
  ])
  return matches.some((row) => row !== undefined)
}

/** Turns a unique constraint violation into a field error, for concurrent requests with the same address. */
export function throwSlugError(error: unknown): never {
  const isSlugConstraint = ['post_slug', 'post_draft_slug', 'post_redirect_pk'].includes(
    findConstraintName(error) ?? '',
  )
  throw isSlugConstraint ? invalid({ slug: 'error.post_slug_taken' }) : error
}
