import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { mina, startMinaTests } from '#testing/mina.ts'
import { bookingsPersonalData } from '#stays/bookings/personal-data.ts'
import { purgeExpiredLinks } from './signed-link.ts'
import type { Tables } from '#schema/tables.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

const { password } = mina
const personalTextPattern = /Mina Rahman|mina@|01712345678|Rahman Textiles|arrive late/

for (const engine of enginesFor(import.meta.url)) {
  describe(`account closing, on ${engine.name}`, () => {
    let app: TestApp
    const { session, signIn, close, book, sendEnquiry } = startMinaTests(engine, (startedApp) => {
      app = startedApp
    })
    const readBookings = () =>
      app.db.selectFrom('booking').selectAll().where('booker_id', '=', session.accountId).orderBy('check_in').execute()
    const readRows = (...tables: (keyof Tables)[]) =>
      Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))

    test('deletes the personal data at once, that of a future stay after its end, and keeps the stays (ACCT-11)', async () => {
      const [pastStay, futureStay] = [await book(1), await book(40)]
      await sendEnquiry()
      const otherToken = (await app.call('userLogin', { username: 'mina', password })).body.access_token
      await app.call('updateBookingUser', { ...mina, email: 'mina@elbe.example' }, { token: session.token })
      await app.call('forgotPassword', { email: mina.email })
      await app.deliverEmails()
      app.clock.advance(4 * DAY_MS)
      await signIn()
      const inventoryRows = await app.db.selectFrom('inventory').selectAll().orderBy('night').execute()

      const { status, body } = await close()
      assert.deepEqual([status, body], [200, { message: translatorFor('bn').t('account.closed') }])
      for (const accessToken of [session.token, otherToken])
        assert.equal((await app.call('getUserRow', {}, { token: accessToken })).status, 401)
      const account = await app.db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', session.accountId)
        .executeTakeFirstOrThrow()
      const {
        name,
        email,
        email_key,
        username,
        username_key,
        phone,
        company_name,
        password: hash,
        referral_code,
      } = account
      assert.deepEqual(
        [name, email, email_key, username, username_key, phone, company_name, hash, referral_code],
        ['', '', null, null, null, null, null, null, null],
      )
      assert.deepEqual(
        (await readBookings()).map((row) => [row.code, row.name, row.email, row.phone, row.message]),
        [
          [pastStay, '', '', '', ''],
          [futureStay, 'Mina Rahman', 'mina@buyer.example', '+8801712345678', 'We arrive late'],
        ],
      )
      assert.deepEqual(await app.db.selectFrom('inventory').selectAll().orderBy('night').execute(), inventoryRows)
      const message = (await readEmailsTo(app, mina.email)).at(-1)!
      assert.equal(message.header('subject'), translatorFor('bn').t('mail.closed_subject'))
      assert.ok(
        message.text.includes(translatorFor('bn').t('mail.closed_stays')) &&
          message.text.includes(futureStay) &&
          !message.text.includes(pastStay),
      )

      app.clock.advance(40 * DAY_MS)
      await bookingsPersonalData.purgeClosedAccounts(app.db, app.clock.now)
      assert.deepEqual(
        (await readBookings()).map((row) => [row.name, row.email, row.phone, row.message]),
        [
          ['', '', '', ''],
          ['', '', '', ''],
        ],
      )
      await app.db.deleteFrom('mail').where('subject', '=', translatorFor('bn').t('mail.closed_subject')).execute()
      const remainingRows = await readRows(
        'account',
        'session',
        'signed_link',
        'enquiry',
        'mail',
        'job',
        'rate_limit',
        'request_key',
      )
      assert.equal(personalTextPattern.exec(JSON.stringify([...remainingRows, await readBookings()]))?.[0], undefined)
    })

    test('deletes the personal data of cancelled and unpaid stays immediately and emails no link to them (ACCT-11)', async () => {
      const [cancelledStay, unpaidStay] = [await book(20), await book(24)]
      await app.db.updateTable('booking').set({ status: 'cancelled' }).where('code', '=', cancelledStay).execute()
      await app.db
        .updateTable('booking')
        .set({ status: 'pending_payment', expires_at: app.clock.now })
        .where('code', '=', unpaidStay)
        .execute()
      await close()
      assert.deepEqual(
        (await readBookings()).map((row) => row.name),
        ['', ''],
      )
      const message = (await readEmailsTo(app, mina.email)).at(-1)!
      assert.deepEqual([...message.text.matchAll(/https:/g)], [])
      assert.ok(!message.text.includes(translatorFor('bn').t('mail.closed_stays')))
    })

    test('keeps the personal data of a stay and its link through the day of departure (ACCT-11, BOOK-7)', async () => {
      const startedAt = app.clock.now
      const colleague = { email: 'colleague@elbe.example' }
      const [endingStay, laterStay] = [await book(1, 'twin', colleague), await book(5)]
      await app.deliverEmails()
      app.clock.advance(2 * DAY_MS)
      await signIn()
      await close()
      const message = (await readEmailsTo(app, mina.email)).at(-1)!
      const linkMatches = [
        ...message.text.matchAll(/https:\/\/selvage\.example(\/bn\/booking-success\?stay=([\w-]{43}))$/gm),
      ]
      assert.deepEqual(
        [endingStay, laterStay].map((code) => message.text.indexOf(code) > 0),
        [true, true],
      )
      assert.ok(linkMatches.every(([url]) => message.html.includes(`href="${url}"`)))
      const stayResponses = await Promise.all(linkMatches.map(([, , key]) => app.call('getStay', { token: key })))
      assert.deepEqual(
        stayResponses.map(({ status, body }) => [status, body.booking_id]),
        [
          [200, endingStay],
          [200, laterStay],
        ],
      )
      assert.equal((await app.get(linkMatches[0]![1]!)).status, 200)

      const readPersonalData = async () => {
        await bookingsPersonalData.purgeClosedAccounts(app.db, app.clock.now)
        await purgeExpiredLinks(app.db, app.clock.now)
        return (await readBookings()).map((row) => [row.name, row.email, row.phone, row.message])
      }
      const minaData = ['Mina Rahman', 'mina@buyer.example', '+8801712345678', 'We arrive late']
      app.clock.advance(DAY_MS)
      assert.deepEqual(
        await readPersonalData(),
        [['Mina Rahman', colleague.email, ...minaData.slice(2)], minaData],
        'departs today',
      )
      app.clock.advance(DAY_MS)
      assert.deepEqual(await readPersonalData(), [['', '', '', ''], minaData])
      const emails = await app.db.selectFrom('mail').select('id').where('recipient', '=', colleague.email).execute()
      assert.deepEqual(emails, [], 'the recipients of emails are deleted too')

      const response = await app.call('cancelStay', { token: linkMatches[1]![2], fee: 1_000_000 })
      assert.deepEqual([response.status, response.body.status], [200, 'cancelled'])
      assert.match((await readEmailsTo(app, mina.email)).at(-1)!.text, new RegExp(laterStay))
      assert.deepEqual(await readPersonalData(), [
        ['', '', '', ''],
        ['', '', '', ''],
      ])
      assert.equal((await app.call('getStay', { token: linkMatches[1]![2] })).body.status, 'cancelled')
      app.clock.advance(startedAt - app.clock.now)
    })

    test('frees the username and address for a new account, which gets none of the old data (ACCT-13, T25)', async () => {
      await book(50)
      await close()
      assert.equal((await app.call('userLogin', { username: 'mina', password })).status, 422)
      assert.equal((await app.call('userRegister', mina)).status, 200)
      const { body } = await app.call('userLogin', { username: 'mina', password })
      assert.notEqual(body.user.id, session.accountId)
      assert.deepEqual((await app.call('activeBookingRooms', {}, { token: body.access_token })).body.data, [])
      await close(password, body.access_token)
    })

    test('rejects a wrong password (ACCT-11)', async () => {
      const rowsBefore = await readRows('account', 'session', 'signed_link', 'booking')
      const rejectedResponse = await close('wrong password')
      assert.deepEqual(
        [rejectedResponse.status, rejectedResponse.body.errors],
        [422, { password: [translatorFor('bn').t('error.password_incorrect')] }],
      )
      assert.equal((await close('')).status, 422)
      assert.deepEqual(await readRows('account', 'session', 'signed_link', 'booking'), rowsBefore)
      assert.equal((await close()).status, 200)
    })

    test('closes once and sends one email for six concurrent requests (ACCT-11)', async () => {
      const emailCountBefore = (await app.db.selectFrom('mail').selectAll().execute()).length
      const responses = await Promise.all(Array.from({ length: 6 }, () => close()))
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 401, 401, 401, 401, 401])
      const recipients = (await app.db.selectFrom('mail').select('recipient').orderBy('id').execute()).slice(
        emailCountBefore,
      )
      assert.deepEqual(recipients, [{ recipient: 'mina@buyer.example' }])
    })

    test('keeps at least one owner, even if all owners close their accounts concurrently (ACCT-13)', async () => {
      const listOwners = () =>
        app.db
          .selectFrom('account')
          .select('username')
          .where('role', '=', 'owner')
          .where('closed_at', 'is', null)
          .execute()
      const ownerToken = await app.signIn('owner')
      const rejectedResponse = await close(passwordsByUsername.owner, ownerToken)
      assert.deepEqual(
        [rejectedResponse.status, rejectedResponse.body],
        [409, { message: translatorFor('bn').t('error.last_owner') }],
      )

      await app.db.updateTable('account').set({ role: 'owner' }).where('id', '=', session.accountId).execute()
      const responses = await Promise.all([close(), close(passwordsByUsername.owner, ownerToken)])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      assert.equal((await listOwners()).length, 1)
    })
  })
}
