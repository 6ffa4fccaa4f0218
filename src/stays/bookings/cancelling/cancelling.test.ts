import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { startCancellationTests } from '#testing/cancelling.ts'
import { enginesFor } from '#testing/engines.ts'
import { payBalance } from '#testing/pay-balance.ts'
import type { TestApp } from '#testing/test-app.ts'
import { freeCancellation, setDefaultPolicy, createNightRules } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { languages } from '#routes/public.ts'
import { renderStoredEmail } from '#mail/render.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`cancelBooking, as a member, on ${engine.name}`, () => {
    let app: TestApp
    const {
      session: anna,
      book,
      cancel,
      readRow,
    } = startCancellationTests(engine, (startedApp) => {
      app = startedApp
    })
    const readDetails = async (id: string) => (await app.call('getBookingDetails', { id }, { token: anna.token })).body

    test('releases the nights and records who cancelled, when, and the fee (ACCT-8, BOOK-8)', async () => {
      const id = await book()
      const { status, body } = await cancel(id)
      assert.equal(status, 200)
      assert.deepEqual(body, {
        message: 'Your stay is cancelled.',
        status: 'cancelled',
        payment_status: 'unpaid',
        fee: 0,
      })
      const row = await readRow(id)
      assert.deepEqual(
        [row.status, row.cancelled_at, row.cancelled_by, row.cancel_fee_poisha],
        ['cancelled', app.clock.now, row.booker_id, 0],
      )
      const search = { check_in: app.day(anna.from), check_out: app.day(anna.from + 3), adult: 1, child: 0 }
      assert.equal((await app.call('getStayPrice', { slug: 'single', ...search })).body.free, true)
      await assertBooksConsistent(app.db)
    })

    test('emails the guest in their language (ACCT-8)', async () => {
      for (const language of languages) {
        const id = await book()
        await cancel(id, 0, { language })
        await app.deliverEmails()
        const emails = await app.db
          .selectFrom('mail')
          .selectAll()
          .where('subject', 'like', `%${id}%`)
          .where('recipient', '=', 'anna@buyer.example')
          .orderBy('id', 'desc')
          .execute()
        assert.match(emails[0]!.subject, language === 'en' ? /is cancelled$/ : /বাতিল হয়েছে$/)
        assert.match(renderStoredEmail(emails[0]!).text, language === 'en' ? /There is no charge\./ : /কোনো ফি লাগেনি/)
      }
    })

    test('returns the same response to a repeated request and cancels once (ACCT-8)', async () => {
      const id = await book()
      const firstResponse = await cancel(id)
      const rowBefore = await readRow(id)
      app.clock.advance(1000)
      const repeatedResponse = await cancel(id)
      assert.deepEqual([repeatedResponse.status, repeatedResponse.body], [200, firstResponse.body])
      assert.deepEqual(await readRow(id), rowBefore)
      await assertBooksConsistent(app.db)
    })

    test('cancels once and releases the nights once when twenty requests arrive together (ACCT-8, BOOK-8)', async () => {
      const otherCodes = await Promise.all([book(), book()])
      const id = await book()
      const responses = await Promise.all(Array.from({ length: 20 }, () => cancel(id)))
      assert.deepEqual(
        responses.map(({ status }) => status),
        Array(20).fill(200),
      )
      const emails = await app.db
        .selectFrom('mail')
        .select('id')
        .where('subject', '=', `Your stay ${id} is cancelled`)
        .execute()
      assert.equal(emails.length, 1)
      for (const otherCode of otherCodes) assert.equal((await readRow(otherCode)).status, 'confirmed')
      await assertBooksConsistent(app.db)
    })

    test('keeps the inventory consistent with the bookings when bookings and cancellations run together (BOOK-8)', async () => {
      const familyForm = { slug: 'family' }
      for (let round = 0; round < 5; round++) {
        anna.from += 4
        const id = await book(familyForm)
        const dates = { checkin: app.day(anna.from), checkout: app.day(anna.from + 2) }
        const concurrentCalls = Array.from({ length: 20 }, () =>
          app.call('requestBooking', createStayForm(app, { ...familyForm, ...dates }), {
            token: anna.token,
            key: randomUUID(),
          }),
        )
        const [responses] = await Promise.all([Promise.all(concurrentCalls), cancel(id), cancel(id)])
        assert.ok(responses.filter(({ status }) => status === 200).length <= 1)
        assert.ok(responses.every(({ status }) => status === 200 || status === 409))
        await assertBooksConsistent(app.db)
      }
    })

    test('charges the fee that was shown, exact to the millisecond (ACCT-8)', async () => {
      anna.from = 5
      const id = await book()
      const arrival = Date.parse(`${app.day(anna.from)}T14:00:00+06:00`)
      const originalTime = app.clock.now
      const { nights } = (await readDetails(id)).roomParticular
      const firstNightPrice = nights[0].price
      assert.ok(firstNightPrice > 0)
      const feeCases = [
        [arrival - 48 * HOUR_MS - 1, 0, /^Free until .*14:00.* After that, cancelling costs BDT/],
        [arrival - 48 * HOUR_MS, firstNightPrice, /^Cancelling now costs BDT/],
        [arrival - 1, firstNightPrice, /^Cancelling now costs BDT/],
        [arrival, null, /can no longer be cancelled here/],
      ] as const
      for (const [now, fee, terms] of feeCases) {
        app.clock.now = now
        anna.token = await app.signIn('anna')
        const { cancelling } = await readDetails(id)
        assert.equal(cancelling.fee, fee)
        assert.match(cancelling.terms, terms)
      }
      assert.equal((await cancel(id, firstNightPrice)).status, 409)
      app.clock.now = arrival - 1
      const feeTooLowResponse = await cancel(id, 0)
      assert.equal(feeTooLowResponse.status, 409)
      assert.match(feeTooLowResponse.body.message, /The cancellation fee is now BDT [\d,]+\./)
      assert.equal((await readRow(id)).status, 'confirmed')
      assert.equal((await cancel(id, firstNightPrice)).body.fee, firstNightPrice)
      assert.equal((await readDetails(id)).cancelling.cost, firstNightPrice)
      await assertBooksConsistent(app.db)
      app.clock.now = originalTime
      anna.token = await app.signIn('anna')
    })

    test('shows the fee agreed at booking time, even if the policy changes later (ACCT-8)', async () => {
      const id = await book()
      await setDefaultPolicy(app.db, createNightRules(24 * 365, 3))
      assert.equal((await readDetails(id)).cancelling.fee, 0)
      const strictStayCode = await book()
      const { roomParticular, cancelling } = await readDetails(strictStayCode)
      assert.equal(cancelling.fee, roomParticular.total)
    })

    test('marks a paid stay for a refund and announces it by email (ACCT-8)', async () => {
      const id = await book()
      await payBalance(app.db, id)
      assert.equal((await cancel(id)).body.payment_status, 'refund_pending')
      const cancellationEmail = await app.db
        .selectFrom('mail')
        .selectAll()
        .where('subject', 'like', `%${id} is cancelled`)
        .executeTakeFirstOrThrow()
      assert.match(renderStoredEmail(cancellationEmail).text, /We will refund BDT/)
    })

    test('charges no fee for an unconfirmed request, even if a confirmed stay would cost one (ACCT-8)', async () => {
      await writeCompany(app.db, { offlineNeedsApproval: true })
      await setDefaultPolicy(app.db, createNightRules(24 * 365, 1))
      const id = await book()
      const { cancelling } = await readDetails(id)
      assert.equal(cancelling.fee, 0)
      assert.match(cancelling.terms, /until we confirm/)
      assert.equal((await cancel(id)).body.fee, 0)
    })

    test('rejects a stay that has begun or is over, and a stay of another account (ACCT-8, ACCT-13)', async () => {
      for (const status of ['checked_in', 'checked_out', 'declined', 'no_show'] as const) {
        const id = await book({ slug: 'twin' })
        await app.db.updateTable('booking').set({ status }).where('code', '=', id).execute()
        assert.equal((await cancel(id, 1_000_000)).status, 409, status)
        assert.equal((await readRow(id)).status, status)
        await app.db.updateTable('booking').set({ status: 'confirmed' }).where('code', '=', id).execute()
        await cancel(id)
      }
      const id = await book()
      const guestToken = await app.newGuest()
      assert.equal((await cancel(id, 0, { token: guestToken })).status, 404)
      assert.equal((await readRow(id)).status, 'confirmed')
      await assertBooksConsistent(app.db)
    })

    test('shows no fee if the policy has none (ACCT-8)', async () => {
      await setDefaultPolicy(app.db, freeCancellation)
      assert.deepEqual((await readDetails(await book())).cancelling, {
        fee: 0,
        terms: 'Cancellation is free.',
        note: null,
        steps: [{ from: null, when: 'Now', fee: 0 }],
        no_show: 0,
        deposit: 0,
        refund: 0,
        cost: null,
      })
    })
  })
}
