import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor, postgres } from '#testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type TestApp } from '#testing/test-app.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { writeCompany } from '#content/company.ts'
import { queryString } from '#routes/public.ts'
import { officeEndpoints } from '#routes/office.ts'
import { purgeCopies } from './copies.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`copies of identity documents, on ${engine.name}`, () => {
    let app: TestApp
    let staffToken: string
    let idCard: string
    let code: string
    let personId: number
    before(async () => {
      app = await startTestApp(engine, { SEAL_KEY: '01'.repeat(32) })
      const pixels = { width: 1200, height: 900, channels: 3, background: '#88aacc' } as const
      const jpeg = await sharp({ create: pixels })
        .jpeg()
        .withExif({ IFD0: { Artist: 'Lena’s phone' } })
        .toBuffer()
      idCard = jpeg.toString('base64')
    })
    beforeEach(async () => {
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      await writeCompany(app.db, { copiesDays: 30 })
      await purgeStays(app.db)
      staffToken = await app.signIn('staff')
      const room = await app.db.selectFrom('room').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
      const stayDates = { from: app.day(0), to: app.day(2), source: 'phone', language: 'en' }
      const guest = { name: 'Lena Vogt', phone: '+491700000009' }
      await callOk('bookAtDesk', { ...stayDates, ...guest, rooms: [{ room: room.id, adults: 1 }] })
      const stay = await app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      code = stay.code
      const lenasForm = { booking: stay.id, name: 'Lena Vogt', nationality: 'DE' }
      personId = (await callOk('registerPerson', lenasForm)).rooms[0].persons[0].id
    })
    after(() => app.close())

    type EndpointName = Parameters<TestApp['call']>[0]
    const call = (name: EndpointName, form: object = {}, key?: string) =>
      app.call(name, form, { token: staffToken, ...(key && { key }) })
    const callOk = (name: EndpointName, form: object = {}, key?: string) =>
      app.callOk(name, form, { token: staffToken, ...(key && { key }) })
    const add = async (key?: string) => (await callOk('addIdCopy', { person: personId, picture: idCard }, key)).copies
    const fetchCopy = (id: number) =>
      sendRequest(app.url, officeEndpoints.getIdCopy[1] + queryString({ id: String(id) }), {
        headers: { authorization: `Bearer ${staffToken}` },
      })
    const listActions = async () => {
      const { body } = await app.call('getLog', { subject: `booking ${code}` }, { token: await app.signIn('owner') })
      return body.data.map(({ action, who, changes }: Record<string, unknown>) => [action, who, changes])
    }

    test('are stored encrypted and shown unchanged (OFF-232)', async () => {
      const copies = await add()
      assert.deepEqual([copies.days, copies.sealed, copies.made.length], [30, true, 1])
      assert.match(copies.made[0].by, /^Tanvir/)
      const { sealed } = await app.db.selectFrom('document_copy').selectAll().executeTakeFirstOrThrow()
      const storedBytes = Buffer.from(sealed)
      for (const marker of ['JFIF', 'Exif', 'Lena', '\xff\xd8\xff'])
        assert.ok(!storedBytes.includes(Buffer.from(marker, 'latin1')))
      await assert.rejects(sharp(storedBytes).metadata(), 'the stored bytes are not a picture')
      const copyResponse = await fetchCopy(copies.made[0].id)
      assert.deepEqual([copyResponse.status, copyResponse.headers['content-type']], [200, 'image/jpeg'])
      assert.equal(copyResponse.headers['cache-control'], 'no-store')
      const { width, height, exif } = await sharp(copyResponse.body).metadata()
      assert.deepEqual([width, height, exif], [1200, 900, undefined], 'the metadata from the phone is removed')
    })

    test('cause a log entry for each view, without the content of the copy (OFF-232)', async () => {
      const [copy] = (await add()).made
      await fetchCopy(copy.id)
      await fetchCopy(copy.id)
      assert.equal((await callOk('removeIdCopy', { id: copy.id })).copies.made.length, 0)
      assert.equal((await fetchCopy(copy.id)).status, 404)
      const log = await listActions()
      assert.deepEqual(
        log.slice(0, 4).map(([action]: string[]) => action),
        ['document copy removed', 'document copy viewed', 'document copy viewed', 'document copy added'],
      )
      assert.match(log[1][1], /^Tanvir/)
      assert.ok(!JSON.stringify(log.slice(0, 4)).includes('Lena'))
    })

    test('are added once for a repeated upload, up to four per person, and only from pictures (OFF-232)', async () => {
      const [firstCopies, secondCopies] = await Promise.all([add('the same'), add('the same')])
      assert.deepEqual([firstCopies.made.length, secondCopies.made.length], [1, 1])
      for (let copyIndex = 0; copyIndex < 3; copyIndex++) await add()
      const fullResponse = await call('addIdCopy', { person: personId, picture: idCard })
      assert.deepEqual([fullResponse.status, Object.keys(fullResponse.body.errors)], [422, ['picture']])
      const oversizedPicture = await sharp({ create: { width: 3000, height: 2100, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer()
      for (const picture of [
        '',
        'no base64!',
        Buffer.from('<svg/>').toString('base64'),
        oversizedPicture.toString('base64'),
      ]) {
        const { status, body } = await call('addIdCopy', { person: personId, picture })
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['picture']], picture.slice(0, 20))
      }
      const longResponse = await call('addIdCopy', { person: personId, picture: 'A'.repeat(1_500_000) })
      assert.equal(longResponse.status, 413)
      assert.equal((await call('addIdCopy', { person: 999_999, picture: idCard })).status, 404)
    })

    test('can be JPEG, PNG or WebP files, but no other format (SEC-10)', async () => {
      const createPixels = () => sharp({ create: { width: 600, height: 400, channels: 3, background: '#88aacc' } })
      const createSvg = (content: string) =>
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">${content}</svg>`)
      const otherFiles: [string, Buffer][] = [
        ['svg', createSvg('<rect width="9" height="9"/>')],
        ['svg with a file', createSvg('<image href="file:///etc/passwd" width="9" height="9"/>')],
        ['svg with an address', createSvg('<image href="http://127.0.0.1/x.png" width="9" height="9"/>')],
        ['tiff', await createPixels().tiff().toBuffer()],
        ['gif', await createPixels().gif().toBuffer()],
        ['avif', await createPixels().avif({ effort: 0 }).toBuffer()],
      ]
      for (const [format, bytes] of otherFiles) {
        const { status, body } = await call('addIdCopy', { person: personId, picture: bytes.toString('base64') })
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['picture']], format)
      }
      for (const bytes of [await createPixels().png().toBuffer(), await createPixels().webp().toBuffer()])
        await callOk('addIdCopy', { person: personId, picture: bytes.toString('base64') })
    })

    test('are shown only to staff with the permission, at one address, and are part of no export (SEC-10)', async () => {
      const [copy] = (await add()).made
      const path = officeEndpoints.getIdCopy[1] + queryString({ id: String(copy.id) })
      const [memberToken, guestToken] = [await app.signIn('anna'), await app.newGuest()]
      for (const token of [memberToken, guestToken]) {
        for (const id of [copy.id, 999_999])
          assert.equal(
            (await app.call('getIdCopy', { id }, { token })).status,
            403,
            'the response does not reveal whether the copy exists',
          )
        const { body } = await app.call('getMyData', {}, { token })
        assert.doesNotMatch(JSON.stringify(body), /paper|copies/)
      }
      for (const request of [
        path,
        `${path}&token=${staffToken}`,
        `${path}&access_token=${staffToken}`,
        `/pictures/${copy.id}`,
      ])
        assert.ok([401, 404].includes((await app.get(request)).status), request)
      const cookieResponse = await app.get(path, { cookie: `token=${staffToken}; access_token=${staffToken}` })
      assert.equal(cookieResponse.status, 401)
      const viewResponse = await app.get(path, { authorization: `Bearer ${staffToken}` })
      assert.deepEqual([viewResponse.headers.get('etag'), viewResponse.headers.get('last-modified')], [null, null])
      const shownBytes = Buffer.from(await viewResponse.arrayBuffer())
      const { sealed, about } = await app.db.selectFrom('document_copy').selectAll().executeTakeFirstOrThrow()
      const exportedTexts = [
        await call('getRegisterFile', { day: app.day(0) }),
        await call('getRegister', { code }),
        await call('getRegisterOfDay', { day: app.day(0) }),
        { body: await listActions() },
      ].map(({ body }) => JSON.stringify(body))
      for (const secret of [shownBytes, Buffer.from(sealed)].map((bytes) => bytes.toString('base64').slice(40, 80)))
        for (const text of exportedTexts) assert.ok(!text.includes(secret) && !text.includes(about))
      const viewCount = (await listActions()).filter(([action]: string[]) => action === 'document copy viewed').length
      assert.equal(viewCount, 1, 'rejected requests are not logged as views')
    })

    test('are deleted once the configured days after departure are over, and with their person (OFF-233)', async () => {
      const countCopies = async () => (await app.db.selectFrom('document_copy').select('id').execute()).length
      await add()
      const departureTime = app.clock.now + 2 * DAY_MS
      await purgeCopies(app.db, departureTime + 30 * DAY_MS)
      assert.equal(await countCopies(), 1, 'the copy still exists on day 30')
      await purgeCopies(app.db, departureTime + 31 * DAY_MS)
      assert.equal(await countCopies(), 0)
      await add()
      const [{ version }] = (await callOk('getRegister', { code })).rooms[0].persons
      await callOk('removeRegistration', { id: personId, version })
      assert.equal(await countCopies(), 0, 'the person of the copy is no longer registered')
    })

    test('are rejected, and old copies deleted, if the property stores none (OFF-233)', async () => {
      await add()
      await writeCompany(app.db, { copiesDays: 0 })
      assert.equal((await call('addIdCopy', { person: personId, picture: idCard })).status, 409)
      await purgeCopies(app.db, app.clock.now)
      assert.equal((await callOk('getRegister', { code })).copies.made.length, 0)
    })

    test('are rejected for a cancelled stay (OFF-233)', async () => {
      await callOk('cancelStayByStaff', { code, fee: 'none' })
      assert.equal((await call('addIdCopy', { person: personId, picture: idCard })).status, 409)
    })
  })
}

