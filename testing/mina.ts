import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import { writeCompany } from '#content/company.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { DAY_MS } from '#platform/durations.ts'

const password = 'a long way to dhaka'
export const mina = {
  name: 'Mina Rahman',
  email: 'mina@buyer.example',
  username: 'mina',
  password,
  password_confirmation: password,
}

/** Starts a test server for a describe in which Mina has a new account in each test. Returns her actions. */
export function startMinaTests(engine: TestEngine, onStart: (app: TestApp) => void) {
  let app: TestApp
  const session = { token: '', accountId: 0 }
  before(async () => {
    app = await startTestApp(engine)
    await writeCompany(app.db, { offlineNeedsApproval: false })
    onStart(app)
  })
  after(() => app.close())
  beforeEach(async () => {
    app.clock.advance(DAY_MS)
    assert.equal((await app.call('userRegister', mina, { language: 'bn' })).status, 200)
    await signIn()
    const profile = { ...mina, phone: '01712-345678', company: 'Rahman Textiles' }
    await app.call('updateBookingUser', profile, { token: session.token })
  })

  const signIn = async () => {
    const { body } = await app.call('userLogin', { username: 'mina', password }, { language: 'bn' })
    Object.assign(session, { token: body.access_token, accountId: body.user.id })
  }
  const closeAccount = (enteredPassword = password, token = session.token) =>
    app.call('closeAccount', { password: enteredPassword }, { token, language: 'bn' })
  const book = async (from: number, slug = 'twin', overrides: object = {}) => {
    const stay = { checkin: app.day(from), checkout: app.day(from + 2), paymenttype: 2, adult: 1, child: 0, slug }
    const { name, email } = mina
    const form = { name, email, phone: '+8801712345678', message: 'We arrive late', ...stay, ...overrides }
    const body = await app.callOk('requestBooking', form, { token: session.token })
    return body.booking_id as string
  }
  const sendEnquiry = async () => {
    const { id } = await app.db.selectFrom('product').select('id').orderBy('id').executeTakeFirstOrThrow()
    const { name, email } = mina
    const enquiry = await app.db
      .insertInto('enquiry')
      .values({
        code: `E${session.accountId}`,
        account_id: session.accountId,
        company: 'Rahman Textiles',
        name,
        email,
        phone: '',
        notes: '',
        language: 'en',
        created_at: app.clock.now,
        handled_at: null,
        handled_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('enquiry_line')
      .values({
        enquiry_id: enquiry.id,
        position: 1,
        product_id: id,
        product_name: 'Zipper',
        quantity: '500',
        notes: 'brass',
      })
      .execute()
  }
  return { session, signIn, close: closeAccount, book, sendEnquiry }
}
