import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testBrowsers } from './test-browsers.ts'
import { runVisit, type VisitSettings, type Visitor } from './visitor.ts'

const hydrationScript = '<p id="announcer"></p><script src="/awake.js"></script>'
const pageSources: Record<string, string> = {
  '/form': `
    <form>
      <label>Name <input name="name" value="Rafiq"></label>
      <label>Arrival <input name="day" type="date"></label>
      <label>Payment <select><option>Cash</option><option>Card</option></select></label>
      <label for="files">Drawings</label><input id="files" type="file" multiple hidden>
      <button type="button" aria-label="Send: it all" onclick="this.textContent = 'Sent'">Send</button>
      <button type="button" onclick="this.textContent = 'Sent'" style="margin-top: 2000px">Far <i aria-hidden="true">x</i> away</button>
    </form>`,
  '/fine': '<h1>Fine</h1>',
  '/thrown': '<script>throw new Error("torn")</script>',
  '/promised': '<script>void Promise.reject(new Error("frayed"))</script>',
  '/warned': '<script>console.warn("creased")</script>',
  '/missing': '<img src="/no-such-picture">',
  '/stranger': '<img src="https://elsewhere.example/picture">',
  '/policy': '<script>document.title = "Not allowed"</script>',
}
const expectedMessages: Record<string, RegExp> = {
  '/thrown': /uncaught: .*torn \(on \/thrown\)/,
  '/promised': /uncaught: .*frayed/,
  '/warned': /warn: creased/,
  '/missing': /404 \/no-such-picture/,
  '/stranger': /not loaded: https:\/\/elsewhere\.example\/picture/,
  '/policy': /policy: script-src/,
}

for (const testBrowser of testBrowsers) {
  describe(`a visitor with ${testBrowser.name}`, { skip: testBrowser.missing ?? false }, () => {
    const server = createServer((request, response) => {
      if (request.url === '/awake.js') return void response.end('document.getElementById("announcer").__react = true')
      const page = pageSources[request.url!]
      const policy = request.url === '/policy' ? "script-src 'self'" : "script-src 'self' 'unsafe-inline'"
      const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
      response.writeHead(page ? 200 : 404, headers)
      response.end(
        `<!doctype html><html><head><link rel="icon" href="data:,"></head><body>${page}${hydrationScript}</body></html>`,
      )
    })
    let app: { url: string; clock: { now: number; advance(): void } }
    before(async () => {
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
      const { port } = server.address() as AddressInfo
      app = { url: `http://127.0.0.1:${port}`, clock: { now: Date.parse('2027-01-04'), advance() {} } }
    })
    after(() => void server.close())

    const visit = (scenario: (visitor: Visitor) => Promise<void>, stay?: VisitSettings) =>
      runVisit(testBrowser, app, scenario, stay)

    test('fills, chooses and clicks elements by their accessible name', () =>
      visit(async (visitor) => {
        const [name, day] = [{ role: 'field', name: 'Name' } as const, { role: 'field', name: 'Arrival' } as const]
        await visitor.open('/form')
        await visitor.fill(name, 'Lena Vogt')
        await visitor.fillDay(day, '2027-01-24')
        await visitor.choose({ role: 'field', name: /^Payment/ }, 'Card')
        assert.deepEqual(
          [await visitor.readFieldValue(name), await visitor.readFieldValue(day)],
          ['Lena Vogt', '2027-01-24'],
        )
        await visitor.click({ role: 'button', name: 'Send: it all' })
        await visitor.sees({ role: 'button', text: 'Sent' })
        await visitor.click({ role: 'button', name: 'Far away' })
        assert.equal(await visitor.count({ role: 'button', text: 'Sent' }), 2)
        await visitor.misses({ role: 'button', name: 'Far away' })
      }))

    test('reaches elements with the keyboard', () =>
      visit(async (visitor) => {
        await visitor.open('/form')
        await visitor.tabTo({ role: 'field', name: 'Name' })
        await visitor.type('লেনা')
        await visitor.press('Tab')
        await visitor.typeDay('2027-01-24')
        assert.equal(await visitor.readFieldValue({ css: '[name=day]' }), '2027-01-24')
        await visitor.tabTo({ role: 'button', name: 'Send: it all' })
        await visitor.press('Shift+Tab')
        await visitor.hasFocus({ css: 'select' })
        await visitor.press('Tab')
        await visitor.press('Enter')
        await visitor.sees({ role: 'button', text: 'Sent' })
        assert.equal(await visitor.readFieldValue({ css: '[name=name]' }), 'লেনা')
      }))

    test('attaches files to a field, even if it is hidden', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'attached-'))
      const files = ['front.txt', 'back.txt'].map((each) => join(folder, each))
      for (const file of files) writeFileSync(file, `the ${file.endsWith('front.txt') ? 'front' : 'back'} of a label`)
      try {
        await visit(async (visitor) => {
          await visitor.open('/form')
          await visitor.attach({ role: 'field', name: 'Drawings' }, files)
          const fileContents = await visitor.evaluate(async () => {
            const { files: attachedFiles } = document.getElementById('files') as HTMLInputElement
            return Promise.all([...attachedFiles!].map(async (file) => [file.name, await file.text()]))
          }, null)
          assert.deepEqual(fileContents, [
            ['front.txt', 'the front of a label'],
            ['back.txt', 'the back of a label'],
          ])
        })
      } finally {
        rmSync(folder, { recursive: true })
      }
    })

    test('reports every fault of a page', async () => {
      const paths = Object.keys(expectedMessages)
      const runScenario = async (visitor: Visitor) => {
        for (const path of paths) {
          await visitor.open(path)
          await visitor.waitUntil('all of it', () => document.readyState === 'complete', null)
        }
      }
      await assert.rejects(visit(runScenario), ({ message }: Error) => {
        for (const complaint of Object.values(expectedMessages)) assert.match(message, complaint)
        return true
      })
    })

    test('reports no fault for a valid page or an expected fault', async () => {
      await visit((visitor) => visitor.open('/fine'))
      await visit((visitor) => visitor.open('/thrown'), { expectedErrors: ['torn'] })
      await assert.rejects(
        visit((visitor) => visitor.open('/fine'), { expectedErrors: ['torn'] }),
        { message: /missing.*\n?.*torn/ },
      )
    })

    test('uses the requested window size, reduced motion and the clock of the test server', () =>
      visit(
        async (visitor) => {
          await visitor.open('/fine')
          const readSize = () => visitor.evaluate(() => [innerWidth, innerHeight], null)
          assert.deepEqual(await readSize(), [820, 700])
          await visitor.resize(1024)
          assert.deepEqual(await readSize(), [1024, 900])
          assert.ok(await visitor.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches, null))
          assert.match(await visitor.evaluate(() => new Date().toISOString(), null), /^2027-01-04T00:00:/)
          assert.equal((await visitor.picture()).subarray(1, 4).toString(), 'PNG')
        },
        { width: 820, height: 700 },
      ))

    test('has no data of an earlier visit', async () => {
      for (const _ of ['first', 'second']) {
        await visit(async (visitor) => {
          await visitor.open('/fine')
          assert.equal(await visitor.evaluate(() => localStorage.getItem('unchanged'), null), null)
          await visitor.evaluate(() => localStorage.setItem('unchanged', 'here'), null)
        })
      }
    })
  })
}
