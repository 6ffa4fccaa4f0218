import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCustomerForm } from '#testing/customers.ts'
import { bothEngines } from '#testing/engines.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { moveFeeTimes, createNightRules, setDefaultPolicy } from '#testing/policies.ts'
import { startRebookingTests } from '#testing/rebooking.ts'
import { publish } from '#platform/database/publish.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

interface Option {
  slug: string
  total: number
  available: number
}

for (const engine of bothEngines) {
  describe(`changing the rooms and guests of a stay, on ${engine.name}`, () => {
    const rebooking = startRebookingTests(engine)
    const { days, as: withToken, book, bookAsGuest, previewChange, change, findOptions, readRow, prices } = rebooking
    const { setRate, verifyBooks } = rebooking
    const { t } = translatorFor('en')

    const createRoomChoice = (slug: string, adult = 1, child = 0) => ({ slug, adult, child })
    const readPrice = (slug: string) => rebooking.desk.kind(slug).price
    const pay = (code: string, amount: number) =>
      rebooking.desk.callOk('takePayment', { code, amount, method: 'cash' }) as Promise<unknown>
    const readOptions = async (form: object, room = 0): Promise<Option[]> => {
      const { status, body } = await findOptions(form)
      assert.equal(status, 200, JSON.stringify(body))
      return body.rooms[room].options
    }
    const findOption = async (form: object, slug: string, room = 0) =>
      (await readOptions(form, room)).find((option) => option.slug === slug)
    const readRooms = async (code: string) => {
      const rows = await rebooking.testApp.db
        .selectFrom('booking')
        .innerJoin('room', 'room.id', 'room_id')
        .select(['room.slug', 'adults', 'children', 'total_poisha'])
        .where((row) => row.or([row('code', '=', code), row('stay_code', '=', code)]))
        .orderBy('booking.id')
        .execute()
      return rows.map(({ slug, adults, children }) => createRoomChoice(slug, adults, children))
    }
    const readCancellationFees = async (id: string) =>
      (await rebooking.testApp.call('getBookingDetails', { id }, withToken())).body.cancelling as {
        fee: number
        no_show: number
      }
    const getStatusAndErrors = ({ status, body }: { status: number; body: { errors?: object; message?: string } }) => [
      status,
      body.errors,
    ]

    test('changes dates, room type and guests together, shows the amount due first, and emails both sides the old and new stay (REB-8, LET-55)', async () => {
      for (const language of languages) {
        const { t: translate, money, count, day } = translatorFor(language)
        const { id, from, total, token } = await bookAsGuest()
        await pay(id, total)
        await rebooking.testApp.deliverEmails()
        const rowBefore = await readRow(id)
        const newDays = days(from + 1, from + 4)
        const option = (await findOptions({ token, ...newDays }, { language })).body.rooms[0].options.find(
          ({ slug }: Option) => slug === 'family',
        )
        assert.deepEqual([option.total, option.available], [3 * readPrice('family'), 1])
        const form = { token, ...newDays, rooms: [createRoomChoice('family', 3, 1)] }
        const { status, body: plan } = await previewChange(form, { language })
        assert.equal(status, 200, JSON.stringify(plan))
        const dueAmount = option.total - total
        assert.deepEqual(
          [plan.total, plan.before.total, plan.difference, plan.due, plan.due_text, plan.refund],
          [option.total, total, dueAmount, dueAmount, translate('stay.due_stay', { day: newDays.checkout }), 0],
        )
        assert.deepEqual(plan.rooms, [{ name: option.name, adult: 3, child: 1, total: option.total }])
        assert.deepEqual(await readRow(id), rowBefore, 'a preview changes nothing')

        for (const response of await Promise.all(
          [1, 2].map(() => change({ ...form, total: plan.total }, { language })),
        ))
          assert.deepEqual([response.status, response.body.message], [200, translate('change.done')])
        assert.deepEqual(await readRooms(id), [createRoomChoice('family', 3, 1)])
        const stay = (await rebooking.testApp.call('getStay', { token }, { language })).body
        assert.deepEqual([stay.total, stay.due, stay.paid], [option.total, dueAmount, total])

        const emails = (await readEmailsTo(rebooking.testApp, 'rafiq@guest.example')).filter(
          ({ header }) => header('subject') === translate('mail.changed_subject', { code: id }),
        )
        assert.equal(emails.length, 1)
        const { name_en, name_bn } = await rebooking.testApp.db
          .selectFrom('room')
          .select(['name_en', 'name_bn'])
          .where('slug', '=', 'twin')
          .executeTakeFirstOrThrow()
        const twinName = language === 'bn' ? name_bn! : name_en
        const dayBefore = rebooking.testApp.day(from)
        for (const expectedText of [
          option.name,
          translate('mail.previously', { value: twinName }),
          translate('mail.previously', { value: day(dayBefore, 'weekday') }),
          `${count('summary.adults', 3)}, ${count('summary.children', 1)}`,
          translate('mail.previously', { value: count('summary.adults', 1) }),
          translate('mail.total_more', { total: money(option.total), amount: money(dueAmount) }),
          `${translate('mail.open_amount', { amount: money(dueAmount) })} ${translate('stay.due_stay', { day: newDays.checkout })}`,
        ])
          assert.ok(emails[0]!.text.includes(expectedText), `${expectedText}\n${emails[0]!.text}`)
        const companyEmails = (await readEmailsTo(rebooking.testApp, 'hello@selvage.example')).filter(({ header }) =>
          header('subject').startsWith(`Changed ${id}: `),
        )
        assert.equal(companyEmails.length, 1)
        assert.ok(companyEmails[0]!.text.includes(t('mail.previously', { value: 'Twin Room' })))
        const { data } = await rebooking.desk.callOk('getLog', {
          subject: `booking ${id}`,
          action: 'stay changed by guest',
        })
        assert.equal(data.length, 1)
        assert.match(JSON.stringify(data[0]), /Twin Room.*Family/)
      }
      await verifyBooks()
    })

    test('offers the agreed rates of the customer for whom the guest travels (REB-8, OFF-330)', async () => {
      const { id, from, total, token } = await bookAsGuest()
      const [twin, family] = [rebooking.desk.kind('twin'), rebooking.desk.kind('family')]
      const rates = [
        { room: twin.id, night: twin.price - 300 },
        { room: family.id, night: family.price - 700 },
      ]
      const customer = await rebooking.desk.callOk('addCustomer', createCustomerForm({ name: 'Agreed Ltd', rates }))
      await rebooking.desk.callOk('setStayCustomer', { code: id, customer: customer.id })
      const nights = total / twin.price
      const dates = days(from, from + nights + 1)
      for (const [slug, expectedTotal] of [
        ['twin', total + twin.price - 300],
        ['family', (nights + 1) * (family.price - 700)],
      ] as const) {
        const option = await findOption({ token, ...dates }, slug)
        const { body } = await previewChange({ token, ...dates, rooms: [createRoomChoice(slug)] })
        assert.deepEqual([option!.total, body.total], [expectedTotal, expectedTotal], slug)
      }
    })

    test('keeps the requested beds only if the new room type offers them (REB-8, BOOK-10)', async () => {
      const setBeds = (slug: string, bed_setups: string) =>
        publish(rebooking.testApp.db, (tx) =>
          tx.updateTable('room').set({ bed_setups }).where('slug', '=', slug).execute(),
        )
      await setBeds('twin', 'double,singles')
      const { id, from } = await book({ bed: 'double' })
      const changeTo = async (slug: string) => {
        const form = { id, ...days(from, from + 3), rooms: [createRoomChoice(slug)] }
        const { body } = await previewChange(form)
        assert.equal((await change({ ...form, total: body.total })).status, 200)
        return (await readRow(id)).bed_preference
      }
      await setBeds('deluxe', 'double,singles')
      assert.equal(await changeTo('deluxe'), 'double')
      await setBeds('family', 'singles')
      assert.equal(await changeTo('family'), '')
    })

    test('refunds the difference when a paid stay changes to a smaller room (REB-6, REB-8)', async () => {
      const { id, from, total } = await book({ slug: 'family' })
      await pay(id, total)
      const form = { id, ...days(from, from + 3), rooms: [createRoomChoice('single')] }
      const { body } = await previewChange(form)
      const refundAmount = total - 3 * readPrice('single')
      assert.deepEqual([body.difference, body.due, body.due_text, body.refund], [-refundAmount, 0, null, refundAmount])
      assert.equal((await change({ ...form, total: body.total })).status, 200)
      await rebooking.testApp.worker.runDue()
      const refunds = await rebooking.testApp.db.selectFrom('refund').selectAll().where('stay_code', '=', id).execute()
      assert.deepEqual(
        refunds.map(({ amount_poisha }) => amount_poisha / 100),
        [refundAmount],
      )
      await verifyBooks()
    })

    test('keeps the agreed price of a night only if its room type stays the same (BOOK-8, REB-8)', async () => {
      const { id, from, total } = await book()
      const price = total / 3
      await setRate('twin', from, price + 1_000)
      await setRate('family', from, 20_000)
      const form = { id, ...days(from, from + 3) }
      assert.equal((await findOption(form, 'twin'))!.total, total)
      const largerPlanResponse = await previewChange({ ...form, rooms: [createRoomChoice('family')] })
      assert.equal(largerPlanResponse.body.total, 20_000 + 2 * readPrice('family'))
      await change({ ...form, rooms: [createRoomChoice('family')], total: largerPlanResponse.body.total })
      // The guest released the twin room before, so it has today's price.
      const { body } = await previewChange({ ...form, rooms: [createRoomChoice('twin')] })
      assert.equal(body.total, total + 1_000)
      await change({ ...form, rooms: [createRoomChoice('twin')], total: body.total })
      assert.deepEqual(await prices(id), [
        [from, price + 1_000],
        [from + 1, price],
        [from + 2, price],
      ])
      await setRate('twin', from, null)
      await setRate('family', from, null)
      await verifyBooks()
    })

    test('changes only the guests, and keeps the price, the terms and the unit (REB-8)', async () => {
      const { id, from, total } = await book()
      const { rooms } = await rebooking.desk.callOk('getDeskStay', { code: id })
      const unitId = rebooking.desk.kind('twin').units[0]!.id
      await rebooking.desk.callOk('arrangeStays', {
        changes: [
          {
            booking: rooms[0].booking,
            version: rooms[0].version,
            parts: [{ room: rebooking.desk.kind('twin').id, unit: unitId, ...rebooking.span(from, from + 3) }],
          },
        ],
        price: 'unchanged',
        after: null,
        reason: '',
        notify_guest: false,
      })
      const rowBefore = await readRow(id)
      const readUnits = () =>
        rebooking.testApp.db.selectFrom('unit_night').select('unit_id').where('booking_id', '=', rowBefore.id).execute()
      await setRate('twin', from, null, 9)
      const form = { id, ...days(from, from + 3), rooms: [createRoomChoice('twin', 2)], total }
      assert.equal((await change(form)).status, 200)
      const { adults, version, ...rowAfter } = await readRow(id)
      assert.deepEqual({ ...rowAfter, adults: 1, version: rowBefore.version }, rowBefore)
      assert.deepEqual([adults, version], [2, rowBefore.version + 1])
      assert.deepEqual(
        (await readUnits()).map(({ unit_id }) => unit_id),
        [unitId, unitId, unitId],
      )
      await setRate('twin', from, null)
      const largerForm = { ...form, rooms: [createRoomChoice('family', 2)] }
      const { body } = await previewChange(largerForm)
      assert.equal((await change({ ...largerForm, total: body.total })).status, 200)
      assert.deepEqual(await readUnits(), [], 'the unit belongs to another room type')
      await verifyBooks()
    })

    test('rejects guests that do not fit, with an error on the field of their room (REB-8)', async () => {
      const { id, from } = await book({ rooms: [rebooking.room('twin'), rebooking.room('single')] })
      const readRejection = async (...rooms: object[]) =>
        getStatusAndErrors(await previewChange({ id, ...days(from, from + 3), rooms }))
      const createMessage = (key: Parameters<ReturnType<typeof translatorFor>['count']>[0], limit: number) => [
        translatorFor('en').count(key, limit),
      ]
      assert.deepEqual(await readRejection(createRoomChoice('twin', 3), createRoomChoice('single')), [
        422,
        { 'rooms.0.adult': createMessage('error.too_many_adults', 2) },
      ])
      assert.deepEqual(await readRejection(createRoomChoice('twin', 2, 1), createRoomChoice('single', 1, 1)), [
        422,
        { 'rooms.0.adult': createMessage('error.too_many_guests', 2), 'rooms.1.child': [t('error.no_children')] },
      ])
      assert.deepEqual(await readRejection(createRoomChoice('single', 2), createRoomChoice('family', 4)), [
        422,
        {
          'rooms.0.adult': createMessage('error.too_many_adults', 1),
          'rooms.1.adult': createMessage('error.too_many_adults', 3),
        },
      ])
      assert.deepEqual(await readRejection(createRoomChoice('twin', 0), createRoomChoice('single')), [
        422,
        { 'rooms.0.adult': [t('error.adult_needed')] },
      ])
      assert.deepEqual(await readRejection(createRoomChoice('nowhere'), createRoomChoice('single')), [
        422,
        { 'rooms.0.slug': [t('error.room_unknown')] },
      ])
      assert.equal((await readRejection(createRoomChoice('twin')))[0], 409, 'a room is missing')
      assert.deepEqual(await readRejection(createRoomChoice('twin'), createRoomChoice('single')), [
        422,
        { form: [t('change.nothing')] },
      ])
      assert.deepEqual(await readRooms(id), [createRoomChoice('twin'), createRoomChoice('single')])
    })

    test('does not offer a room type that is sold out, closed by a rule or no longer on sale, and rejects it with an error on its field (REB-3, REB-8)', async () => {
      const { id, from } = await book()
      const form = { id, ...days(from, from + 3) }
      const assertRejected = async (slug: string, status: number, message: string) => {
        assert.equal((await findOption(form, slug))?.available ?? 0, 0)
        const rejectedResponse = await previewChange({ ...form, rooms: [createRoomChoice(slug)] })
        assert.equal(rejectedResponse.status, status, JSON.stringify(rejectedResponse.body))
        assert.match(rejectedResponse.body.errors['rooms.0.slug'][0], new RegExp(message))
      }
      const { body: plan } = await previewChange({ ...form, rooms: [createRoomChoice('family')] })
      await rebooking.desk.book('Full', from + 2, from + 3, { slug: 'family' })
      await assertRejected('family', 409, 'Family')
      assert.equal((await change({ ...form, rooms: [createRoomChoice('family')], total: plan.total })).status, 409)
      // The last free nights are those that the stay itself releases.
      assert.equal((await findOption(form, 'twin'))!.available, 3)
      await setRate('single', from, null, 5)
      await assertRejected('single', 422, '5')
      await setRate('single', from, null)
      const setActive = (active: 0 | 1) =>
        publish(rebooking.testApp.db, (tx) =>
          tx.updateTable('room').set({ active }).where('slug', '=', 'executive').execute(),
        )
      await setActive(0)
      assert.equal(await findOption(form, 'executive'), undefined)
      await assertRejected('executive', 422, t('error.room_unknown'))
      await setActive(1)
      assert.deepEqual(await readRooms(id), [createRoomChoice('twin')])
      await verifyBooks()
    })

    test('changes several rooms together, and counts the rooms that the stay releases as available (REB-5, REB-8)', async () => {
      const { id, from, total } = await book({ rooms: [rebooking.room('family'), rebooking.room('single')] })
      const form = { id, ...days(from, from + 3) }
      for (const room of [0, 1]) assert.equal((await findOption(form, 'family', room))!.available, 1)
      const bothFamilyResponse = await previewChange({
        ...form,
        rooms: [createRoomChoice('family'), createRoomChoice('family')],
      })
      assert.deepEqual(
        [bothFamilyResponse.status, Object.keys(bothFamilyResponse.body.errors)],
        [409, ['rooms.1.slug']],
      )
      const swappedForm = { ...form, rooms: [createRoomChoice('single'), createRoomChoice('family', 3, 1)] }
      const { status, body } = await previewChange(swappedForm)
      assert.deepEqual([status, body.total, body.difference], [200, total, 0])
      assert.equal((await change({ ...swappedForm, total })).status, 200)
      assert.deepEqual(await readRooms(id), swappedForm.rooms)
      await verifyBooks()
    })

    test('lets exactly one of two guests move to the last room of a type (REB-7, BOOK-8)', async () => {
      for (let round = 0; round < 3; round++) {
        const [firstStay, secondStay] = [await book(), await book()]
        const targetDays = days(firstStay.from + 5, firstStay.from + 7)
        const rooms = [createRoomChoice('family', 2)]
        const total = 2 * readPrice('family')
        const responses = await Promise.all(
          [firstStay, secondStay].map(({ id }) => change({ id, ...targetDays, rooms, total })),
        )
        assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409], JSON.stringify(responses))
        const movedRooms = (await Promise.all([firstStay, secondStay].map(({ id }) => readRooms(id)))).map(
          ([room]) => room!.slug,
        )
        assert.deepEqual(movedRooms.toSorted(), ['family', 'twin'])
        await verifyBooks()
      }
    })

    test('never lets a move to a cheaper room lower a fee that already applies (REB-4, SEC-2)', async () => {
      const { id, from, total } = await book({ slug: 'family' })
      await moveFeeTimes(rebooking.testApp.db, id)
      const agreedTerms = await readCancellationFees(id)
      assert.equal(agreedTerms.fee, readPrice('family'))
      const form = { id, ...days(from, from + 3) }
      assert.deepEqual(
        (await readOptions(form)).map(({ slug }) => slug),
        ['family'],
        'cheaper rooms are not offered',
      )
      const cheaperResponse = await previewChange({ ...form, rooms: [createRoomChoice('single')] })
      assert.deepEqual(getStatusAndErrors(cheaperResponse), [422, { 'rooms.0.slug': [t('change.only_dearer')] }])
      // The stay gets longer, so it costs more although the new room is cheaper per night.
      await setDefaultPolicy(rebooking.testApp.db, createNightRules(24, 1))
      const longerForm = { id, ...days(from - 4, from + 4), rooms: [createRoomChoice('twin', 2)] }
      const option = await findOption(longerForm, 'twin')
      assert.ok(option!.total >= total)
      const { body } = await previewChange(longerForm)
      assert.equal(body.total, option!.total)
      assert.equal((await change({ ...longerForm, total: body.total })).status, 200)
      const changedTerms = await readCancellationFees(id)
      assert.equal(changedTerms.fee, agreedTerms.fee)
      assert.ok(changedTerms.no_show >= agreedTerms.no_show)
      await setDefaultPolicy(rebooking.testApp.db, createNightRules(48, 1))
      await verifyBooks()
    })

    test('requires staff to change the rooms of a large group, but not its dates (REB-8)', async () => {
      const start = rebooking.freeDay()
      const slugs = ['single', 'twin', 'deluxe', 'family'].flatMap((slug) =>
        rebooking.desk.kind(slug).units.map(() => rebooking.desk.kind(slug).id),
      )
      assert.ok(slugs.length > 10)
      const { code } = await rebooking.desk.callOk('bookAtDesk', {
        ...rebooking.span(start, start + 2),
        rooms: slugs.map((room) => ({ room, unit: null, adults: 1 })),
        source: 'phone',
        name: 'Group',
        email: 'rafiq@guest.example',
        phone: '+8801700000009',
        language: 'en',
        notify_guest: true,
      })
      const email = (await readEmailsTo(rebooking.testApp, 'rafiq@guest.example')).findLast(({ text }) =>
        text.includes(code),
      )!
      const token = /stay=([\w-]+)/.exec(email.text)![1]!
      const laterForm = { token, ...days(start + 3, start + 5) }
      assert.deepEqual((await findOptions(laterForm, {})).body.rooms, [])
      const { status, body } = await previewChange(laterForm, {})
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await change({ ...laterForm, total: body.total }, {})).status, 200)
      await verifyBooks()
    })

    test('hides the options without a session, from another session and for an unknown link (REB-2)', async () => {
      const { id, from } = await book()
      const form = { id, ...days(from, from + 3) }
      assert.equal((await findOptions(form, {})).status, 401)
      assert.equal((await findOptions(form, withToken(await rebooking.testApp.newGuest()))).status, 404)
      assert.equal((await findOptions({ ...form, id: undefined, token: 'x'.repeat(43) }, {})).status, 404)
      assert.deepEqual(getStatusAndErrors(await findOptions({ id, ...days(from, from) })), [
        422,
        { checkout: [t('error.check_out_order')] },
      ])
    })
  })
}
