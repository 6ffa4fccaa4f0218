import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { freeCancellation, setDefaultPolicy } from '#testing/policies.ts'
import { startRebookingTests } from '#testing/rebooking.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`changing the dates of a stay, on ${engine.name}`, () => {
    const rebooking = startRebookingTests(engine)
    const {
      today,
      days,
      room,
      span,
      as: withToken,
      book,
      bookAsGuest,
      previewChange,
      change,
      readRow,
      readDates,
      prices,
      setRate,
      verifyBooks,
    } = rebooking

    test("shows the price before the change: the old price for booked nights and today's price for new nights (REB-1)", async () => {
      const { id, from: start, total } = await book()
      const price = total / 3
      await setRate('twin', start, price + 900)
      await setRate('twin', start + 3, price + 500)
      const rowBefore = await readRow(id)
      const { status, body } = await previewChange({ id, ...days(start, start + 4) })
      assert.equal(status, 200, JSON.stringify(body))
      const { terms, ...quote } = body
      const createExpectedQuote = (nights: number, cost: number) => ({
        ...days(start, start + nights),
        nights,
        rooms: [{ name: 'Twin Room', adult: 1, child: 0, total: cost }],
        total: cost,
      })
      assert.deepEqual(quote, {
        ...createExpectedQuote(4, total + price + 500),
        before: createExpectedQuote(3, total),
        difference: price + 500,
        due: total + price + 500,
        due_text: translatorFor('en').t('stay.due_stay', { day: rebooking.testApp.day(start + 4) }),
        refund: 0,
      })
      assert.match(terms, /free|nothing/i)
      assert.deepEqual(await readRow(id), rowBefore)

      const changedResponse = await change({ id, ...days(start, start + 4), total: quote.total })
      assert.deepEqual(
        [changedResponse.status, changedResponse.body],
        [200, { message: translatorFor('en').t('change.done'), ...days(start, start + 4), total: quote.total }],
      )
      assert.deepEqual(await prices(id), [
        [start, price],
        [start + 1, price],
        [start + 2, price],
        [start + 3, price + 500],
      ])
      await verifyBooks()
      await setRate('twin', start, null)
      await setRate('twin', start + 3, null)
    })

    test('emails both sides in their languages and changes the dates once, however often the request is repeated (REB-1, LET-1)', async () => {
      for (const language of languages) {
        const { t, money } = translatorFor(language)
        const { id, from: start, total, token } = await bookAsGuest()
        await rebooking.testApp.deliverEmails()
        const form = { token, ...days(start + 4, start + 6), total: (total / 3) * 2 }
        for (const response of await Promise.all([1, 2, 3].map(() => change(form, { language }))))
          assert.deepEqual([response.status, response.body.message], [200, t('change.done')])
        assert.deepEqual(await readDates(id), { check_in: start + 4, check_out: start + 6 })
        const readEmailsAbout = async (to: string, subject: string) =>
          (await readEmailsTo(rebooking.testApp, to)).filter(({ header }) => header('subject').startsWith(subject))
        const guestEmails = await readEmailsAbout('rafiq@guest.example', t('mail.changed_subject', { code: id }))
        assert.equal(guestEmails.length, 1)
        assert.ok(
          guestEmails[0]!.text.includes(
            t('mail.total_less', { total: money((total / 3) * 2), amount: money(total / 3) }),
          ),
        )
        assert.match(guestEmails[0]!.text, /stay=[\w-]+/)
        assert.equal((await readEmailsAbout('hello@selvage.example', `Changed ${id}: `)).length, 1)
        const { data } = await rebooking.desk.callOk('getLog', {
          subject: `booking ${id}`,
          action: 'stay changed by guest',
        })
        assert.equal(data.length, 1)
      }
      await verifyBooks()
    })

    test('rejects a change without a session, with another session or with an unknown link (REB-2)', async () => {
      const { id, from: start, total } = await book()
      const form = { id, ...days(start + 1, start + 4), total }
      for (const [requestOptions, status] of [
        [{}, 401],
        [withToken(await rebooking.testApp.newGuest()), 404],
        [withToken(rebooking.desk.token), 404],
      ] as const) {
        assert.equal((await previewChange(form, requestOptions)).status, status)
        assert.equal((await change(form, requestOptions)).status, status)
      }
      assert.equal((await change({ ...form, id: undefined, token: 'x'.repeat(43) }, {})).status, 404)
      assert.deepEqual(await readDates(id), { check_in: start, check_out: start + 3 })
    })

    test("records the change as the guest's own, without a network address, whichever account is signed in (REB-2)", async () => {
      const guestBooking = await bookAsGuest()
      const ownStay = await book()
      const linkForm = {
        token: guestBooking.token,
        ...days(guestBooking.from + 4, guestBooking.from + 7),
        total: guestBooking.total,
      }
      // The browser that opens the link is signed in to a staff account.
      assert.equal((await change(linkForm, withToken(rebooking.desk.token))).status, 200)
      const ownForm = { id: ownStay.id, ...days(ownStay.from + 4, ownStay.from + 7), total: ownStay.total }
      assert.equal((await change(ownForm)).status, 200)
      for (const { id } of [guestBooking, ownStay]) {
        const { booker_id: account_id } = await readRow(id)
        const auditRows = await rebooking.testApp.db
          .selectFrom('audit')
          .select(['account_id', 'address'])
          .where('subject', '=', `booking ${id}`)
          .where('action', '=', 'stay changed by guest')
          .execute()
        assert.deepEqual(auditRows, [{ account_id, address: null }])
      }
      await verifyBooks()
    })

    test('moves all rooms of a group stay together or none (REB-5)', async () => {
      const groupStay = await book({ rooms: [room('twin'), room('single')] })
      const { body } = await previewChange({ id: groupStay.id, ...days(groupStay.from + 4, groupStay.from + 7) })
      assert.deepEqual([body.total, body.difference], [groupStay.total, 0])
      // No single room is left on one of the nights.
      const allUnits = rebooking.desk.kind('single').units.map((_, index) => index)
      await rebooking.desk.book('Full', groupStay.from + 5, groupStay.from + 6, { slug: 'single', at: allUnits })
      const rowsBefore = await rebooking.testApp.db
        .selectFrom('inventory')
        .selectAll()
        .orderBy('room_id')
        .orderBy('night')
        .execute()
      const { status, body: userError } = await change({
        id: groupStay.id,
        ...days(groupStay.from + 4, groupStay.from + 7),
        total: body.total,
      })
      assert.equal(status, 409)
      assert.match(userError.message, /Single/)
      assert.deepEqual(
        await rebooking.testApp.db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute(),
        rowsBefore,
      )
      const nextDays = days(groupStay.from + 1, groupStay.from + 4)
      const { body: newQuote } = await previewChange({ id: groupStay.id, ...nextDays })
      assert.equal((await change({ id: groupStay.id, ...nextDays, total: newQuote.total })).status, 200)
      const rows = await rebooking.testApp.db
        .selectFrom('booking')
        .selectAll()
        .where('stay_code', '=', groupStay.id)
        .execute()
      assert.deepEqual(
        rows.map(({ check_in, check_out }) => [check_in - today(), check_out - today()]),
        [
          [groupStay.from + 1, groupStay.from + 4],
          [groupStay.from + 1, groupStay.from + 4],
        ],
      )
      await verifyBooks()
    })

    test('keeps the assigned unit if it is free and removes the assignment otherwise (REB-5)', async () => {
      const units = rebooking.desk.kind('twin').units
      const readUnitNights = async (code: string) => {
        const rows = await rebooking.testApp.db
          .selectFrom('unit_night')
          .innerJoin('booking', 'booking.id', 'booking_id')
          .select(['unit_night.unit_id', 'night'])
          .where('code', '=', code)
          .orderBy('night')
          .execute()
        return rows.map(({ unit_id, night }) => [unit_id, night - today()])
      }
      const { id, from: start, total } = await book()
      const { rooms } = await rebooking.desk.callOk('getDeskStay', { code: id })
      const parts = [{ room: rebooking.desk.kind('twin').id, unit: units[0]!.id, ...span(start, start + 3) }]
      await rebooking.desk.callOk('arrangeStays', {
        changes: [{ booking: rooms[0].booking, version: rooms[0].version, parts }],
        price: 'unchanged',
        after: null,
        reason: '',
        notify_guest: false,
      })
      assert.equal((await change({ id, ...days(start + 1, start + 4), total })).status, 200)
      assert.deepEqual(await readUnitNights(id), [
        [units[0]!.id, start + 1],
        [units[0]!.id, start + 2],
        [units[0]!.id, start + 3],
      ])
      await rebooking.desk.book('Other', start + 5, start + 6, { slug: 'twin', at: [0] })
      assert.equal((await change({ id, ...days(start + 3, start + 6), total })).status, 200)
      assert.deepEqual(await readUnitNights(id), [])
      await verifyBooks()
    })

    test('refunds an overpaid amount according to the agreed terms (REB-6, PAY-16)', async () => {
      const { id, from: start, total } = await book()
      await rebooking.desk.callOk('takePayment', { code: id, amount: total, method: 'cash' })
      const { body } = await previewChange({ id, ...days(start, start + 2) })
      assert.deepEqual([body.difference, body.refund], [-total / 3, total / 3])
      assert.equal((await change({ id, ...days(start, start + 2), total: body.total })).status, 200)
      await rebooking.testApp.worker.runDue()
      assert.equal((await readRow(id)).payment_status, 'refund_pending')
      const refunds = await rebooking.testApp.db.selectFrom('refund').selectAll().where('stay_code', '=', id).execute()
      assert.deepEqual(
        refunds.map(({ amount_poisha }) => amount_poisha / 100),
        [total / 3],
      )
      await verifyBooks()
    })

    test('moves a pending request without any charge (REB-4)', async () => {
      await writeCompany(rebooking.testApp.db, { offlineNeedsApproval: true })
      const { id, from: start, total, token } = await bookAsGuest()
      const { status, body } = await previewChange({ token, ...days(start + 2, start + 4) }, {})
      assert.deepEqual([status, body.refund], [200, 0])
      assert.equal((await change({ token, ...days(start + 2, start + 4), total: (total / 3) * 2 }, {})).status, 200)
      const row = await readRow(id)
      assert.deepEqual([row.status, row.payment_status, row.expires_at !== null], ['pending_approval', 'unpaid', true])
      await writeCompany(rebooking.testApp.db, { offlineNeedsApproval: false })
      await verifyBooks()
    })

    test('never sells a night twice when many requests compete for the last rooms (REB-7, BOOK-8)', async () => {
      await setDefaultPolicy(rebooking.testApp.db, freeCancellation)
      const slug = 'family'
      const unitCount = rebooking.desk.kind(slug).units.length
      const stays = []
      for (let count = 0; count < unitCount * 3; count++) stays.push(await book({ slug }))
      const newStart = rebooking.freeDay()
      const responses = await Promise.all([
        ...stays.map(({ id, total }) => change({ id, ...days(newStart, newStart + 3), total })),
        ...Array.from({ length: 3 }, () =>
          rebooking.testApp.call(
            'requestBooking',
            createStayForm(rebooking.testApp, { slug, ...days(newStart, newStart + 3) }),
            withToken(),
          ),
        ),
      ])
      assert.equal(responses.filter(({ status }) => status === 200).length, unitCount)
      assert.ok(responses.every(({ status }) => [200, 409, 503].includes(status)))
      await verifyBooks()
    })
  })
}
