import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertDailyReportsMatchLedger } from '#testing/assert-daily-reports.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { startPayingApp, type PayingApp } from '#testing/paying-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the daily report beside a payment in review, on ${engine.name}`, () => {
    let app: PayingApp
    before(async () => void (app = await startPayingApp(engine)))
    after(() => app.close())

    test('contains the payment on the day on which staff accept it (CLOSE-4, PAY-13)', async () => {
      const desk = await openDesk(app, 'owner')
      await desk.closeDay(app.day(-1))
      const stay = await app.hold()
      await app.press(await app.open(stay), 'pay-risky')
      await app.settle()
      await desk.closeDay(app.day(0))
      const { id } = await app.db.selectFrom('payment_receipt').select('id').executeTakeFirstOrThrow()
      await desk.callOk('acceptPayment', { id })
      await app.advanceClock(24 * 3_600_000)
      await desk.closeDay(app.day(0))

      const readGatewayTakings = async (fromToday: number) => {
        const { money } = await desk.callOk('getClosedDay', { day: app.day(fromToday) })
        return money.accounts.find(({ account }: { account: string }) => account === 'gateway').received
      }
      assert.deepEqual(await Promise.all([-1, 0].map(readGatewayTakings)), [0, stay.total])
      await assertDailyReportsMatchLedger(app.db)
    })
  })
}
