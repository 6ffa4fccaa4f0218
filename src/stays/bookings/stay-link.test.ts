import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { purgeExpiredLinks } from '#people/accounts/signed-link.ts'
import { endpoints, languages, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the link to a stay, on ${engine.name}`, () => {
    let app: TestApp
    let guestToken: string
    before(async () => {
      app = await startTestApp(engine, { PUBLIC_URL: 'https://house.example' })
      guestToken = await app.newGuest()
    })
    after(() => app.close())

    let arrivalOffset = 10
    /** Books a stay and reads the email about it. */
    async function book(token: string, overrides: object = {}, language = 'en') {
      arrivalOffset += 2
      const form = createStayForm(app, {
        checkin: app.day(arrivalOffset),
        checkout: app.day(arrivalOffset + 2),
        ...overrides,
      })
      const name = token === guestToken ? 'requestGuestBooking' : 'requestBooking'
      const body = await app.callOk(name, form, { token, language })
      const recipientEmail = (overrides as { email?: string }).email ?? 'rafiq@guest.example'
      const email = (await readEmailsTo(app, recipientEmail)).find(({ text }) => text.includes(body.booking_id))!
      const [linkText] = /https:\/\/house\.example\S+/.exec(email.text) ?? []
      return { body, email, link: linkText === undefined ? undefined : new URL(linkText) }
    }
    const findToken = (link: URL | undefined) => link!.searchParams.get('stay')!
    const downloadCalendar = (input: object, token?: string) => app.call('getStayCalendar', input, { token })

    test("gives access to the stay from the guest's email, and reveals no other data (BOOK-7, ACCT-13)", async () => {
      const { body, email, link } = await book(guestToken)
      assert.equal(link!.pathname, '/booking-success')
      assert.ok(email.html.includes(link!.href.replaceAll('&', '&amp;')))
      const stayResponse = await app.call('getStay', { token: findToken(link) })
      const { message: _, ...confirmation } = body
      assert.deepEqual([stayResponse.status, stayResponse.body], [200, confirmation])
      const details = await app.call('getBookingDetails', { id: body.booking_id }, { token: guestToken })
      assert.deepEqual(stayResponse.body.cancelling, details.body.cancelling)
      assert.deepEqual(Object.keys(stayResponse.body).sort(), [
        'adult',
        'answer_until',
        'arrival',
        'arrival_time',
        'awaits_verification',
        'beds',
        'booking_id',
        'cancelling',
        'change',
        'checkin',
        'checkout',
        'child',
        'due',
        'due_text',
        'follows',
        'invoice_when',
        'next',
        'nights',
        'package',
        'paid',
        'pay_until',
        'payment_status',
        'picture',
        'refunded',
        'room_name',
        'rooms',
        'status',
        'to_pay',
        'total',
      ])
      assert.equal(stayResponse.headers.get('cache-control'), 'no-store')
      assert.ok(!JSON.stringify(stayResponse.body).includes('rafiq'))
    })

    test('opens a page that shows the stay without scripts, in the language of the email (BOOK-7)', async () => {
      const { body, link } = await book(guestToken, {}, 'bn')
      assert.equal(link!.pathname, '/bn/booking-success')
      const pageResponse = await app.get(link!.pathname + link!.search)
      assert.equal(pageResponse.headers.get('cache-control'), 'private, no-store')
      const html = await pageResponse.text()
      const { day: formatDay } = translatorFor('bn')
      for (const expectedText of [body.booking_id, formatDay(body.checkin), body.next])
        assert.ok(html.includes(expectedText), expectedText)
      const wrongPageHtml = await (await app.get('/booking-success?stay=nonsense')).text()
      assert.ok(wrongPageHtml.includes(translatorFor('en').t('booking.link_ended')))
    })

    test('names the guest in the summary once the address is verified (ACCT-9, ACCT-10)', async () => {
      const { link } = await book(guestToken)
      const readSummaryTexts = async () => {
        const path = endpoints.getBookingSummary[1] + queryString({ token: findToken(link), language: 'en' })
        return extractPdfText((await sendRequest(app.url, path)).body).join(' ')
      }
      assert.ok(!(await readSummaryTexts()).includes('Rafiq Islam'))
      assert.equal((await app.call('verifyStay', { token: findToken(link) })).status, 200)
      assert.match(await readSummaryTexts(), /Booked by\s+Rafiq Islam/)
    })

    test("downloads the summary of an unverified request in the requested language, without the guest's name (BOOK-7, ACCT-9)", async () => {
      const { body, link } = await book(guestToken)
      for (const language of languages) {
        const { t } = translatorFor(language)
        const path = endpoints.getBookingSummary[1] + queryString({ token: findToken(link), language })
        const { status, headers, body: pdf } = await sendRequest(app.url, path)
        assert.deepEqual(
          [status, headers['content-type'], headers['cache-control']],
          [200, 'application/pdf', 'no-store'],
        )
        const spelledTexts = extractPdfText(pdf)
        for (const expectedText of [t('summary.title'), body.booking_id, t('summary.total')])
          assert.ok(spelledTexts.includes(expectedText), `${expectedText} in ${spelledTexts.join(' | ')}`)
        for (const hiddenText of ['Rafiq Islam', t('summary.booked_by')])
          assert.ok(!spelledTexts.some((expected) => expected.includes(hiddenText)), hiddenText)
      }
      const wrongResponse = await sendRequest(
        app.url,
        endpoints.getBookingSummary[1] + queryString({ token: 'x'.repeat(43) }),
      )
      const anonymousResponse = await sendRequest(
        app.url,
        endpoints.getBookingSummary[1] + queryString({ id: body.booking_id }),
      )
      assert.deepEqual([wrongResponse.status, anonymousResponse.status], [404, 401])
    })

    test('shows the current status of the stay (BOOK-7)', async () => {
      const { body, link } = await book(guestToken)
      for (const [status, nextStep] of [
        ['confirmed', /is confirmed/],
        ['cancelled', /was cancelled/],
        ['declined', /could not accept/],
      ] as const) {
        await app.db.updateTable('booking').set({ status }).where('code', '=', body.booking_id).execute()
        const stayResponse = await app.call('getStay', { token: findToken(link) })
        assert.equal(stayResponse.body.status, status)
        assert.match(stayResponse.body.next, nextStep)
      }
    })

    test('never opens another stay, and is stored only as a hash (ACCT-13)', async () => {
      const [firstStay, secondStay] = [await book(guestToken), await book(guestToken)]
      assert.notEqual(findToken(firstStay.link), findToken(secondStay.link))
      const storedLinks = JSON.stringify(await app.db.selectFrom('signed_link').selectAll().execute())
      assert.ok(!storedLinks.includes(findToken(firstStay.link)))
      const token = findToken(firstStay.link)
      for (const wrongQuery of [
        '',
        'x',
        token.slice(1),
        token.toLowerCase(),
        `${token}x`,
        ` ${token}.`,
        firstStay.body.booking_id,
        '%',
        guestToken,
        "' or '1'='1",
      ]) {
        const { status } = await app.call('getStay', { token: wrongQuery })
        assert.equal(status, 404, wrongQuery)
        if (wrongQuery) assert.equal((await downloadCalendar({ token: wrongQuery })).status, 404, wrongQuery)
      }
      assert.equal((await app.call('getUserRow', {}, { token })).status, 401, 'the link token is no session token')
    })

    test('expires two weeks after the stay (ACCT-13)', async () => {
      const startTime = app.clock.now
      const { body, link } = await book(guestToken)
      const readStatus = async () => (await app.call('getStay', { token: findToken(link) })).status
      const expiresAt = Date.parse(body.checkout) + 14 * DAY_MS
      app.clock.advance(expiresAt - 1 - startTime)
      await purgeExpiredLinks(app.db, app.clock.now)
      assert.equal(await readStatus(), 200)
      app.clock.advance(1)
      assert.equal(await readStatus(), 404)
      await purgeExpiredLinks(app.db, app.clock.now + 7 * DAY_MS)
      assert.equal(
        (await app.db.selectFrom('signed_link').select('payload').where('payload', '=', body.booking_id).execute())
          .length,
        0,
      )
      app.clock.advance(startTime - expiresAt)
    })

    test('is not sent to members with a confirmed address, who sign in instead (ACCT-13)', async () => {
      const annaToken = await app.signIn('anna')
      const ownAddressStay = await book(annaToken, { email: 'anna@buyer.example' })
      assert.deepEqual(
        [ownAddressStay.link!.pathname, ownAddressStay.link!.search],
        [`/booking-history-details/${ownAddressStay.body.booking_id}`, ''],
      )
      const otherAddressStay = await book(annaToken, { email: 'rafiq@guest.example' })
      assert.equal((await app.call('getStay', { token: findToken(otherAddressStay.link) })).status, 200)
    })

    test("gives a guest with a member's address no access to the member's stays (ACCT-13, API-9, API-10)", async () => {
      const annaToken = await app.signIn('anna')
      const membersStay = (await book(annaToken)).body.booking_id
      const { body } = await app.call('guestRegister', {
        name: 'Anna Becker',
        email: 'anna@buyer.example',
        phone: '+494066969123',
      })
      const token = body.access_token
      assert.deepEqual((await app.call('activeBookingRooms', {}, { token })).body, { data: [] })
      for (const name of ['getBookingDetails', 'getStayCalendar'] as const) {
        assert.equal((await app.call(name, { id: membersStay }, { token })).status, 404)
        assert.equal((await app.call(name, { id: membersStay }, { token: annaToken })).status, 200)
      }
      assert.equal(
        (await app.call('requestBooking', createStayForm(app), { token })).status,
        403,
        'the guest has no member rights',
      )
    })

    test('downloads a calendar file with whole days, up to the day of departure (BOOK-7)', async () => {
      const { body, link } = await book(guestToken, { slug: 'deluxe' })
      const linkResponse = await downloadCalendar({ token: findToken(link) })
      const ownerResponse = await downloadCalendar({ id: body.booking_id }, guestToken)
      assert.deepEqual([linkResponse.status, ownerResponse.status], [200, 200])
      assert.equal(linkResponse.body, ownerResponse.body)
      assert.equal(linkResponse.headers.get('content-type'), 'text/calendar; charset=utf-8')
      assert.equal(linkResponse.headers.get('content-disposition'), 'attachment; filename="stay.ics"')
      assert.equal(linkResponse.headers.get('cache-control'), 'no-store')
      const toCompactDay = (iso: string) => iso.replaceAll('-', '')
      assert.deepEqual(linkResponse.body.replaceAll('\r\n ', '').split('\r\n'), [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Selvage//Stays//EN',
        'BEGIN:VEVENT',
        `UID:${body.booking_id}@house.example`,
        'DTSTAMP:20270104T030000Z',
        `DTSTART;VALUE=DATE:${toCompactDay(body.checkin)}`,
        `DTEND;VALUE=DATE:${toCompactDay(body.checkout)}`,
        'SUMMARY:Deluxe Double\\, Selvage Accessories',
        'LOCATION:Road 11\\, Banani\\, Dhaka\u00a01213\\, Bangladesh',
        `DESCRIPTION:Reference: ${body.booking_id}\\nCheck in from 14:00\\, check out by 12:00\\, Dhaka time\\n` +
          body.next.replaceAll(',', '\\,'),
        'STATUS:TENTATIVE',
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ])
      await app.db.updateTable('booking').set({ status: 'cancelled' }).where('code', '=', body.booking_id).execute()
      assert.match((await downloadCalendar({ token: findToken(link) })).body, /\r\nSTATUS:CANCELLED\r\n/)
    })

    test('downloads a calendar file in the language of the booking, with folded lines (BOOK-7)', async () => {
      const { link } = await book(guestToken, { slug: 'deluxe' }, 'bn')
      const { body } = await downloadCalendar({ token: findToken(link) })
      assert.match(body, /SUMMARY:ডিলাক্স ডাবল\\, সেলভেজ/)
      for (const line of body.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    })

    test('is required for the calendar file by everyone except the account that booked (ACCT-13)', async () => {
      const { body } = await book(guestToken)
      const id = body.booking_id
      for (const token of [await app.newGuest(), await app.signIn('anna'), await app.signIn('owner')])
        assert.equal((await downloadCalendar({ id }, token)).status, 404)
      assert.equal((await downloadCalendar({ id })).status, 401, 'an anonymous caller must sign in')
      assert.equal((await downloadCalendar({}, guestToken)).status, 404)
      assert.equal((await downloadCalendar({ id: 'NOSUCHCODE' }, guestToken)).status, 404)
    })

    test('cannot be guessed, because too many attempts get 429 (ACCT-13)', async () => {
      const limitedApp = await startTestApp(engine, { RATE_LIMIT: 'on' })
      try {
        const statuses: number[] = []
        for (let guess = 0; guess < 125; guess++)
          statuses.push((await limitedApp.call('getStay', { token: 'x'.repeat(43) })).status)
        assert.deepEqual(statuses, [...Array<number>(120).fill(404), ...Array<number>(5).fill(429)])
        assert.equal((await limitedApp.call('getStayCalendar', { token: 'x'.repeat(43) })).status, 429)
      } finally {
        await limitedApp.close()
      }
    })
  })
}
