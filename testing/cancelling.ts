import { randomUUID } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import { writeCompany } from '#content/company.ts'
import type { Language } from '#routes/public.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { setDefaultPolicy, createNightRules } from './policies.ts'
import { createStayForm } from './stay-form.ts'

/** Starts a server for tests in which Anna books and cancels. Each has other nights and the same initial policy. */
export function startCancellationTests(engine: TestEngine, onStart: (app: TestApp) => void) {
  let app: TestApp
  const session = { token: '', from: 20 }
  before(async () => {
    app = await startTestApp(engine)
    session.token = await app.signIn('anna')
    onStart(app)
  })
  after(() => app.close())
  beforeEach(async () => {
    session.from += 4
    await writeCompany(app.db, {
      offlineNeedsApproval: false,
    })
    await setDefaultPolicy(app.db, createNightRules(48, 1))
  })

  const book = async (overrides: object = {}, language: Language = 'en'): Promise<string> => {
    const days = { checkin: app.day(session.from), checkout: app.day(session.from + 3) }
    const body = await app.callOk(
      'requestBooking',
      createStayForm(app, { email: 'anna@buyer.example', ...days, ...overrides }),
      {
        token: session.token,
        key: randomUUID(),
        language,
      },
    )
    return body.booking_id
  }
  const cancel = (id: string, fee = 0, overrides: object = {}) =>
    app.call('cancelBooking', { id, fee }, { token: session.token, ...overrides })
  const readBookingRow = (code: string) =>
    app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

  return { session, book, cancel, readRow: readBookingRow }
}
