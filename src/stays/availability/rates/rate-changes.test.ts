import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { createRateCalls } from '#testing/rates.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { startSecondProcess } from '#testing/second-process.ts'
import { publish } from '#platform/database/publish.ts'
import { translatorFor } from '#locales/both.ts'
import { purgeOldRateChanges } from './rate-history.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`rate changes, on ${engine.name}`, () => {
    let app: TestApp
    let rateCalls: Awaited<ReturnType<typeof createRateCalls>>
    const statements: string[] = []
    before(async () => {
      app = await startTestApp(recordQueries(engine, ({ sql }) => statements.push(sql)))
      rateCalls = await createRateCalls(app)
    })
    after(() => app.close())

    const countStatementsOnRates = () => statements.filter((text) => /"rate(_change(_cell)?)?"/.test(text)).length
    const readPrices = async (id: number) => (await rateCalls.rows(id)).map(({ price_poisha }) => price_poisha)

    test('can be undone, except for nights that have changed since, which are listed (OFF-64)', async () => {
      const id = await rateCalls.newRoom()
      const selectedNights = { rooms: [id], from: app.day(10), to: app.day(14) }
      await rateCalls.change({ ...selectedNights, to: app.day(11), price: 'set', amount: 4200 })
      const { body: raisedRate } = await rateCalls.change({ ...selectedNights, price: 'percent', amount: 10 })
      await rateCalls.change({ ...selectedNights, from: app.day(12), to: app.day(12), min_nights: 3 })
      const { status, body } = await rateCalls.call('undoRates', { id: raisedRate.id })
      assert.deepEqual([status, body.nights, body.skipped], [200, 4, 1])
      assert.deepEqual(body.skipped_nights, [{ room: id, day: app.day(12), why: 'changed' }])
      assert.deepEqual(await readPrices(id), [420_000, 420_000, 440_000])
      const secondUndo = await rateCalls.call('undoRates', { id: raisedRate.id }, { language: 'bn' })
      assert.deepEqual([secondUndo.status, secondUndo.body.message], [409, translatorFor('bn').t('error.rates_undone')])
      assert.equal((await rateCalls.call('undoRates', { id: body.id })).body.nights, 4)
      assert.deepEqual(await readPrices(id), [462_000, 462_000, 440_000, 440_000, 440_000])
      assert.equal((await rateCalls.call('undoRates', { id: 2_000_000_000 })).status, 404)
    })

    test('are undone once under concurrent requests (OFF-64)', async () => {
      const id = await rateCalls.newRoom()
      const form = { rooms: [id], from: app.day(30), to: app.day(40), price: 'add', amount: 250 }
      const { body } = await rateCalls.change(form)
      const responses = await Promise.all([1, 2, 3].map(() => rateCalls.call('undoRates', { id: body.id })))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409])
      assert.deepEqual(await rateCalls.rows(id), [])
    })

    test('are undone without past nights, and only once (OFF-64)', async () => {
      const id = await rateCalls.newRoom()
      const form = { rooms: [id], from: app.day(0), to: app.day(1), closed: true }
      const { body } = await rateCalls.change(form)
      const today = app.day(0)
      app.clock.advance(86_400_000)
      try {
        const laterRateCalls = await createRateCalls(app)
        const pastResponse = await laterRateCalls.preview(form)
        assert.deepEqual(pastResponse.body.errors, { from: [translatorFor('en').t('error.rates_past')] })
        const undoResult = (await laterRateCalls.call('undoRates', { id: body.id })).body
        assert.deepEqual([undoResult.nights, undoResult.skipped_nights], [1, [{ room: id, day: today, why: 'past' }]])
        const { status, body: undoResponse } = await laterRateCalls.call('undoRates', { id: undoResult.id - 1 })
        assert.deepEqual([status, undoResponse.message], [409, translatorFor('en').t('error.rates_undone')])
      } finally {
        app.clock.advance(-86_400_000)
      }
    })

    test('appear with their author in the history of a night and in the log (OFF-64)', async () => {
      const id = await rateCalls.newRoom()
      const day = app.day(50)
      const form = { rooms: [id], from: day, to: app.day(51), price: 'set', amount: 4800 }
      const { body } = await rateCalls.change(form)
      await rateCalls.change({ ...form, price: undefined, amount: undefined, max_nights: 4 })
      const { data } = (await rateCalls.call('getNightHistory', { room: id, day })).body
      const plainRules = { min_nights: null, closed: false, no_arrival: false, no_departure: false, policy: null }
      const [ownRate, raisedRate] = [
        { ...plainRules, price: null, max_nights: null },
        { ...plainRules, price: 4800, max_nights: null },
      ]
      assert.deepEqual(
        data.map(({ who, before: oldRate, after: newRate }: Record<string, unknown>) => [who, oldRate, newRate]),
        [
          ['Nasreen Akter', raisedRate, { ...raisedRate, max_nights: 4 }],
          ['Nasreen Akter', ownRate, raisedRate],
        ],
      )
      const { data: log } = (await rateCalls.call('getLog', { subject: `rates ${body.id}` })).body
      assert.deepEqual([log.length, log[0].action], [1, 'rates changed'])
      const [priceChange, roomsChange, daysChange, nightsChange] = log[0].changes
      assert.deepEqual(priceChange, { field: 'price', before: '4000 BDT', after: '4800 BDT' })
      assert.match(roomsChange.after, /^Room rated-\d+$/)
      assert.deepEqual([daysChange.after, nightsChange.after], [`${day} – ${app.day(51)}`, 2])
    })

    test('are rejected with field errors in the language of the user (OFF-62)', async () => {
      const id = await rateCalls.newRoom()
      const validForm = { rooms: [id], from: app.day(60), to: app.day(66), price: 'set', amount: 5000 }
      await rateCalls.change({ ...validForm, max_nights: 3 })
      const invalidForms: [object, string][] = [
        [{ ...validForm, rooms: [] }, 'rooms'],
        [{ ...validForm, rooms: [2_000_000_000] }, 'rooms'],
        [{ ...validForm, from: app.day(-1) }, 'from'],
        [{ ...validForm, from: '2027-02-30' }, 'from'],
        [{ ...validForm, to: app.day(59) }, 'to'],
        [{ ...validForm, to: app.day(541) }, 'to'],
        [{ ...validForm, weekdays: [] }, 'weekdays'],
        [{ ...validForm, to: validForm.from, weekdays: [1, 2, 3, 4, 6, 7] }, 'weekdays'],
        [{ rooms: [id], from: validForm.from, to: validForm.to }, 'price'],
        [{ ...validForm, amount: undefined }, 'amount'],
        [{ ...validForm, amount: 0 }, 'amount'],
        [{ ...validForm, amount: 10.001 }, 'amount'],
        [{ ...validForm, price: 'percent', amount: -100 }, 'amount'],
        [{ ...validForm, price: 'percent', amount: -99.999 }, 'amount'],
        [{ ...validForm, price: 'percent', amount: 1001 }, 'amount'],
        [{ ...validForm, price: 'add', amount: -5000 }, 'amount'],
        [{ ...validForm, price: 'add', amount: 9_999_999 }, 'amount'],
        [{ ...validForm, min_nights: 0 }, 'min_nights'],
        [{ ...validForm, min_nights: 31 }, 'min_nights'],
        // Valid alone, but the existing maximum is lower.
        [{ ...validForm, min_nights: 4 }, 'min_nights'],
        [{ ...validForm, min_nights: 5, max_nights: 4 }, 'max_nights'],
      ]
      for (const language of ['en', 'bn'])
        for (const [form, field] of invalidForms) {
          const { status, body } = await rateCalls.call('previewRates', form, { language })
          assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(form))
          assert.match(body.errors[field][0], language === 'bn' ? /[\u0980-\u09ff]/ : /^[A-Z]/)
        }
      const { body } = await rateCalls.call('previewRates', {
        ...validForm,
        price: 'percent',
        amount: 10,
        min_nights: 4,
      })
      const expectedText = { room: 'Room rated-', day: app.day(60) }
      assert.ok(body.errors.min_nights[0].startsWith(expectedText.room))
      assert.ok(body.errors.min_nights[0].includes(translatorFor('en').day(expectedText.day)))
      const errorResponse = await rateCalls.preview({ ...validForm, from: app.day(-1), amount: 'cheap' })
      assert.deepEqual(Object.keys(errorResponse.body.errors).sort(), ['amount', 'from'])
    })

    test('need few statements for 20 rooms over the whole booking horizon (OFF-61, OFF-62)', async () => {
      const roomIds: number[] = []
      for (let room = 0; room < 20; room++) roomIds.push(await rateCalls.newRoom())
      const form = { rooms: roomIds, from: app.day(0), to: app.day(539), price: 'percent', amount: 8 }
      statements.length = 0
      const { status, body } = await rateCalls.change(form)
      assert.deepEqual([status, body.nights], [200, 10_800])
      // Most have up to 500 rows: 40 delete rates, 22 insert them, and 22 store the old and new rates.
      assert.equal(countStatementsOnRates(), 88)
      // The worst case for runs: every day differs from the day before.
      const alternatingRates = roomIds.flatMap((room_id) =>
        Array.from({ length: 540 }, (_, index) => ({
          day: index,
          room_id,
          price_poisha: 400_000 + ((index * 7) % 90) * 1_000,
        })),
      )
      const today = (await rateCalls.rows(roomIds[0]!))[0]!.day
      await publish(app.db, async (tx) => {
        for (const roomId of roomIds) await tx.deleteFrom('rate').where('room_id', '=', roomId).execute()
        for (let index = 0; index < alternatingRates.length; index += 540)
          await tx
            .insertInto('rate')
            .values(alternatingRates.slice(index, index + 540).map((row) => ({ ...row, day: today + row.day })))
            .execute()
      })
      const token = await app.signIn('owner')
      statements.length = 0
      const response = await app.get('/api/office/getRates', { authorization: `Bearer ${token}` })
      const textLength = (await response.text()).length
      assert.ok(textLength < 400_000, `${textLength} bytes`)
      assert.equal(countStatementsOnRates(), 1)
    })

    test('are deleted after the retention period of the log, but their rates stay (OFF-64)', async () => {
      const id = await rateCalls.newRoom()
      await rateCalls.change({ rooms: [id], from: app.day(5), to: app.day(6), closed: true })
      const readChanges = () => app.db.selectFrom('rate_change').select('id').execute()
      const readCells = () => app.db.selectFrom('rate_change_cell').select('day').execute()
      await purgeOldRateChanges(app.db, app.clock.now + 23 * 31 * 86_400_000)
      assert.notEqual((await readChanges()).length, 0)
      await purgeOldRateChanges(app.db, app.clock.now + 25 * 31 * 86_400_000)
      assert.deepEqual([await readChanges(), await readCells()], [[], []])
      assert.equal((await rateCalls.rows(id)).length, 2)
    })

    if (engine.name === 'postgres')
      test('take effect in other processes (OFF-65)', async () => {
        const otherProcess = await startSecondProcess(app)
        try {
          const id = await rateCalls.newRoom()
          const { slug } = await app.db.selectFrom('room').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
          const [from, to] = [app.day(70), app.day(71)]
          const path = `/api/public/getStayPrice?${new URLSearchParams({ slug, check_in: from, check_out: to, adult: '1', child: '0' }).toString()}`
          await rateCalls.change({ rooms: [id], from, to: from, price: 'set', amount: 4321 })
          await otherProcess.untilShown(path, '4321')
        } finally {
          await otherProcess.close()
        }
      })
  })
}
