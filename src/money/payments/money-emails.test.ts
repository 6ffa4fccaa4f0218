import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { assertMoneyConsistent } from '#testing/assert-money.ts'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { enginesFor } from '#testing/engines.ts'
import { startPayingApp, type HeldStay, type PayingApp } from '#testing/paying-app.ts'
import { freeCancellation, createNightRules, setDefaultPolicy } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { shiftRooms } from '#front-desk/desk/shift-parts.ts'
import { languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

const guestNames = { en: 'Rafiq Islam', bn: 'রফিক ইসলাম' }

for (const engine of enginesFor(import.meta.url)) {
  describe(`emails about the money of a stay, on ${engine.name}`, () => {
    let app: PayingApp
    let arrivalDay = 20
    before(async () => {
      app = await startPayingApp(engine)
      await setDefaultPolicy(app.db, freeCancellation)
    })
    after(() => app.close())

    const createDates = (nights: number) => ({ checkin: app.day(arrivalDay), checkout: app.day(arrivalDay + nights) })
    const findLinks = (text: string) => [...text.matchAll(/^https:\/\/selvage\.example\S+$/gm)].map(([url]) => url)
    const readQuery = (url: string) => new URL(url).searchParams

    /** Returns the emails to an address that arrived since the last call. */
    function watchInbox(address: string) {
      let seenCount = 0
      return async () => {
        const emails = (await readEmailsTo(app, address)).slice(seenCount)
        seenCount += emails.length
        return emails.map(({ header, text }) => ({ subject: header('subject'), text, links: findLinks(text) }))
      }
    }
    async function holdStayIn(language: Language, overrides: object = {}) {
      arrivalDay += 10
      const token = await app.newGuest()
      const email = `guest-${arrivalDay}@guest.example`
      const form = createStayForm(app, {
        name: guestNames[language],
        email,
        slug: 'twin',
        paymenttype: 1,
        ...createDates(3),
        ...overrides,
      })
      const { status, body } = await app.call('requestGuestBooking', form, { token, language })
      assert.equal(status, 200, JSON.stringify(body))
      const stay: HeldStay = { code: body.booking_id, token, total: body.total }
      return { ...stay, language, readNew: watchInbox(email) }
    }
    async function callOk(endpoint: Parameters<PayingApp['call']>[0], form: object, options: object = {}) {
      const { status, body } = await app.call(endpoint, form, { key: randomUUID(), ...options })
      assert.equal(status, 200, `${endpoint}: ${JSON.stringify(body)}`)
      return body
    }
    /** Follows a payment link and presses a button of the gateway. */
    async function payBy(link: string, button: string) {
      const [token, payToken] = [readQuery(link).get('stay'), readQuery(link).get('pay')]
      const { url } = await callOk('startPayment', token ? { token } : { pay: payToken })
      await app.press(url, button)
      await app.settle()
    }
    const assertLines = (text: string, expectedLines: readonly (readonly [label: string, value: string])[]) => {
      for (const [label, value] of expectedLines)
        assert.ok(text.includes(`${label}: ${value}`), `${label}: ${value}\n${text}`)
    }

    for (const language of languages)
      test(`state the total, the payments, the amount due and the refund at each step, in ${language} (LET-55, LET-56, LET-57, PAY-12, REB-6)`, async () => {
        const { t, money, day } = translatorFor(language)
        const { code, total, readNew: readNewEmails } = await holdStayIn(language)
        const pricePerNight = total / 3
        const formatPriceOfNights = (nights: number) => money(nights * pricePerNight)
        const greetings = {
          unknown: t('mail.greeting_unnamed'),
          known: t('mail.greeting', { name: guestNames[language] }),
        }
        const formatDueDay = (nights: number) => t('stay.due_stay', { day: app.day(arrivalDay + nights) })
        assert.ok(formatDueDay(3).includes(day(app.day(arrivalDay + 3))))
        const readOnlyEmail = async (subject: string, greeting: string) => {
          const emails = await readNewEmails()
          assert.deepEqual(
            emails.map((email) => email.subject),
            [subject],
          )
          assert.ok(emails[0]!.text.startsWith(greeting), emails[0]!.text)
          return emails[0]!
        }

        const holdEmail = await readOnlyEmail(t('mail.hold_subject', { code }), greetings.unknown)
        const stayToken = readQuery(holdEmail.links[0]!).get('stay')!
        assertLines(holdEmail.text, [
          [t('mail.total'), t('mail.amount_with_vat', { total: formatPriceOfNights(3) })],
          [t('summary.due'), formatPriceOfNights(3)],
        ])
        assert.match(holdEmail.links[0]!, /\/payment\?stay=/)
        assert.match(holdEmail.links[1]!, /\/booking-success\?stay=/)
        assert.doesNotMatch(holdEmail.text, /calendar\.ics/)
        const readStay = () => callOk('getStay', { token: stayToken }, { language })
        assert.equal((await readStay()).due, total)

        await payBy(holdEmail.links[0]!, 'fail')
        const failedEmail = await readOnlyEmail(t('mail.pay_failed_subject', { code }), greetings.unknown)
        assert.match(failedEmail.links[0]!, /\/payment\?stay=/)
        assertLines(failedEmail.text, [[t('summary.due'), formatPriceOfNights(3)]])
        assert.doesNotMatch(failedEmail.text, /calendar\.ics/)

        await payBy(failedEmail.links[0]!, 'pay')
        const receiptEmail = await readOnlyEmail(t('mail.paid_subject', { code }), greetings.known)
        assertLines(receiptEmail.text, [
          [t('mail.paid_now'), formatPriceOfNights(3)],
          [t('summary.due'), money(0)],
        ])
        assert.ok(!receiptEmail.text.includes(t('mail.paid_before')))
        assert.match(receiptEmail.text, /calendar\.ics/)
        assert.doesNotMatch(receiptEmail.text, /\/payment\?/)
        const paidStay = await readStay()
        assert.deepEqual([paidStay.due, paidStay.due_text, paidStay.paid], [0, null, total])

        const changeNights = (nights: number) =>
          callOk(
            'changeStay',
            { token: stayToken, ...createDates(nights), total: nights * pricePerNight },
            { language },
          )
        await changeNights(4)
        const longerEmail = await readOnlyEmail(t('mail.changed_subject', { code }), greetings.known)
        assertLines(longerEmail.text, [
          [t('mail.total'), t('mail.amount_with_vat', { total: formatPriceOfNights(4) })],
          [t('mail.total_before'), formatPriceOfNights(3)],
          [t('mail.paid_so_far'), formatPriceOfNights(3)],
          [t('summary.due'), `${formatPriceOfNights(1)}\n${formatDueDay(4)}`],
        ])
        assert.ok(
          longerEmail.text.includes(
            t('mail.total_more', { total: formatPriceOfNights(4), amount: formatPriceOfNights(1) }),
          ),
        )
        assert.ok(
          longerEmail.text.includes(`${t('mail.open_amount', { amount: formatPriceOfNights(1) })} ${formatDueDay(4)}`),
        )
        const openStay = await readStay()
        assert.deepEqual(
          [openStay.due, openStay.due_text, openStay.to_pay],
          [pricePerNight, formatDueDay(4), pricePerNight],
        )

        await payBy(longerEmail.links[0]!, 'pay')
        const secondEmail = await readOnlyEmail(t('mail.paid_subject', { code }), greetings.known)
        assertLines(secondEmail.text, [
          [t('mail.total'), t('mail.amount_with_vat', { total: formatPriceOfNights(4) })],
          [t('mail.paid_before'), formatPriceOfNights(3)],
          [t('mail.paid_now'), formatPriceOfNights(1)],
          [t('summary.due'), money(0)],
        ])

        await changeNights(2)
        await app.settle()
        const shorterEmail = await readOnlyEmail(t('mail.changed_subject', { code }), greetings.known)
        assertLines(shorterEmail.text, [
          [t('mail.total_before'), formatPriceOfNights(4)],
          [t('mail.refund'), formatPriceOfNights(2)],
        ])
        assert.ok(shorterEmail.text.includes(t('cancel.refund', { refund: formatPriceOfNights(2) })))
        assert.doesNotMatch(shorterEmail.text, /\/payment\?/)

        await callOk('cancelStay', { token: stayToken, fee: 0 }, { language })
        await app.settle()
        const cancellationEmail = await readOnlyEmail(t('mail.cancelled_subject', { code }), greetings.known)
        assertLines(cancellationEmail.text, [
          [t('mail.paid'), formatPriceOfNights(4)],
          [t('mail.refunded_before'), formatPriceOfNights(2)],
          [t('mail.fee'), money(0)],
          [t('mail.refund'), formatPriceOfNights(2)],
        ])
        await app.advanceClock(3 * DAY_MS, 30)
        assert.deepEqual(await readNewEmails(), [])
        const { refunds, payment } = await app.readPaymentState(code)
        assert.equal(payment, 'refunded')
        assert.ok(refunds.length >= 2 && refunds.every((refund) => refund.startsWith('done cancelled ')))
        await assertBooksConsistent(app.db)
        await assertMoneyConsistent(app.db)
      })

    test('state a fee that the payments do not cover, with a link to pay it (LET-55, LET-56)', async () => {
      const { t, money } = translatorFor('en')
      await setDefaultPolicy(app.db, { ...createNightRules(null, 2), deposit: { kind: 'nights', amount: 1 } })
      const stay = await holdStayIn('en')
      await setDefaultPolicy(app.db, freeCancellation)
      const [holdEmail] = await stay.readNew()
      const pricePerNight = stay.total / 3
      assertLines(holdEmail!.text, [[t('summary.due'), money(pricePerNight)]])
      await payBy(holdEmail!.links[0]!, 'pay')
      const [receiptEmail] = await stay.readNew()
      assertLines(receiptEmail!.text, [
        [t('mail.paid_now'), money(pricePerNight)],
        [t('summary.due'), money(2 * pricePerNight)],
      ])
      await callOk('cancelStay', { token: readQuery(holdEmail!.links[0]!).get('stay'), fee: 2 * pricePerNight })
      const [cancellationEmail, ...otherEmails] = await stay.readNew()
      assert.equal(otherEmails.length, 0)
      assertLines(cancellationEmail!.text, [
        [t('mail.paid'), money(pricePerNight)],
        [t('mail.fee'), money(2 * pricePerNight)],
        [t('summary.due'), money(pricePerNight)],
      ])
      assert.ok(!cancellationEmail!.text.includes(`${t('mail.refund')}: `))
      await payBy(cancellationEmail!.links[0]!, 'pay')
      assert.equal((await app.readPaymentState(stay.code)).payment, 'paid')
    })

    test('are sent once after staff change a stay, with a payment link that lets a member only pay (LET-55, LET-56)', async () => {
      const { t, money } = translatorFor('en')
      const desk = await openDesk(app, 'owner')
      const annaToken = await app.signIn('anna')
      const readNewEmails = watchInbox('anna@buyer.example')
      arrivalDay += 10
      const form = createStayForm(app, {
        name: 'Anna Becker',
        email: 'anna@buyer.example',
        slug: 'twin',
        paymenttype: 1,
        ...createDates(2),
      })
      const { booking_id: code, total } = await callOk('requestBooking', form, { token: annaToken })
      const [holdEmail] = await readNewEmails()
      assert.ok(holdEmail!.text.startsWith('Dear Anna Becker,'))
      assert.match(holdEmail!.links[0]!, /\/payment\?pay=/)
      await payBy(holdEmail!.links[0]!, 'pay')
      await readNewEmails()
      const { rooms } = await desk.callOk('getDeskStay', { code })
      const changes = shiftRooms(rooms, { start: 0, end: 1 })
      const { same_price_total } = await desk.callOk('previewArrangement', { changes })
      await desk.callOk('arrangeStays', { changes, after: same_price_total, notify_guest: true })
      const emails = await readNewEmails()
      assert.deepEqual(
        emails.map(({ subject }) => subject),
        [t('mail.changed_subject', { code })],
      )
      const [changeEmail] = emails
      assertLines(changeEmail!.text, [
        [t('mail.total_before'), money(total)],
        [t('mail.paid_so_far'), money(total)],
        [t('summary.due'), money(same_price_total - total)],
      ])
      const payToken = readQuery(changeEmail!.links[0]!).get('pay')!
      for (const [endpoint, input] of [
        ['getStay', { token: payToken }],
        ['cancelStay', { token: payToken, fee: 0 }],
        ['startPayment', { token: payToken }],
      ] as const)
        assert.equal((await app.call(endpoint, input)).status, 404, endpoint)
      assert.equal(
        (await app.call('startPayment', { pay: readQuery(holdEmail!.links[1]!).get('stay') ?? 'x'.repeat(43) })).status,
        404,
      )
      await payBy(changeEmail!.links[0]!, 'pay')
      assert.equal((await app.readPaymentState(code)).payment, 'paid')
      const secondResponse = await app.call('startPayment', { pay: payToken })
      assert.deepEqual([secondResponse.status, secondResponse.body.message], [409, t('payment.nothing_due')])

      await readNewEmails()
      const shorterChanges = shiftRooms((await desk.callOk('getDeskStay', { code })).rooms, { start: 0, end: -1 })
      const { same_price_total: shorterTotal } = await desk.callOk('previewArrangement', { changes: shorterChanges })
      await desk.callOk('arrangeStays', { changes: shorterChanges, after: shorterTotal, notify_guest: true })
      const [creditEmail] = await readNewEmails()
      const overpaidText = money(same_price_total - shorterTotal)
      assertLines(creditEmail!.text, [[t('mail.bill_credit'), overpaidText]])
      assert.ok(creditEmail!.text.includes(t('mail.overpaid_text', { amount: overpaidText })), creditEmail!.text)
    })

    test('state the refund after staff cancel one room of a paid stay, in one email (LET-55, PAY-16)', async () => {
      const { t, money } = translatorFor('en')
      const desk = await openDesk(app, 'owner')
      const roomForm = { slug: 'deluxe', adult: 1, child: 0 }
      const stay = await holdStayIn('en', { ...roomForm, rooms: [roomForm, roomForm] })
      const [holdEmail] = await stay.readNew()
      await payBy(holdEmail!.links[0]!, 'pay')
      await stay.readNew()
      const [, secondRoom] = (await desk.callOk('getDeskStay', { code: stay.code })).rooms
      await desk.callOk('cancelRoom', {
        booking: secondRoom!.booking,
        version: secondRoom!.version,
        fee: 'none',
        notify_guest: true,
      })
      app.clock.advance(DAY_MS)
      await app.worker.runDue()
      const emails = await stay.readNew()
      assert.deepEqual(
        emails.map(({ subject }) => subject),
        [t('mail.changed_subject', { code: stay.code })],
      )
      const refundText = money(stay.total / 2)
      assertLines(emails[0]!.text, [[t('mail.refund'), refundText]])
      assert.ok(emails[0]!.text.includes(t('cancel.refund', { refund: refundText })), emails[0]!.text)
    })

    test('state a refund that no other email has stated, and its reason (LET-55, PAY-16)', async () => {
      const { t, money } = translatorFor('en')
      const stay = await holdStayIn('en')
      const pageUrl = (await callOk('startPayment', { id: stay.code }, { token: stay.token })).url
      await callOk('cancelBooking', { id: stay.code, fee: 0 }, { token: stay.token })
      await app.press(pageUrl, 'pay')
      await app.settle()
      const subjects = (await stay.readNew()).map(({ subject }) => subject)
      assert.ok(subjects.includes(t('mail.paid_late_subject', { code: stay.code })), subjects.join('\n'))
      const { id } = await app.db
        .selectFrom('refund')
        .select('id')
        .where('stay_code', '=', stay.code)
        .executeTakeFirstOrThrow()
      await callOk('approveRefund', { id, amount: stay.total, reason: '' }, { token: await app.signIn('owner') })
      await app.settle()
      const [refundEmail, ...otherEmails] = await stay.readNew()
      assert.deepEqual([refundEmail!.subject, otherEmails.length], [t('mail.refund_subject', { code: stay.code }), 0])
      assert.ok(refundEmail!.text.includes(t('mail.refund_late')))
      assertLines(refundEmail!.text, [[t('mail.refund'), money(stay.total)]])
    })
  })
}
