import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk, type BookedStay } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'

type Part = [slug: string, unitIndex: number | null, from: number, to: number]

for (const engine of enginesFor(import.meta.url)) {
  describe(`the message after a desk operation, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })

    const call = async (...[name, form, language = 'en']: [Parameters<typeof desk.call>[0], object, string?]) => {
      const { status, body } = await desk.call(name, form, { language })
      assert.equal(status, 200, JSON.stringify(body))
      return body.message as string
    }
    const readCurrentVersion = async (stay: Pick<BookedStay, 'booking'>) => {
      const { id, version } = await desk.readRow(stay)
      return { booking: id, version }
    }
    const createChange = async (stay: BookedStay, parts: readonly Part[]) => ({
      ...(await readCurrentVersion(stay)),
      parts: parts.map(([slug, index, from, to]) => {
        const { id, units } = desk.kind(slug)
        return { room: id, unit: index === null ? null : units[index]!.id, from: app.day(from), to: app.day(to) }
      }),
    })
    const arrange = async (...moves: [BookedStay, ...Part[]][]) => {
      const changes = await Promise.all(moves.map(([stay, ...parts]) => createChange(stay, parts)))
      return call('arrangeStays', { changes })
    }

    test('names the guest and the room of a check-in, a check-out and a no-show (OFF-112)', async () => {
      const [minasStay, rafiqsStay] = [await desk.book('Mina', 0, 1, { at: [0] }), await desk.book('Rafiq', 0, 1)]
      const arrivalForm = { ...(await readCurrentVersion(minasStay)), anyway: true }
      assert.equal(await call('checkGuestIn', arrivalForm), 'Mina checked in to 101.')
      const departureForm = { ...(await readCurrentVersion(minasStay)), owing: 'Pays later' }
      assert.equal(await call('checkGuestOut', departureForm, 'bn'), 'Mina-এর চেক-আউট হয়েছে। পরিষ্কার করতে হবে: 101।')
      assert.equal(
        await call('markNoShow', { ...(await readCurrentVersion(rafiqsStay)), fee: 'none' }),
        'Rafiq marked as no-show.',
      )
    })

    test('lists the rooms of a group that checks in and out together (OFF-118)', async () => {
      const groupStay = await desk.book('Lena', 0, 1, { at: [1, 2] })
      const readRooms = async () => (await desk.callOk('getDeskStay', { code: groupStay.code })).rooms
      await app.db.updateTable('unit_state').set({ condition: 'clean', seen_at: app.clock.now }).execute()
      const arrivalForms = (await readRooms()).map(({ booking, version }: BookedStay) => ({
        booking,
        version,
        unit: null,
      }))
      assert.equal(await call('checkInTogether', { rooms: arrivalForms }), 'Lena checked in to 102, 103.')
      const rooms = (await readRooms()).map(({ booking, version }: BookedStay) => ({ booking, version }))
      const message = await call('checkOutTogether', { rooms, owing: 'Pays later' })
      assert.equal(message, 'Lena checked out. To clean: 102, 103.')
    })

    test('states the new room and the new dates of a stay (OFF-116, OFF-117)', async () => {
      const stay = await desk.book('Wei', 10, 12)
      const unitId = desk.kind('single').units[0]!.id
      assert.equal(
        await call('assignUnit', { ...(await readCurrentVersion(stay)), unit: unitId }),
        'Room 101 assigned.',
      )
      assert.equal(await arrange([stay, ['single', 1, 10, 12]]), 'Moved to 102.')
      assert.equal(await arrange([stay, ['single', 1, 10, 13]]), 'Departure is now 17 Jan.')
      assert.match(
        await arrange([stay, ['single', 1, 11, 14]]),
        /^Dates changed to 15\sJan\s– 18\sJan\s2027, 3\snights\.$/,
      )
      assert.equal(
        await arrange([stay, ['single', 1, 11, 12], ['single', 0, 12, 15]]),
        'Moved to 101. Departure is now 19 Jan.',
      )
      assert.equal(await arrange([stay, ['single', null, 11, 15]]), 'No room is assigned yet.')
      assert.equal(await arrange([stay, ['twin', null, 11, 15]]), 'Moved to Twin Room.')
      assert.equal(await arrange([stay, ['twin', null, 11, 15]]), 'Stay of Wei saved.')
    })

    test('names both guests of a swap, and counts the rooms of a group (OFF-117)', async () => {
      const [firstStay, secondStay] = [
        await desk.book('Anna', 20, 21, { at: [0] }),
        await desk.book('Tomas', 20, 21, { at: [1] }),
      ]
      assert.equal(
        await arrange([firstStay, ['single', 1, 20, 21]], [secondStay, ['single', 0, 20, 21]]),
        'Anna: Moved to 102. Tomas: Moved to 101.',
      )
      const groupStay = await desk.book('Ingrid', 30, 31, { at: [0, 1] })
      const { rooms } = await desk.callOk('getDeskStay', { code: groupStay.code })
      const [firstRoom, secondRoom] = rooms as [BookedStay, BookedStay]
      assert.equal(
        await arrange([firstRoom, ['single', 0, 31, 32]], [secondRoom, ['single', 1, 31, 32]]),
        '2 rooms of Ingrid changed.',
      )
      assert.equal(
        await call('cancelRoom', { ...(await readCurrentVersion(secondRoom)), fee: 'none' }),
        'Single Room of Ingrid cancelled.',
      )
    })

    test('states the new party, room and arrival time, and is the same for a repeated request (OFF-266)', async () => {
      const stay = await desk.book('Sadia', 40, 41, { slug: 'twin' })
      const partyForm = { ...(await readCurrentVersion(stay)), adults: 1, children: 1 }
      assert.equal(await call('changeParty', partyForm), 'Guests changed to 1 adult, 1 child.')
      const { code } = stay
      assert.equal(await call('setArrivalTime', { code, arrival_time: '14:00' }), 'Arrival time: 14:00 – 15:00.')
      assert.equal(await call('setArrivalTime', { code, arrival_time: '' }), 'Arrival time removed.')
      const form = { code, from: app.day(40), to: app.day(41), rooms: [{ room: desk.kind('single').id, adults: 1 }] }
      const responses = [
        await desk.call('addRooms', form, { key: 'one' }),
        await desk.call('addRooms', form, { key: 'one' }),
      ]
      assert.equal(responses[0]!.body.message, '1 room added to the stay.')
      assert.deepEqual(responses[1]!.body, responses[0]!.body)
    })
  })
}
