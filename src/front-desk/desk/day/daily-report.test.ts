import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { closingReasons, openDesk, type BookedStay } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { extractPdfText } from '#testing/pdf-text.ts'
import { sendRequest } from '#testing/send-request.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { parseCsvLine } from '#platform/files/csv.ts'
import { officeEndpoints } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`the daily report on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    let price: number
    let departedStay: BookedStay
    let inHouseStay: BookedStay
    let lateStay: BookedStay
    before(async () => {
      desk = await openDesk(app, 'owner')
      price = desk.kind('single').price
      await desk.closeDay(app.day(-1))
    })

    const readReport = (fromToday: number) => desk.callOk('getClosedDay', { day: app.day(fromToday) })
    const calculateNet = (gross: number) => Math.round((gross * 10_000) / 115) / 100

    test('stores rooms, revenue of the night, extras, payments, balances and carried-over items (CLOSE-4)', async () => {
      departedStay = await desk.book('Left', 0, 1, { at: [0] })
      inHouseStay = await desk.book('Here', 0, 3, { at: [1] })
      lateStay = await desk.book('Late', 0, 2, { at: [2] })
      for (const { booking, version } of [departedStay, inHouseStay])
        await desk.callOk('checkGuestIn', { booking, version, anyway: true })
      await desk.callOk('addCharge', {
        code: inHouseStay.code,
        booking: inHouseStay.booking,
        name: 'Tea',
        quantity: 1,
        each: 230,
      })
      await desk.callOk('takePayment', { code: inHouseStay.code, amount: 5000, method: 'card', reference: 'Slip 1' })
      await desk.callOk('takePayment', { code: departedStay.code, amount: 1000, method: 'cash' })
      await desk.callOk('recordRefund', { code: departedStay.code, amount: 200, method: 'cash', reason: 'Noise' })
      app.clock.advance(9 * HOUR_MS)
      await desk.callOk('closeDay', { day: app.day(0), note: 'Quiet', ...closingReasons })

      const report = await readReport(0)
      assert.deepEqual(
        [report.by, report.note, report.early_reason],
        ['Nasreen Akter', 'Quiet', closingReasons.early_reason],
      )
      const { units } = report.rooms
      const { count } = await app.db
        .selectFrom('unit')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('active', '=', 1)
        .executeTakeFirstOrThrow()
      assert.deepEqual(report.rooms, { units: Number(count), closed: 0, sold: 2 })
      assert.ok(units > 2)
      const { money } = report
      // The figures count only the guests in house, and only this night of their stays.
      assert.deepEqual(money.night, {
        sold: 2,
        net: 2 * calculateNet(price),
        vat: Math.round((2 * price - 2 * calculateNet(price)) * 100) / 100,
      })
      assert.deepEqual([money.extras, money.corrections], [{ net: 200, vat: 30 }, []])
      assert.deepEqual(
        money.accounts.filter(({ received, back }: { received: number; back: number }) => received || back),
        [
          { account: 'cash', received: 1000, back: 200 },
          { account: 'card', received: 5000, back: 0 },
        ],
      )
      assert.deepEqual(money.accounts, (await desk.callOk('getTakings', { day: app.day(0) })).accounts)
      assert.deepEqual(money.posted, (await desk.callOk('getTakings', { day: app.day(0) })).earned)
      assert.deepEqual(money.balances, [{ code: departedStay.code, name: 'Left', owed: price - 800, why: 'here' }])
      assert.deepEqual(
        report.carried_over.map(({ group, stays }: { group: string; stays: { name: string }[] }) => [
          group,
          stays.map(({ name }) => name),
        ]),
        [
          ['expected', ['Late']],
          ['unregistered', ['Left', 'Here']],
          ['cash', []],
        ],
      )
    })

    test('does not change, and reports later changes of the night as a correction on the next day (CLOSE-4)', async () => {
      const originalReport = await readReport(0)
      const { version } = await desk.readRow(lateStay)
      await desk.callOk('checkGuestIn', { booking: lateStay.booking, version, anyway: true })
      await desk.callOk('takePayment', { code: departedStay.code, amount: 500, method: 'cash' })
      await desk.callOk('addCharge', {
        code: inHouseStay.code,
        booking: inHouseStay.booking,
        name: 'Tea',
        quantity: 1,
        each: 115,
      })
      assert.deepEqual(await readReport(0), originalReport)
      app.clock.advance(24 * HOUR_MS)
      await desk.callOk('checkGuestOut', {
        booking: departedStay.booking,
        version: (await desk.readRow(departedStay)).version,
        owing: 'By bank',
        late: 'waive',
      })
      await desk.closeDay(app.day(0))
      const [firstReport, secondReport] = [await readReport(-1), await readReport(0)]
      assert.deepEqual(firstReport, { ...originalReport, next: app.day(0) })
      const [correction] = secondReport.money.corrections
      assert.deepEqual([correction.day, correction.sold, correction.net], [app.day(-1), 1, calculateNet(price)])
      assert.equal(secondReport.rooms.sold, 2)
      assert.deepEqual(secondReport.money.extras, { net: 100, vat: 15 })
      assert.equal(
        secondReport.money.accounts.find(({ account }: { account: string }) => account === 'cash').received,
        500,
      )
      // The correction is not reported twice.
      app.clock.advance(24 * HOUR_MS)
      await desk.callOk('checkGuestOut', {
        booking: lateStay.booking,
        version: (await desk.readRow(lateStay)).version,
        owing: 'By bank',
        late: 'waive',
      })
      await desk.closeDay(app.day(0))
      assert.deepEqual((await readReport(0)).money.corrections, [])
    })

    test('can be downloaded as PDF and as a table, in both languages (CLOSE-4)', async () => {
      const day = app.day(-1)
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const download = (name: 'getDailyReportPdf' | 'getDailyReportFile', input: Record<string, string>) =>
          sendRequest(app.url, officeEndpoints[name][1] + queryString(input), {
            headers: { authorization: `Bearer ${desk.token}`, 'accept-language': language },
          })
        const pdfResponse = await download('getDailyReportPdf', { day, language })
        assert.equal(pdfResponse.status, 200)
        const text = extractPdfText(pdfResponse.body).join(' ')
        for (const key of ['desk.report_sold', 'desk.report_revenue', 'takings.payments'] as const)
          assert.ok(text.includes(t(key)), `${language}: ${key}`)
        const csvResponse = await download('getDailyReportFile', { day })
        assert.equal(csvResponse.status, 200)
        const lines = String(csvResponse.body).trim().split('\r\n').map(parseCsvLine)
        assert.ok(
          lines.some(([, section, item, , figure, value]) => {
            return (
              section === t('takings.payments') &&
              item === t('takings.cash') &&
              figure === t('takings.received') &&
              value === '500'
            )
          }),
          String(csvResponse.body),
        )
      }
    })

    test('hides amounts from users who may not see them, and does not exist for open days (CLOSE-4)', async () => {
      assert.equal((await desk.call('getClosedDay', { day: app.day(1) })).status, 404)
      await app.db.updateTable('staff_role').set({ grants: '["run the desk"]' }).where('id', '=', 1).execute()
      const receptionDesk = await openDesk(app)
      const { rooms, money } = await receptionDesk.callOk('getClosedDay', { day: app.day(-2) })
      assert.deepEqual([rooms.sold, money], [2, null])
      for (const name of ['getDailyReportPdf', 'getDailyReportFile'] as const)
        assert.equal((await receptionDesk.call(name, { day: app.day(-2), language: 'en' })).status, 403)
    })

    test('remains stored when the day is reopened, and is calculated again at the next closing (CLOSE-4)', async () => {
      const report = await readReport(0)
      await desk.callOk('reopenDay', { day: app.day(0), reason: 'A payment is missing' })
      assert.equal((await desk.call('getClosedDay', { day: app.day(0) })).status, 404)
      await desk.callOk('takePayment', { code: departedStay.code, amount: 250, method: 'cash' })
      await desk.closeDay(app.day(0))
      const repeatedReport = await readReport(0)
      assert.deepEqual(
        repeatedReport.reopened.map(({ reason }: { reason: string }) => reason),
        ['A payment is missing'],
      )
      const getCash = ({ money }: { money: { accounts: { account: string; received: number }[] } }) =>
        money.accounts.find(({ account }) => account === 'cash')!.received
      assert.equal(getCash(repeatedReport) - getCash(report), 250)
      const { report: storedReport } = await app.db
        .selectFrom('reopened_day')
        .select('report')
        .executeTakeFirstOrThrow()
      assert.ok(storedReport)
    })
  })
}
