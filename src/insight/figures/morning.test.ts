import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { emailsTo } from '#testing/emails.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const OWNER = 'nasreen@selvage.example'

for (const engine of enginesFor(import.meta.url)) {
  describe(`each morning, on ${engine.name}`, () => {
    let app: TestApp
    let owner: string
    before(async () => {
      app = await startTestApp(engine)
      owner = await app.signIn('owner')
      const never = app.clock.now * 2
      await app.db
        .updateTable('session')
        .set({ idle_until: never, ends_at: never, seen_at: never, proved_at: never })
        .execute()
      await app.db.updateTable('account').set({ email: OWNER }).where('username', '=', 'owner').execute()
    })
    after(() => app.close())

    async function done(name: Parameters<TestApp['call']>[0], form: object = {}) {
      const { status, body } = await app.call(name, form, { token: owner })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    async function book(from: number, nights: number) {
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      return done('bookAtDesk', {
        from: app.day(from),
        to: app.day(from + nights),
        rooms: [{ room: room.id, adults: 1, price: 2300 }],
        source: 'phone',
        name: 'Mina',
        phone: '+8801700000009',
        language: 'en',
      })
    }
    const kept = async () => {
      const rows = await app.db
        .selectFrom('on_books')
        .innerJoin('room', 'room.id', 'on_books.room_id')
        .select(['kept_on', 'night', 'sold', 'gross_poisha'])
        .where('slug', '=', 'single')
        .orderBy('kept_on')
        .orderBy('night')
        .execute()
      return rows.map(({ kept_on, night, sold, gross_poisha }) => [night - kept_on, sold, gross_poisha])
    }

    test('what is on the books is kept once a day, whoever comes to it first, as it was then (OFF-220)', async () => {
      const { booking, version, code } = await book(2, 2)
      await Promise.all([app.daily(), app.daily(), app.daily()])
      assert.deepEqual(await kept(), [
        [2, 1, 230_000],
        [3, 1, 230_000],
      ])
      await book(3, 1)
      await app.daily()
      assert.equal((await kept()).length, 2, 'the day has its own already')
      app.clock.advance(2 * DAY_MS)
      await done('cancelForGuest', { code, fee: 'none' })
      assert.ok(booking && version)
      await app.daily()
      assert.deepEqual(await kept(), [
        [2, 1, 230_000],
        [3, 1, 230_000],
        [1, 1, 230_000],
      ])
    })

    test('owners are written how the house did yesterday, in their language, once, and only if that is set (OFF-221)', async () => {
      const emails = () => emailsTo(app, OWNER)
      assert.deepEqual(await emails(), [])
      const { version } = await done('getSendingSettings')
      const noSheet = { shift_first: '', shift_second: '', shift_third: '', emergency_to: '' }
      const names = { sender_name_en: '', sender_name_bn: '', ...noSheet }
      const wrong = { ...names, morning_letter: '25:00', version }
      const refused = await app.call('saveLettersSettings', wrong, { token: owner })
      assert.deepEqual(Object.keys(refused.body.errors), ['morning_letter'])
      await done('saveLettersSettings', { ...names, morning_letter: '07:30', version })
      for (const language of languages) {
        const { t, day, money } = translatorFor(language)
        await app.db.updateTable('account').set({ language }).where('username', '=', 'owner').execute()
        const stay = await book(0, 1)
        const unit = await app.db.selectFrom('unit').select('id').where('name', '=', '101').executeTakeFirstOrThrow()
        await done('checkGuestIn', { booking: stay.booking, version: stay.version, unit: unit.id, anyway: true })
        const before = (await emails()).length
        // To a quarter past seven of the next morning, and then to half past.
        const { now } = app.clock
        app.clock.now = now - ((now + 6 * HOUR_MS) % DAY_MS) + DAY_MS + 7.25 * HOUR_MS
        await app.daily()
        assert.equal((await emails()).length, before)
        app.clock.advance(HOUR_MS / 4)
        await Promise.all([app.daily(), app.daily()])
        await app.daily()
        const all = await emails()
        assert.equal(all.length, before + 1)
        const email = all.at(-1)!
        assert.equal(email.header('subject'), t('mail.morning_subject', { day: app.day(-1) }))
        for (const each of [
          day(app.day(-1)),
          `${t('figures.revenue')}: ${money(2000)}`,
          `${t('mail.morning_came')}: ${translatorFor(language).number(1)}`,
          t('mail.morning_books'),
          '/office/figures?period=yesterday',
        ])
          assert.ok(email.text.includes(each), `${each} in ${email.text}`)
        await done('checkGuestOut', { booking: stay.booking, version: stay.version + 1, owing: 'Later' })
      }
    })

    test('a letter of the morning that nobody was there to write comes until noon, and not in the evening (OFF-221)', async () => {
      const count = async () => (await emailsTo(app, OWNER)).length
      const before = await count()
      app.clock.advance(DAY_MS + 6 * HOUR_MS)
      await app.daily()
      assert.equal(await count(), before, 'half past one')
      app.clock.advance(DAY_MS - 60_000)
      await app.daily()
      assert.equal(await count(), before + 1, 'a minute before it')
    })
  })
}
