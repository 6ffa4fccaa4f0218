import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { readEmail } from '#testing/mail.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of bothEngines) {
  describe(`the desk on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let roomTypes: Map<string, { id: number; price: number; units: { id: number; name: string }[] }>
    before(async () => {
      token = await app.signIn('staff')
      roomTypes = await readRoomTypes(app)
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, language = 'en') =>
      app.call(name, form, { token, language })
    const findRoomType = (slug: string) => roomTypes.get(slug)!
    const getUnitId = (slug: string, at: number) => findRoomType(slug).units[at]!.id
    /** Books a walk-in guest and returns the data that desk operations need. */
    async function book(slug: string, from: number, to: number, overrides: object = {}, room: object = {}) {
      const form = {
        from: app.day(from),
        to: app.day(to),
        rooms: [{ room: findRoomType(slug).id, adults: 1, ...room }],
        source: 'walk_in',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'en',
        ...overrides,
      }
      const { status, body } = await call('bookAtDesk', form)
      assert.equal(status, 200, JSON.stringify(body))
      return { booking: body.booking as number, version: body.version as number, code: body.code as string }
    }
    type BookedStay = Awaited<ReturnType<typeof book>>
    const createPart = (slug: string, unitIndex: number | null, from: number, to: number) => ({
      room: findRoomType(slug).id,
      unit: unitIndex === null ? null : getUnitId(slug, unitIndex),
      from: app.day(from),
      to: app.day(to),
    })
    const arrange = ({ booking, version }: BookedStay, parts: object[], overrides: object = {}) =>
      call('arrangeStays', { changes: [{ booking, version, parts }], ...overrides })
    const readBooking = ({ booking }: Pick<BookedStay, 'booking'>) =>
      app.db.selectFrom('booking').selectAll().where('id', '=', booking).executeTakeFirstOrThrow()
    const readUnitNames = async ({ booking }: Pick<BookedStay, 'booking'>) =>
      (
        await app.db
          .selectFrom('unit_night')
          .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
          .select('unit.name')
          .where('booking_id', '=', booking)
          .orderBy('night')
          .execute()
      ).map(({ name }) => name)

    test('books a guest without an email address, and emails a guest who has one (OFF-110)', async () => {
      const stayWithoutEmail = await book('single', 20, 22, {}, { unit: getUnitId('single', 0) })
      assert.deepEqual(
        [(await readBooking(stayWithoutEmail)).email, (await readBooking(stayWithoutEmail)).status],
        ['', 'confirmed'],
      )
      assert.deepEqual(await readUnitNames(stayWithoutEmail), ['101', '101'])
      const emailCount = (await app.deliverEmails()).length
      assert.equal((await call('cancelStayByStaff', { code: stayWithoutEmail.code, fee: 'none' })).status, 200)
      assert.equal((await app.deliverEmails()).length, emailCount)
      await book('single', 24, 25, { email: 'mina@guest.example', notify_guest: true, language: 'bn' })
      const emails = await app.deliverEmails()
      assert.equal(emails.filter((email) => email.includes('mina@guest.example')).length, 1)
      const { status, body } = await call('bookAtDesk', {
        from: app.day(24),
        to: app.day(25),
        rooms: [{ room: findRoomType('single').id, adults: 1 }],
        source: 'phone',
        name: 'Mina',
        phone: '+8801700000009',
        language: 'en',
        notify_guest: true,
      })
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), ['email'])
    })

    test('stores the booking website through which a guest booked, and rejects an unknown one (OFF-335)', async () => {
      for (const source of ['booking_com', 'airbnb', 'agoda', 'expedia']) {
        const stay = await book('single', 28, 29, { source })
        assert.equal((await readBooking(stay)).source, source)
        assert.equal((await call('cancelStayByStaff', { code: stay.code, fee: 'none' })).status, 200)
      }
      const rooms = [{ room: findRoomType('single').id, adults: 1 }]
      const form = { from: app.day(28), to: app.day(29), rooms, name: 'Mina', phone: '+8801700000009', language: 'en' }
      const { status, body } = await call('bookAtDesk', { ...form, source: 'elsewhere' })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['source']])
    })

    test('reports every error of a booking at its field and books nothing (OFF-110)', async () => {
      await book('single', 30, 32, {}, { unit: getUnitId('single', 1) })
      const inventoryBefore = await app.db
        .selectFrom('inventory')
        .selectAll()
        .orderBy('room_id')
        .orderBy('night')
        .execute()
      const form = {
        from: app.day(30),
        to: app.day(32),
        rooms: [
          { room: findRoomType('single').id, unit: getUnitId('single', 1), adults: 1 },
          { room: findRoomType('single').id, adults: 9 },
        ],
        source: 'phone',
        name: 'Mina',
        phone: '+8801700000009',
        language: 'en',
      }
      const { status, body } = await call('bookAtDesk', form)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors).toSorted(), ['rooms.0.unit', 'rooms.1.adults'])
      assert.deepEqual(
        await app.db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute(),
        inventoryBefore,
      )
    })

    test('books and checks in together, or rejects both if a room has no unit, is not ready or is for a later day (OFF-347)', async () => {
      const markUnit = async (condition: 'clean' | 'dirty') => {
        const { data } = (await call('getHousekeeping')).body
        const { version } = data.find(({ id }: { id: number }) => id === getUnitId('single', 2))
        const { status, body } = await call('markUnit', { unit: getUnitId('single', 2), version, condition })
        assert.equal(status, 200, JSON.stringify(body))
      }
      const form = {
        from: app.day(0),
        to: app.day(1),
        source: 'walk_in',
        name: 'Walk In',
        phone: '+8801700000009',
        language: 'en',
        check_in: true,
      }
      const createRoom = (slug: string, unitIndex: number | null) => ({
        room: findRoomType(slug).id,
        adults: 1,
        ...(unitIndex !== null && { unit: getUnitId(slug, unitIndex) }),
      })
      const countBookings = async () =>
        (await app.db.selectFrom('booking').select('id').where('name', '=', 'Walk In').execute()).length
      await markUnit('dirty')
      const rejectedForms: [rooms: object[], status: number, field: string | null, dates?: object][] = [
        [[createRoom('single', 2), createRoom('twin', null)], 422, 'rooms.0.unit'],
        [[createRoom('single', null)], 422, 'rooms.0.unit'],
        [[createRoom('single', 2)], 409, null, { from: app.day(1), to: app.day(2) }],
      ]
      for (const [rooms, expectedStatus, field, dates] of rejectedForms) {
        const { status, body } = await call('bookAtDesk', { ...form, ...dates, rooms })
        assert.deepEqual([status, Object.keys(body.errors ?? {})[0] ?? null], [expectedStatus, field])
      }
      assert.equal(await countBookings(), 0)
      await markUnit('clean')
      const laterResponse = await call('bookAtDesk', {
        ...form,
        rooms: [createRoom('single', 2), createRoom('twin', null)],
      })
      assert.deepEqual([laterResponse.status, Object.keys(laterResponse.body.errors)], [422, ['rooms.1.unit']])
      const { status, body } = await call('bookAtDesk', {
        ...form,
        rooms: [createRoom('single', 2), createRoom('twin', 1)],
      })
      assert.equal(status, 200, JSON.stringify(body))
      const { rooms } = (await call('getStayHeader', { code: body.code })).body
      assert.deepEqual(
        rooms.map((r: { status: string; version: number }) => r.status),
        ['checked_in', 'checked_in'],
      )
      assert.equal(rooms[0].version, body.version)
      assert.equal(body.check_in.message, 'Walk In checked in to 103, 202.')
      assert.equal((await call('undoOperation', { operation_id: body.check_in.operation_id })).status, 200)
      assert.equal((await readBooking(body)).status, 'confirmed')
      assert.equal((await call('cancelStayByStaff', { code: body.code, fee: 'none' })).status, 200)
    })

    test('books several rooms on one bill, each with its own guests (OFF-110)', async () => {
      const groupStay = await book('twin', 34, 36, {
        rooms: [
          { room: findRoomType('twin').id, unit: getUnitId('twin', 0), adults: 2 },
          { room: findRoomType('single').id, adults: 1, price: 3000 },
        ],
      })
      const { body } = await call('getBookingRecord', { code: groupStay.code })
      assert.equal(body.adult, 3)
      assert.equal(body.total, 2 * findRoomType('twin').price + 6000)
      await assertBooksConsistent(app.db)
    })

    test('moves a stay to another unit free of charge, and to another room type at the price shown (OFF-111)', async () => {
      const stay = await book('single', 40, 43, {}, { unit: getUnitId('single', 0) })
      const bookingBefore = await readBooking(stay)
      assert.equal((await arrange(stay, [createPart('single', 1, 40, 43)])).status, 200)
      assert.deepEqual(await readUnitNames(stay), ['102', '102', '102'])
      assert.equal((await readBooking(stay)).total_poisha, bookingBefore.total_poisha)
      const currentStay = { ...stay, version: stay.version + 1 }
      const parts = [createPart('single', 1, 40, 41), createPart('deluxe', 0, 41, 43)]
      const previewResponse = await call('previewArrangement', {
        changes: [{ booking: currentStay.booking, version: currentStay.version, parts }],
        price: 'new',
      })
      const { price } = findRoomType('single')
      const freeUnitsResponse = await call('getFreeUnits', { from: app.day(41), to: app.day(43) })
      const deluxeRoomType = freeUnitsResponse.body.data.find(
        ({ room }: { room: number }) => room === findRoomType('deluxe').id,
      )
      const newPrice = price + deluxeRoomType.total
      assert.deepEqual(
        [
          previewResponse.body.before,
          previewResponse.body.same_price_total,
          previewResponse.body.new,
          previewResponse.body.changes_room,
          previewResponse.body.refused,
        ],
        [3 * price, 3 * price, newPrice, true, null],
      )
      assert.equal((await arrange(currentStay, parts, { price: 'new', after: newPrice - 1 })).status, 409)
      assert.equal((await arrange(currentStay, parts, { price: 'new', after: newPrice })).status, 200)
      const bookingAfter = await readBooking(stay)
      assert.equal(bookingAfter.total_poisha, newPrice * 100)
      assert.match(bookingAfter.room_name_en, /→/)
      assert.deepEqual(await readUnitNames(stay), ['102', '204', '204'])
      await assertBooksConsistent(app.db)
    })

    test("keeps the price of nights that remain, even if today's price differs (OFF-111)", async () => {
      const stay = await book('single', 50, 53, {}, { price: 1000 })
      assert.equal((await arrange(stay, [createPart('single', null, 50, 52)])).status, 200)
      assert.equal((await readBooking(stay)).total_poisha, 200_000)
      const longerStay = { ...stay, version: stay.version + 1 }
      assert.equal((await arrange(longerStay, [createPart('single', null, 50, 54)])).status, 200)
      assert.equal((await readBooking(stay)).total_poisha, 200_000 + 2 * findRoomType('single').price * 100)
    })

    test('names the guest in an occupied unit, moves only the requested stays, and can swap two stays (OFF-111)', async () => {
      const firstStay = await book('twin', 60, 63, {}, { unit: getUnitId('twin', 0) })
      const secondStay = await book('twin', 61, 64, { name: 'Rafiq Islam' }, { unit: getUnitId('twin', 1) })
      const requestedParts = [createPart('twin', 1, 60, 63)]
      const { body } = await call('previewArrangement', {
        changes: [{ booking: firstStay.booking, version: firstStay.version, parts: requestedParts }],
      })
      assert.match(body.refused, /202 .*Rafiq Islam/)
      assert.deepEqual(
        body.taken.map((occupancy: { unit_name: string; from: string; to: string; stay: { name: string } }) => [
          occupancy.unit_name,
          occupancy.from,
          occupancy.to,
          occupancy.stay.name,
        ]),
        [['202', app.day(61), app.day(63), 'Rafiq Islam']],
      )
      assert.equal((await arrange(firstStay, requestedParts)).status, 409)
      assert.deepEqual(await readUnitNames(secondStay), ['202', '202', '202'])
      const swapForm = {
        changes: [
          { booking: firstStay.booking, version: firstStay.version, parts: requestedParts },
          { booking: secondStay.booking, version: secondStay.version, parts: [createPart('twin', 0, 61, 64)] },
        ],
      }
      const { status, body: operation } = await call('arrangeStays', swapForm)
      assert.equal(status, 200)
      assert.deepEqual(
        [await readUnitNames(firstStay), await readUnitNames(secondStay)],
        [Array(3).fill('202'), Array(3).fill('201')],
      )
      assert.equal((await call('undoOperation', { operation_id: operation.operation_id })).status, 200)
      assert.deepEqual(
        [await readUnitNames(firstStay), await readUnitNames(secondStay)],
        [Array(3).fill('201'), Array(3).fill('202')],
      )
      assert.equal((await call('undoOperation', { operation_id: operation.operation_id })).status, 409)
      await assertBooksConsistent(app.db)
    })

    test('accepts one of two simultaneous moves to the same free nights and rejects the other (OFF-111)', async () => {
      for (let round = 0; round < 8; round++) {
        const from = 80 + 4 * round
        const stays = [await book('twin', from, from + 2), await book('twin', from, from + 2)]
        const responses = await Promise.all(stays.map((stay) => arrange(stay, [createPart('twin', 2, from, from + 2)])))
        assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      }
      await assertBooksConsistent(app.db)
    })

    test('explains in the language of the user why a move is rejected: sold out, closed, too small, in the past or stale (OFF-111, LIVE-4)', async () => {
      const stay = await book('family', 120, 122, {}, { adults: 3, unit: getUnitId('family', 0) })
      const secondStay = await book('single', 120, 122)
      const expectConflict = async (pendingResponse: ReturnType<typeof arrange>) => {
        const { status, body } = await pendingResponse
        assert.equal(status, 409)
        return body.message as string
      }
      assert.match(await expectConflict(arrange(secondStay, [createPart('family', null, 120, 122)])), /sold out/)
      const conflictMessage = await expectConflict(arrange(stay, [createPart('single', null, 120, 122)]))
      assert.match(conflictMessage, /at most 1 adult/)
      assert.match(conflictMessage, /Mina Akter.*Single/)
      assert.match(
        await expectConflict(arrange({ ...secondStay, version: 9 }, [createPart('single', 0, 120, 122)])),
        /Mina Akter/,
      )
      assert.match(
        await expectConflict(
          arrange(secondStay, [createPart('single', 0, 120, 121), createPart('single', 0, 122, 123)]),
        ),
        /consecutive/,
      )
      assert.match(await expectConflict(arrange(secondStay, [createPart('single', 0, -2, 122)])), /Past nights/)
      const ownerToken = await app.signIn('owner')
      const closureForm = { unit: getUnitId('single', 3), from: app.day(120), to: app.day(121), reason: 'paint' }
      assert.equal((await app.call('closeUnit', closureForm, { token: ownerToken })).status, 200)
      assert.match(await expectConflict(arrange(secondStay, [createPart('single', 3, 120, 122)])), /104 is closed/)
      const { body } = await call(
        'arrangeStays',
        {
          changes: [
            { booking: secondStay.booking, version: secondStay.version, parts: [createPart('single', 3, 120, 122)] },
          ],
        },
        'bn',
      )
      assert.doesNotMatch(body.message, /[a-z]/)
      await assertBooksConsistent(app.db)
    })

    test('emails the guest once about the changed stay (OFF-111)', async () => {
      const stay = await book('single', 130, 132, { email: 'lena@guest.example' })
      const emailCountBefore = (await app.deliverEmails()).length
      await arrange(stay, [createPart('single', 0, 131, 133)], { notify_guest: true })
      const newEmails = (await app.deliverEmails()).slice(emailCountBefore)
      assert.equal(newEmails.length, 1)
      assert.match(newEmails[0]!, /lena@guest\.example/)
      assert.match(newEmails[0]!, /has changed/)
      const { t, day } = translatorFor('en')
      const text = readEmail(newEmails[0]!).text.replace(/\s+/g, ' ')
      for (const [label, offset] of [
        ['search.check_in', 130],
        ['search.check_out', 132],
      ] as const)
        assert.ok(
          text.includes(t('mail.previously', { value: day(app.day(offset), 'weekday') })),
          `${t(label)}: ${text}`,
        )
    })

    test('rejects undoing an operation on a stay that was cancelled later (OFF-111)', async () => {
      const stay = await book('single', 140, 142)
      const { body } = await arrange(stay, [createPart('single', 0, 140, 142)])
      await call('cancelStayByStaff', { code: stay.code, fee: 'none' })
      assert.equal((await call('undoOperation', { operation_id: body.operation_id })).status, 409)
      assert.equal((await readBooking(stay)).status, 'cancelled')
      assert.deepEqual(await readUnitNames(stay), [])
    })

    test('marks only the old unit as dirty when a guest in house moves (OFF-317)', async () => {
      const { body } = await call('getFreeUnits', { from: app.day(0), to: app.day(3) })
      const { room, units } = body.data.find((d: { units: object[] }) => d.units.length > 1)
      const [firstUnit, secondUnit] = units.map(({ id }: { id: number }) => id)
      await app.db.updateTable('unit_state').set({ condition: 'inspected', seen_at: app.clock.now }).execute()
      const nights = { room, from: app.day(0), to: app.day(3) }
      const readConditions = async () =>
        (
          await app.db
            .selectFrom('unit_state')
            .select('condition')
            .where('unit_id', 'in', [firstUnit, secondUnit])
            .orderBy('unit_id')
            .execute()
        ).map(({ condition }) => condition)
      const stay = await book('single', 0, 3, { rooms: [{ room, unit: firstUnit, adults: 1 }] })
      assert.equal((await arrange(stay, [{ ...nights, unit: secondUnit }])).status, 200)
      assert.deepEqual(await readConditions(), ['inspected', 'inspected'])
      const { version } = await readBooking(stay)
      assert.equal((await call('checkGuestIn', { booking: stay.booking, version })).status, 200)
      await arrange({ ...stay, version: version + 1 }, [{ ...nights, unit: firstUnit }])
      assert.deepEqual(await readConditions(), secondUnit > firstUnit ? ['inspected', 'dirty'] : ['dirty', 'inspected'])
    })
  })
}

async function readRoomTypes({ db }: TestApp) {
  const rooms = await db.selectFrom('room').select(['id', 'slug', 'price_poisha']).execute()
  const units = await db.selectFrom('unit').select(['id', 'room_id', 'name']).orderBy('name').execute()
  return new Map(
    rooms.map(({ id, slug, price_poisha }) => [
      slug,
      { id, price: price_poisha / 100, units: units.filter(({ room_id }) => room_id === id) },
    ]),
  )
}
