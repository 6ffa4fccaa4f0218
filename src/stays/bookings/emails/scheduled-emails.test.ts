import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { readCompany, writeCompany } from '#content/company.ts'
import { parseDay } from '#platform/day.ts'
import { translatorFor } from '#locales/both.ts'
import { sendScheduledEmails } from './scheduled-emails.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`scheduled emails to guests, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    before(async () => {
      await writeCompany(app.db, { reminderHours: 24, thanksDays: 1 })
    })

    let guestCount = 0
    /** Creates a confirmed stay, with its own guest, that starts in `from` days. */
    async function bookStay(from: number, language: 'en' | 'bn' = 'en') {
      // The session expires as the clock moves on.
      staffToken = await app.signIn('staff')
      const email = `guest-${++guestCount}@guest.example`
      const form = createStayForm(app, { slug: 'deluxe', email, checkin: app.day(from), checkout: app.day(from + 2) })
      const options = { token: await app.newGuest(), key: email, language }
      const code = (await app.call('requestGuestBooking', form, options)).body.booking_id as string
      assert.equal((await app.call('confirmRequest', { code }, { token: staffToken })).status, 200)
      return { code, email }
    }
    const readEmails = async (email: string, kind: 'stay_reminder' | 'stay_thanks') =>
      app.db.selectFrom('mail').selectAll().where('recipient', '=', email).where('kind', '=', kind).execute()
    const runJobs = async () => {
      await app.sendDueEmails()
      await app.worker.runDue()
    }
    /** Moves the clock by a number of days, to an hour in Dhaka. */
    const setClock = (days: number, hour: number) => {
      const midnight = app.clock.now - ((app.clock.now + 6 * HOUR_MS) % (24 * HOUR_MS))
      app.clock.now = midnight + (days * 24 + hour) * HOUR_MS
    }
    const checkOut = (code: string) =>
      app.db
        .updateTable('booking')
        .set({ status: 'checked_out', left_at: app.clock.now, check_out: parseDay(app.day(0))! })
        .where('code', '=', code)
        .execute()

    test('remind the guest once, in their language, the configured number of hours before arrival in local time (LET-40)', async () => {
      const [englishStay, banglaStay] = [await bookStay(3), await bookStay(3, 'bn')]
      setClock(2, 13.9)
      await runJobs()
      assert.deepEqual(await readEmails(englishStay.email, 'stay_reminder'), [])
      setClock(0, 14)
      await Promise.all([runJobs(), app.sendDueEmails(), app.sendDueEmails()])
      await runJobs()
      await app.restart()
      await runJobs()
      for (const [{ email, code }, language] of [
        [englishStay, 'en'],
        [banglaStay, 'bn'],
      ] as const) {
        const [reminder, ...otherReminders] = await readEmails(email, 'stay_reminder')
        assert.equal(otherReminders.length, 0, language)
        assert.deepEqual([reminder!.language, reminder!.about], [language, `booking ${code}`])
        const sentEmail = (await readEmailsTo(app, email)).at(-1)!
        assert.equal(
          sentEmail.header('subject'),
          translatorFor(language).t('mail.reminder_subject', { day: app.day(1) }),
        )
        assert.match(sentEmail.header('list-unsubscribe'), /^<https:\/\/selvage\.example\/unsubscribe\/[\w-]{43}>$/)
      }
    })

    test('remind the guest again, once, if the stay was moved to a later date after the reminder (LET-40)', async () => {
      const desk = await openDesk(app)
      const email = `guest-${++guestCount}@guest.example`
      const stay = await desk.book('Lena', 3, 5, { slug: 'twin', at: [null, null], email })
      setClock(2, 15)
      await runJobs()
      const move = async (from: number, roomCount: number) => {
        const { rooms } = await desk.callOk('getDeskStay', { code: stay.code })
        const changes = rooms.slice(0, roomCount).map(({ booking, version }: { booking: number; version: number }) => ({
          booking,
          version,
          parts: [{ room: desk.kind('twin').id, unit: null, from: app.day(from), to: app.day(from + 2) }],
        }))
        await desk.callOk('arrangeStays', { changes })
        await runJobs()
      }
      const countReminders = async () => (await readEmails(email, 'stay_reminder')).length
      await move(5, 1)
      assert.equal(await countReminders(), 1, 'one room still arrives tomorrow')
      await move(5, 2)
      assert.equal(await countReminders(), 1, 'the new date is not near yet')
      setClock(4, 15)
      await Promise.all([runJobs(), app.sendDueEmails()])
      await runJobs()
      assert.equal(await countReminders(), 2)
      const { t } = translatorFor('en')
      const [lastEmail] = (await readEmailsTo(app, email)).slice(-1)
      assert.equal(lastEmail!.header('subject'), t('mail.reminder_subject', { day: app.day(1) }))
    })

    test('do not remind guests of cancelled stays, of stays booked within the reminder time, or after check-in (LET-40)', async () => {
      setClock(1, 15)
      const [cancelledStay, lateStay, checkedInStay] = [await bookStay(3), await bookStay(1), await bookStay(3)]
      await app.call('cancelStayByStaff', { code: cancelledStay.code, fee: 'none' }, { token: staffToken })
      await app.db.updateTable('booking').set({ status: 'checked_in' }).where('code', '=', checkedInStay.code).execute()
      for (let hours = 0; hours < 96; hours += 6) {
        await runJobs()
        app.clock.advance(6 * HOUR_MS)
      }
      for (const { email } of [cancelledStay, lateStay, checkedInStay])
        assert.deepEqual(await readEmails(email, 'stay_reminder'), [])
    })

    test('cover the remaining rooms of a stay whose first room was cancelled (LET-40, LET-41)', async () => {
      const desk = await openDesk(app)
      const email = `guest-${++guestCount}@guest.example`
      const stay = await desk.book('Lena', 3, 5, { slug: 'twin', at: [null, null], email })
      const readRooms = async () => (await desk.callOk('getDeskStay', { code: stay.code })).rooms
      const [first] = await readRooms()
      await desk.callOk('cancelRoom', { booking: first.booking, version: first.version, fee: 'none' })
      setClock(2, 16)
      await runJobs()
      assert.equal((await readEmails(email, 'stay_reminder')).length, 1)
      setClock(3, 8)
      await app.db
        .updateTable('booking')
        .set({ status: 'checked_out', left_at: app.clock.now })
        .where('stay_code', '=', stay.code)
        .where('status', '=', 'confirmed')
        .execute()
      setClock(1, 12)
      await runJobs()
      assert.equal((await readEmails(email, 'stay_thanks')).length, 1)
    })

    test('thank the guest only when the last room of the stay has left (LET-41)', async () => {
      const desk = await openDesk(app)
      const email = `guest-${++guestCount}@guest.example`
      const stay = await desk.book('Lena', 3, 5, { slug: 'twin', at: [null, null], email })
      const setStatus = (room: number, status: 'checked_in' | 'checked_out') =>
        app.db
          .updateTable('booking')
          .set({ status, left_at: status === 'checked_out' ? app.clock.now : null })
          .where('stay_code', '=', stay.code)
          .where('code', room === 0 ? '=' : '<>', stay.code)
          .execute()
      setClock(5, 9)
      await setStatus(0, 'checked_out')
      await setStatus(1, 'checked_in')
      setClock(1, 12)
      await runJobs()
      assert.deepEqual(await readEmails(email, 'stay_thanks'), [])
      await setStatus(1, 'checked_out')
      await runJobs()
      assert.equal((await readEmails(email, 'stay_thanks')).length, 1)
    })

    test('thank the guest the configured number of days after departure, from 10:00 on, but not after a no-show or a week late (LET-41)', async () => {
      const [departedStay, noShowStay] = [await bookStay(3), await bookStay(3, 'bn')]
      setClock(4, 12)
      await checkOut(departedStay.code)
      await app.db.updateTable('booking').set({ status: 'no_show' }).where('code', '=', noShowStay.code).execute()
      setClock(1, 9.9)
      await runJobs()
      assert.deepEqual(await readEmails(departedStay.email, 'stay_thanks'), [])
      setClock(0, 10)
      await Promise.all([runJobs(), runJobs()])
      setClock(1, 12)
      await runJobs()
      assert.equal((await readEmails(departedStay.email, 'stay_thanks')).length, 1)
      assert.deepEqual(await readEmails(noShowStay.email, 'stay_thanks'), [])
      const missedStay = await bookStay(3)
      setClock(4, 12)
      await checkOut(missedStay.code)
      setClock(7, 12)
      await runJobs()
      assert.deepEqual(await readEmails(missedStay.email, 'stay_thanks'), [], 'no thanks a week late')
    })

    test('do not remind guests if the company has disabled the emails (LET-40, LET-41)', async () => {
      const { email, code } = await bookStay(3)
      const company = { ...(await readCompany(app.db)), reminderHours: undefined, thanksDays: undefined }
      setClock(2, 16)
      await sendScheduledEmails(app.db, { publicUrl: app.publicUrl }, company, app.clock.now)
      assert.deepEqual(await readEmails(email, 'stay_reminder'), [])
      await app.call('cancelStayByStaff', { code, fee: 'none' }, { token: staffToken })
    })

    test('stop after the guest unsubscribes through the link, with one click in the mail program or without scripts (LET-42)', async () => {
      const { email } = await bookStay(3)
      setClock(2, 16)
      await runJobs()
      const sentEmail = (await readEmailsTo(app, email)).at(-1)!
      const unsubscribePath = new URL(sentEmail.header('list-unsubscribe').slice(1, -1)).pathname
      const token = unsubscribePath.split('/').at(-1)!
      assert.equal(sentEmail.header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
      assert.ok(
        sentEmail.text.includes(`/unsubscribe?token=${token}`) &&
          sentEmail.html.includes(`/unsubscribe?token=${token}`),
      )
      const readUnsubscribeReasons = async () =>
        (await app.db.selectFrom('mail_suppression').select('reason').execute()).map(({ reason }) => reason)
      const openedPage = await app.get(unsubscribePath)
      assert.deepEqual([openedPage.status, openedPage.headers.get('location')], [303, `/unsubscribe?token=${token}`])
      assert.equal((await app.get(`/unsubscribe?token=${token}`)).status, 200)
      assert.deepEqual(
        await readUnsubscribeReasons(),
        [],
        'opening the link does not unsubscribe: programs open links too',
      )
      const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData(), '']
      for (const body of bodies) {
        assert.equal((await app.fetch(unsubscribePath, { method: 'POST', body })).status, 200)
        assert.deepEqual(await readUnsubscribeReasons(), ['declined'])
        assert.deepEqual((await app.call('unsubscribe', { token, declines: false })).body, { known: true })
        assert.deepEqual(await readUnsubscribeReasons(), [])
      }
      const formerPath = `/letters/decline/${token}`
      assert.equal((await app.get(formerPath)).headers.get('location'), `/unsubscribe?token=${token}`)
      const formerPage = await app.get(`/bn/no-letters?token=${token}`)
      assert.deepEqual([formerPage.status, formerPage.headers.get('location')], [301, `/bn/unsubscribe?token=${token}`])
      assert.equal((await app.fetch(formerPath, { method: 'POST', body: bodies[0]! })).status, 200)
      assert.deepEqual(
        await readUnsubscribeReasons(),
        ['declined'],
        'emails that were sent earlier have other addresses',
      )
      await app.call('unsubscribe', { token, declines: false })
      const form = new URLSearchParams({ token, declines: 'yes' })
      const postResponse = await app.fetch('/bn/unsubscribe', { method: 'POST', body: form })
      assert.deepEqual(
        [postResponse.status, postResponse.headers.get('location')],
        [303, `/bn/unsubscribe?token=${token}&said=declined`],
      )
      assert.deepEqual(await readUnsubscribeReasons(), ['declined'])
      assert.deepEqual((await app.call('unsubscribe', { token: 'x'.repeat(43) })).body, { known: false })
      assert.equal((await app.fetch(`${unsubscribePath}x`, { method: 'POST', body: 'x'.repeat(100_000) })).status, 413)

      staffToken = await app.signIn('staff')
      const secondForm = createStayForm(app, { slug: 'family', email, checkin: app.day(3), checkout: app.day(5) })
      const { body } = await app.call('requestGuestBooking', secondForm, { token: await app.newGuest(), key: 'again' })
      await app.call('confirmRequest', { code: body.booking_id }, { token: staffToken })
      setClock(2, 16)
      await runJobs()
      assert.equal((await readEmails(email, 'stay_reminder')).length, 1, 'no second reminder')
      const subjects = (await readEmailsTo(app, email)).map((message) => message.header('subject'))
      assert.ok(
        subjects.some((subject) => subject.includes(body.booking_id)),
        'emails about a booking are still sent',
      )
    })
  })
}
