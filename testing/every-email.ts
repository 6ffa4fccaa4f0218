import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { writeCompany } from '#content/company.ts'
import { shiftRooms } from '#front-desk/desk/shift-parts.ts'
import { parseDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import { payInDemo } from './demo-payments.ts'
import type { TestApp } from './test-app.ts'
import { openInbox } from './inbox.ts'
import { readEmail, type ReadEmail } from './mail.ts'
import { createQuotationCalls, createSentSample } from './quotations.ts'
import { createStayForm } from './stay-form.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

const password = 'elbe, padma, elbe'

/** Long user input: names, a URL, an endless word. */
const longInputs = {
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
 * Causes every kind of email in one language, each through its real trigger: bookings, requests, changes, passwords.
 * Advances the clock by a few days.
 */
export async function causeEveryEmail(app: TestApp, language: Language): Promise<void> {
  const [staffToken, ownerToken] = [await app.signIn('staff'), await app.signIn('owner')]
  const { name, text } = longInputs[language]
  const callOk = (endpoint: EveryEndpointName, form: object, token?: string) =>
    app.callOk(endpoint, form, { token, language })
  await app.db.updateTable('account').set({ language }).where('role', '=', 'owner').execute()
  await writeCompany(app.db, {
    language,
    offlineNeedsApproval: true,
    morningEmail: '07:30',
    shifts: ['07:30'],
    emergencyTo: ['desk@selvage.example'],
  })

  async function requestStay(from: number, overrides: object = {}): Promise<string> {
    const form = { name, message: text, checkin: app.day(from), checkout: app.day(from + 3), ...overrides }
    return (await callOk('requestGuestBooking', createStayForm(app, form), await app.newGuest())).booking_id
  }
  const confirmedStayCode = await requestStay(10)
  await callOk('confirmRequest', { code: confirmedStayCode, message: text }, staffToken)
  await callOk('emailGuest', { code: confirmedStayCode, subject: text.split('\n')[0], text }, staffToken)
  const { rooms } = await callOk('getDeskStay', { code: confirmedStayCode }, staffToken)
  const changes = shiftRooms(rooms, { start: 0, end: 1 })
  const { same_price_total: preview } = await callOk('previewArrangement', { changes }, staffToken)
  await callOk('arrangeStays', { changes, after: preview, notify_guest: true }, staffToken)
  const cancellation = { code: confirmedStayCode, fee: 'none', message: text }
  const { operation_id: operationId } = await callOk('cancelStayByStaff', cancellation, staffToken)
  await callOk('undoCancellation', { code: confirmedStayCode, operation_id: operationId }, staffToken)
  await callOk('cancelStayByStaff', cancellation, staffToken)
  const tomorrow = { from: app.day(1), to: app.day(2) }
  const [freeRoom] = (await callOk('getFreeUnits', tomorrow, staffToken)).data
  const noShowForm = {
    from: app.day(0),
    to: app.day(2),
    rooms: [{ room: freeRoom.room, unit: null, adults: 1 }],
    source: 'phone',
    name,
    email: 'rafiq@guest.example',
    phone: '+8801700000009',
    language,
  }
  const { booking, version } = await callOk('bookAtDesk', noShowForm, staffToken)
  const noShowOperation = await callOk(
    'markNoShow',
    { booking, version, fee: 'agreed', notify_guest: true },
    staffToken,
  )
  await callOk('undoOperation', { operation_id: noShowOperation.operation_id }, staffToken)
  await callOk('closeNights', { unit: freeRoom.units[0].id, ...tomorrow, reason: text.split('\n')[0] }, staffToken)
  await callOk('declineRequest', { code: await requestStay(14), message: text }, staffToken)
  await requestStay(18)

  await writeCompany(app.db, { offlineNeedsApproval: false })
  const annaToken = await app.signIn('anna')
  const annaStay = createStayForm(app, {
    name,
    email: 'anna@buyer.example',
    checkin: app.day(22),
    checkout: app.day(25),
  })
  const { booking_id: id } = await callOk('requestBooking', annaStay, annaToken)
  const change = { id, checkin: app.day(22), checkout: app.day(24), rooms: [{ slug: 'deluxe', adult: 2, child: 1 }] }
  const { total } = await callOk('previewStayChange', change, annaToken)
  await callOk('changeStay', { ...change, total }, annaToken)
  await callOk('cancelBooking', { id, fee: 0 }, annaToken)

  const payStay = async (button: string, from: number, overrides: Parameters<typeof payInDemo>[3] = {}) => {
    const form = { slug: 'twin', name, checkin: app.day(from), checkout: app.day(from + 2) }
    return payInDemo(app, button, form, { language, ...overrides })
  }
  const cancelStay = (stayCode: string) => callOk('cancelStayByStaff', { code: stayCode, fee: 'none' }, ownerToken)
  await cancelStay(await payStay('pay', 30))
  await cancelStay(await payStay('pay', 33, { choices: { refunds: 'failed' } }))
  const latePaidStayCode = await payStay('pay', 36, { whilePaying: ({ code }) => cancelStay(code) })
  const { id: lateRefundId, amount_poisha } = await app.db
    .selectFrom('refund')
    .select(['id', 'amount_poisha'])
    .where('stay_code', '=', latePaidStayCode)
    .executeTakeFirstOrThrow()
  await callOk('approveRefund', { id: lateRefundId, amount: amount_poisha / 100, reason: '' }, ownerToken)
  await payStay('pay-risky', 39)
  await callOk('sendPayLink', { code: await payStay('fail', 42), message: text }, staffToken)
  await writeCompany(app.db, { takesOnlinePayments: false })

  const inbox = openInbox(app)
  const code = await inbox.sendEnquiry({ language, name, phone: '+494066969123' })
  const { id: conversationId } = await inbox.conversation(code)
  await callOk('answerConversation', { id: conversationId, text }, staffToken)
  await inbox.sendMessage(text.split('\n')[0]!, language)
  const { createSent, createOrdered, answer } = createQuotationCalls(app, staffToken)
  const { id: orderId, token: orderToken } = await createOrdered(undefined, { language })
  const sample = { order: orderId, ...createSentSample(app), notify: true, message: text }
  const { shipments } = await callOk('saveOrderShipment', sample, staffToken)
  await callOk('decideSample', { token: orderToken, shipment: shipments[0].id, decision: 'rejected', comment: text })
  const { token: quotationToken } = await createSent({ language })
  assert.equal((await answer(quotationToken, 'ask', text)).status, 200)
  const { revision } = await createSent({ language })
  const outcome = { outcome: 'withdrawn', reason: text.split('\n')[0], message: text }
  await callOk('recordQuotationOutcome', { id: revision, ...outcome }, staffToken)

  const member = { email: `mina-${language}@buyer.example`, password, password_confirmation: password }
  await callOk('register', { name, ...member })
  const signIn = async (secret: string): Promise<string> =>
    (await callOk('userLogin', { email: member.email, password: secret })).access_token
  const minaToken = await signIn(password)
  await callOk('updateBookingUser', { email: `mina-${language}@elbe.example` }, minaToken)
  await callOk('forgotPassword', { email: member.email })
  // A job sends the email, as long as the account exists.
  await app.worker.runDue()
  const newPasswordForm = {
    old_password: password,
    new_password: `${password}!`,
    new_password_confirmation: `${password}!`,
  }
  await callOk('updatePassword', newPasswordForm, minaToken)
  const [{ id: personId }] = (await callOk('getPeople', { search: `mina-${language}` }, ownerToken)).data
  for (const isSuspended of [true, false])
    await callOk('suspendPerson', { id: personId, suspended: isSuspended, message: text }, ownerToken)
  await callOk('closeAccount', { password: `${password}!` }, await signIn(`${password}!`))

  await callOk('inviteColleague', { email: `lena-${language}@selvage.example`, staff_role: 1, language }, ownerToken)
  const { secret } = await callOk('setUpAuthenticatorApp', {}, staffToken)
  const currentCode = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now })
  await callOk('confirmAuthenticatorApp', { code: currentCode }, staffToken)
  await callOk('sendTestEmail', {}, ownerToken)

  const webhookForm = {
    address: 'https://hooks.invalid/selvage',
    description: text.split('\n')[0],
    events: ['stay.confirmed'],
  }
  const { id: webhookId } = await callOk('addWebhook', webhookForm, ownerToken)
  // The endpoint has failed for days when the next event happens.
  const since = app.clock.now - 5 * DAY_MS
  await app.db.updateTable('webhook_endpoint').set({ failing_since: since }).where('id', '=', webhookId).execute()

  await writeCompany(app.db, { reminderHours: 24, thanksDays: 1 })
  const reminderForm = { name, email: 'anna@buyer.example', checkin: app.day(3), checkout: app.day(4) }
  await callOk('requestBooking', createStayForm(app, { ...reminderForm, slug: 'twin' }), annaToken)
  const { id: pastStayId } = await app.db
    .selectFrom('booking')
    .select('id')
    .where('status', '=', 'checked_out')
    .orderBy('check_out', 'desc')
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('booking')
    .set({ check_out: parseDay(app.day(1))!, language, email: 'rafiq@guest.example', name })
    .where('id', '=', pastStayId)
    .execute()

  const { code: invoicedCode } = await app.db
    .selectFrom('booking')
    .select('code')
    .where('id', '=', pastStayId)
    .executeTakeFirstOrThrow()
  const invoice = await callOk('issueInvoice', { code: invoicedCode, send: true }, ownerToken)
  await callOk(
    'creditInvoice',
    { id: invoice.invoices.at(-1).id, lines: [0], reason: text.split('\n')[0], send: true },
    ownerToken,
  )

  await writeCompany(app.db, { offlineNeedsApproval: true })
  const waitingForm = { name, message: text, email: 'anna@buyer.example', checkin: app.day(48), checkout: app.day(50) }
  await callOk('requestBooking', createStayForm(app, waitingForm), annaToken)

  // Reminders for unanswered enquiries and quotations, and then the emails of the next morning.
  await app.worker.runDue()
  app.clock.advance(40 * HOUR_MS)
  await app.sendDueEmails()
  app.clock.advance(8 * HOUR_MS)
  await app.worker.runDue()
  app.clock.now += 7.5 * HOUR_MS - ((app.clock.now + 6 * HOUR_MS) % DAY_MS) + DAY_MS
  await app.runDailyJobs()
  app.clock.advance(3 * HOUR_MS)
  await app.sendDueEmails()
  for (const table of ['authenticator', 'recovery_code'] as const) await app.db.deleteFrom(table).execute()
  await app.db.updateTable('account').set({ second_factors: 0 }).where('username', '=', 'staff').execute()
}

export interface SentEmail extends ReadEmail {
  kind: string
  language: string
}

/** Returns all sent emails with their kind and language. */
export async function collectEmailsByKind(app: TestApp): Promise<SentEmail[]> {
  const emails = (await app.deliverEmails()).map(readEmail)
  const rows = await app.db.selectFrom('mail').select(['id', 'kind', 'language']).execute()
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return emails.map((email) => {
    const { kind, language } = rowsById.get(parseInt(email.header('message-id').slice(1), 10))!
    return { ...email, kind, language }
  })
}
