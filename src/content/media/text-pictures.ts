import type { Database } from '#platform/database/database.ts'
import type { TextLocation } from '#schema/media.ts'
import { picturesPrefix } from './store.ts'

type NullableText = string | null

/**
 * Stores the pictures that a text contains, in the transaction that saves the text. So the uses of a picture are known
 * without reading all texts. `shownPictureNames` lists the pictures displayed next to the text.
 */
export async function storeTextPictures(
  db: Database,
  place: TextLocation,
  placeId: string | number,
  texts: readonly NullableText[],
  shownPictureNames: readonly NullableText[] = [],
): Promise<void> {
  const place_id = String(placeId)
  const candidateNames = [...findFiles(texts).map(getPictureName), ...shownPictureNames].filter((name) => name !== null)
  const existingPictures =
    candidateNames.length === 0
      ? []
      : await db.selectFrom('picture').select('name').where('name', 'in', candidateNames).execute()
  const storedRows = await db
    .selectFrom('text_picture')
    .select('picture')
    .where('place', '=', place)
    .where('place_id', '=', place_id)
    .execute()
  const namesBefore = new Set(storedRows.map(({ picture }) => picture))
  const namesAfter = new Set(existingPictures.map(({ name }) => name))
  const removedNames = [...namesBefore].filter((name) => !namesAfter.has(name))
  const addedPictures = [...namesAfter].filter((name) => !namesBefore.has(name))
  if (removedNames.length > 0)
    await db
      .deleteFrom('text_picture')
      .where('place', '=', place)
      .where('place_id', '=', place_id)
      .where('picture', 'in', removedNames)
      .execute()
  if (addedPictures.length > 0)
    await db
      .insertInto('text_picture')
      .values(addedPictures.map((picture) => ({ picture, place, place_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Deletes the entries of removed texts. */
export async function purgeTextPictures(db: Database, place: TextLocation, placeIds: readonly number[]): Promise<void> {
  if (placeIds.length === 0) return
  const place_ids = placeIds.map(String)
  await db.deleteFrom('text_picture').where('place', '=', place).where('place_id', 'in', place_ids).execute()
}

/**
 * Updates a text to the current files of its pictures. A text loaded before a picture was replaced, or taken from an
 * old version, names files that no longer exist.
 */
export async function updatePictureFiles<TextOrNull extends NullableText>(
  db: Database,
  html: TextOrNull,
): Promise<TextOrNull> {
  const files = findFiles([html])
  if (html === null || files.length === 0) return html
  const names = files.map(getPictureName)
  const rows = await db.selectFrom('picture').select(['name', 'files']).where('name', 'in', names).execute()
  const listings = new Map(rows.map(({ name, files: listing }) => [name, JSON.parse(listing) as Listing]))
  let text: string = html
  for (const file of files) {
    const listing = listings.get(getPictureName(file))
    if (!listing || Object.values(listing).some((sizes) => Object.values(sizes).includes(file))) continue
    text = text.replaceAll(picturesPrefix + file, picturesPrefix + findNearestFile(listing, file))
  }
  return text as TextOrNull
}

type Listing = Record<string, Record<string, string>>

/** Finds the file with the nearest width, of the same type if there is one. */
export function findNearestFile(listing: Listing, file: string): string {
  const fileType = file.endsWith('.avif') ? 'avif' : file.endsWith('.webp') ? 'webp' : 'jpeg'
  const targetWidth = Number(parseFileName(file).size)
  const sizes = Object.entries(listing[fileType] ?? {})
  const availableSizes =
    sizes.length > 0 ? sizes : Object.values(listing).flatMap((sizesOfType) => Object.entries(sizesOfType))
  const [, nearestFile] = availableSizes.reduce((nearest, candidate) =>
    Math.abs(Number(candidate[0]) - targetWidth) < Math.abs(Number(nearest[0]) - targetWidth) ? candidate : nearest,
  )
  return nearestFile
}

const findFiles = (texts: readonly NullableText[]): string[] => [
  ...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(filePattern)].map(([, file]) => file!))),
]
const filePattern = /\/pictures\/([\w-]+-\d+\.[\w.-]+\w)/g

/** The file `lobby-900.54ff698a.avif` belongs to the picture `lobby`. */
const getPictureName = (file: string): string => parseFileName(file).name

function parseFileName(file: string): { name: string; size: string } {
  const fileStem = file.slice(0, file.indexOf('.'))
  const dashIndex = fileStem.lastIndexOf('-')
  return { name: fileStem.slice(0, dashIndex), size: fileStem.slice(dashIndex + 1) }
}
