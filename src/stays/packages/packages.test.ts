import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Insertable } from 'kysely'
import { writeCompany } from '#content/company.ts'
import type { PostInput } from '#content/posts/post.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { endpoints, languages, queryString, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { bothEngines } from '#testing/engines.ts'
import type { Tables } from '#schema/tables.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { freeCancellation, createNightRules, setDefaultPolicy } from '#testing/policies.ts'
import { createReader } from '#testing/public-pages.ts'
import { sendRequest } from '#testing/send-request.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const SLUG = 'quiet-days'
const NAME = { en: 'Quiet days', bn: 'নিরিবিলি দিন' }

for (const engine of bothEngines) {
  describe(`booking a stay package, on ${engine.name}`, () => {
    let app: TestApp
    let desk: Awaited<ReturnType<typeof openDesk>>
    let annaToken: string
    let arrivalOffset = 3
    before(async () => {
      app = await startTestApp(engine)
      await setDefaultPolicy(app.db, freeCancellation)
      await writeCompany(app.db, { offlineNeedsApproval: false })
      desk = await openDesk(app, 'owner')
      annaToken = await app.signIn('anna')
    })
    beforeEach(async () => {
      arrivalOffset += 4
      await deletePackage()
      await addPackage({ stay_price_poisha: 2_000_000 })
    })
    after(() => app.close())

    const { addPost, readPage } = createReader(() => app)
    const changePackage = (columns: object) =>
      publish(app.db, (tx) => tx.updateTable('post').set(columns).where('slug', '=', SLUG).execute())
    const deletePackage = () => publish(app.db, (tx) => tx.deleteFrom('post').where('slug', '=', SLUG).execute())
    /** Publishes a package of three nights in a twin room. */
    const addPackage = (overrides: Partial<PostInput> = {}) =>
      addPost(SLUG, {
        category_id: 20,
        title_en: NAME.en,
        title_bn: NAME.bn,
        stay_nights: 3,
        stay_room_id: desk.kind('twin').id,
        ...overrides,
      })
    const setRate = (day: number, rate: Partial<Insertable<Tables['rate']>>) =>
      publish(app.db, (tx) =>
        tx
          .insertInto('rate')
          .values({ room_id: desk.kind('twin').id, day: parseDay(app.day(day))!, ...rate })
          .execute(),
      )
    const createDays = (nightCount = 3) => ({
      checkin: app.day(arrivalOffset),
      checkout: app.day(arrivalOffset + nightCount),
    })
    const quote = (overrides: object = {}, language: Language = 'en') =>
      app.call(
        'getStayPrice',
        {
          slug: 'twin',
          adult: 1,
          child: 0,
          package: SLUG,
          check_in: app.day(arrivalOffset),
          check_out: app.day(arrivalOffset + 3),
          ...overrides,
        },
        { language },
      )
    const requestStay = (overrides: object = {}, language: Language = 'en') =>
      app.call(
        'requestBooking',
        createStayForm(app, {
          slug: 'twin',
          email: 'anna@buyer.example',
          package: SLUG,
          ...createDays(),
          ...overrides,
        }),
        { token: annaToken, key: randomUUID(), language },
      )
    async function book(overrides: object = {}, language: Language = 'en') {
      const { status, body } = await requestStay(overrides, language)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const countBookings = async () => (await app.db.selectFrom('booking').select('id').execute()).length
    const verifyBooks = async () => {
      await assertBooksConsistent(app.db)
      await assertMoneyConsistent(app.db)
    }

    test('charges the fixed price that the guest saw (BOOK-8, BOOK-11)', async () => {
      await setRate(arrivalOffset, { price_poisha: 999_900 })
      const { body: quotedBody } = await quote()
      assert.deepEqual(
        [quotedBody.total, quotedBody.nights.map(({ price }: { price: number }) => price)],
        [20_000, [6668, 6666, 6666]],
      )
      const bookedStay = await book()
      assert.deepEqual([bookedStay.total, bookedStay.package], [20_000, NAME.en])
      const row = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('code', '=', bookedStay.booking_id)
        .executeTakeFirstOrThrow()
      assert.deepEqual([row.total_poisha, row.package_en, row.package_bn], [2_000_000, NAME.en, NAME.bn])
      await verifyBooks()
    })

    test('charges the nightly rates if the package has no price of its own (BOOK-11)', async () => {
      await changePackage({ stay_price_poisha: null })
      await setRate(arrivalOffset + 1, { price_poisha: 700_000 })
      const { body: quotedBody } = await quote()
      assert.deepEqual([quotedBody.total, (await book()).total], [6200 + 7000 + 6200, 6200 + 7000 + 6200])
      await verifyBooks()
    })

    test('keeps the agreed price and name after the package has changed (BOOK-8, BOOK-11)', async () => {
      const { booking_id: id } = await book()
      await changePackage({ stay_price_poisha: 1_000_000, title_en: 'Other days' })
      const { roomParticular } = (await app.call('getBookingDetails', { id }, { token: annaToken })).body
      assert.deepEqual([roomParticular.total, roomParticular.package], [20_000, NAME.en])
    })

    for (const language of languages)
      test(`rejects another number of nights with an error at the departure date, ${language} (BOOK-12)`, async () => {
        const message = translatorFor(language).count('booking.package_nights', 3)
        const bookingCount = await countBookings()
        for (const nights of [1, 2, 4]) {
          const bookedResponse = await requestStay(createDays(nights), language)
          assert.deepEqual([bookedResponse.status, bookedResponse.body.errors], [422, { checkout: [message] }])
          const quotedResponse = await quote({ check_out: app.day(arrivalOffset + nights) }, language)
          assert.deepEqual([quotedResponse.status, quotedResponse.body.errors], [422, { check_out: [message] }])
        }
        assert.equal(await countBookings(), bookingCount)
      })

    test('rejects packages that are not on sale for the room, and books nothing (BOOK-12)', async () => {
      const message = translatorFor('en').t('booking.package_gone')
      const bookingCount = await countBookings()
      const assertRejected = async (overrides: object = {}) => {
        const { status, body } = await requestStay(overrides)
        assert.deepEqual([status, body.errors], [422, { package: [message] }], JSON.stringify(overrides))
      }
      await assertRejected({ slug: 'single' })
      await assertRejected({ package: 'no-such-package' })
      const room = { slug: 'twin', adult: 1, child: 0 }
      await assertRejected({ rooms: [room, room] })
      for (const columns of [
        { published_at: null },
        { published_at: app.clock.now + 60_000 },
        { published_at: app.clock.now, category_id: 14 },
        { category_id: 20, stay_nights: null },
      ]) {
        await changePackage(columns)
        await assertRejected()
        const quotedResponse = await quote()
        assert.deepEqual([quotedResponse.status, quotedResponse.body.errors], [422, { package: [message] }])
      }
      await deletePackage()
      await assertRejected()
      assert.equal(await countBookings(), bookingCount)
      const ordinaryStay = await book({ package: '' })
      assert.deepEqual(
        [ordinaryStay.package, ordinaryStay.total],
        ['', 3 * 6200],
        'without the package it is an ordinary stay',
      )
    })

    test('applies the rules of the rates and the inventory counters to packages (BOOK-8, BOOK-11)', async () => {
      await setRate(arrivalOffset, { min_nights: 5 })
      const shortResponse = await requestStay()
      assert.deepEqual([shortResponse.status, Object.keys(shortResponse.body.errors)], [422, ['checkout']])
      arrivalOffset += 4
      await setRate(arrivalOffset, { closed_to_arrival: 1 })
      const closedResponse = await requestStay()
      assert.deepEqual([closedResponse.status, Object.keys(closedResponse.body.errors)], [422, ['checkin']])
      arrivalOffset += 4
      const { units } = desk.kind('twin')
      const responses = await Promise.all(units.concat(units[0]!).map(() => requestStay()))
      const statuses = responses.map(({ status }) => status).toSorted()
      assert.deepEqual(statuses, [...units.map(() => 200), 409])
      assert.equal((await quote()).body.free, false)
      await verifyBooks()
    })

    test('applies the cancellation terms to the price of the package (BOOK-11)', async () => {
      await setDefaultPolicy(app.db, createNightRules(48, 1))
      const { body: quotedBody } = await quote()
      const { cancelling } = await book()
      assert.deepEqual([quotedBody.cancelling.no_show, cancelling.no_show], [6668, 6668])
      await setDefaultPolicy(app.db, freeCancellation)
    })

    test('adds the included extras to the bill at no charge (BOOK-11)', async () => {
      const { id: transferId } = await app.db
        .selectFrom('extra')
        .select('id')
        .where('name_en', '=', 'Airport transfer')
        .executeTakeFirstOrThrow()
      await changePackage({ stay_extras: JSON.stringify([{ id: transferId, quantity: 2 }]) })
      const { booking_id: code, total } = await book()
      const bill = await desk.callOk('getBill', { code })
      assert.deepEqual(
        bill.charges.map(({ name, quantity, total: price }: Record<string, unknown>) => [name, quantity, price]),
        [['Airport transfer', 2, 0]],
      )
      assert.deepEqual([bill.costs, total], [20_000, 20_000])
      await desk.callOk('addCharge', {
        code,
        booking: bill.rooms[0].booking,
        extra: transferId,
        name: 'Airport transfer',
        quantity: 1,
        each: 1500,
      })
      assert.equal((await desk.callOk('getBill', { code })).costs, 21_500, 'further extras are charged')
      const cancelledResponse = await app.call('cancelBooking', { id: code, fee: 1_000_000 }, { token: annaToken })
      assert.equal(cancelledResponse.status, 200, JSON.stringify(cancelledResponse.body))
      const chargedExtras = (await desk.callOk('getBill', { code })).charges.map(
        ({ name, total: price }: Record<string, unknown>) => [name, price],
      )
      assert.deepEqual(chargedExtras, [['Airport transfer', 1500]], 'a cancelled stay includes nothing')
      await verifyBooks()
    })

    for (const language of languages)
      test(`names the package in emails, summary, proforma, office and bill, ${language} (BOOK-13)`, async () => {
        const { t } = translatorFor(language)
        const { booking_id: code, room_name: roomName } = await book({}, language)
        assert.ok(typeof roomName === 'string')
        const downloadText = async (name: 'getBookingSummary' | 'getOwnProformaPdf', input: object) => {
          const headers = { authorization: `Bearer ${annaToken}`, 'accept-language': language }
          const response = await sendRequest(
            app.url,
            endpoints[name][1] + queryString(input as Record<string, string>),
            { headers },
          )
          assert.equal(response.status, 200, name)
          return extractPdfText(response.body).join(' ').replace(/\s+/g, ' ')
        }
        const readEmailTo = async (address: string) =>
          (await readEmailsTo(app, address)).findLast(({ text }) => text.includes(code))!.text
        const email = await readEmailTo('anna@buyer.example')
        assert.ok(email.includes(`${t('booking.package')}: ${NAME[language]}`), email)
        assert.ok((await readEmailTo('hello@selvage.example')).includes(NAME.en))
        assert.ok((await downloadText('getBookingSummary', { id: code, language })).includes(NAME[language]))
        assert.ok(
          (await downloadText('getOwnProformaPdf', { id: code, language })).includes(`${roomName} (${NAME[language]})`),
        )
        const record = await desk.callOk('getBookingRecord', { code })
        assert.equal(record.package, NAME.en)
        assert.match((await desk.callOk('getBill', { code })).rooms[0].name, /\(Quiet days\)$/)
      })

    test('names the package on the invoice, without the extras that cost nothing (BOOK-13, INV-1)', async () => {
      const [extraRow] = await app.db.selectFrom('extra').select('id').execute()
      await changePackage({ stay_extras: JSON.stringify([{ id: extraRow!.id, quantity: 1 }]) })
      const { booking_id: code } = await book()
      await desk.callOk('takePayment', { code, amount: 20_000, method: 'cash' })
      const { payments } = await desk.callOk('getSettings')
      await desk.callOk('savePaymentsSettings', { ...payments, takes_online: false, invoices_once_paid: true })
      const buyer = { name: 'Nordwind GmbH', bin: '', address: '' }
      await app.callOk('requestInvoice', { id: code, ...buyer }, { token: annaToken })
      const { content } = await app.db.selectFrom('invoice').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      const { lines } = JSON.parse(String(content)) as {
        lines: { name: Record<string, string>; total_poisha: number }[]
      }
      assert.ok(lines.every(({ name }) => name['en'] === `Twin Room (${NAME.en})`))
      assert.equal(
        lines.reduce((sum, { total_poisha }) => sum + total_poisha, 0),
        2_000_000,
      )
      await verifyBooks()
    })

    test('creates a stay that the guest cannot change online (BOOK-11, REB-8)', async () => {
      const { booking_id: id, change } = await book()
      const lockedText = translatorFor('en').t('change.package')
      assert.deepEqual(change, { allowed: null, locked: lockedText })
      const form = { id, checkin: app.day(arrivalOffset), checkout: app.day(arrivalOffset + 4), total: 20_000 }
      const { status, body } = await app.call('changeStay', form, { token: annaToken, key: randomUUID() })
      assert.deepEqual([status, body.message], [409, lockedText])
    })

    test('starts on the page of the package, which shows the price and links to the form of the room (BOOK-11, CONT-10)', async () => {
      const { id: transferId } = await app.db
        .selectFrom('extra')
        .select('id')
        .where('name_en', '=', 'Airport transfer')
        .executeTakeFirstOrThrow()
      await changePackage({ stay_extras: JSON.stringify([{ id: transferId, quantity: 2 }]) })
      for (const language of languages) {
        const { count, money, number } = translatorFor(language)
        for (const path of ['/premimum-packages', `/details/${SLUG}`]) {
          const html = await readPage(path, language)
          assert.ok(html.includes(money(20_000)), path)
          assert.ok(html.includes(count('packages.dates', 3)), path)
          assert.match(html, new RegExp(`/booking-details/twin\\?package=${SLUG}&amp;nights=3#booking`), path)
          assert.ok(html.includes(number(2)), path)
        }
      }
      const formHtml = await readPage(`/booking-details/twin?package=${SLUG}&nights=3`)
      assert.match(formHtml, new RegExp(`<input[^>]*name="package"[^>]*value="${SLUG}"`))
    })
  })
}
