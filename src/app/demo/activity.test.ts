import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { cast, startTestApp, type TestApp } from '#testing/test-app.ts'
import { addDemoActivity } from './activity.ts'

/** A Sunday shortly after midnight, a Friday in the evening, and a leap day. */
const times = ['2027-01-10T00:05:00+06:00', '2027-01-15T23:50:00+06:00', '2028-02-29T12:00:00+06:00']

for (const engine of bothEngines)
  for (const time of times)
    describe(`the activity of the demo company, on ${engine.name}, at ${time}`, () => {
      let app: TestApp
      let owner: string
      before(async () => {
        app = await startTestApp(engine)
        app.clock.now = Date.parse(time)
        await addDemoActivity({
          send: (name, form, token) => app.call(name, form, token === null ? {} : { token }),
          setTime: (now) => void (app.clock.now = now),
          now: app.clock.now,
          password: cast.staff,
        })
        owner = await app.signIn('owner')
      })
      after(() => app.close())

      const read = async (name: Parameters<TestApp['call']>[0], form: object = {}) => {
        const { status, body } = await app.call(name, form, { token: owner })
        assert.equal(status, 200, JSON.stringify(body))
        return body
      }

      test('includes arrivals, departures, guests in house and a request for reception', async () => {
        const { arrivals, departures, in_house, notes } = await read('getToday')
        const names = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
        assert.deepEqual(
          [names(arrivals), names(departures), names(in_house), notes.length],
          [['Jonas Weber', 'Mina Akter'], ['Tomas Novak'], ['Ingrid Lindqvist', 'Tomas Novak'], 1],
        )
        assert.equal((await read('getWaitingRequests')).data.length, 1)
        assert.equal(app.clock.now, Date.parse(time))
      })

      test('includes conversations, quotations, an order and customers for the sales desk', async () => {
        assert.equal((await read('getInbox', { view: 'all' })).data.length, 3)
        const { data: quotations } = await read('getQuotations')
        assert.deepEqual(quotations.map(({ state }: { state: string }) => state).toSorted(), ['accepted', 'sent'])
        const { data: orders } = await read('getOrders')
        assert.deepEqual(
          orders.map(({ state, company }: Record<string, string>) => [state, company]),
          [['in_production', 'Nordwind Sourcing Ltd.']],
        )
        assert.equal((await read('getCustomers')).data.length, 2)
      })
    })
