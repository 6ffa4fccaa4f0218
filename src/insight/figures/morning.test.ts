import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const OWNER = 'nasreen@selvage.example'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the daily snapshot and the morning email, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      await keepSignedIn(app.db)
      await app.db.updateTable('account').set({ email: OWNER }).where('username', '=', 'owner').execute()
    })

    const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
      app.callOk(name, form, { token: ownerToken })
    async function book(from: number, nights: number) {
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      return callOk('bookAtDesk', {
        from: app.day(from),
        to: app.day(from + nights),
        rooms: [{ room: room.id, adults: 1, price: 2300 }],
        source: 'phone',
        name: 'Mina',
        phone: '+8801700000009',
        language: 'en',
      })
    }
    const listSnapshots = async () => {
      const rows = await app.db
        .selectFrom('nights_on_books')
        .innerJoin('room', 'room.id', 'nights_on_books.room_id')
        .select(['as_of_day', 'night', 'sold', 'gross_poisha'])
        .where('slug', '=', 'single')
        .orderBy('as_of_day')
        .orderBy('night')
        .execute()
      return rows.map(({ as_of_day, night, sold, gross_poisha }) => [night - as_of_day, sold, gross_poisha])
    }

    test('stores one snapshot per day, from the first process that runs, and does not change it later (OFF-220)', async () => {
      const { booking, version, code } = await book(2, 2)
      await Promise.all([app.runDailyJobs(), app.runDailyJobs(), app.runDailyJobs()])
      assert.deepEqual(await listSnapshots(), [
        [2, 1, 230_000],
        [3, 1, 230_000],
      ])
      await book(3, 1)
      await app.runDailyJobs()
      assert.equal((await listSnapshots()).length, 2, 'the snapshot of the day already exists')
      app.clock.advance(2 * DAY_MS)
      await callOk('cancelStayByStaff', { code, fee: 'none' })
      assert.ok(booking && version)
      await app.runDailyJobs()
      assert.deepEqual(await listSnapshots(), [
        [2, 1, 230_000],
        [3, 1, 230_000],
        [1, 1, 230_000],
      ])
    })

    test('emails the owners the figures of yesterday in their language, once, and only if enabled (OFF-221)', async () => {
      const readEmails = () => readEmailsTo(app, OWNER)
      assert.deepEqual(await readEmails(), [])
      const { version } = await callOk('getSendingSettings')
      const noShifts = { shift_first: '', shift_second: '', shift_third: '', emergency_to: '' }
      const emailSettings = { sender_name_en: '', sender_name_bn: '', ...noShifts }
      const invalidSettings = { ...emailSettings, morning_email: '25:00', version }
      const response = await app.call('saveEmailsSettings', invalidSettings, { token: ownerToken })
      assert.deepEqual(Object.keys(response.body.errors), ['morning_email'])
      await callOk('saveEmailsSettings', { ...emailSettings, morning_email: '07:30', version })
      for (const language of languages) {
        const { t, day, money } = translatorFor(language)
        await app.db.updateTable('account').set({ language }).where('username', '=', 'owner').execute()
        const stay = await book(0, 1)
        const unit = await app.db.selectFrom('unit').select('id').where('name', '=', '101').executeTakeFirstOrThrow()
        await callOk('checkGuestIn', { booking: stay.booking, version: stay.version, unit: unit.id, anyway: true })
        const emailCountBefore = (await readEmails()).length
        // Set the clock to 07:15 on the next morning, and then to 07:30.
        const { now } = app.clock
        app.clock.now = now - ((now + 6 * HOUR_MS) % DAY_MS) + DAY_MS + 7.25 * HOUR_MS
        await app.runDailyJobs()
        assert.equal((await readEmails()).length, emailCountBefore)
        app.clock.advance(HOUR_MS / 4)
        await Promise.all([app.runDailyJobs(), app.runDailyJobs()])
        await app.runDailyJobs()
        const allEmails = await readEmails()
        assert.equal(allEmails.length, emailCountBefore + 1)
        const email = allEmails.at(-1)!
        assert.equal(email.header('subject'), t('mail.morning_subject', { day: app.day(-1) }))
        for (const expectedText of [
          day(app.day(-1)),
          `${t('figures.revenue')}: ${money(2000)}`,
          `${t('mail.morning_arrivals')}: ${translatorFor(language).number(1)}`,
          t('mail.morning_books'),
          '/office/figures?period=yesterday',
        ])
          assert.ok(email.text.includes(expectedText), `${expectedText} in ${email.text}`)
        await callOk('checkGuestOut', { booking: stay.booking, version: stay.version + 1, owing: 'Later' })
      }
    })

    test('sends a late morning email within six hours, and not afterwards (OFF-221)', async () => {
      const countEmails = async () => (await readEmailsTo(app, OWNER)).length
      const emailCountBefore = await countEmails()
      app.clock.advance(DAY_MS + 6 * HOUR_MS)
      await app.runDailyJobs()
      assert.equal(await countEmails(), emailCountBefore, 'six hours after 07:30')
      app.clock.advance(DAY_MS - 60_000)
      await app.runDailyJobs()
      assert.equal(await countEmails(), emailCountBefore + 1, 'one minute before the limit')
    })

    test('counts the guests who left on that day, also those who should have left before (OFF-221)', async () => {
      const { t, number } = translatorFor('en')
      await app.db.updateTable('account').set({ language: 'en' }).where('username', '=', 'owner').execute()
      const stay = await book(0, 1)
      const unit = await app.db.selectFrom('unit').select('id').where('name', '=', '102').executeTakeFirstOrThrow()
      await callOk('checkGuestIn', { booking: stay.booking, version: stay.version, unit: unit.id, anyway: true })
      app.clock.advance(3 * DAY_MS)
      await callOk('checkGuestOut', { booking: stay.booking, version: stay.version + 1, owing: 'Later' })
      for (const expectedCount of [1, 0]) {
        const { now } = app.clock
        app.clock.now = now - ((now + 6 * HOUR_MS) % DAY_MS) + DAY_MS + 7.5 * HOUR_MS
        await app.runDailyJobs()
        const { text } = (await readEmailsTo(app, OWNER)).at(-1)!
        assert.ok(text.includes(`${t('mail.morning_departures')}: ${number(expectedCount)}`), text)
      }
    })
  })
}
