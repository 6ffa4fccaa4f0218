import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { HOUR_MS } from '#platform/durations.ts'

const companyAddress = 'hello@selvage.example'

for (const engine of enginesFor(import.meta.url)) {
  describe(`reminders of unanswered requests, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    let arrivalOffset = 20
    async function requestStay(sender: 'anna' | 'guest') {
      arrivalOffset += 4
      const form = createStayForm(app, {
        checkin: app.day(arrivalOffset),
        checkout: app.day(arrivalOffset + 2),
        ...(sender === 'anna' && { email: 'anna@buyer.example' }),
      })
      const token = sender === 'anna' ? await app.signIn('anna') : await app.newGuest()
      const name = sender === 'anna' ? 'requestBooking' : 'requestGuestBooking'
      const body = await app.callOk(name, form, { token, key: randomUUID() })
      return body.booking_id as string
    }
    const readReminders = async (code: string) =>
      (await app.db.selectFrom('mail').selectAll().where('kind', '=', 'company_stay_unanswered').execute()).filter(
        ({ subject }) => subject.includes(code),
      )
    const advanceAndSend = async (hours: number) => {
      app.clock.advance(hours * HOUR_MS)
      await app.sendDueEmails()
    }

    test('are sent to the company once, half a day before expiry, in its language (LET-54)', async () => {
      for (const language of languages) {
        await writeCompany(app.db, { language, answerHours: 48 })
        const { t, moment } = translatorFor(language)
        const code = await requestStay('anna')
        const deadline = app.clock.now + 48 * HOUR_MS
        await advanceAndSend(35.9)
        assert.deepEqual(await readReminders(code), [])
        await advanceAndSend(0.2)
        await Promise.all([advanceAndSend(0), advanceAndSend(0), advanceAndSend(0)])
        await app.restart()
        await advanceAndSend(6)
        assert.equal((await readReminders(code)).length, 1)
        const email = (await readEmailsTo(app, companyAddress)).findLast(({ header }) =>
          header('subject').includes(code),
        )!
        assert.ok(email.text.includes(t('mail.company_until', { until: moment(new Date(deadline)) })))
        assert.ok(email.text.includes(`/office/bookings/${code}`))
        assert.match(email.header('reply-to'), /anna@buyer\.example/)
        await advanceAndSend(6)
        const guestEmail = (await readEmailsTo(app, 'anna@buyer.example')).at(-1)!
        assert.match(guestEmail.header('subject'), new RegExp(code), 'the guest gets the expiry email')
        assert.equal((await readReminders(code)).length, 1)
      }
    })

    test('are sent when a quarter of a short answer time is left (LET-54)', async () => {
      await writeCompany(app.db, { language: 'en', answerHours: 4 })
      const code = await requestStay('anna')
      await advanceAndSend(2.9)
      assert.deepEqual(await readReminders(code), [])
      await advanceAndSend(0.2)
      assert.equal((await readReminders(code)).length, 1)
      await writeCompany(app.db, { answerHours: 48 })
    })

    test('are not sent for answered, cancelled or unverified requests, but are sent once the address is verified (LET-54)', async () => {
      await writeCompany(app.db, { answerHours: 48, proofHours: 24 })
      const [confirmedCode, declinedCode, cancelledCode] = [
        await requestStay('anna'),
        await requestStay('anna'),
        await requestStay('anna'),
      ]
      const [unverifiedCode, verifiedCode] = [await requestStay('guest'), await requestStay('guest')]
      await app.call('cancelBooking', { id: cancelledCode, fee: 0 }, { token: await app.signIn('anna') })
      const staffToken = await app.signIn('staff')
      await app.call('confirmRequest', { code: confirmedCode }, { token: staffToken })
      await app.call('declineRequest', { code: declinedCode }, { token: staffToken })
      const requestEmail = (await readEmailsTo(app, 'rafiq@guest.example')).findLast(({ text }) =>
        text.includes(verifiedCode),
      )!
      const token = /stay=([\w-]+)/.exec(requestEmail.text)![1]!
      assert.equal((await app.call('verifyStay', { token })).status, 200)
      await advanceAndSend(20)
      assert.deepEqual(await readReminders(unverifiedCode), [])
      await advanceAndSend(17)
      assert.equal((await readReminders(verifiedCode)).length, 1)
      for (const code of [confirmedCode, declinedCode, cancelledCode, unverifiedCode])
        assert.deepEqual(await readReminders(code), [], code)
    })

    test('are not sent for a request that expired while the server was down, but the email about the expiry is (LET-54)', async () => {
      const code = await requestStay('anna')
      await advanceAndSend(49)
      assert.deepEqual(await readReminders(code), [])
      const companyEmails = (await readEmailsTo(app, companyAddress)).filter(({ header }) =>
        header('subject').includes(code),
      )
      assert.match(companyEmails.at(-1)!.header('subject'), /^Expired /)
    })
  })
}
