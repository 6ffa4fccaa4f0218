import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sqlite } from '#testing/engines.ts'
import { sendRequest } from '#testing/send-request.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { officeEndpoints, officeRoot } from '#routes/office.ts'
import { enOffice } from '#locales/en-office.ts'
import { bnOffice } from '#locales/bn-office.ts'

const distFolder = fileURLToPath(new URL('../../dist/', import.meta.url))
const readAssets = (folder: string) =>
  readdirSync(join(distFolder, folder))
    .filter((name) => ['.js', '.css'].includes(extname(name)))
    .map((name) => [name, readFileSync(join(distFolder, folder, name), 'utf8')] as const)

/** Sentences long enough that no public page contains them by chance. */
const sentences = [...Object.values(enOffice), ...Object.values(bnOffice)].filter((text) => text.length > 25)

test('public pages load no script or style that mentions the office or contains its texts (OFF-7)', () => {
  const scripts = readAssets('client/assets')
  assert.ok(scripts.length > 10)
  const paths = Object.values(officeEndpoints).map(([, path]) => path)
  const officeTexts = [officeRoot, ...paths, ...sentences]
  const keys = new Set(Object.keys(enOffice))
  for (const [name, text] of scripts) {
    const keysInText = text.match(/[a-z_]+\.\w+/g) ?? []
    assert.deepEqual(
      [
        ...officeTexts.filter((officeText) => text.includes(officeText)),
        ...keysInText.filter((officeText) => keys.has(officeText)),
      ],
      [],
      name,
    )
  }
  const officeScripts = readAssets('office/assets').map(([, text]) => text)
  for (const officeText of [officeRoot, 'request.confirm', enOffice['request.decline_text']])
    assert.ok(officeScripts.some((text) => text.includes(officeText)))
})

describe('the shell of the office', () => {
  const app = setUpTestApp(sqlite)

  test('is the same for every visitor, is never cached, and runs only its own script (OFF-6, OFF-7)', async () => {
    const staffToken = await app.signIn('staff')
    for (const language of languages) {
      const path = inLanguage('/office/bookings/ABCDEFGHJK', language)
      const response = await app.get(path)
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('cache-control'), 'private, no-store')
      assert.equal(response.headers.get('x-robots-tag'), 'noindex')
      const policy = response.headers.get('content-security-policy')!
      for (const directive of [
        "default-src 'none'",
        "script-src 'self';",
        "style-src 'self';",
        "frame-ancestors 'none'",
      ])
        assert.ok(policy.includes(directive), directive)
      const html = await response.text()
      assert.equal(html, await (await app.get(path, { authorization: `Bearer ${staffToken}` })).text())
      assert.match(
        html,
        new RegExp(`<html lang="${language}" data-painted>`),
        'the font of Bangla headings loads at once',
      )
      assert.match(html, /<meta name="robots" content="noindex"\/>/)
      assert.doesNotMatch(html, /style=|<style|<script(?! type="module" src="\/assets\/)/)
      const assetPaths = Array.from(html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, assetPath]) => assetPath!)
      assert.ok(assetPaths.length > 1, `${assetPaths.length} assets`)
      for (const assetPath of assetPaths) {
        const assetResponse = await app.get(assetPath)
        assert.equal(assetResponse.status, 200, assetPath)
        assert.match(assetResponse.headers.get('cache-control')!, /immutable/)
      }
    }
  })

  test('redirects an address with a trailing slash (APP-1)', async () => {
    const { status, headers } = await app.get('/office/?page=2')
    assert.deepEqual([status, headers.get('location')], [308, '/office?page=2'])
  })

  test('never redirects to another host or to no address (APP-1)', async () => {
    for (const [path, location] of [
      ['/office/..//evil.example/', '/office/..//evil.example'],
      ['/bn/office/%2e%2e/%2e%2e//evil.example//', '/bn/office/%2e%2e/%2e%2e//evil.example'],
      ['/office/%2e%2e/', '/office/%2e%2e'],
    ] as const) {
      const { status, headers } = await sendRequest(app.url, path)
      assert.deepEqual([status, headers.location], [308, location])
    }
  })

  test('is the start page for staff and owners only (OFF-6)', async () => {
    for (const username of ['staff', 'owner', 'anna'] as const) {
      const { body } = await app.call('userLogin', { username, password: passwordsByUsername[username] })
      assert.equal(body.home, username === 'anna' ? undefined : '/office', username)
    }
  })
})
