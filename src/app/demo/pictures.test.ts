import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { illustrations } from '#content/illustrations.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(root + file, 'utf8'))
/** Each subject with a picture on its own page or in its own place. Lists that repeat the picture are not counted. */
const told: [string, string][] = [
  ...['posts', 'products'].flatMap((file) =>
    (read(`seed/${file}.json`) as { slug: string; picture: string }[]).map(({ slug, picture }): [string, string] => [
      `${file} ${slug}`,
      picture,
    ]),
  ),
  ...(read('seed/slides.json') as { picture: string }[]).map(({ picture }): [string, string] => ['home', picture]),
  ...(read('seed/rooms.json') as { slug: string; pictures: string[] }[]).flatMap(({ slug, pictures }) =>
    pictures.map((picture): [string, string] => [`rooms ${slug}`, picture]),
  ),
  ...Object.entries(illustrations).flatMap(([page, shown]) =>
    Object.values(shown).map((picture): [string, string] => [page, picture]),
  ),
]

test('uses every picture, and none for more than three subjects (CONT-6, HOME-4)', () => {
  const tellsOf = Map.groupBy(told, ([, picture]) => picture)
  for (const [picture, things] of tellsOf)
    assert.ok(new Set(things.map(([thing]) => thing)).size <= 3, `${picture}: ${things.map(([thing]) => thing).join()}`)
  assert.deepEqual(Object.keys(read('art/manifest.json')).sort(), [...tellsOf.keys()].sort())
})
