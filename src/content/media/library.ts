import { sql, type Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { containsWord } from '#platform/database/contains-word.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import { requirePublishPermission } from '#platform/publish-permission.ts'
import { recordChange } from '#platform/audit.ts'
import type { Flag } from '#schema/flag.ts'
import type { Tables } from '#schema/tables.ts'
import { isPubliclyVisible, isUnused, listUses } from './uses.ts'

export type PictureRow = Selectable<Tables['picture']>

export interface PictureQuery {
  search?: string | undefined
  filter?: 'all' | 'unused' | 'undescribed' | undefined
  after?: string | undefined
  limit: number
}

/** Lists one page of the library, newest first. Built-in pictures come last. */
export async function listPictures(
  db: Database,
  { search, filter, after, limit }: PictureQuery,
): Promise<{ rows: PictureRow[]; nextCursor: string | null }> {
  const [, addedAt, name] = /^(\d+)~(.+)$/.exec(after ?? '') ?? []
  const foundRows = await db
    .selectFrom('picture')
    .selectAll()
    .$if(name !== undefined, (rows) => rows.where(sql<boolean>`(added_at, name) < (${Number(addedAt)}, ${name!})`))
    .$if(Boolean(search), (rows) => rows.where(matchesSearch(search!)))
    .$if(filter === 'unused', (rows) => rows.where(isUnused))
    .$if(filter === 'undescribed', (rows) => rows.where(isUndescribed))
    .orderBy('added_at', 'desc')
    .orderBy('name', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = foundRows.slice(0, limit)
  const lastRow = rows.at(-1)
  return { rows, nextCursor: foundRows.length > limit ? `${lastRow!.added_at}~${lastRow!.name}` : null }
}

/** SQL condition: the title, the name and the descriptions together contain every search word. */
function matchesSearch(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = sql`(title || ' ' || name || ' ' || alt_en || ' ' || coalesce(alt_bn, ''))`
  const conditions = words.map((word) => containsWord([text], word))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const isUndescribed = sql<boolean>`(decorative = 0 and (alt_en = '' or coalesce(alt_bn, '') = ''))`

export async function getPicture(db: Database, name: string): Promise<PictureRow> {
  const row = await db.selectFrom('picture').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export interface PictureForm {
  name: string
  version: number
  title: string
  alt_en: string
  alt_bn: string
  decorative: boolean
  focus_x: number
  focus_y: number
}

/** Requires a description in both languages, for visitors who cannot see the picture, unless it is decorative. */
export function validatePicture({ decorative, alt_en, alt_bn }: Partial<PictureForm>): FieldMessages {
  if (decorative) return {}
  return {
    ...(alt_en === '' && { alt_en: [{ key: 'error.picture_alt' as const }] }),
    ...(alt_bn === '' && { alt_bn: [{ key: 'error.picture_alt' as const }] }),
  }
}

/**
 * Saves the title, the description and the focal point of a picture. Rejects an outdated version. Pages that show the
 * picture are rendered again.
 */
export async function savePicture(db: WholeDatabase, ctx: RequestContext, form: PictureForm): Promise<void> {
  assertValid(validatePicture(form))
  const { name, version, decorative, ...texts } = form
  await publish(db, async (tx) => {
    const before = await tx.selectFrom('picture').selectAll().where('name', '=', name).executeTakeFirst()
    if (!before) throw notFound()
    requirePublishPermission(ctx, await isPubliclyVisible(tx, name))
    const row = { ...texts, alt_bn: texts.alt_bn || null, decorative: (decorative ? 1 : 0) as Flag }
    const { numUpdatedRows } = await tx
      .updateTable('picture')
      .set({ ...row, version: version + 1, edited: 1 })
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'picture changed', `picture ${name}`, {
      before: toLogEntry(before),
      after: toLogEntry(row),
    })
  })
}

const toLogEntry = ({
  title,
  alt_en,
  alt_bn,
  decorative,
  focus_x,
  focus_y,
}: Omit<PictureForm, 'name' | 'version' | 'decorative' | 'alt_bn'> & { alt_bn: string | null; decorative: Flag }) => ({
  title,
  alt_en,
  alt_bn,
  decorative: decorative === 1,
  focal_point: `${focus_x}% / ${focus_y}%`,
})

/** Removes an unused picture. If someone uses it concurrently, the database rejects one of the two changes. */
export async function removePicture(db: WholeDatabase, ctx: RequestContext, name: string): Promise<void> {
  await publish(db, async (tx) => {
    const row = await tx.selectFrom('picture').selectAll().where('name', '=', name).executeTakeFirst()
    if (!row) throw notFound()
    if (row.built === 1) throw conflict('error.picture_built_in')
    const uses = await listUses(tx, ctx.language, row)
    if (uses.length > 0) throw conflict('error.picture_used', { where: uses.map((use) => use.name).join(', ') })
    await tx.deleteFrom('picture').where('name', '=', name).execute()
    await tx.deleteFrom('picture_upload').where('picture', '=', name).execute()
    await recordChange(tx, ctx, 'picture removed', `picture ${name}`, {
      before: { title: row.title, alt_en: row.alt_en },
    })
  })
}

export type UploadRow = Selectable<Tables['picture_upload']>

/** Lists the newest uploads that are in progress or have failed, at most 100. */
export const listOpenUploads = (db: Database): Promise<UploadRow[]> =>
  db
    .selectFrom('picture_upload')
    .selectAll()
    .where('state', 'in', ['waiting', 'making', 'failed'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

export async function getUpload(db: Database, id: number): Promise<UploadRow> {
  const row = await db.selectFrom('picture_upload').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Dismisses the failure message of an upload. */
export async function dismissUpload(db: Database, id: number): Promise<void> {
  await db.deleteFrom('picture_upload').where('id', '=', id).where('state', '=', 'failed').execute()
}

/** Returns who uploaded the current file of a picture, and when. */
export const findUploader = (db: Database, upload: number) =>
  db
    .selectFrom('picture_upload')
    .leftJoin('account', 'account.id', 'picture_upload.account_id')
    .select(['picture_upload.created_at', 'picture_upload.bytes', 'picture_upload.type', 'account.name as authorName'])
    .where('picture_upload.id', '=', upload)
    .executeTakeFirst()
