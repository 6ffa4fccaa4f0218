import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { visit } from './browser.ts'

/** Pages that each have one thing wrong with them. */
const pages: Record<string, string> = {
  '/fine': '<title>Fine</title>',
  '/thrown': '<script>throw new Error("torn")</script>',
  '/warned': '<script>console.warn("frayed")</script>',
  '/missing': '<img src="/no-such-picture">',
  '/stranger': '<img src="https://elsewhere.example/picture">',
  '/cut': '<script>fetch("/cut-off").catch(() => (document.title = "Cut off"))</script>',
  '/map': '<iframe src="https://www.openstreetmap.org/export/embed.html"></iframe>',
}
const complaints: Record<string, RegExp> = {
  '/thrown': /^uncaught: torn \(on \/thrown\)$/m,
  '/warned': /^warning: frayed \(on/m,
  '/missing': /^404 \/no-such-picture$/m,
  '/stranger': /^stranger https:\/\/elsewhere\.example\/picture$/m,
  '/cut': /^failed \/cut-off net::/m,
  '/policy': /^error: .*Content Security Policy/m,
}

describe('the browser of the tests', () => {
  const server = createServer((request, response) => {
    if (request.url === '/cut-off') return void request.socket.destroy()
    if (request.url === '/policy') response.setHeader('content-security-policy', "script-src 'self'")
    const page = request.url === '/policy' ? pages['/thrown'] : pages[request.url!]
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' })
    response.end(`<!doctype html><link rel="icon" href="data:,">${page}`)
  })
  let house: { url: string; clock: { now: number; advance(): void } }
  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    house = { url: `http://127.0.0.1:${port}`, clock: { now: Date.parse('2027-01-04'), advance() {} } }
  })
  after(() => void server.close())

  const look = (path: string, troubles: string[] = []) =>
    visit(
      house,
      async (page) => {
        await page.goto(path)
        if (path === '/cut') await page.waitForFunction(() => document.title === 'Cut off')
      },
      { troubles },
    )

  for (const [path, complaint] of Object.entries(complaints)) {
    test(`it complains of ${path}`, async () => {
      await assert.rejects(look(path), { message: complaint })
    })
  }

  test('it does not complain where nothing is wrong, nor of what is told beforehand', async () => {
    await look('/fine')
    await look('/map')
    await look('/thrown', ['torn'])
    await assert.rejects(look('/fine', ['torn']), /not said: torn/)
  })

  test('it lives on the days of the house', async () => {
    await visit(house, async (page) => {
      await page.goto('/fine')
      assert.match(await page.evaluate(() => new Date().toISOString()), /^2027-01-04T00:00:/)
      assert.ok((await page.evaluate(() => Date.now() - new Date().getTime())) < 2)
      assert.equal(await page.evaluate(() => new Date(0).toISOString()), '1970-01-01T00:00:00.000Z')
    })
  })
})