describe('copies of identity documents without an encryption key', () => {
  test('are rejected with an explanation of the missing key (OFF-232)', async () => {
    const app = await startTestApp(postgres, { DATABASE_URL: 'postgres://elsewhere/selvage' })
    try {
      const token = await app.signIn('staff')
      const stay = await app.db.selectFrom('booking').selectAll().where('status', '=', 'confirmed').executeTakeFirst()
      assert.ok(stay, 'the demo has a stay')
      const { body } = await app.call('getRegister', { code: stay.stay_code ?? stay.code }, { token })
      assert.equal(body.copies.sealed, false)
      const lenasForm = { booking: stay.id, name: 'Lena Vogt', nationality: 'DE' }
      const { body: registration } = await app.call('registerPerson', lenasForm, { token })
      const personId = registration.rooms.flatMap(({ persons }: { persons: { id: number }[] }) => persons)[0].id
      const rejectedResponse = await app.call('addIdCopy', { person: personId, picture: 'AAAA' }, { token })
      assert.equal(rejectedResponse.status, 409)
      assert.match(rejectedResponse.body.message, /SEAL_KEY/)
    } finally {
      await app.close()
    }
  })
})

describe('reading many copies of identity documents', () => {
  test('is limited to sixty requests per hour and user, including requests for unknown copies (SEC-10)', async () => {
    const app = await startTestApp(postgres, { SEAL_KEY: '01'.repeat(32), RATE_LIMIT: 'on' })
    try {
      const token = await app.signIn('staff')
      const statuses: number[] = []
      for (let id = 1; id <= 62; id++) statuses.push((await app.call('getIdCopy', { id }, { token })).status)
      assert.deepEqual([statuses.indexOf(429), new Set(statuses.slice(0, 60))], [60, new Set([404])])
      app.clock.advance(3_600_000)
      assert.equal((await app.call('getIdCopy', { id: 1 }, { token })).status, 404)
    } finally {
      await app.close()
    }
  })
})
