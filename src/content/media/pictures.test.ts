import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { enginesFor } from '#testing/engines.ts'
import { testInstallation } from '#testing/request-context.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createBadPictures, createGoodPictures, createSwatch } from '#testing/upload-pictures.ts'
import { buildApp } from '#app/app.ts'
import { openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#app/settings.ts'
import { registerBuiltPictures } from './store.ts'

const builtPicturesPath = fileURLToPath(new URL('../../../dist/pictures.json', import.meta.url))

for (const engine of enginesFor(import.meta.url)) {
  describe(`the picture library, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })

    const send = (name: string, bytes: Buffer, replacedName?: string, language = 'en') =>
      app.call('addPicture', replacedName === undefined ? {} : { replaces: replacedName }, {
        token,
        language,
        files: [{ name, bytes }],
      })
    const getPicture = (name: string) => app.call('getPicture', { name }, { token })
    const countRows = async () => {
      const tables = [
        'picture_upload',
        'picture_upload_part',
        'picture_file',
        'picture_file_part',
        'attachment_part',
      ] as const
      const tableRows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
      return tableRows.map(({ length }) => length)
    }
    /** Uploads a picture and waits for all its sizes, which another process may be making. */
    async function add(name: string, bytes: Buffer, replacedName?: string): Promise<string> {
      const { status, body } = await send(name, bytes, replacedName)
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
      await app.worker.runDue()
      const readUpload = async () => (await app.call('getPictureUpload', { id: body.upload.id }, { token })).body
      let upload = await readUpload()
      while (upload.state === 'waiting' || upload.state === 'making') upload = await readUpload()
      assert.equal(upload.state, 'ready', `${name}: ${upload.reason}`)
      return upload.picture
    }

    test('rejects unsupported files, each with its own message, and stores nothing (OFF-81)', async () => {
      const rowCountBefore = await countRows()
      const invalidPictures = await createBadPictures()
      assert.ok(invalidPictures.length >= 30)
      for (const { name, bytes, message: errorPattern } of invalidPictures) {
        const { status, body } = await send(name, bytes)
        assert.ok(status === 422 || status === 413, `${name}: ${status}`)
        const errorText = [body.message, ...Object.values(body.errors ?? {}).flat()].join(' ')
        assert.match(errorText, errorPattern, name)
        const banglaResponse = await send(name, bytes, undefined, 'bn')
        assert.match(JSON.stringify(banglaResponse.body), /[\u0980-\u09ff]/, name)
      }
      await app.worker.runDue()
      assert.deepEqual(await countRows(), rowCountBefore)
    })

    test('accepts common formats, turns pictures upright and removes metadata (OFF-81)', async () => {
      for (const { name, bytes, size } of await createGoodPictures()) {
        const { body } = await getPicture(await add(name, bytes))
        assert.deepEqual([body.picture.width, body.picture.height], size, name)
        assert.equal(body.picture.illustrative, false)
        const fileResponse = await app.get(body.picture.src)
        assert.equal(fileResponse.status, 200)
        const metadata = await sharp(Buffer.from(await fileResponse.arrayBuffer())).metadata()
        assert.deepEqual(
          [metadata.format, metadata.exif, metadata.icc, metadata.xmp, metadata.orientation],
          ['jpeg', ...Array(4).fill(undefined)],
          name,
        )
      }
    })

    test('serves each size with its type and long-term caching, and returns 404 for other files (OFF-81)', async () => {
      const { body } = await getPicture(await add('shades.jpg', await createSwatch(57, 1_600, 1_200)))
      assert.deepEqual(
        body.picture.sources.map(({ type }: { type: string }) => type),
        ['image/avif', 'image/webp'],
      )
      for (const { type, srcSet } of body.picture.sources)
        for (const candidate of srcSet.split(', ')) {
          const [path, width] = candidate.split(' ')
          const fileResponse = await app.get(path)
          assert.equal(fileResponse.headers.get('content-type'), type)
          assert.equal(fileResponse.headers.get('cache-control'), 'public, max-age=31536000, immutable')
          assert.equal(fileResponse.headers.get('x-content-type-options'), 'nosniff')
          const bytes = Buffer.from(await fileResponse.arrayBuffer())
          assert.equal(`${(await sharp(bytes).metadata()).width}w`, width)
          const secondResponse = await app.get(path, { 'if-none-match': fileResponse.headers.get('etag')! })
          assert.equal(secondResponse.status, 304)
          assert.equal((await app.fetch(path, { method: 'HEAD' })).headers.get('content-length'), String(bytes.length))
        }
      const { name: originalName } = await app.db
        .selectFrom('picture_file')
        .select('name')
        .where('served', '=', 0)
        .orderBy('upload_id', 'desc')
        .executeTakeFirstOrThrow()
      for (const path of [originalName, `${originalName}x`, 'no-such-480.0123456789ab.avif', '%2e%2e/secret', '%00'])
        assert.equal((await app.get(`/pictures/${path}`)).status, 404, path)
    })

    test('reads a file from the database once, whatever is added to its address (OFF-81)', async () => {
      const { body } = await getPicture(await add('queries.jpg', await createSwatch(91)))
      const [path] = body.picture.sources[0].srcSet.split(' ')
      assert.equal((await app.get(path)).status, 200)
      const served = (value: 0 | 1) =>
        app.db.updateTable('picture_file').set({ served: value }).where('name', '=', path.split('/').at(-1)).execute()
      await served(0)
      for (const suffix of ['', '?size=1', '?size=2']) assert.equal((await app.get(path + suffix)).status, 200, suffix)
      await served(1)
    })

    test('stores a picture once if it is uploaded again, also in five concurrent uploads (OFF-81)', async () => {
      const bytes = await createSwatch(17)
      const responses = await Promise.all(Array.from({ length: 5 }, (_, index) => send(`copy ${index}.jpg`, bytes)))
      assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
      assert.equal(new Set(responses.map(({ body }) => body.upload.picture)).size, 1)
      assert.equal(responses.filter(({ body }) => !body.known).length, 1)
      await app.worker.runDue()
      assert.equal((await send('once more.jpg', bytes)).body.upload.state, 'ready')
    })

    test('requires a description in both languages and rejects a stale update (OFF-81)', async () => {
      const name = await add('words.jpg', await createSwatch(31))
      const form = {
        name,
        version: 1,
        title: 'Words',
        alt_en: 'A shade',
        alt_bn: '',
        decorative: false,
        focus_x: 20,
        focus_y: 80,
      }
      const rejectedResponse = await app.call('savePicture', form, { token })
      assert.deepEqual(Object.keys(rejectedResponse.body.errors), ['alt_bn'])
      const savedResponse = await app.call('savePicture', { ...form, alt_bn: 'একটি রং' }, { token })
      assert.deepEqual(
        [savedResponse.status, savedResponse.body.version, savedResponse.body.picture.focus],
        [200, 2, '20-80'],
      )
      assert.equal((await app.call('savePicture', { ...form, alt_bn: 'রং' }, { token })).status, 409)
      const auditEntries = await app.db
        .selectFrom('audit')
        .select('action')
        .where('subject', '=', `picture ${name}`)
        .execute()
      assert.deepEqual(
        auditEntries.map(({ action }) => action),
        ['picture added', 'picture changed'],
      )
    })

    test('replaces a picture everywhere and removes only unused pictures (OFF-81)', async () => {
      const name = await add('old.jpg', await createSwatch(44))
      const { body: oldPicture } = await getPicture(name)
      await app.db.deleteFrom('room_picture' as never).execute()
      const { id, slug } = await app.db
        .selectFrom('room')
        .select(['id', 'slug'])
        .orderBy('id')
        .executeTakeFirstOrThrow()
      await app.db
        .insertInto('room_picture' as never)
        .values({ room_id: id, position: 1, picture: name } as never)
        .execute()
      const removeResponse = await app.call('removePicture', { name }, { token })
      assert.equal(removeResponse.status, 409)
      assert.match(removeResponse.body.message, /used in/)
      assert.equal((await getPicture(name)).body.uses[0].kind, 'room')
      await add('new.jpg', await createSwatch(45), name)
      const page = await (await app.get(`/booking-details/${slug}`)).text()
      const { body: currentBody } = await getPicture(name)
      assert.notEqual(currentBody.picture.src, oldPicture.picture.src)
      assert.ok(page.includes(currentBody.picture.src) && !page.includes(oldPicture.picture.src))
      assert.equal((await app.get(oldPicture.picture.src)).status, 200, 'for pages that are open')
      await app.db.deleteFrom('room_picture' as never).execute()
      assert.equal((await app.call('removePicture', { name }, { token })).status, 200)
      assert.equal((await app.get(currentBody.picture.src.replace('768', '320'))).status, 404)
    })

    test('keeps the description and the replacement of a built-in picture across restarts (OFF-81)', async () => {
      const name = 'garment-taken-apart'
      const { body } = await getPicture(name)
      const { version, title } = body
      const altTexts = { alt_en: 'A jacket in its parts', alt_bn: 'খুলে রাখা একটি জ্যাকেট' }
      await app.call(
        'savePicture',
        { name, version, title, ...altTexts, decorative: false, focus_x: 50, focus_y: 30 },
        { token },
      )
      await add('our own.jpg', await createSwatch(90), name)
      const { body: previousBody } = await getPicture(name)
      await registerBuiltPictures(app.db, builtPicturesPath)
      await app.restart()
      const { body: currentBody } = await getPicture(name)
      assert.deepEqual(
        [currentBody.alt_en, currentBody.focus_y, currentBody.picture.src],
        [altTexts.alt_en, 30, previousBody.picture.src],
      )
      assert.equal((await app.call('removePicture', { name }, { token })).status, 409)
    })

    test('processes a picture again if the process died while processing it (OFF-81)', async () => {
      const { body } = await send('long.jpg', await createSwatch(7, 1_000, 800))
      const { id } = body.upload
      await app.db.updateTable('picture_upload').set({ state: 'making' }).where('id', '=', id).execute()
      await app.db
        .updateTable('job')
        .set({ run_at: app.clock.now + 60_000, attempts: 1 })
        .where('done_at', 'is', null)
        .execute()
      await app.worker.runDue()
      app.clock.advance(61_000)
      await app.worker.runDue()
      assert.equal((await app.call('getPictureUpload', { id }, { token })).body.state, 'ready')
    })

    if (engine.name === 'postgres')
      test('serves a picture from every process and shows changes in other processes (OFF-81)', async () => {
        const name = await add('both.jpg', await createSwatch(120))
        const { id, slug } = await app.db
          .selectFrom('room')
          .select(['id', 'slug'])
          .orderBy('id')
          .executeTakeFirstOrThrow()
        const values = { room_id: id, position: 1, picture: name }
        await app.db
          .insertInto('room_picture' as never)
          .values(values as never)
          .execute()
        const otherDatabase = await openDatabase(app.at)
        const context = {
          clock: () => app.clock.now,
          mailer: null as never,
          publicUrl: app.publicUrl,
          sealer: null,
          isAllowedAddress: () => false,
          isLimited: false,
          onlinePayments: 'off' as const,
          isDemo: true,
          installation: testInstallation,
        }
        const secondApp = await buildApp(
          otherDatabase.db,
          context,
          readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
        )
        const address = await secondApp.app.listen({ host: '127.0.0.1', port: 0 })
        try {
          const readPage = async () => (await fetch(`${address}/booking-details/${slug}`)).text()
          const { src } = (await getPicture(name)).body.picture
          assert.ok((await readPage()).includes(src))
          assert.equal((await fetch(address + src)).status, 200)
          await add('both again.jpg', await createSwatch(121), name)
          const { src: nextUrl } = (await getPicture(name)).body.picture
          while (!(await readPage()).includes(nextUrl)) await sleep(20)
          assert.equal((await fetch(address + nextUrl)).status, 200)
        } finally {
          await secondApp.app.close()
          await otherDatabase.close()
          await app.db.deleteFrom('room_picture' as never).execute()
        }
      })

    test('rejects changes by staff without the permission, but lists the pictures for them (OFF-81)', async () => {
      const staffToken = await app.signIn('staff')
      const forbiddenResponse = await app.call(
        'addPicture',
        {},
        { token: staffToken, files: [{ name: 'a.jpg', bytes: await createSwatch(3) }] },
      )
      assert.equal(forbiddenResponse.status, 403)
      assert.equal((await app.call('savePicture', {}, { token: staffToken })).status, 403)
      assert.equal(
        (await app.call('getPictures', {}, { token: staffToken })).status,
        200,
        'staff who edit rooms can choose pictures',
      )
    })
  })
}
