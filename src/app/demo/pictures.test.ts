import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { illustrations } from '#content/illustrations.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'))
/** The subjects and their pictures. Lists that repeat a picture are not counted. */
const uses: [string, string][] = [
  ...['posts', 'products'].flatMap((file) =>
    (read(`seed/${file}.json`) as { slug: string; picture: string | null }[]).flatMap(
      ({ slug, picture }): [string, string][] => (picture ? [[`${file} ${slug}`, picture]] : []),
    ),
  ),
  ...(read('seed/slides.json') as { picture: string }[]).map(({ picture }): [string, string] => ['home', picture]),
  ...(read('seed/rooms.json') as { slug: string; pictures: string[] }[]).flatMap(({ slug, pictures }) =>
    pictures.map((picture): [string, string] => [`rooms ${slug}`, picture]),
  ),
  ...Object.entries(illustrations).flatMap(([page, pictureNames]) =>
    Object.values(pictureNames).map((picture): [string, string] => [page, picture]),
  ),
]

test('the website uses every picture, and none for more than three subjects (CONT-6, HOME-4)', () => {
  const usesByPicture = Map.groupBy(uses, ([, picture]) => picture)
  for (const [picture, pictureUses] of usesByPicture)
    assert.ok(
      new Set(pictureUses.map(([subject]) => subject)).size <= 3,
      `${picture}: ${pictureUses.map(([subject]) => subject).join()}`,
    )
  assert.deepEqual(Object.keys(read('art/manifest.json')).sort(), [...usesByPicture.keys()].sort())
})
