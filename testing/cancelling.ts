import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import { writeCompany } from '#content/company.ts'
import type { Language } from '#routes/public.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { houseBooksBy, nightsFrom } from './policies.ts'
import { stayForm } from './stay.ts'

/** Starts a test server for a describe in which Anna books and cancels. Each test has other nights and the same initial policy. */
export function annaCancelsIn(engine: TestEngine, opened: (app: TestApp) => void) {
  let app: TestApp
  const her = { token: '', from: 20 }
  before(async () => {
    app = await startTestApp(engine)
    her.token = await app.signIn('anna')
    opened(app)
  })
  after(() => app.close())
  beforeEach(async () => {
    her.from += 4
    await writeCompany(app.db, {
      offlineNeedsApproval: false,
    })
    await houseBooksBy(app.db, nightsFrom(48, 1))
  })

  const book = async (more: object = {}, language: Language = 'en'): Promise<string> => {
    const days = { checkin: app.day(her.from), checkout: app.day(her.from + 3) }
    const { status, body } = await app.call(
      'requestBooking',
      stayForm(app, { email: 'anna@buyer.example', ...days, ...more }),
      {
        token: her.token,
        key: randomUUID(),
        language,
      },
    )
    assert.equal(status, 200, JSON.stringify(body))
    return body.booking_id
  }
  const cancel = (id: string, fee = 0, more: object = {}) =>
    app.call('cancelBooking', { id, fee }, { token: her.token, ...more })
  const rowOf = (code: string) =>
    app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

  return { her, book, cancel, rowOf }
}
