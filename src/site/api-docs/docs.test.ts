import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operationsOf } from '../../../testing/api-description.ts'
import { engines } from '../../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../../testing/house.ts'
import { mainOf } from '../../../testing/reading.ts'
import { apiDocsPath } from '../../urls.ts'

/** However much there is to tell, a reader is sent one part of it. */
const MOST_BYTES = 500_000

for (const engine of engines) {
  describe(`the description of the API for people, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())

    test('leads to every endpoint and every event, each told in its chapter with all its fields (API-22)', async () => {
      const api = (await house.call('getOpenApi')).body
      const { main: contents, bytes } = await read(apiDocsPath)
      assert.ok(bytes < MOST_BYTES, `the contents have ${bytes} bytes`)
      const links = [...contents.matchAll(/href="\/api\/docs\/([^"#]+)#([^"]+)"/g)]
      const led = Map.groupBy(links, ([, chapter]) => chapter!)
      const named = [...operationsOf(api).keys(), ...Object.keys(api.webhooks)]
      assert.deepEqual(links.map(([, , id]) => id).sort(), named.sort())
      for (const [chapter, members] of led) {
        const { main, bytes: size } = await read(`${apiDocsPath}/${chapter}`)
        assert.ok(size < MOST_BYTES, `${chapter} has ${size} bytes`)
        const told = [...main.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id)
        assert.deepEqual(
          told,
          members.map(([, , id]) => id),
          chapter,
        )
      }
      const booking = await read(`${apiDocsPath}/booking`)
      for (const field of ['checkin', 'checkout', 'Idempotency-Key'])
        assert.match(booking.main, new RegExp(`<code>${field}</code>`))
    })

    test('has no chapter of another name', async () => {
      assert.equal((await house.get(`${apiDocsPath}/office`)).status, 404)
    })

    async function read(path: string): Promise<{ main: string; bytes: number }> {
      const answer = await house.get(path)
      assert.equal(answer.status, 200, path)
      const html = await answer.text()
      return { main: mainOf(html), bytes: Buffer.byteLength(html) }
    }
  })
}
