import { existsSync, readFileSync } from 'node:fs'
import type { Language } from '../urls.ts'
import type { Flag } from '../tables/flag.ts'
import { localized } from '../platform/database/localized.ts'
import type { Database } from '../platform/database/database.ts'
import { publish, type Publisher } from '../platform/database/publish.ts'
import type { PictureData } from '../platform/pictures.ts'

export const picturesPrefix = '/pictures/'

type Files = Record<'avif' | 'jpeg', Record<string, string>>
interface BuiltPicture {
  width: number
  height: number
  alt: { en: string; bn: string }
  illustrative: boolean
  placeholder: string
  files: Files
}

/** Tells the database which files the build made of the pictures that come with the product. */
export async function knowBuiltPictures(db: Publisher, listing: string): Promise<void> {
  if (!existsSync(listing)) throw new Error(`there are no pictures yet: ${listing} is missing; run the build`)
  const built = JSON.parse(readFileSync(listing, 'utf8')) as Record<string, BuiltPicture>
  const known = new Map((await db.selectFrom('picture').selectAll().execute()).map((row) => [row.name, row]))
  const rows = Object.entries(built).map(([name, picture]) => rowOf(name, picture))
  const changed = rows.filter((row) => JSON.stringify({ ...known.get(row.name) }) !== JSON.stringify(row))
  if (changed.length === 0) return
  await publish(db, async (press) => {
    for (const row of changed) {
      await press
        .insertInto('picture')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    }
  })
}

const rowOf = (name: string, { alt, illustrative, width, height, placeholder, files }: BuiltPicture) => ({
  name,
  alt_en: alt.en,
  alt_bn: alt.bn,
  illustrative: (illustrative ? 1 : 0) as Flag,
  width,
  height,
  colour: placeholder,
  files: JSON.stringify(files),
})

/** Pictures by name, as pages show them. */
export async function picturesNamed(
  db: Database,
  language: Language,
  names: readonly (string | null)[],
): Promise<Map<string, PictureData>> {
  const wanted = [...new Set(names.filter((name) => name !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture')
    .select([
      'name',
      'illustrative',
      'width',
      'height',
      'colour',
      'files',
      localized(language, 'picture.alt').as('alt'),
    ])
    .where('name', 'in', wanted)
    .execute()
  return new Map(
    rows.map(({ name, alt, width, height, colour, illustrative, files }) => {
      const { avif, jpeg } = JSON.parse(files) as Files
      const [srcWidth, fallback] = Object.entries(jpeg).at(-1)!
      const srcSet = Object.entries(avif)
        .map(([size, file]) => `${picturesPrefix}${file} ${size}w`)
        .join(', ')
      const picture: PictureData = {
        alt,
        width,
        height,
        colour,
        illustrative: illustrative === 1,
        src: picturesPrefix + fallback,
        srcWidth: Number(srcWidth),
        sources: [{ type: 'image/avif', srcSet }],
      }
      return [name, picture]
    }),
  )
}
