import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sendRequest } from '#testing/send-request.ts'
import { sqlite } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { createAssetServer, readClientBuild } from './assets.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

describe('createAssetServer', () => {
  const script = `export const words = '${'stitch '.repeat(500)}'`
  const picture = Buffer.from([137, 80, 78, 71, 0, 255, 13, 10])
  let folder: string
  let url: string
  const server = createServer()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assets-'))
    await mkdir(join(folder, 'public/deep'), { recursive: true })
    await mkdir(join(folder, 'public/.vite'))
    await mkdir(join(folder, 'icons'))
    await writeFile(join(folder, 'public/app.12ab.js'), script)
    await writeFile(join(folder, 'public/deep/tile.png'), picture)
    await writeFile(join(folder, 'public/gone.avif'), picture)
    await writeFile(join(folder, 'public/gone.css'), 'p{}')
    await writeFile(join(folder, 'public/.vite/manifest.json'), '{}')
    await writeFile(join(folder, 'icons/favicon.svg'), '<svg/>')
    await writeFile(join(folder, 'secret.txt'), 'secret')
    const headers = { 'x-content-type-options': 'nosniff' }
    const assets = createAssetServer(
      [
        { folder: join(folder, 'public'), prefix: '/assets/', isImmutable: true },
        { folder: join(folder, 'icons'), prefix: '/', isImmutable: false },
      ],
      headers,
    )
    server.on('request', (request, response) => {
      if (!assets.serve(request, response)) response.writeHead(404).end('no such file')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    sendRequest(url, path, { headers, method })

  test('caches files of an immutable folder forever, and others for a day', async () => {
    const [appResponse, tileResponse, iconResponse] = [
      await get('/assets/app.12ab.js'),
      await get('/assets/deep/tile.png'),
      await get('/favicon.svg'),
    ]
    assert.deepEqual(
      [appResponse.headers['cache-control'], appResponse.headers['content-type']],
      [IMMUTABLE, 'text/javascript; charset=utf-8'],
    )
    assert.deepEqual(
      [tileResponse.headers['cache-control'], tileResponse.headers['content-type']],
      [IMMUTABLE, 'image/png'],
    )
    assert.deepEqual(
      [iconResponse.headers['cache-control'], iconResponse.headers['content-type']],
      ['public, max-age=86400', 'image/svg+xml; charset=utf-8'],
    )
    assert.equal(appResponse.body.toString(), script)
    assert.ok(tileResponse.body.equals(picture))
    for (const { status, headers } of [appResponse, tileResponse, iconResponse])
      assert.deepEqual([status, headers['x-content-type-options']], [200, 'nosniff'])
  })

  test('compresses files if that makes them smaller, and answers 304 to a known ETag', async () => {
    const gzipResponse = await get('/assets/app.12ab.js', { 'accept-encoding': 'gzip' })
    assert.equal(gunzipSync(gzipResponse.body).toString(), script)
    assert.equal(
      (await get('/assets/deep/tile.png', { 'accept-encoding': 'gzip, br' })).headers['content-encoding'],
      undefined,
    )
    assert.equal(
      (await get('/assets/app.12ab.js', { 'accept-encoding': 'gzip', 'if-none-match': gzipResponse.headers.etag! }))
        .status,
      304,
    )
  })

  test('answers HEAD like GET without the body, and no other method', async () => {
    for (const path of ['/assets/app.12ab.js', '/assets/deep/tile.png']) {
      const [fullResponse, headResponse] = [await get(path), await get(path, {}, 'HEAD')]
      assert.deepEqual([headResponse.status, headResponse.body.length], [200, 0])
      assert.deepEqual({ ...headResponse.headers, date: '' }, { ...fullResponse.headers, date: '' })
      assert.equal(Number(headResponse.headers['content-length']), fullResponse.body.length)
      assert.equal((await get(path, {}, 'POST')).status, 404)
    }
  })

  test('serves nothing outside of its folders, no hidden files and no folders', async () => {
    for (const path of [
      '/assets/../secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/..\\secret.txt',
      '/../secret.txt',
      '/assets/deep/../../secret.txt',
      '/assets/deep/../app.12ab.js',
      '/assets//app.12ab.js',
      '/assets/.vite/manifest.json',
      '/assets/',
      '/assets',
      '/assets/deep',
      '/assets/deep/',
      '/assets/app.12ab.js/',
      '/assets/app.12ab.js%00',
      '/ASSETS/app.12ab.js',
      '/__proto__',
      '/constructor',
      '/app.12ab.js',
    ]) {
      const { status, body } = await get(path)
      assert.deepEqual([status, body.toString()], [404, 'no such file'], path)
    }
  })

  test('answers 404 for a file that a later build removed, and keeps serving other files', async () => {
    for (const path of ['/assets/gone.avif', '/assets/gone.css']) {
      await rm(join(folder, path.replace('/assets', 'public')))
      assert.equal((await get(path)).status, 404)
    }
    assert.equal((await get('/favicon.svg')).status, 200)
  })
})

describe('readClientBuild', () => {
  const files: Record<string, string> = {
    '.vite/manifest.json': JSON.stringify({
      'entry-client.tsx': { file: 'entry.js', isEntry: true, imports: ['_base.js'], css: ['entry.css'] },
      '_base.js': { file: 'base.js', css: ['base.css'] },
      '_shared.js': { file: 'shared.js', imports: ['_base.js'], css: ['shared.css'] },
      'entry-reading.ts': {
        file: 'reading.js',
        isEntry: true,
        imports: ['_frame.js'],
        dynamicImports: ['part.tsx'],
      },
      '_frame.js': { file: 'frame.js' },
      'part.tsx': { file: 'part.js', imports: ['entry-client.tsx', '_shared.js'] },
      'room-page.tsx': { file: 'room.js', imports: ['entry-client.tsx', '_shared.js'], css: ['room.css'] },
    }),
    'entry.js': "t('home.title')",
    'base.js': 'a="dont"+`shell.${menu}_menu`',
    'shared.js': 't(`search.label`)',
    'room.js': 't(open?`room.title`:"it\'s",`rooms.none`)',
    'reading.js': "t('reading.more')",
    'frame.js': '',
    'part.js': "t('part.title')",
    'entry.css': 'e{}',
    'base.css': 'b{}',
    'shared.css': 's{}',
    'room.css': 'r{}',
  }
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'build-'))
    await mkdir(join(folder, '.vite'))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  })
  after(() => rm(folder, { recursive: true }))

  test('returns the scripts of the entry, the page and their imports, and each style once', () => {
    const client = readClientBuild(folder)
    const roomNeeds = client.collectNeeds(['room-page.tsx'])
    assert.equal(roomNeeds.scripts[0], '/entry.js')
    assert.deepEqual(roomNeeds.scripts.toSorted(), ['/base.js', '/entry.js', '/room.js', '/shared.js'])
    assert.deepEqual(roomNeeds.styles.toSorted(), ['/base.css', '/entry.css', '/room.css', '/shared.css'])
    assert.deepEqual(roomNeeds.css.match(/\w\{\}/g)!.toSorted(), ['b{}', 'e{}', 'r{}', 's{}'])
    assert.ok(roomNeeds.css.startsWith('e{}b{}'))
    assert.deepEqual(client.collectNeeds([]).scripts, ['/entry.js', '/base.js'])
    assert.equal(client.collectNeeds([]).css, 'e{}b{}')
    assert.throws(() => client.collectNeeds(['lost-page.tsx']), /no lost-page/)
  })

  test('returns the styles of a reading page, the scripts of the reading entry, and the texts of its parts (PERF-20)', () => {
    const client = readClientBuild(folder)
    const roomNeeds = client.collectReadingNeeds(['room-page.tsx'])
    assert.deepEqual(roomNeeds.scripts, ['/reading.js', '/frame.js'])
    assert.equal(roomNeeds.css, client.collectNeeds(['room-page.tsx']).css)
    assert.deepEqual(
      ['part.title', 'search.label', 'room.title', 'home.title'].filter((text) => roomNeeds.mentions(text)),
      ['part.title', 'search.label'],
    )
  })

  test('finds texts that the scripts contain, complete or as the start of a template', () => {
    const { mentions } = readClientBuild(folder).collectNeeds(['room-page.tsx'])
    const mentionedTexts = ['home.title', 'shell.main_menu', 'search.label', 'room.title', 'rooms.none']
    for (const text of mentionedTexts) assert.ok(mentions(text), text)
    for (const text of ['room', 'room.titles', 'rooms.none_text', 'booking.title', 'search.la'])
      assert.ok(!mentions(text), text)
    assert.ok(!readClientBuild(folder).collectNeeds([]).mentions('room.title'))
  })
})

