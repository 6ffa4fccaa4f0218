import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`changing the guests of a room on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app, 'owner')
    })

    const readParty = async (booking: number) => {
      const { adults, children, total_poisha } = await desk.readRow({ booking })
      return [adults, children, total_poisha]
    }

    test('accepts as many guests as fit at the same price, logs the change and undoes it (OFF-268)', async () => {
      const { code, ...stayVersion } = await desk.book('Mina', 20, 22, { slug: 'twin' })
      const [, , total] = await readParty(stayVersion.booking)
      const { operation_id } = await desk.callOk('changeParty', { ...stayVersion, adults: 2, children: 0 })
      assert.deepEqual(await readParty(stayVersion.booking), [2, 0, total])
      assert.equal((await desk.callOk('getBookingRecord', { code })).adult, 2)
      const { data } = await desk.callOk('getLog', { subject: `booking ${code}`, action: 'guests of a stay changed' })
      assert.deepEqual(data[0].changes, [{ field: 'adults', before: 1, after: 2 }])
      await desk.callOk('undoOperation', { operation_id })
      assert.deepEqual(await readParty(stayVersion.booking), [1, 0, total])
      await assertBooksConsistent(app.db)
    })

    test('rejects too many guests with an error on their field, and changes nothing (OFF-268)', async () => {
      const { code: _, ...stayVersion } = await desk.book('Lena', 20, 22)
      for (const [adults, children] of [
        [9, 0],
        [1, 9],
      ]) {
        const { status, body } = await desk.call('changeParty', { ...stayVersion, adults, children })
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['adults']])
      }
      const { status, body } = await desk.call('changeParty', { ...stayVersion, adults: 0, children: 1 })
      assert.deepEqual([status, Object.keys(body.errors)], [422, ['adults']])
      assert.deepEqual((await readParty(stayVersion.booking)).slice(0, 2), [1, 0])
    })

    test('rejects one of two concurrent changes, and is possible in house but not after check-out (OFF-268)', async () => {
      const { code, ...stayVersion } = await desk.book('Wei', 0, 1, { slug: 'twin', at: [0] })
      const responses = await Promise.all(
        [1, 2].map((adults) => desk.call('changeParty', { ...stayVersion, adults, children: 0 })),
      )
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      const readRoom = () => desk.callOk('getDeskStay', { code }).then(({ rooms: [room] }) => room)
      await desk.callOk('checkGuestIn', { ...stayVersion, version: (await readRoom()).version, anyway: true })
      await desk.callOk('changeParty', { ...stayVersion, version: (await readRoom()).version, adults: 2, children: 0 })
      assert.deepEqual((await readParty(stayVersion.booking)).slice(0, 2), [2, 0])
      await desk.callOk('checkGuestOut', { ...stayVersion, version: (await readRoom()).version, owing: 'Pays later' })
      const response = await desk.call('changeParty', {
        ...stayVersion,
        version: (await readRoom()).version,
        adults: 1,
        children: 0,
      })
      assert.equal(response.status, 409)
    })
  })
}
