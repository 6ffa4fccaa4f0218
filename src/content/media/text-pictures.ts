import type { Database } from '#platform/database/database.ts'
import type { TextPlace } from '#schema/media.ts'
import { picturesPrefix } from './store.ts'

type Text = string | null

/**
 * Stores the pictures that a text contains, in the transaction that saves the text. Thus the uses of a picture are
 * known without reading all texts. `shown` lists pictures displayed next to the text.
 */
export async function keepTextPictures(
  db: Database,
  place: TextPlace,
  placeId: string | number,
  texts: readonly Text[],
  shown: readonly Text[] = [],
): Promise<void> {
  const place_id = String(placeId)
  const named = [...filesIn(texts).map(nameOf), ...shown].filter((name) => name !== null)
  const known =
    named.length === 0 ? [] : await db.selectFrom('picture').select('name').where('name', 'in', named).execute()
  const there = await db
    .selectFrom('text_picture')
    .select('picture')
    .where('place', '=', place)
    .where('place_id', '=', place_id)
    .execute()
  const before = new Set(there.map(({ picture }) => picture))
  const after = new Set(known.map(({ name }) => name))
  const gone = [...before].filter((name) => !after.has(name))
  const come = [...after].filter((name) => !before.has(name))
  if (gone.length > 0)
    await db
      .deleteFrom('text_picture')
      .where('place', '=', place)
      .where('place_id', '=', place_id)
      .where('picture', 'in', gone)
      .execute()
  if (come.length > 0)
    await db
      .insertInto('text_picture')
      .values(come.map((picture) => ({ picture, place, place_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Deletes the entries of removed texts. */
export async function purgeTextPictures(db: Database, place: TextPlace, placeIds: readonly number[]): Promise<void> {
  if (placeIds.length === 0) return
  const place_ids = placeIds.map(String)
  await db.deleteFrom('text_picture').where('place', '=', place).where('place_id', 'in', place_ids).execute()
}

/**
 * Updates a text to the current files of its pictures. A text loaded before a picture was replaced, or taken from an
 * old version, names files that no longer exist.
 */
export async function withFilesOfNow<Kept extends Text>(db: Database, html: Kept): Promise<Kept> {
  const files = filesIn([html])
  if (html === null || files.length === 0) return html
  const names = files.map(nameOf)
  const rows = await db.selectFrom('picture').select(['name', 'files']).where('name', 'in', names).execute()
  const listings = new Map(rows.map(({ name, files: listing }) => [name, JSON.parse(listing) as Listing]))
  let text: string = html
  for (const file of files) {
    const listing = listings.get(nameOf(file))
    if (!listing || Object.values(listing).some((sizes) => Object.values(sizes).includes(file))) continue
    text = text.replaceAll(picturesPrefix + file, picturesPrefix + nearest(listing, file))
  }
  return text as Kept
}

type Listing = Record<string, Record<string, string>>

/** Finds the file of the same type with the nearest width. */
export function nearest(listing: Listing, file: string): string {
  const kind = file.endsWith('.avif') ? 'avif' : file.endsWith('.webp') ? 'webp' : 'jpeg'
  const wanted = Number(parts(file).size)
  const sizes = Object.entries(listing[kind] ?? {})
  const all = sizes.length > 0 ? sizes : Object.values(listing).flatMap((each) => Object.entries(each))
  const [, next] = all.reduce((one, other) =>
    Math.abs(Number(other[0]) - wanted) < Math.abs(Number(one[0]) - wanted) ? other : one,
  )
  return next
}

const filesIn = (texts: readonly Text[]): string[] => [
  ...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(inText)].map(([, file]) => file!))),
]
const inText = /\/pictures\/([\w-]+-\d+\.[\w.-]+\w)/g

/** The file `lobby-900.54ff698a.avif` belongs to the picture `lobby`. */
const nameOf = (file: string): string => parts(file).name

function parts(file: string): { name: string; size: string } {
  const stem = file.slice(0, file.indexOf('.'))
  const dash = stem.lastIndexOf('-')
  return { name: stem.slice(0, dash), size: stem.slice(dash + 1) }
}