describe('the assets of the app', () => {
  const distFolder = fileURLToPath(new URL('../../../dist/', import.meta.url))
  let testApp: TestApp
  before(async () => void (testApp = await startTestApp(sqlite)))
  after(() => testApp.close())

  test('have the right type and are cached forever, for every file that a page names', async () => {
    const pageHtml = await (await testApp.get('/')).text()
    const namedPaths = [...pageHtml.matchAll(/[" ](\/(?:assets|pictures)\/[^" ]+)(?=[" ])/g)].map(([, path]) => path!)
    const sourcePaths = [...pageHtml.matchAll(/(\/pictures\/[^" ]+\.avif) \d+w/g)].map(([, path]) => path!)
    assert.ok(
      namedPaths.some((path) => path.endsWith('.js')) &&
        namedPaths.some((path) => path.endsWith('.woff2')) &&
        sourcePaths.length > 0,
    )
    const contentTypes: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      woff2: 'font/woff2',
      jpg: 'image/jpeg',
      avif: 'image/avif',
      css: 'text/css; charset=utf-8',
    }
    for (const path of new Set([...namedPaths, ...sourcePaths])) {
      const { status, headers } = await sendRequest(testApp.url, path, { method: 'HEAD' })
      assert.deepEqual([status, headers['cache-control']], [200, IMMUTABLE], path)
      assert.equal(headers['content-type'], contentTypes[path.split('.').at(-1)!], path)
    }
  })

  test('include the icons at the addresses that browsers request', async () => {
    const names = await readdir(join(distFolder, 'icons'))
    assert.ok(names.includes('favicon.svg'))
    for (const name of names) {
      const { status, headers } = await sendRequest(testApp.url, `/${name}`)
      assert.equal(status, 200)
      assert.match(headers['content-type']!, /^(image\/|application\/manifest)/, name)
    }
  })

  test('include no source, manifest, list or database', async () => {
    for (const path of [
      '/assets/../server/entry-server.js',
      '/.vite/manifest.json',
      '/pictures.json',
      '/pictures/../pictures.json',
      '/package.json',
      '/src/main.ts',
      '/.env',
      '/.git/config',
      '/data/selvage.sqlite',
    ]) {
      const { status, headers } = await sendRequest(testApp.url, path)
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
    }
  })

  test('are sent with Brotli once the compressed copy is ready', async () => {
    const [script] = readClientBuild(join(distFolder, 'client')).collectNeeds([]).scripts
    const plainResponse = await sendRequest(testApp.url, script!)
    let bestResponse = plainResponse
    while (bestResponse.headers['content-encoding'] !== 'br')
      bestResponse = await sendRequest(testApp.url, script!, { headers: { 'accept-encoding': 'br' } })
    assert.ok(brotliDecompressSync(bestResponse.body).equals(plainResponse.body))
  })
})
