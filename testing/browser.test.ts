import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openVisit, waitUntil, visit } from './browser.ts'

/** Test pages: pages that pass, and pages with one fault each. */
const pageSources: Record<string, string> = {
  '/fine': '<title>Fine</title>',
  '/thrown': '<script>throw new Error("torn")</script>',
  '/warned': '<script>console.warn("frayed")</script>',
  '/missing': '<img src="/no-such-picture">',
  '/stranger': '<img src="https://elsewhere.example/picture">',
  '/cut': '<script>fetch("/cut-off").catch(() => (document.title = "Cut off"))</script>',
  '/map': '<iframe src="https://www.openstreetmap.org/export/embed.html"></iframe>',
}
const expectedMessages: Record<string, RegExp> = {
  '/thrown': /^uncaught: torn \(on \/thrown\)$/m,
  '/warned': /^warning: frayed \(on/m,
  '/missing': /^404 \/no-such-picture$/m,
  '/stranger': /^stranger https:\/\/elsewhere\.example\/picture$/m,
  '/cut': /^failed \/cut-off net::/m,
  '/policy': /^error: .*Content Security Policy/m,
}

describe('visit', () => {
  const server = createServer((request, response) => {
    if (request.url === '/cut-off') return void request.socket.destroy()
    if (request.url === '/policy') response.setHeader('content-security-policy', "script-src 'self'")
    const page = request.url === '/policy' ? pageSources['/thrown'] : pageSources[request.url!]
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' })
    response.end(`<!doctype html><link rel="icon" href="data:,">${page}`)
  })
  let app: { url: string; clock: { now: number; advance(): void } }
  before(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    app = { url: `http://127.0.0.1:${port}`, clock: { now: Date.parse('2027-01-04'), advance() {} } }
  })
  after(() => void server.close())

  const visitPage = (path: string, expectedErrors: string[] = []) =>
    visit(
      app,
      async (page) => {
        await page.goto(path)
        if (path === '/cut') await waitUntil(page, () => document.title === 'Cut off')
      },
      { expectedErrors },
    )

  for (const [path, complaint] of Object.entries(expectedMessages)) {
    test(`reports the fault of ${path}`, async () => {
      assert.match((await catchFailure(visitPage(path))).message, complaint)
    })
  }

  test('passes for pages without faults and for expected faults', async () => {
    await visitPage('/fine')
    await visitPage('/map')
    await visitPage('/thrown', ['torn'])
    assert.match((await catchFailure(visitPage('/fine', ['torn']))).message, /did not occur: torn/)
  })

  test('leaves a screenshot and a trace of a failed visit in the folder that the error names', async () => {
    const { message } = await catchFailure(
      visit(app, (page) => page.goto('/fine').then(() => assert.fail('too few rooms'))),
    )
    const folder = /^Screenshot and trace: (.+)$/m.exec(message)![1]!
    assert.match(message, /^too few rooms$/m)
    assert.match(basename(folder), /^visit-leaves-a-screenshot-and-a-trace/)
    const [screenshot, trace] = ['page.png', 'trace.zip'].map((file) => readFileSync(join(folder, file)))
    assert.equal(screenshot!.subarray(1, 4).toString(), 'PNG')
    assert.equal(trace!.subarray(0, 2).toString(), 'PK')
  })

  test('can run another story for the same visitor after a failed one', async () => {
    const visitor = await openVisit(app, { expectedErrors: ['torn'] })
    const failure = await catchFailure(visitor.run(() => Promise.reject(new Error('first'))))
    assert.match(failure.message, /^first$/m)
    await visitor.run((page) => page.goto('/thrown').then(() => {}))
    await visitor.close()
    visitor.checkErrors()
  })

  test('sets the browser clock to that of the test server', async () => {
    await visit(app, async (page) => {
      await page.goto('/fine')
      assert.match(await page.evaluate(() => new Date().toISOString()), /^2027-01-04T/)
      const times = await page.evaluate(() => [Date.now(), new Date().getTime(), Date.now()])
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      )
      assert.equal(await page.evaluate(() => new Date(0).toISOString()), '1970-01-01T00:00:00.000Z')
    })
  })
})

/** The error of a visit that must fail. Its screenshot and its trace are deleted when this test process ends. */
async function catchFailure(failingStep: Promise<void>): Promise<Error> {
  const error = await failingStep.then(
    () => assert.fail('the visit must fail'),
    (reason: Error) => reason,
  )
  const folder = /^Screenshot and trace: (.+)$/m.exec(error.message)?.[1]
  if (folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return error
}
