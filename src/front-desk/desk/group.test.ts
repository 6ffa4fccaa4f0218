import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { publish } from '#platform/database/publish.ts'
import type { DeskRoom } from './stay/contract.ts'
import { shiftRooms, shiftParts } from './shift-parts.ts'

const createPart = (from: string, to: string, unit: number | null = 1) => ({ room: 1, unit, from, to })

test('the parts of a stay can be shifted, or extended or shortened at one end (OFF-117)', () => {
  const parts = [createPart('2026-01-10', '2026-01-12'), createPart('2026-01-12', '2026-01-14', 2)]
  const listShiftedDays = (start: number, end: number) =>
    shiftParts(parts, { start, end })?.map(({ from, to }) => `${from.slice(8)}-${to.slice(8)}`)
  assert.deepEqual(listShiftedDays(3, 3), ['13-15', '15-17'])
  assert.deepEqual(listShiftedDays(3, 5), ['13-15', '15-19'])
  assert.deepEqual(listShiftedDays(0, 2), ['10-12', '12-16'])
  assert.deepEqual(listShiftedDays(0, -2), ['10-12'])
  assert.deepEqual(listShiftedDays(-1, 0), ['09-12', '12-14'])
  assert.deepEqual(listShiftedDays(3, 0), ['13-14'])
  assert.equal(listShiftedDays(4, 0), undefined)
  assert.equal(listShiftedDays(0, -4), undefined)
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`a group stay at the desk, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let twinRoomType: { id: number; price: number }
    let singleRoomId: number
    let units: { id: number; name: string }[]
    before(async () => {
      token = await app.signIn('staff')
      const room = await app.db.selectFrom('room').selectAll().where('slug', '=', 'twin').executeTakeFirstOrThrow()
      twinRoomType = { id: room.id, price: room.price_poisha / 100 }
      singleRoomId = (
        await app.db.selectFrom('room').select('id').where('slug', '=', 'single').executeTakeFirstOrThrow()
      ).id
      units = await app.db
        .selectFrom('unit')
        .select(['id', 'name'])
        .where('room_id', '=', room.id)
        .orderBy('id')
        .execute()
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, language = 'en') =>
      app.call(name, form, { token, language })
    const callOk = async (name: Parameters<TestApp['call']>[0], form: object = {}) => {
      const { status, body } = await call(name, form)
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    /** Books a stay with one room per unit. Null: a room without a unit. */
    async function book(
      from: number,
      to: number,
      unitIds: (number | null)[],
      name = 'Lena',
      roomTypeId = twinRoomType.id,
    ) {
      const rooms = unitIds.map((at) => ({ room: roomTypeId, unit: at === null ? null : units[at]!.id, adults: 1 }))
      const form = { source: 'phone', name, phone: '+8801700000009', email: 'lena@group.example', language: 'bn' }
      return (await callOk('bookAtDesk', { ...form, from: app.day(from), to: app.day(to), rooms })).code as string
    }
    const readRooms = async (code: string): Promise<DeskRoom[]> => (await callOk('getDeskStay', { code })).rooms
    const readPositions = async (code: string) =>
      (await readRooms(code)).map(({ parts }) => parts.map(({ from, to, unit_name }) => [from, to, unit_name]).flat())
    const getExpectedPosition = (from: number, to: number, at: number | null) => [
      app.day(from),
      app.day(to),
      at === null ? null : units[at]!.name,
    ]
    const listVersions = (rooms: readonly DeskRoom[]) => rooms.map(({ booking, version }) => ({ booking, version }))

    test('moves all rooms of a stay with one price, one email and one undo (OFF-117)', async () => {
      const code = await book(20, 22, [0, 1])
      const changes = shiftRooms(await readRooms(code), { start: 3, end: 4 })
      const preview = await callOk('previewArrangement', { changes })
      assert.deepEqual(
        [preview.before, preview.same_price_total, preview.email_recipients, preview.refused],
        [4 * twinRoomType.price, 6 * twinRoomType.price, ['lena@group.example'], null],
      )
      await app.deliverEmails()
      const { operation_id } = await callOk('arrangeStays', {
        changes,
        after: preview.same_price_total,
        notify_guest: true,
      })
      assert.deepEqual(await readPositions(code), [getExpectedPosition(23, 26, 0), getExpectedPosition(23, 26, 1)])
      const emails = await app.deliverEmails()
      assert.equal(emails.filter((email) => email.includes('lena@group.example')).length, 1)
      await callOk('undoOperation', { operation_id })
      assert.deepEqual(await readPositions(code), [getExpectedPosition(20, 22, 0), getExpectedPosition(20, 22, 1)])
      await assertBooksConsistent(app.db)
    })

    test('emails the guest about an undo only if the guest was emailed about the change (OFF-117)', async () => {
      const code = await book(60, 62, [0, 1])
      const countEmails = async () =>
        (await app.deliverEmails()).filter((email) => email.includes('lena@group.example')).length
      for (const notifiesGuest of [true, false]) {
        const changes = shiftRooms(await readRooms(code), { start: 3, end: 4 })
        const { operation_id } = await callOk('arrangeStays', { changes, notify_guest: notifiesGuest })
        const emailCountBefore = await countEmails()
        await callOk('undoOperation', { operation_id })
        assert.equal(await countEmails(), emailCountBefore + (notifiesGuest ? 1 : 0))
      }
      await callOk('cancelStayByStaff', { code, fee: 'none' })
    })

    test('moves all rooms or none, and can leave a room without a unit if its unit is occupied (OFF-117)', async () => {
      const code = await book(30, 32, [0, 1])
      await book(32, 34, [1], 'Wei')
      const rooms = await readRooms(code)
      const shift = { start: 2, end: 2 }
      const preview = await callOk('previewArrangement', { changes: shiftRooms(rooms, shift) })
      assert.match(preview.refused, /Wei/)
      const { status } = await call('arrangeStays', { changes: shiftRooms(rooms, shift) })
      assert.equal(status, 409)
      assert.deepEqual(await readPositions(code), [getExpectedPosition(30, 32, 0), getExpectedPosition(30, 32, 1)])
      const occupiedUnits = new Set<number>(preview.taken.map(({ unit }: { unit: number }) => unit))
      await callOk('arrangeStays', { changes: shiftRooms(rooms, shift, occupiedUnits) })
      assert.deepEqual(await readPositions(code), [getExpectedPosition(32, 34, 0), getExpectedPosition(32, 34, null)])
      await assertBooksConsistent(app.db)
    })

    test('accepts one of two simultaneous moves of the same rooms and rejects the other (OFF-117)', async () => {
      const code = await book(40, 42, [0, 1])
      const rooms = await readRooms(code)
      const responses = await Promise.all(
        [1, 2].map((days) => call('arrangeStays', { changes: shiftRooms(rooms, { start: days, end: days }) }, 'bn')),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      assert.match(responses.find(({ status }) => status === 409)!.body.message, /Lena/)
      const [[from], [secondStart]] = (await readPositions(code)) as [string[], string[]]
      assert.equal(from, secondStart, 'both rooms moved to the same dates')
      await assertBooksConsistent(app.db)
    })

    test('checks in several rooms in one step, and gives a reason for each room that is not ready (OFF-118)', async () => {
      const code = await book(0, 2, [0, null, 1])
      const dirtyUnit = units[1]!
      await app.db.updateTable('unit_state').set({ condition: 'dirty' }).where('unit_id', '=', dirtyUnit.id).execute()
      const previewRooms = async (way: 'in' | 'out') => (await callOk('previewGroupCheck', { code, way })).rooms
      const rooms = await previewRooms('in')
      assert.deepEqual(
        rooms.map(({ refused }: { refused: string | null }) => refused),
        [null, null, 'This room is not clean yet.'],
      )
      const assignedUnits = rooms.map(({ unit }: { unit: { id: number } }) => unit.id)
      assert.equal(new Set(assignedUnits).size, 3, 'offers each unit once')
      const toRequest = (selectedRooms: typeof rooms) =>
        selectedRooms.map(({ booking, version, unit }: { booking: number; version: number; unit: { id: number } }) => ({
          booking,
          version,
          unit: unit.id,
        }))
      const allRoomsResponse = await call('checkInTogether', { rooms: toRequest(rooms) })
      assert.deepEqual([allRoomsResponse.status, allRoomsResponse.body.message], [409, 'This room is not clean yet.'])
      assert.ok((await readRooms(code)).every(({ status }) => status === 'confirmed'))

      const readyRooms = toRequest(rooms.filter(({ refused }: { refused: string | null }) => refused === null))
      const { operation_id } = await callOk('checkInTogether', { rooms: readyRooms })
      const readStatuses = async () => (await readRooms(code)).map(({ status }) => status)
      assert.deepEqual(await readStatuses(), ['checked_in', 'checked_in', 'confirmed'])
      await callOk('undoOperation', { operation_id })
      assert.deepEqual(await readStatuses(), Array(3).fill('confirmed'))
      await assertBooksConsistent(app.db)
    })

    test('offers the units of a room type that is no longer listed to its guests, but not for new stays (OFF-118)', async () => {
      const code = await book(0, 1, [null, null], 'Nadia', singleRoomId)
      const findUnits = async (room?: number): Promise<object[] | undefined> =>
        (await callOk('getFreeUnits', { from: app.day(0), to: app.day(1), ...(room && { room }) })).data.find(
          (roomType: { room: number }) => roomType.room === singleRoomId,
        )?.units
      await app.db.updateTable('unit_state').set({ condition: 'clean' }).execute()
      const setListed = (active: 0 | 1) =>
        publish(app.db, (tx) => tx.updateTable('room').set({ active }).where('id', '=', singleRoomId).execute())
      await setListed(0)
      assert.equal(await findUnits(), undefined)
      assert.ok((await findUnits(singleRoomId))!.length > 0)
      const { rooms } = await callOk('previewGroupCheck', { code, way: 'in' })
      assert.deepEqual(
        rooms.map(({ refused }: { refused: string | null }) => refused),
        [null, null],
      )
      await setListed(1)
      await callOk('cancelStayByStaff', { code, fee: 'none' })
    })

    test('checks out several rooms in one step, with a reason if unpaid, and releases their remaining nights (OFF-118)', async () => {
      const code = await book(0, 3, [null, null], 'Mina', singleRoomId)
      await app.db.updateTable('unit_state').set({ condition: 'clean' }).execute()
      const { rooms } = await callOk('previewGroupCheck', { code, way: 'in' })
      assert.deepEqual(
        rooms.map(({ refused }: { refused: string | null }) => refused),
        [null, null],
      )
      await callOk('checkInTogether', {
        rooms: rooms.map(({ booking, version, unit }: { booking: number; version: number; unit: { id: number } }) => ({
          booking,
          version,
          unit: unit.id,
        })),
      })
      const roomVersions = listVersions(await readRooms(code))
      const unpaidResponse = await call('checkOutTogether', { rooms: roomVersions, unused: 'waive' })
      assert.equal(unpaidResponse.status, 422)
      assert.match(unpaidResponse.body.errors.owing[0], /still due|not paid/)
      const { operation_id } = await callOk('checkOutTogether', {
        rooms: roomVersions,
        unused: 'waive',
        owing: 'The company pays',
      })
      assert.deepEqual(
        (await readRooms(code)).flatMap(({ status, parts }) => [status, parts[0]!.to]),
        ['checked_out', app.day(1), 'checked_out', app.day(1)],
      )
      await assertBooksConsistent(app.db)
      await callOk('undoOperation', { operation_id })
      assert.deepEqual(
        (await readRooms(code)).map(({ status }) => status),
        ['checked_in', 'checked_in'],
      )
      await assertBooksConsistent(app.db)
    })
  })
}
