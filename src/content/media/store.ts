import { existsSync, readFileSync } from 'node:fs'
import type { Selectable } from 'kysely'
import type { Language } from '#routes/public.ts'
import type { Flag } from '#schema/flag.ts'
import type { Tables } from '#schema/tables.ts'
import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { publish, type Publisher } from '#platform/database/publish.ts'
import type { PictureData } from '#platform/pictures.ts'

export const picturesPrefix = '/pictures/'

type Files = Record<'avif' | 'jpeg', Record<string, string>> & { webp?: Record<string, string> }
interface BuiltPicture {
  width: number
  height: number
  alt: { en: string; bn: string }
  illustrative: boolean
  placeholder: string
  files: Files
}

/** Registers the files of the built-in pictures in the database. Keeps descriptions and replacements by staff. */
export async function registerBuiltPictures(db: Publisher, listingPath: string): Promise<void> {
  if (!existsSync(listingPath))
    throw new Error(`the built pictures are missing: ${listingPath} does not exist; run the build`)
  const builtPictures = JSON.parse(readFileSync(listingPath, 'utf8')) as Record<string, BuiltPicture>
  const existingPictures = new Map((await db.selectFrom('picture').selectAll().execute()).map((row) => [row.name, row]))
  const rows = Object.entries(builtPictures).map(([name, picture]) => toRow(name, picture, existingPictures.get(name)))
  const changedRows = rows.filter((row) => hasChanged(row, existingPictures.get(row.name)))
  if (changedRows.length === 0) return
  await publish(db, async (tx) => {
    for (const row of changedRows) {
      await tx
        .insertInto('picture')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    }
  })
}

type ExistingPicture = Selectable<Tables['picture']> | undefined

/** Compares only the given fields, because a stored picture has additional ones. */
const hasChanged = (row: object, existingPicture: ExistingPicture): boolean =>
  existingPicture === undefined ||
  Object.entries(row).some(([field, value]) => existingPicture[field as keyof typeof existingPicture] !== value)

const toRow = (name: string, { alt, illustrative, ...picture }: BuiltPicture, existingPicture: ExistingPicture) => ({
  name,
  built: 1 as Flag,
  ...(existingPicture?.edited === 1 ? pick(existingPicture, 'alt_en', 'alt_bn') : { alt_en: alt.en, alt_bn: alt.bn }),
  ...(existingPicture && existingPicture.upload_id !== null
    ? pick(existingPicture, 'illustrative', 'width', 'height', 'colour', 'files')
    : {
        illustrative: (illustrative ? 1 : 0) as Flag,
        width: picture.width,
        height: picture.height,
        colour: picture.placeholder,
        files: JSON.stringify(picture.files),
      }),
})

const pick = <Row extends object, Field extends keyof Row>(row: Row, ...fields: Field[]): Pick<Row, Field> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, Field>

export const isKnownPicture = async (db: Database, name: string): Promise<boolean> =>
  (await db.selectFrom('picture').select('name').where('name', '=', name).executeTakeFirst()) !== undefined

/** Returns pictures by name, in the format for pages. */
export async function getPictures(
  db: Database,
  language: Language,
  names: readonly (string | null)[],
): Promise<Map<string, PictureData>> {
  const uniqueNames = [...new Set(names.filter((name) => name !== null))]
  if (uniqueNames.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture')
    .selectAll()
    .select(localized(language, 'picture.alt').as('alt'))
    .where('name', 'in', uniqueNames)
    .execute()
  return new Map(rows.map((row) => [row.name, toPictureData(row)]))
}

/** Converts a row to the format for pages. */
export function toPictureData(row: Selectable<Tables['picture']> & { alt: string }): PictureData {
  const { avif, webp = {}, jpeg } = JSON.parse(row.files) as Files
  const [srcWidth, fallbackFile] = Object.entries(jpeg).at(-1)!
  const sizesByType = { 'image/avif': avif, 'image/webp': webp }
  return {
    alt: row.decorative === 1 ? '' : row.alt,
    width: row.width,
    height: row.height,
    colour: row.colour,
    illustrative: row.illustrative === 1,
    ...((row.focus_x !== 50 || row.focus_y !== 50) && { focus: `${row.focus_x}-${row.focus_y}` }),
    src: picturesPrefix + fallbackFile,
    srcWidth: Number(srcWidth),
    sources: Object.entries(sizesByType)
      .filter(([, sizes]) => Object.keys(sizes).length > 0)
      .map(([type, sizes]) => ({ type, srcSet: toSrcSet(sizes) })),
  }
}

const toSrcSet = (sizes: Record<string, string>): string =>
  Object.entries(sizes)
    .map(([size, file]) => `${picturesPrefix}${file} ${size}w`)
    .join(', ')
