import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../testing/ask.ts'
import { open, visit } from '../testing/browser.ts'
import { engines } from '../testing/engines.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'

describe('a page wakes when its scripts are there (decision 15)', () => {
  let house: TestHouse
  before(async () => void (house = await openHouse(engines[0]!)))
  after(() => house.close())

  test('a page to be read is painted before its scripts are fetched', () =>
    visit(house, async (page) => {
      await open(page, '/')
      const { painted, scripts } = await page.evaluate(whenPainted)
      assert.ok(scripts.length > 0)
      for (const asked of scripts) assert.ok(asked >= painted, `${asked} ms, painted after ${painted} ms`)
    }))

  test('a page that nobody looks at wakes all the same', () =>
    visit(house, async (page) => {
      await page.addInitScript(() => (PerformanceObserver.prototype.observe = () => {}))
      await open(page, '/')
    }))

  test('a page to which one comes to do something asks for its scripts at once', () =>
    visit(house, async (page) => {
      await page.addInitScript(() => {
        const { setTimeout: later } = window
        const soon = (done: TimerHandler, ms = 0) => (ms < 2_000 ? later(done, ms) : 0)
        Object.assign(window, { setTimeout: soon })
        PerformanceObserver.prototype.observe = () => {}
      })
      await open(page, '/login')
    }))

  for (const address of ['/', '/login'])
    test(`${address}: scripts that are here before the document wait for all of it`, async () => {
      const line = await slowLine(house.url)
      try {
        await visit({ url: line.url, clock: house.clock }, (page) => open(page, address))
      } finally {
        line.server.close()
      }
    })
})

/** The house at the end of a line on which half of a document comes a moment after its scripts. */
async function slowLine(url: string) {
  const scriptIsHere = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await ask(url, request.url!, { headers: { accept: request.headers.accept! } })
    response.writeHead(status, headers)
    const isDocument = headers['content-type']?.startsWith('text/html')
    if (!isDocument) {
      response.end(body)
      if (request.url!.includes('entry-client')) scriptIsHere.resolve()
      return
    }
    response.write(body.subarray(0, body.indexOf('</main>')))
    await scriptIsHere.promise
    await sleep(500)
    response.end(body.subarray(body.indexOf('</main>')))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function whenPainted() {
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
  return {
    painted: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    scripts: scripts.map(({ startTime }) => startTime),
  }
}
