import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { writeCompany } from '#content/company.ts'
import { allShifted } from '#front-desk/desk/shifted.ts'
import { parseDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { payInDemo } from './demo-payments.ts'
import type { TestApp } from './test-app.ts'
import { everybody } from './inbox.ts'
import { readEmail, type ReadEmail } from './mail.ts'
import { quotationsIn } from './quotations.ts'
import { stayForm } from './stay.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const password = 'elbe, padma, elbe'

/** Long user input: names, a URL, an endless word. */
const typed = {
  en: {
    name: 'Maximiliane von Hohenzollern-Sigmaringen',
    text: `We would like the rooms beside one another, if that can be.\nhttps://buyer.example/${'a-long-way/'.repeat(12)}`,
  },
  bn: {
    name: 'মোহাম্মদ রফিকুল ইসলাম চৌধুরী',
    text: `সম্ভব হলে পাশাপাশি রুম দেবেন।\n${'সর্বাঙ্গীণপ্রত্যুৎপন্নমতিত্ব'.repeat(3)}`,
  },
}

/**
 * Causes every kind of email in one language, each through its real trigger: bookings, requests, changes, passwords. Advances
 * the clock by a few days.
 */
export async function causeEveryEmail(app: TestApp, language: Language): Promise<void> {
  const [staff, owner] = [await app.signIn('staff'), await app.signIn('owner')]
  const { name, text } = typed[language]
  async function done(what: EveryEndpointName, form: object, token?: string) {
    const { status, body } = await app.call(what, form, { token, language })
    assert.equal(status, 200, `${what}: ${JSON.stringify(body)}`)
    return body
  }
  await app.db.updateTable('account').set({ language }).where('role', '=', 'owner').execute()
  await writeCompany(app.db, {
    language,
    offlineNeedsApproval: true,
    morningLetter: '07:30',
    shifts: ['07:30'],
    emergencyTo: ['desk@selvage.example'],
  })

  async function ask(from: number, more: object = {}): Promise<string> {
    const form = { name, message: text, checkin: app.day(from), checkout: app.day(from + 3), ...more }
    return (await done('requestGuestBooking', stayForm(app, form), await app.newGuest())).booking_id
  }
  const lasting = await ask(10)
  await done('confirmRequest', { code: lasting, sentence: text }, staff)
  await done('writeToGuest', { code: lasting, subject: text.split('\n')[0], text }, staff)
  const { rooms } = await done('getDeskStay', { code: lasting }, staff)
  const changes = allShifted(rooms, { start: 0, end: 1 })
  const { kept } = await done('previewArrangement', { changes }, staff)
  await done('arrangeStays', { changes, after: kept, tell: true }, staff)
  const cancelling = { code: lasting, fee: 'none', sentence: text }
  const { act } = await done('cancelForGuest', cancelling, staff)
  await done('takeBackCancelling', { code: lasting, act }, staff)
  await done('cancelForGuest', cancelling, staff)
  const tomorrow = { from: app.day(1), to: app.day(2) }
  const [free] = (await done('getFreeUnits', tomorrow, staff)).data
  const absent = {
    from: app.day(0),
    to: app.day(2),
    rooms: [{ room: free.room, unit: null, adults: 1 }],
    source: 'phone',
    name,
    email: 'rafiq@guest.example',
    phone: '+8801700000009',
    language,
  }
  const { booking, version } = await done('bookAtDesk', absent, staff)
  const missed = await done('markNoShow', { booking, version, fee: 'agreed', tell: true }, staff)
  await done('undoAct', { act: missed.act }, staff)
  await done('closeNights', { unit: free.units[0].id, ...tomorrow, reason: text.split('\n')[0] }, staff)
  await done('declineRequest', { code: await ask(14), sentence: text }, staff)
  await ask(18)

  await writeCompany(app.db, { offlineNeedsApproval: false })
  const anna = await app.signIn('anna')
  const hers = stayForm(app, { name, email: 'anna@buyer.example', checkin: app.day(22), checkout: app.day(25) })
  const { booking_id: id } = await done('requestBooking', hers, anna)
  const other = { id, checkin: app.day(22), checkout: app.day(24) }
  const { total } = await done('planDates', other, anna)
  await done('changeDates', { ...other, total }, anna)
  await done('cancelBooking', { id, fee: 0 }, anna)

  const paying = async (how: string, from: number, more: Parameters<typeof payInDemo>[3] = {}) => {
    const form = { slug: 'twin', name, checkin: app.day(from), checkout: app.day(from + 2) }
    return payInDemo(app, how, form, { language, ...more })
  }
  const cancelled = (stay: string) => done('cancelForGuest', { code: stay, fee: 'none' }, owner)
  await cancelled(await paying('pay', 30))
  await cancelled(await paying('pay', 33, { choices: { refunds: 'failed' } }))
  await paying('pay', 36, { meanwhile: ({ code }) => cancelled(code) })
  await paying('pay-risky', 39)
  await done('sendPayLink', { code: await paying('fail', 42), sentence: text }, staff)
  await writeCompany(app.db, { takesOnlinePayments: false })

  const inbox = everybody(app)
  const code = await inbox.enquire({ language, name, phone: '+494066969123' })
  const { id: conversation } = await inbox.conversation(code)
  await done('answerConversation', { id: conversation, text }, staff)
  await inbox.write(text.split('\n')[0]!, language)
  const { sent, answer } = quotationsIn(app, staff)
  const { token: quotation } = await sent({ language })
  assert.equal((await answer(quotation, 'ask', text)).status, 200)
  const { revision } = await sent({ language })
  const outcome = { outcome: 'withdrawn', reason: text.split('\n')[0], sentence: text }
  await done('settleQuotation', { id: revision, ...outcome }, staff)

  const member = { email: `mina-${language}@buyer.example`, password, password_confirmation: password }
  await done('register', { name, ...member })
  const signIn = async (secret: string): Promise<string> =>
    (await done('userLogin', { email: member.email, password: secret })).access_token
  const mina = await signIn(password)
  await done('updateBookingUser', { email: `mina-${language}@elbe.example` }, mina)
  await done('forgotPassword', { email: member.email })
  // A job sends the email, as long as the account exists.
  await app.worker.runDue()
  const renewed = { old_password: password, new_password: `${password}!`, new_password_confirmation: `${password}!` }
  await done('updatePassword', renewed, mina)
  const [{ id: person }] = (await done('getPeople', { search: `mina-${language}` }, owner)).data
  for (const suspended of [true, false]) await done('suspendPerson', { id: person, suspended, sentence: text }, owner)
  await done('closeAccount', { password: `${password}!` }, await signIn(`${password}!`))

  await done('inviteColleague', { email: `lena-${language}@selvage.example`, staff_role: 1, language }, owner)
  const { secret } = await done('beginApp', {}, staff)
  const codeNow = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now })
  await done('confirmApp', { code: codeNow }, staff)
  await done('sendTestLetter', {}, owner)

  const hook = {
    address: 'https://hooks.invalid/selvage',
    description: text.split('\n')[0],
    events: ['stay.confirmed'],
  }
  const { id: webhook } = await done('addWebhook', hook, owner)
  // The endpoint has failed for days when the next event happens.
  const since = app.clock.now - 5 * DAY_MS
  await app.db.updateTable('webhook_endpoint').set({ failing_since: since }).where('id', '=', webhook).execute()

  await writeCompany(app.db, { reminderHours: 24, thanksDays: 1 })
  const told = { name, email: 'anna@buyer.example', checkin: app.day(3), checkout: app.day(4) }
  await done('requestBooking', stayForm(app, { ...told, slug: 'twin' }), anna)
  const { id: slept } = await app.db
    .selectFrom('booking')
    .select('id')
    .where('status', '=', 'checked_out')
    .orderBy('check_out', 'desc')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('booking')
    .set({ check_out: parseDay(app.day(1))!, language, email: 'rafiq@guest.example', name })
    .where('id', '=', slept)
    .execute()

  const { code: invoiced } = await app.db
    .selectFrom('booking')
    .select('code')
    .where('id', '=', slept)
    .executeTakeFirstOrThrow()
  const issued = await done('issueInvoice', { code: invoiced, send: true }, owner)
  await done(
    'creditInvoice',
    { id: issued.invoices.at(-1).id, lines: [0], reason: text.split('\n')[0], send: true },
    owner,
  )

  await writeCompany(app.db, { offlineNeedsApproval: true })
  const waits = { name, message: text, email: 'anna@buyer.example', checkin: app.day(48), checkout: app.day(50) }
  await done('requestBooking', stayForm(app, waits), anna)

  // Reminders for unanswered enquiries and quotations, and then the emails of the next morning.
  await app.worker.runDue()
  app.clock.advance(40 * HOUR_MS)
  await app.writeUnasked()
  app.clock.advance(8 * HOUR_MS)
  await app.worker.runDue()
  app.clock.now += 7.5 * HOUR_MS - ((app.clock.now + 6 * HOUR_MS) % DAY_MS) + DAY_MS
  await app.daily()
  app.clock.advance(3 * HOUR_MS)
  await app.writeUnasked()
  for (const table of ['code_app', 'recovery_code'] as const) await app.db.deleteFrom(table).execute()
  await app.db.updateTable('account').set({ second_factors: 0 }).where('username', '=', 'staff').execute()
}

export interface NamedEmail extends ReadEmail {
  kind: string
  language: string
}

/** Returns all sent emails with their kind and language. */
export async function emailsByKind(app: TestApp): Promise<NamedEmail[]> {
  const emails = (await app.letters()).map(readEmail)
  const rows = await app.db.selectFrom('mail').select(['id', 'kind', 'language']).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return emails.map((email) => {
    const { kind, language } = byId.get(parseInt(email.header('message-id').slice(1), 10))!
    return { ...email, kind, language }
  })
}
