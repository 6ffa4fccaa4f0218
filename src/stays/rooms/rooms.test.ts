import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { writeCompany } from '#content/company.ts'
import { languages } from '#routes/public.ts'
import { publish } from '#platform/database/publish.ts'
import type { Facility, Room } from './contract.ts'

const banglaPattern = /[\u0980-\u09ff]/

for (const engine of enginesFor(import.meta.url)) {
  describe(`public room endpoints, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const listRooms = async (language = 'en'): Promise<Room[]> =>
      (await app.call('activeRooms', {}, { language })).body.data
    const loadDetails = (slug: string, language = 'en') => app.call('getRoomDetails', { slug }, { language })
    const listFacilities = async (id: number, language = 'en'): Promise<Facility[]> =>
      (await app.call('checkSelectedFacilities', { id }, { language })).body.data
    const updateRoom = (slug: string, columns: object) =>
      publish(app.db, (tx) => tx.updateTable('room').set(columns).where('slug', '=', slug).execute())

    test('list the rooms in order with the data of their cards (API-6)', async () => {
      const activeRooms = await listRooms()
      assert.deepEqual(
        activeRooms.map(({ slug }) => slug),
        ['single', 'twin', 'deluxe', 'super-deluxe', 'executive', 'family'],
      )
      for (const room of activeRooms) {
        assert.deepEqual(Object.keys(room).sort(), [
          'bed_name',
          'bed_setups',
          'id',
          'max_adults',
          'max_children',
          'max_guests',
          'name',
          'picture',
          'roomDescription',
          'roomImage',
          'roomPrice',
          'roomType',
          'size_sqm',
          'slug',
          'units',
        ])
        assert.ok(room.name && room.bed_name && room.roomDescription && room.roomType && room.picture!.alt)
        assert.ok(room.max_guests >= room.max_adults)
        const pictureResponse = await app.get(room.roomImage!)
        assert.equal(pictureResponse.headers.get('content-type'), 'image/jpeg')
        await pictureResponse.body!.cancel()
      }
      assert.equal(activeRooms[0]!.roomPrice, 4_500)
      await updateRoom('twin', { position: 99 })
      assert.equal((await listRooms()).at(-1)!.slug, 'twin')
    })

    test('use the language of the visitor, or English if untranslated (API-6, API-8)', async () => {
      for (const room of await listRooms('bn'))
        assert.match(room.name + room.bed_name + room.roomDescription, banglaPattern)
      const [singleRoom] = await listRooms('bn')
      for (const { facility_group_name, facilities_name } of await listFacilities(singleRoom!.id, 'bn'))
        assert.match(facility_group_name + facilities_name, banglaPattern)
      await updateRoom('single', { name_bn: null })
      assert.equal((await listRooms('bn'))[0]!.name, 'Single Room')
      assert.match((await listRooms('bn'))[0]!.bed_name, banglaPattern)
    })

    test('return the floor plan of a room and a day in the house in the language of the reader (DES-21, DES-23)', async () => {
      for (const language of languages) {
        const { body } = await loadDetails('twin', language)
        assert.deepEqual([body.floor_plan.length_cm, body.floor_plan.width_cm], [580, 420])
        assert.match(body.floor_plan.drawing, /^<svg viewBox='.*<\/svg>$/)
        assert.deepEqual(
          body.day.map(({ time }: { time: string }) => time),
          ['07:00', '09:30', '22:00'],
        )
        assert.equal(banglaPattern.test(body.floor_plan.text + body.day[0].text), language === 'bn')
      }
      await writeCompany(app.db, { day: { en: '07:00 Tea', bn: '০৬:৩০ চা' } })
      assert.deepEqual((await loadDetails('twin', 'bn')).body.day, [{ time: '06:30', text: 'চা' }])
      await writeCompany(app.db, { day: undefined })
      assert.deepEqual((await loadDetails('twin')).body.day, [])
    })

    test('return as search filters only facilities that some rooms lack (API-8, SRCH-4)', async () => {
      const activeRooms = await listRooms()
      const facilityIdLists = await Promise.all(
        activeRooms.map(async ({ id }) => (await listFacilities(id)).map((facility) => facility.id)),
      )
      const { body } = await app.call('getFacilities')
      const filterIds = body.data.map((facility: Facility) => facility.id)
      const expectedIds = new Set(
        facilityIdLists.flat().filter((id) => facilityIdLists.some((set) => !set.includes(id))),
      )
      assert.ok(expectedIds.size > 0)
      assert.deepEqual(filterIds.toSorted(), [...expectedIds].sort())
      for (const { facilities_name } of (await app.call('getFacilities', {}, { language: 'bn' })).body.data)
        assert.match(facilities_name, banglaPattern)
    })

    test('return the facilities that some of the given rooms lack, each with its number of rooms (API-8, SRCH-4)', async () => {
      const someRooms = (await listRooms()).filter(({ slug }) => ['single', 'deluxe', 'executive'].includes(slug))
      const facilityIds = await Promise.all(
        someRooms.map(async ({ id }) => (await listFacilities(id)).map((facility) => facility.id)),
      )
      const { body } = await app.call('getFacilities', { rooms: someRooms.map(({ id }) => id).join() })
      assert.ok(body.data.length > 0)
      for (const { id, rooms: roomCount } of body.data) {
        assert.equal(roomCount, facilityIds.filter((ids) => ids.includes(id)).length)
        assert.ok(roomCount > 0 && roomCount < someRooms.length)
      }
      const singleRoomResponse = await app.call('getFacilities', { rooms: String(someRooms[0]!.id) })
      assert.deepEqual(singleRoomResponse.body.data, [])
      assert.equal((await app.call('getFacilities', { rooms: '1,x' })).status, 422)
    })

    test('return a room with its pictures, the cover first (API-7, ROOM-1)', async () => {
      for (const room of await listRooms()) {
        const { status, body } = await loadDetails(room.slug)
        assert.equal(status, 200)
        assert.deepEqual(Object.keys(body).sort(), [
          'activeRoomImg',
          'day',
          'floor_plan',
          'party_limits',
          'policy',
          'roomParticular',
          'rules',
        ])
        assert.deepEqual(body.roomParticular, room)
        assert.ok(body.activeRoomImg.length > 0)
        assert.equal(body.activeRoomImg[0].roomImage, room.roomImage)
        for (const { roomImage, picture } of body.activeRoomImg) assert.equal(roomImage, picture.src)
      }
      const missingDetails = await loadDetails('no-such-room')
      assert.deepEqual(
        [missingDetails.status, missingDetails.body],
        [404, { message: 'There is nothing at this address.' }],
      )
      for (const slug of ['SINGLE', 'singl_', '%', "single' or 1=1--", ''])
        assert.equal((await loadDetails(slug)).status, 404, slug)
    })

    test('return prices in BDT, precise to the poisha (API-22)', async () => {
      for (const [price_poisha, bdt] of [
        [450_050, 4_500.5],
        [1, 0.01],
        [99_999_999, 999_999.99],
      ] as const) {
        await updateRoom('single', { price_poisha })
        assert.equal((await listRooms())[0]!.roomPrice, bdt)
      }
      await updateRoom('single', { price_poisha: 450_000 })
    })

    test('return the facilities by group (API-8, ROOM-2)', async () => {
      for (const room of await listRooms()) {
        const foundFacilities = await listFacilities(room.id)
        assert.ok(foundFacilities.length > 0)
        assert.deepEqual(Object.keys(foundFacilities[0]!).sort(), ['facilities_name', 'facility_group_name', 'id'])
        const groups = foundFacilities.map(({ facility_group_name }) => facility_group_name)
        const groupRuns = groups.filter((group, index) => group !== groups[index - 1])
        assert.equal(new Set(groups).size, groupRuns.length, 'a group stands in one piece')
        assert.equal(new Set(foundFacilities.map(({ id }) => id)).size, foundFacilities.length)
      }
      assert.deepEqual(await listFacilities(999_999), [])
      assert.deepEqual(await listFacilities(2_147_483_647), [])
      assert.equal((await app.call('checkSelectedFacilities', { id: 2_147_483_648 })).status, 422)
    })

    test('return a room without pictures', async () => {
      const [singleRoom] = await listRooms()
      await publish(app.db, (tx) => tx.deleteFrom('room_picture').where('room_id', '=', singleRoom!.id).execute())
      const { body } = await loadDetails('single')
      assert.deepEqual(
        [body.roomParticular.roomImage, body.roomParticular.picture, body.activeRoomImg],
        [null, null, []],
      )
      assert.deepEqual((await listRooms())[0], body.roomParticular)
    })

    test('never return inactive rooms (T16)', async () => {
      const family = (await listRooms()).find(({ slug }) => slug === 'family')!
      await updateRoom('family', { active: 0 })
      const searchInput = { check_in: app.day(50), check_out: app.day(51), adult: 1, child: 0 }
      const foundRooms = (await app.call('filterBooking', searchInput)).body.data as Room[]
      for (const list of [await listRooms(), foundRooms])
        assert.ok(list.length > 0 && !list.some(({ slug }) => slug === 'family'))
      const [hiddenDetails, missingDetails] = [await loadDetails('family'), await loadDetails('no-such-room')]
      assert.deepEqual([hiddenDetails.status, hiddenDetails.body], [missingDetails.status, missingDetails.body])
      assert.deepEqual(await listFacilities(family.id), [])
      assert.equal((await app.get('/booking-details/family')).status, 404)
      const form = {
        name: 'Rafiq',
        email: 'rafiq@guest.example',
        phone: '+8801700000004',
        checkin: searchInput.check_in,
        checkout: searchInput.check_out,
        paymenttype: 2,
        adult: 1,
        child: 0,
        slug: 'family',
      }
      const bookedResponse = await app.call('requestGuestBooking', form, { token: await app.newGuest() })
      assert.deepEqual(
        [bookedResponse.status, bookedResponse.body.errors],
        [422, { slug: ['This room cannot be booked.'] }],
      )
    })
  })
}
