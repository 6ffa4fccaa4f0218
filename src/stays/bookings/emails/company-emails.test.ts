import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { payBalance } from '#testing/pay-balance.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { setDefaultPolicy, createNightRules } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`emails to the company, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const companyAddress = 'hello@selvage.example'
    const readLatestEmail = async () => (await readEmailsTo(app, companyAddress)).at(-1)!
    /** Asserts that an email is internal: without greeting and signature. */
    const assertInternal = ({ text }: { text: string }) => {
      assert.doesNotMatch(text, /[{}]/)
      const { t } = translatorFor('en')
      for (const phrase of [t('mail.regards'), t('mail.greeting_unnamed'), 'Dear'])
        assert.ok(!text.includes(phrase), phrase)
    }

    test('describe each booking with guest, room, dates, deadline and office link, and replies go to the guest (BOOK-4, BOOK-5)', async () => {
      const token = await app.newGuest()
      const form = createStayForm(app, { name: 'রফিক ইসলাম', slug: 'twin', message: 'We come late.\nIs there supper?' })
      const { body } = await app.call('requestGuestBooking', form, { token, language: 'bn' })
      const email = await readLatestEmail()
      assert.equal(email.header('reply-to'), 'রফিক ইসলাম <rafiq@guest.example>')
      assert.equal(
        email.header('subject'),
        `Booking request ${body.booking_id}: Twin Room, 14\u00a0Jan\u00a0– 17\u00a0Jan\u00a02027, রফিক ইসলাম`,
      )
      for (const expectedText of [
        'We come late.\nIs there supper?',
        'Name: রফিক ইসলাম',
        'Email: rafiq@guest.example',
        'Phone: +8801700000004',
        'Room: Twin Room',
        'Check In: Thursday, 14 January 2027',
        'Check Out: Sunday, 17 January 2027',
        'Guests: 1 adult',
        'Language: বাংলা',
        `https://selvage.example/office/bookings/${body.booking_id}`,
        'reserved until 5 January 2027, 09:00, Dhaka time. Once the guest confirms rafiq@guest.example, it is reserved for 48 more hours',
      ])
        assert.ok(email.text.includes(expectedText), `${expectedText}\n\n${email.text}`)
      assertInternal(email)
    })

    test('announce a stay that is confirmed immediately (BOOK-5)', async () => {
      await writeCompany(app.db, { offlineNeedsApproval: false })
      const token = await app.signIn('anna')
      const { body } = await app.call(
        'requestBooking',
        createStayForm(app, { slug: 'family', email: 'anna@buyer.example' }),
        {
          token,
        },
      )
      const email = await readLatestEmail()
      assert.match(email.header('subject'), new RegExp(`^Booking ${body.booking_id}: Family`))
      assert.match(email.text, /has booked Family/)
      assert.doesNotMatch(email.text, /reserved until/)
      const guestEmail = (await readEmailsTo(app, 'anna@buyer.example')).at(-1)!
      assert.equal(guestEmail.header('subject'), `Your booking ${body.booking_id}`)
      for (const expectedText of [
        'Free until 12 January 2027, 14:00, Dhaka time. After that, cancelling costs BDT\u00a014,500.',
        'Road 11, Banani, Dhaka\u00a01213, Bangladesh',
        `https://selvage.example/booking-history-details/${body.booking_id}`,
        'https://www.openstreetmap.org/',
      ])
        assert.ok(guestEmail.text.includes(expectedText), `${expectedText}\n\n${guestEmail.text}`)
      await writeCompany(app.db, { offlineNeedsApproval: true })
    })

    test('announce each cancelled stay and its fee (ACCT-8)', async () => {
      const token = await app.signIn('anna')
      const book = async (from: number) =>
        (
          await app.call(
            'requestBooking',
            createStayForm(app, {
              slug: 'single',
              email: 'anna@buyer.example',
              checkin: app.day(from),
              checkout: app.day(from + 2),
            }),
            { token },
          )
        ).body.booking_id
      const freeStayCode = await book(30)
      await app.call('cancelBooking', { id: freeStayCode, fee: 0 }, { token })
      const cancellationEmail = await readLatestEmail()
      assert.match(
        cancellationEmail.header('subject'),
        new RegExp(`^Cancelled ${freeStayCode}: Single Room, 3\\sFeb\\s– 5\\sFeb\\s2027, Rafiq Islam$`),
      )
      assert.equal(cancellationEmail.header('reply-to'), 'Rafiq Islam <anna@buyer.example>')
      assert.match(cancellationEmail.text, /There is no cancellation fee\./)
      assert.ok(cancellationEmail.text.includes(`https://selvage.example/office/bookings/${freeStayCode}`))
      assertInternal(cancellationEmail)

      await writeCompany(app.db, { offlineNeedsApproval: false })
      await setDefaultPolicy(app.db, createNightRules(24 * 365, 1))
      const lateStayCode = await book(40)
      await payBalance(app.db, lateStayCode)
      await app.call('cancelBooking', { id: lateStayCode, fee: 4500 }, { token })
      assert.match(
        (await readLatestEmail()).text,
        /The cancellation fee is BDT\s4,500\.\s+BDT\s4,500 must be refunded\./,
      )
    })

    test('are not queued when the company has no email address (BOOK-4)', async () => {
      await writeCompany(app.db, { email: '' })
      const token = await app.newGuest()
      const { status } = await app.call('requestGuestBooking', createStayForm(app, { slug: 'deluxe' }), { token })
      assert.equal(status, 200)
      assert.deepEqual(await app.db.selectFrom('mail').select('id').where('recipient', '=', '').execute(), [])
      await writeCompany(app.db, { email: companyAddress })
    })
  })
}
