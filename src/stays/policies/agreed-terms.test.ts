import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startCancellationTests } from '#testing/cancelling.ts'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import {
  addPolicy,
  freeCancellation,
  setDefaultPolicy,
  createNightRules,
  createPercentTier,
} from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'
import type { Rules } from './policy.ts'
import { parseAgreedTerms } from './terms.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { HOUR_MS } from '#platform/durations.ts'

const createPercent = (amount: number) => ({ kind: 'percent', amount }) as const
const steppedRules: Rules = {
  tiers: [createPercentTier(168, 25), createPercentTier(48, 50), createPercentTier(24, 100)],
  noShow: createPercent(100),
  deposit: createPercent(10),
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`the cancellation terms of a booking, on ${engine.name}`, () => {
    let app: TestApp
    const {
      session: guest,
      book,
      cancel,
      readRow,
    } = startCancellationTests(engine, (openedApp) => {
      app = openedApp
    })
    const readDetails = async (id: string, language: 'en' | 'bn' = 'en') =>
      (await app.call('getBookingDetails', { id }, { token: guest.token, language })).body
    const readArrival = (id: string) => readRow(id).then(({ terms }) => parseAgreedTerms(terms).arrivalAt!)

    test('are the same before the booking, in the email and on the booking page (POL-4)', async () => {
      await setDefaultPolicy(app.db, steppedRules)
      for (const language of languages) {
        guest.from += 4
        const { t, money, moment } = translatorFor(language)
        const dates = { check_in: app.day(guest.from), check_out: app.day(guest.from + 3) }
        const priceResponse = await app.call(
          'getStayPrice',
          { slug: 'single', ...dates, adult: 1, child: 0 },
          { language },
        )
        const { total, cancelling: termsBefore } = priceResponse.body
        const id = await book({}, language)
        const arrival = await readArrival(id)
        assert.equal(arrival, Date.parse(`${app.day(guest.from)}T14:00:00+06:00`))
        const formatStepTime = (hours: number) => moment(new Date(arrival - hours * HOUR_MS))
        const steps = [
          [t('policy.when_until', { moment: formatStepTime(168) }), 0],
          [t('policy.when_since', { moment: formatStepTime(168) }), total / 4],
          [t('policy.when_since', { moment: formatStepTime(48) }), total / 2],
          [t('policy.when_since', { moment: formatStepTime(24) }), total],
        ] as const
        assert.deepEqual(
          termsBefore.steps.map(({ when, fee }: { when: string; fee: number }) => [when, fee]),
          steps,
        )
        assert.deepEqual([termsBefore.no_show, termsBefore.deposit], [total, total / 10])
        const termsAfter = (await readDetails(id, language)).cancelling
        assert.deepEqual(
          [termsAfter.steps, termsAfter.no_show, termsAfter.deposit],
          [termsBefore.steps, total, total / 10],
        )
        assert.equal(termsAfter.steps[3].from, new Date(arrival - 24 * HOUR_MS).toISOString())
        const { text } = (await readEmailsTo(app, 'anna@buyer.example')).findLast(({ header }) =>
          header('subject').includes(id),
        )!
        const lines = [
          ...steps.map(([when, fee]) => `${when}: ${fee === 0 ? t('policy.no_fee') : money(fee)}`),
          `${t('policy.when_no_show')}: ${money(total)}`,
        ]
        assert.ok(text.includes(lines.join('\n')), text)
      }
    })

    test('apply the fee of each step exact to the millisecond, until the agreed arrival time (POL-1, POL-4)', async () => {
      await setDefaultPolicy(app.db, steppedRules)
      guest.from = 30
      const startTime = app.clock.now
      try {
        const ids = [await book(), await book({ slug: 'twin' })]
        const id = ids[0]!
        const [arrival, { roomParticular: stay }] = [await readArrival(id), await readDetails(id)]
        // The check-in time changes after the booking, and the agreed terms do not.
        await writeCompany(app.db, { checkInFrom: '09:00' })
        const feeCases = [
          [arrival - 168 * HOUR_MS - 1, 0],
          [arrival - 168 * HOUR_MS, stay.total / 4],
          [arrival - 48 * HOUR_MS - 1_000, stay.total / 4],
          [arrival - 48 * HOUR_MS - 1, stay.total / 4],
          [arrival - 48 * HOUR_MS, stay.total / 2],
          [arrival - 48 * HOUR_MS + 1_000, stay.total / 2],
          [arrival - 24 * HOUR_MS - 1, stay.total / 2],
          [arrival - 24 * HOUR_MS, stay.total],
          [arrival - 1, stay.total],
          [arrival, null],
        ] as const
        for (const [now, fee] of feeCases) {
          app.clock.now = now
          guest.token = await app.signIn('anna')
          const currentTerms = (await readDetails(id)).cancelling
          assert.equal(currentTerms.fee, fee, new Date(now).toISOString())
          if (fee === null) continue
          assert.equal(currentTerms.steps[0].fee, fee)
          if (fee > 0) assert.equal((await cancel(id, fee - 0.01)).status, 409)
        }
        assert.equal((await cancel(id, stay.total)).status, 409)
        app.clock.now = arrival - 48 * HOUR_MS
        guest.token = await app.signIn('anna')
        assert.equal((await cancel(id, stay.total / 2)).body.fee, stay.total / 2)
        app.clock.now = arrival - 48 * HOUR_MS - 1
        const totalOfOther = (await readDetails(ids[1]!)).roomParticular.total
        assert.equal((await cancel(ids[1]!, totalOfOther)).body.fee, totalOfOther / 4)
      } finally {
        app.clock.now = startTime
        await writeCompany(app.db, { checkInFrom: '14:00' })
        guest.token = await app.signIn('anna')
      }
    })

    test('do not change when the policy or the room changes later (POL-4)', async () => {
      const id = await book()
      const agreedTerms = (await readRow(id)).terms
      await setDefaultPolicy(app.db, { ...freeCancellation, tiers: [createPercentTier(null, 100)] })
      const strictStayId = await book({ slug: 'twin' })
      assert.equal(
        (await readDetails(strictStayId)).cancelling.fee,
        (await readDetails(strictStayId)).roomParticular.total,
      )
      await publish(app.db, (tx) =>
        tx.updateTable('room').set({ price_poisha: 1 }).where('slug', '=', 'single').execute(),
      )
      assert.equal((await readRow(id)).terms, agreedTerms)
      assert.equal((await readDetails(id)).cancelling.fee, 0)
      await publish(app.db, (tx) =>
        tx.updateTable('room').set({ price_poisha: 450_000 }).where('slug', '=', 'single').execute(),
      )
    })

    test('are agreed for each room, and their sum is shown (POL-4)', async () => {
      const halfPolicyId = await addPolicy(app.db, 'Half', {
        ...createNightRules(72, 1),
        tiers: [createPercentTier(72, 50)],
        noShow: createPercent(50),
      })
      const setTwinPolicy = (policy_id: number | null) =>
        publish(app.db, (tx) => tx.updateTable('room').set({ policy_id }).where('slug', '=', 'twin').execute())
      await setTwinPolicy(halfPolicyId)
      const rooms = ['twin', 'single'].map((slug) => ({ slug, adult: 1, child: 0 }))
      const dates = { check_in: app.day(guest.from), check_out: app.day(guest.from + 3) }
      const { body: price } = await app.call('priceParty', { ...dates, rooms })
      const id = await book({
        ...createStayForm(app),
        checkin: dates.check_in,
        checkout: dates.check_out,
        slug: 'twin',
        rooms,
      })
      await setTwinPolicy(null)
      const { cancelling } = await readDetails(id)
      const [twinRoom, singleRoom] = price.rooms.map((room: { total: number; per_night: number }) => room)
      const fees = [0, twinRoom.total / 2, twinRoom.total / 2 + singleRoom.per_night]
      assert.deepEqual(
        cancelling.steps.map(({ fee }: { fee: number }) => fee),
        fees,
      )
      assert.deepEqual(cancelling.steps, price.cancelling.steps)
      assert.equal(cancelling.no_show, fees[2])
      const startTime = app.clock.now
      app.clock.now = (await readArrival(id)) - 48 * HOUR_MS
      try {
        guest.token = await app.signIn('anna')
        assert.equal((await cancel(id, fees[2])).body.fee, fees[2])
        const rows = await app.db
          .selectFrom('booking')
          .select('cancel_fee_poisha')
          .where('stay_code', '=', id)
          .orderBy('id')
          .execute()
        assert.deepEqual(
          rows.map(({ cancel_fee_poisha }) => cancel_fee_poisha),
          [twinRoom.total * 50, singleRoom.per_night * 100],
        )
      } finally {
        app.clock.now = startTime
        guest.token = await app.signIn('anna')
      }
    })

    test('include no fee while the booking is unconfirmed, and say so (POL-4)', async () => {
      await writeCompany(app.db, { offlineNeedsApproval: true })
      await setDefaultPolicy(app.db, { ...steppedRules, tiers: [createPercentTier(null, 100)] })
      for (const language of languages) {
        guest.from += 4
        const { t, money } = translatorFor(language)
        const id = await book({}, language)
        const { cancelling, roomParticular } = await readDetails(id, language)
        assert.equal(cancelling.fee, 0)
        assert.equal(cancelling.note, t('policy.free_unconfirmed'))
        const sentences = [
          t('policy.free_unconfirmed'),
          t('policy.then', { fee: money(roomParticular.total) }),
          t('policy.no_show_same'),
        ]
        assert.equal(cancelling.terms, sentences.join(' '))
      }
    })
  })
}
