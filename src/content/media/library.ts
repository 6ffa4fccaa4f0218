import { sql, type Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { conflict, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import { mustMayPublish } from '#platform/publishing-right.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Flag } from '#schema/flag.ts'
import type { Tables } from '#schema/tables.ts'
import { isSeenByReaders, isUnused, usesOf } from './uses.ts'

export type PictureRow = Selectable<Tables['picture']>

export interface PicturesAsked {
  search?: string | undefined
  which?: 'all' | 'unused' | 'undescribed' | undefined
  after?: string | undefined
  most: number
}

/** Lists one page of the library, newest first. Built-in pictures come last. */
export async function picturesAsked(
  db: Database,
  { search, which, after, most }: PicturesAsked,
): Promise<{ rows: PictureRow[]; more: string | null }> {
  const [, at, name] = /^(\d+)~(.+)$/.exec(after ?? '') ?? []
  const found = await db
    .selectFrom('picture')
    .selectAll()
    .$if(name !== undefined, (rows) => rows.where(sql<boolean>`(added_at, name) < (${Number(at)}, ${name!})`))
    .$if(Boolean(search), (rows) => rows.where(holds(search!)))
    .$if(which === 'unused', (rows) => rows.where(isUnused))
    .$if(which === 'undescribed', (rows) => rows.where(isUndescribed))
    .orderBy('added_at', 'desc')
    .orderBy('name', 'desc')
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most)
  const last = rows.at(-1)
  return { rows, more: found.length > most ? `${last!.added_at}~${last!.name}` : null }
}

/** SQL condition: the name or the description contains every search word. */
function holds(search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = sql`lower(title || ' ' || name || ' ' || alt_en || ' ' || coalesce(alt_bn, ''))`
  const each = words.map((word) => sql<boolean>`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

const isUndescribed = sql<boolean>`(decorative = 0 and (alt_en = '' or coalesce(alt_bn, '') = ''))`

export async function pictureNamed(db: Database, name: string): Promise<PictureRow> {
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

/** Requires a description in both languages, for visitors who cannot see the picture. */
export function errorsOfPicture({ decorative, alt_en, alt_bn }: Partial<PictureForm>): FieldMessages {
  if (decorative) return {}
  return {
    ...(alt_en === '' && { alt_en: [{ key: 'error.picture_alt' as const }] }),
    ...(alt_bn === '' && { alt_bn: [{ key: 'error.picture_alt' as const }] }),
  }
}

/** Saves the description and the focal point of a picture. Pages that show it are rendered again. */
export async function savePicture(db: WholeDatabase, ctx: RequestContext, form: PictureForm): Promise<void> {
  assertValid(errorsOfPicture(form))
  const { name, version, decorative, ...texts } = form
  await publish(db, async (tx) => {
    const before = await tx.selectFrom('picture').selectAll().where('name', '=', name).executeTakeFirst()
    if (!before) throw notFound()
    mustMayPublish(ctx, await isSeenByReaders(tx, name))
    const row = { ...texts, alt_bn: texts.alt_bn || null, decorative: (decorative ? 1 : 0) as Flag }
    const { numUpdatedRows } = await tx
      .updateTable('picture')
      .set({ ...row, version: version + 1, edited: 1 })
      .where('name', '=', name)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.stale')
    await recordChange(tx, ctx, 'picture changed', `picture ${name}`, { before: told(before), after: told(row) })
  })
}

const told = ({
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
  focal_point: `${focus_x} % / ${focus_y} %`,
})

/** Removes an unused picture. If someone uses it concurrently, the database rejects one of the two changes. */
export async function removePicture(db: WholeDatabase, ctx: RequestContext, name: string): Promise<void> {
  await publish(db, async (tx) => {
    const row = await tx.selectFrom('picture').selectAll().where('name', '=', name).executeTakeFirst()
    if (!row) throw notFound()
    if (row.built === 1) throw conflict('error.picture_built')
    const uses = await usesOf(tx, ctx.language, row)
    if (uses.length > 0) throw conflict('error.picture_used', { where: uses.map((use) => use.name).join(', ') })
    await tx.deleteFrom('picture').where('name', '=', name).execute()
    await tx.deleteFrom('picture_upload').where('picture', '=', name).execute()
    await recordChange(tx, ctx, 'picture removed', `picture ${name}`, {
      before: { title: row.title, alt_en: row.alt_en },
    })
  })
}

export type UploadRow = Selectable<Tables['picture_upload']>

/** Lists uploads that are in progress or have failed. */
export const openUploads = (db: Database): Promise<UploadRow[]> =>
  db
    .selectFrom('picture_upload')
    .selectAll()
    .where('state', 'in', ['waiting', 'making', 'failed'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

/** Returns the state of an upload. */
export async function uploadNumber(db: Database, id: number): Promise<UploadRow> {
  const row = await db.selectFrom('picture_upload').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Dismisses the failure message of an upload. */
export async function dismissUpload(db: Database, id: number): Promise<void> {
  await db.deleteFrom('picture_upload').where('id', '=', id).where('state', '=', 'failed').execute()
}

/** Returns who uploaded the current file of a picture, and when. */
export const senderOf = (db: Database, upload: number) =>
  db
    .selectFrom('picture_upload')
    .leftJoin('account', 'account.id', 'picture_upload.account_id')
    .select(['picture_upload.created_at', 'picture_upload.bytes', 'picture_upload.type', 'account.name as who'])
    .where('picture_upload.id', '=', upload)
    .executeTakeFirst()
