import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { illustrations } from '../illustrations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the pictures of the demo website, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    test('appear in at most two places each (DES-79)', async () => {
      const token = await app.signIn('owner')
      const defaultPictureNames = Object.values(illustrations).flatMap(Object.values)
      const usesByPicture = new Map<string, string[]>()
      let after: string | undefined
      do {
        const { body } = await app.call('getPictures', after ? { after } : {}, { token })
        for (const { name } of body.data) {
          const { uses } = (await app.call('getPicture', { name }, { token })).body
          const useDescriptions = uses.map((use: { kind: string; name: string }) => `${use.kind} ${use.name}`)
          usesByPicture.set(name, [...useDescriptions, ...defaultPictureNames.filter((picture) => picture === name)])
        }
        after = body.more ?? undefined
      } while (after)
      assert.ok([...usesByPicture.values()].flat().length > 40)
      assert.deepEqual(
        [...usesByPicture].filter(([, uses]) => uses.length > 2),
        [],
      )
    })
  })
}
