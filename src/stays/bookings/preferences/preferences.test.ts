import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'
import { languages, queryString, endpoints, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { bothEngines } from '#testing/engines.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { sendRequest } from '#testing/send-request.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const evening = { en: '21:00 – 22:00', bn: 'রাত ৯টা – রাত ১০টা' }
const oneDouble = { en: 'One double bed', bn: 'একটি ডাবল বেড' }

for (const engine of bothEngines) {
  describe(`the preferences of a booking, on ${engine.name}`, () => {
    let app: TestApp
    let desk: Awaited<ReturnType<typeof openDesk>>
    let guestToken: string
    let arrivalOffset = 10
    before(async () => {
      app = await startTestApp(engine)
      desk = await openDesk(app, 'owner')
      await writeCompany(app.db, { offlineNeedsApproval: false })
    })
    beforeEach(async () => {
      arrivalOffset += 3
      guestToken = await app.newGuest()
    })
    after(() => app.close())

    const createForm = (overrides: object = {}) =>
      createStayForm(app, {
        slug: 'twin',
        checkin: app.day(arrivalOffset),
        checkout: app.day(arrivalOffset + 2),
        ...overrides,
      })
    const requestStay = (overrides: object = {}, options: object = {}) =>
      app.call('requestGuestBooking', createForm(overrides), { token: guestToken, key: randomUUID(), ...options })
    async function book(overrides: object = {}, language: Language = 'en') {
      const { status, body } = await requestStay(overrides, { language })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const readEmailAbout = async (code: string, address = 'rafiq@guest.example') =>
      (await readEmailsTo(app, address)).findLast(({ text }) => text.includes(code))!
    const extractStayToken = ({ text }: { text: string }) => /stay=([\w-]+)/.exec(text)![1]!
    const readLog = async (code: string) =>
      (await desk.callOk('getLog', { subject: `booking ${code}`, action: 'arrival time changed' })).data
    const readRows = (code: string) =>
      app.db
        .selectFrom('booking')
        .selectAll()
        .where((is) => is.or([is('code', '=', code), is('stay_code', '=', code)]))
        .orderBy('id')
        .execute()

    for (const language of languages)
      test(`are stored, and stated to the guest and the company, ${language} (BOOK-9, BOOK-10)`, async () => {
        const { t } = translatorFor(language)
        const bookedStay = await book({ arrival_time: '21:00', bed: 'double' }, language)
        const beds = t('booking.beds_request', { beds: oneDouble[language] })
        assert.deepEqual(
          [bookedStay.arrival_time, bookedStay.arrival, bookedStay.beds, bookedStay.package],
          ['21:00', evening[language], beds, ''],
        )
        const email = await readEmailAbout(bookedStay.booking_id)
        const pdfResponse = await sendRequest(
          app.url,
          endpoints.getBookingSummary[1] + queryString({ token: extractStayToken(email), language }),
        )
        const summaryText = extractPdfText(pdfResponse.body).join(' ').replace(/\s+/g, ' ')
        for (const text of [t('booking.arrival_time'), evening[language], t('booking.beds'), beds]) {
          assert.ok(email.text.includes(text), text)
          assert.ok(summaryText.includes(text), text)
        }
        const companyEmail = await readEmailAbout(bookedStay.booking_id, 'hello@selvage.example')
        for (const text of [evening.en, oneDouble.en]) assert.ok(companyEmail.text.includes(text), text)
        const record = await desk.callOk('getBookingRecord', { code: bookedStay.booking_id })
        assert.deepEqual(
          [record.arrival, record.beds],
          [evening.en, `${oneDouble.en} (on request, subject to availability)`],
        )
      })

    test('are left out everywhere if the guest has chosen none (BOOK-9, BOOK-10)', async () => {
      const bookedStay = await book()
      const email = await readEmailAbout(bookedStay.booking_id)
      const pdfResponse = await sendRequest(
        app.url,
        endpoints.getBookingSummary[1] + queryString({ token: extractStayToken(email) }),
      )
      const { t } = translatorFor('en')
      const texts = [email.text, (await readEmailAbout(bookedStay.booking_id, 'hello@selvage.example')).text]
      for (const text of [...texts, extractPdfText(pdfResponse.body).join(' ')])
        for (const label of [t('booking.arrival_time'), t('booking.beds'), t('booking.package')])
          assert.ok(!text.includes(label), label)
    })

    test('reject unknown values at their field, and book nothing (BOOK-9, BOOK-10)', async () => {
      const countBookings = async () => (await app.db.selectFrom('booking').select('id').execute()).length
      const bookingCount = await countBookings()
      const twin = { slug: 'twin', adult: 1, child: 0 }
      for (const [invalidFields, field] of [
        [{ arrival_time: '14:30' }, 'arrival_time'],
        [{ arrival_time: '03:00' }, 'arrival_time'],
        [{ arrival_time: 'x'.repeat(5000) }, 'arrival_time'],
        [{ bed: 'waterbed' }, 'bed'],
        [{ bed: 'triple' }, 'bed'],
        [{ slug: 'single', bed: 'double' }, 'bed'],
        [
          {
            rooms: [
              { ...twin, bed: 'double' },
              { ...twin, bed: 'triple' },
            ],
          },
          'rooms.1.bed',
        ],
      ] as const) {
        const { status, body } = await requestStay(invalidFields)
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(invalidFields).slice(0, 80))
      }
      assert.equal(await countBookings(), bookingCount)
    })

    test("are rejected with a message in the guest's language if the bed set-up is not offered (BOOK-10)", async () => {
      const { body } = await requestStay({ slug: 'single', bed: 'double' }, { language: 'bn' })
      assert.equal(body.errors.bed[0], translatorFor('bn').t('error.bed_setup'))
    })

    test('offer the bed set-ups of the room type (BOOK-10)', async () => {
      const readSetups = async (slug: string) => {
        const rooms = (await app.call('activeRooms', {})).body.data as { slug: string; bed_setups: string[] }[]
        return rooms.find((room) => room.slug === slug)!.bed_setups
      }
      assert.deepEqual([await readSetups('twin'), await readSetups('single')], [['double', 'singles'], []])
      const setBedSetups = (bed_setups: string) =>
        publish(app.db, (tx) => tx.updateTable('room').set({ bed_setups }).where('slug', '=', 'single').execute())
      for (const storedBeds of ['double', 'double,singles', '']) {
        await setBedSetups(storedBeds)
        assert.deepEqual(await readSetups('single'), storedBeds ? storedBeds.split(',') : [])
      }
    })

    test('include the beds of each room of a party (BOOK-10)', async () => {
      const rooms = [
        { slug: 'twin', adult: 2, child: 0, bed: 'double' },
        { slug: 'single', adult: 1, child: 0 },
        { slug: 'twin', adult: 1, child: 0, bed: 'singles' },
      ]
      const bookedStay = await book({ rooms, adult: 2, arrival_time: 'after_midnight' })
      const rows = await readRows(bookedStay.booking_id)
      assert.deepEqual(
        rows.map(({ bed_preference, arrival_time }) => [bed_preference, arrival_time]),
        [
          ['double', 'after_midnight'],
          ['', 'after_midnight'],
          ['singles', 'after_midnight'],
        ],
      )
      assert.equal(bookedStay.arrival, 'After midnight')
      assert.match(bookedStay.beds, /^Twin Room: One double bed, Twin Room: Two single beds/)
    })

    test('include an arrival time that the guest can change before arrival, signed in or by the link (BOOK-9)', async () => {
      const { booking_id: id } = await book({ arrival_time: '06:00' })
      const token = extractStayToken(await readEmailAbout(id))
      const changeTime = (input: object, options: object = {}) => app.call('changeArrivalTime', input, options)
      const guestResponse = await changeTime({ id, arrival_time: '23:00' }, { token: guestToken })
      assert.equal(guestResponse.status, 200, JSON.stringify(guestResponse.body))
      assert.equal(guestResponse.body.arrival_time, '23:00')
      assert.equal((await app.call('getStay', { token })).body.arrival, '23:00 – 00:00')
      assert.equal((await changeTime({ token, arrival_time: '' })).status, 200)
      assert.equal((await app.call('getStay', { token })).body.arrival, '')
      assert.equal((await readRows(id))[0]!.arrival_time, '')
      assert.equal((await changeTime({ token, arrival_time: '' })).status, 200, 'without a difference')
      assert.deepEqual((await readLog(id)).length, 2, 'each change is logged once')
      const invalidResponse = await changeTime({ token, arrival_time: 'noon' })
      assert.deepEqual([invalidResponse.status, Object.keys(invalidResponse.body.errors)], [422, ['arrival_time']])
    })

    test('reject a new arrival time from other members and anonymous callers, and for an unknown link or reference (BOOK-9)', async () => {
      const { booking_id: id } = await book({ arrival_time: '06:00' })
      const annaToken = await app.signIn('anna')
      const lateForm = { arrival_time: '23:00' }
      const statuses = [
        (await app.call('changeArrivalTime', { id, ...lateForm }, { token: annaToken })).status,
        (await app.call('changeArrivalTime', { token: 'x'.repeat(43), ...lateForm })).status,
        (await app.call('changeArrivalTime', { id, ...lateForm })).status,
        (await app.call('setArrivalTime', { code: id, ...lateForm }, { token: annaToken })).status,
        (await app.call('setArrivalTime', { code: 'SH-0000-0000', ...lateForm }, { token: desk.token })).status,
      ]
      assert.deepEqual(statuses, [404, 404, 401, 403, 404])
      assert.equal((await readRows(id))[0]!.arrival_time, '06:00')
    })

    test('include an arrival time that staff can set until the guest arrives (BOOK-9)', async () => {
      const stay = await desk.book('Mina', 0, 2, { slug: 'twin', at: [0], arrival_time: '14:00' })
      const readDeskStay = async () =>
        (await desk.callOk('getDeskStay', { code: stay.code })) as Record<string, unknown>
      const stayBefore = await readDeskStay()
      assert.deepEqual([stayBefore['arrival_time'], stayBefore['is_expected']], ['14:00', true])
      await desk.callOk('setArrivalTime', { code: stay.code, arrival_time: '22:00' })
      const [entry] = await readLog(stay.code)
      assert.equal(entry.who, 'Nasreen Akter')
      const [row] = (await desk.callOk('getToday')).arrivals.filter(({ code }: { code: string }) => code === stay.code)
      assert.equal(row.arrival, '22:00 – 23:00')
      const { version } = await desk.readRow(stay)
      await desk.callOk('checkGuestIn', { booking: stay.booking, version })
      const lateResponse = await desk.call('setArrivalTime', { code: stay.code, arrival_time: '23:00' })
      assert.deepEqual([lateResponse.status, (await readDeskStay())['is_expected']], [409, false])
      assert.equal((await desk.readRow(stay)).arrival_time, '22:00')
    })

    test('are shown to reception and housekeeping on the day (BOOK-9, BOOK-10, OFF-112, OFF-180)', async () => {
      const { booking_id: code } = await book({
        checkin: app.day(0),
        checkout: app.day(1),
        arrival_time: '21:00',
        bed: 'double',
      })
      const [{ id, room_id, version }] = (await readRows(code)) as unknown as [
        { id: number; room_id: number; version: number },
      ]
      const units = await app.db.selectFrom('unit').select('id').where('room_id', '=', room_id).execute()
      const findArrival = async () =>
        (await desk.callOk('getToday')).arrivals.find((row: { code: string }) => row.code === code)
      const arrivalRow = await findArrival()
      assert.deepEqual([arrivalRow.arrival, arrivalRow.bed], [evening.en, oneDouble.en])
      await desk.callOk('assignUnit', { booking: id, version, unit: units.at(-1)!.id })
      const housekeeping = await desk.callOk('getHousekeeping')
      const { arrives } = housekeeping.data.find((unit: { id: number }) => unit.id === units.at(-1)!.id)
      assert.deepEqual([arrives.arrival, arrives.bed], [evening.en, oneDouble.en])
      const stay = await desk.callOk('getDeskStay', { code })
      assert.deepEqual([stay.arrival_time, stay.rooms[0].bed], ['21:00', oneDouble.en])
    })

    test('are included in the data export of the member (BOOK-9)', async () => {
      const annaToken = await app.signIn('anna')
      const { status } = await app.call('requestBooking', createForm({ arrival_time: '21:00' }), {
        token: annaToken,
        key: randomUUID(),
      })
      assert.equal(status, 200)
      const { bookings } = (await app.call('getMyData', {}, { token: annaToken })).body
      assert.ok(JSON.stringify(bookings).includes('21:00'))
    })
  })
}
