import type { Selectable } from 'kysely'
import { isKnownPicture } from './media/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { assertContainsEveryId, savePositions } from '#platform/database/positions.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import { isValidLink } from './link-path.ts'
import { requirePublishPermission } from '#platform/publish-permission.ts'
import { incrementSectionVersion } from './settings.ts'

/** The form of a slide. An untranslated text is empty. */
export interface SlideForm {
  picture: string
  title_en: string
  title_bn: string
  text_en: string
  text_bn: string
  link_path: string
  link_label_en: string
  link_label_bn: string
  active: boolean
}

export type SlideRow = Selectable<Tables['slide']>

/** Adds a slide at the end and returns its ID. */
export async function addSlide(db: WholeDatabase, ctx: RequestContext, form: SlideForm): Promise<number> {
  requirePublishPermission(ctx, form.active)
  assertValid((await validateSlide(db, ctx, form)).fieldErrors)
  return publish(db, async (tx) => {
    const lastSlide = await tx
      .selectFrom('slide')
      .select(({ fn }) => fn.max('position').as('position'))
      .executeTakeFirst()
    const { id } = await tx
      .insertInto('slide')
      .values({ ...toRow(form), position: (lastSlide?.position ?? 0) + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(tx, ctx, 'slide added', `slide ${id}`, { after: form })
    return id
  })
}

/** Saves a slide. Rejects an outdated version. */
export async function saveSlide(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: SlideForm & { id: number; version: number },
): Promise<void> {
  const before = await getSlide(db, id)
  requirePublishPermission(ctx, before.active === 1 || form.active)
  assertValid((await validateSlide(db, ctx, form)).fieldErrors)
  await publish(db, async (tx) => {
    const previousSlide = await getSlide(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('slide')
      .set({ ...toRow(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'slide changed', `slide ${id}`, { before: toForm(previousSlide), after: form })
  })
}

export async function removeSlide(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  requirePublishPermission(ctx, (await getSlide(db, id)).active === 1)
  await publish(db, async (tx) => {
    const previousSlide = await getSlide(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('slide')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'slide removed', `slide ${id}`, { before: toForm(previousSlide) })
  })
}

/** Changes the order of the slides. The list must contain exactly the current slides. Rejects an outdated version. */
export async function orderSlides(
  db: WholeDatabase,
  ctx: RequestContext,
  { ids, version }: { ids: readonly number[]; version: number },
): Promise<void> {
  const before = await listSlides(db)
  assertContainsEveryId(before, ids, 'error.order_changed')
  const filterActive = (order: readonly number[]) =>
    order.filter((id) => before.find((slide) => slide.id === id)!.active)
  const orderBefore = before.map(({ id }) => id)
  requirePublishPermission(ctx, filterActive(orderBefore).join() !== filterActive(ids).join())
  await publish(db, async (tx) => {
    await incrementSectionVersion(tx, 'slides', version)
    await savePositions(tx, 'slide', ids)
    const formatSlideTitles = (slideIds: readonly number[]) =>
      slideIds.map((id) => before.find((slide) => slide.id === id)!.title_en).join(' · ')
    await recordChange(tx, ctx, 'slides reordered', 'slides all', {
      before: { order: formatSlideTitles(orderBefore) },
      after: { order: formatSlideTitles(ids) },
    })
  })
}

/** Runs the checks that need the database: the picture exists and the link is valid. */
export async function validateSlide(
  db: Database,
  { now }: RequestContext,
  form: Partial<SlideForm>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  const { picture, link_path } = form
  if (picture !== undefined && !(await isKnownPicture(db, picture)))
    fieldErrors['picture'] = [{ key: 'error.picture_unknown' }]
  if (link_path !== undefined && !(await isValidLink(db, link_path, now)))
    fieldErrors['link_path'] = [{ key: 'error.link_path' }]
  return { fieldErrors }
}

export const listSlides = (db: Database): Promise<SlideRow[]> =>
  db.selectFrom('slide').selectAll().orderBy('position').orderBy('id').execute()

export async function getSlide(db: Database, id: number): Promise<SlideRow> {
  const row = await db.selectFrom('slide').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const toRow = ({ active, title_bn, text_bn, link_label_bn, ...form }: SlideForm) => ({
  ...form,
  title_bn: title_bn || null,
  text_bn: text_bn || null,
  link_label_bn: link_label_bn || null,
  active: active ? (1 as const) : (0 as const),
})

export const toForm = (row: SlideRow): SlideForm => ({
  picture: row.picture,
  title_en: row.title_en,
  title_bn: row.title_bn ?? '',
  text_en: row.text_en,
  text_bn: row.text_bn ?? '',
  link_path: row.link_path,
  link_label_en: row.link_label_en,
  link_label_bn: row.link_label_bn ?? '',
  active: row.active === 1,
})
