import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor, postgres } from '#testing/engines.ts'
import { startTestApp, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { startSecondProcess } from '#testing/second-process.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { translatorFor } from '#locales/both.ts'
import type { RoomRecord } from './contract.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the office API of rooms, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const callAsOwner = (name: Parameters<TestApp['call']>[0], form: object = {}, options: object = {}) =>
      app.call(name, form, { token: ownerToken, ...options })
    const loadRecord = async (slug: string): Promise<RoomRecord> => {
      const { body } = await callAsOwner('getOfficeRooms')
      return (
        await callAsOwner('getRoomRecord', { id: body.data.find((room: { slug: string }) => room.slug === slug).id })
      ).body
    }
    const loadText = async (path: string) => (await app.get(path)).text()
    const newRoom = {
      id: 0,
      version: 0,
      slug: 'garden-suite',
      name_en: 'Garden Suite',
      name_bn: '',
      type_en: 'Suite',
      type_bn: '',
      bed_en: 'One king bed',
      bed_bn: '',
      description_en: 'Opens on the garden.',
      description_bn: '',
      size_sqm: 40,
      max_adults: 2,
      max_children: 1,
      max_guests: 3,
      price: 9999.5,
      active: false,
      facilities: [],
      pictures: [],
      policy: null,
    }

    test('shows a changed room on its page immediately, and logs the old values (OFF-51)', async () => {
      const record = await loadRecord('twin')
      assert.ok((await loadText('/booking-details/twin')).includes(record.name_en))
      const form = { ...record, name_en: 'Twin by the Mill', price: 6300, pictures: record.pictures.toReversed() }
      const { status, body } = await callAsOwner('saveRoom', form)
      assert.deepEqual([status, body.version, body.pictures], [200, record.version + 1, form.pictures])
      const pageHtml = await loadText('/booking-details/twin')
      assert.ok(pageHtml.includes('Twin by the Mill') && pageHtml.includes('6,300'))
      const { body: room } = await app.call('getRoomDetails', { slug: 'twin' })
      const { body: log } = await callAsOwner('getLog', { subject: `room ${record.id}` })
      assert.equal(room.roomParticular.picture.src, body.known_pictures[0].picture.src)
      const changes = new Map(
        log.data[0].changes.map((change: { field: string; before: unknown; after: unknown }) => [
          change.field,
          [change.before, change.after],
        ]),
      )
      assert.deepEqual(changes.get('name_en'), [record.name_en, 'Twin by the Mill'])
      assert.deepEqual(changes.get('price'), [record.price, 6300])
      assert.deepEqual([...changes.keys()].sort(), ['name_en', 'pictures', 'price'])
    })

    test('stores the possible bed set-ups once each, in a fixed order, and logs them (OFF-51, BOOK-10)', async () => {
      const record = await loadRecord('deluxe')
      assert.deepEqual(record.bed_setups, [])
      const { status, body } = await callAsOwner('saveRoom', { ...record, bed_setups: ['triple', 'double', 'double'] })
      assert.deepEqual([status, body.bed_setups], [200, ['double', 'triple']])
      assert.ok((await loadText('/booking-details/deluxe')).includes('"bed_setups":["double","triple"]'))
      const { body: log } = await callAsOwner('getLog', { subject: `room ${record.id}` })
      assert.deepEqual(
        log.data[0].changes.map(({ field }: { field: string }) => field),
        ['bed_setups'],
      )
      const unknownResponse = await callAsOwner('saveRoom', { ...body, bed_setups: ['waterbed'] })
      assert.deepEqual([unknownResponse.status, Object.keys(unknownResponse.body.errors)], [422, ['bed_setups.0']])
      assert.equal((await callAsOwner('saveRoom', { ...body, bed_setups: [] })).status, 200)
      assert.ok((await loadText('/booking-details/deluxe')).includes('"bed_setups":[]'))
    })

    test('saves the floor plan, shows it on the page of the room, and logs it (DES-22)', async () => {
      const record = await loadRecord('twin')
      const plan = {
        plan_length_cm: 700,
        plan_width_cm: 410,
        plan_beds: 'double_single',
        plan_sofa: 'right',
        plan_armchairs: '',
        plan_balcony: 'far',
      }
      const { status, body } = await callAsOwner('saveRoom', { ...record, ...plan })
      assert.equal(status, 200)
      const { body: room } = await app.call('getRoomDetails', { slug: 'twin' })
      assert.deepEqual([room.floor_plan.length_cm, room.floor_plan.width_cm], [700, 410])
      const pageHtml = await loadText('/booking-details/twin')
      assert.ok(pageHtml.includes(room.floor_plan.drawing) && pageHtml.includes(room.floor_plan.text))
      const { body: log } = await callAsOwner('getLog', { subject: `room ${record.id}` })
      assert.deepEqual(
        log.data[0].changes.map(({ field }: { field: string }) => field).toSorted(),
        Object.keys(plan).toSorted(),
      )
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const { body: incompleteBody } = await callAsOwner('saveRoom', { ...body, plan_width_cm: null }, { language })
        assert.deepEqual(incompleteBody.errors, { plan_width_cm: [t('error.required')] })
        const { body: tooLargeBody } = await callAsOwner('saveRoom', { ...body, plan_length_cm: 1200 }, { language })
        assert.deepEqual(tooLargeBody.errors, { plan_width_cm: [t('error.plan_area', { area: 49, size: 24 })] })
      }
      const emptyFields = {
        plan_length_cm: null,
        plan_width_cm: null,
        plan_beds: '',
        plan_desk: '',
        plan_bath: '',
        plan_balcony: '',
        plan_sofa: '',
        plan_armchairs: '',
      }
      assert.equal((await callAsOwner('saveRoom', { ...body, ...emptyFields })).status, 200)
      assert.equal((await app.call('getRoomDetails', { slug: 'twin' })).body.floor_plan, null)
    })

    test('rejects a stale update with 409 and keeps the first change (OFF-51)', async () => {
      const record = await loadRecord('single')
      assert.equal((await callAsOwner('saveRoom', { ...record, bed_en: 'One wide bed' })).status, 200)
      const secondResponse = await callAsOwner('saveRoom', { ...record, bed_en: 'One narrow bed' })
      assert.deepEqual([secondResponse.status, (await loadRecord('single')).bed_en], [409, 'One wide bed'])
      const newestRoom = await loadRecord('single')
      const responses = await Promise.all(
        ['a', 'b'].map((name) => callAsOwner('saveRoom', { ...newestRoom, bed_en: `Bed ${name}` })),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
    })

    test('returns field errors in the language of the user (OFF-51)', async () => {
      const record = await loadRecord('single')
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const findErrors = async (fields: object) =>
          (await callAsOwner('saveRoom', { ...record, ...fields }, { language })).body.errors as Record<
            string,
            string[]
          >
        assert.deepEqual(await findErrors({ name_en: '', slug: 'Not This' }), {
          name_en: [t('error.required')],
          slug: [t('error.slug')],
        })
        assert.deepEqual(await findErrors({ slug: 'twin' }), { slug: [t('error.slug_taken')] })
        assert.deepEqual(await findErrors({ max_adults: 3, max_guests: 2 }), {
          max_guests: [t('error.guests_too_few', { min: 3 })],
        })
        assert.deepEqual(await findErrors({ max_adults: 2, max_children: 1, max_guests: 4 }), {
          max_guests: [t('error.guests_too_many', { max: 3 })],
        })
        assert.deepEqual(await findErrors({ price: 1.005 }), { price: [t('error.money')] })
        assert.deepEqual(await findErrors({ price: 0 }), { price: [t('error.room_price')] })
        assert.deepEqual(await findErrors({ size_sqm: 'wide' }), { size_sqm: [t('error.not_number')] })
        assert.deepEqual(await findErrors({ pictures: ['no-such'], facilities: [2_000_000] }), {
          pictures: [t('error.choice')],
          facilities: [t('error.choice')],
        })
        const [picture] = record.pictures
        assert.deepEqual(await findErrors({ pictures: [picture, picture] }), { pictures: [t('error.choice')] })
        assert.deepEqual(Object.keys(await findErrors({ max_guests: 1, max_adults: 2, name_en: '' })).sort(), [
          'max_guests',
          'name_en',
        ])
      }
      assert.equal((await callAsOwner('saveRoom', { ...record, id: 2_000_000, slug: 'nobodys' })).status, 404)
    })

    test('redirects an old address permanently and keeps the query (OFF-51)', async () => {
      const record = await loadRecord('twin')
      await callAsOwner('saveRoom', { ...record, slug: 'twin-by-the-mill' })
      for (const [path, newPath] of [
        ['/booking-details/twin', '/booking-details/twin-by-the-mill'],
        ['/bn/booking-details/twin?adult=2', '/bn/booking-details/twin-by-the-mill?adult=2'],
      ] as const) {
        const response = await app.get(path)
        assert.deepEqual([response.status, response.headers.get('location')?.replace(app.url, '')], [301, newPath])
      }
      assert.equal((await app.get('/booking-details/twin-by-the-mill')).status, 200)
      const otherRoom = await loadRecord('single')
      assert.equal((await callAsOwner('saveRoom', { ...otherRoom, slug: 'twin' })).status, 422)
      const newestRoom = await loadRecord('twin-by-the-mill')
      assert.equal((await callAsOwner('saveRoom', { ...newestRoom, slug: 'twin' })).status, 200)
      assert.equal((await app.get('/booking-details/twin')).status, 200)
      assert.equal((await app.get('/booking-details/twin-by-the-mill')).status, 301)
    })

    test('adds a new room at the end, shows it once active, and removes it if it has no stays (OFF-51)', async () => {
      const { status, body } = await callAsOwner('saveRoom', newRoom)
      assert.deepEqual([status, body.slug, body.price, body.units], [200, 'garden-suite', 9999.5, 0])
      assert.equal((await app.get('/booking-details/garden-suite')).status, 404)
      const { body: officeRooms } = await callAsOwner('getOfficeRooms')
      assert.equal(officeRooms.data.at(-1).slug, 'garden-suite')
      assert.equal((await callAsOwner('saveRoom', newRoom)).status, 422)
      const activatedRoom = (await callAsOwner('saveRoom', { ...body, active: true })).body
      assert.ok((await loadText('/booking-details/garden-suite')).includes('Opens on the garden.'))
      await callAsOwner('addUnit', { room: body.id, name: 'G1' })
      assert.equal((await callAsOwner('removeRoom', { id: body.id, version: body.version })).status, 409)
      assert.equal((await callAsOwner('removeRoom', { id: body.id, version: activatedRoom.version })).status, 200)
      assert.equal((await app.get('/booking-details/garden-suite')).status, 404)
    })

    test('does not remove a room with stays, and states their number, but can hide the room (OFF-51)', async () => {
      const token = await app.newGuest()
      assert.equal((await app.call('requestGuestBooking', createStayForm(app), { token })).status, 200)
      const record = await loadRecord('single')
      assert.deepEqual([record.stays, record.upcoming_stays], [1, 1])
      const response = await callAsOwner('removeRoom', { id: record.id, version: record.version })
      assert.deepEqual(
        [response.status, response.body.message],
        [409, translatorFor('en').count('error.room_has_stays', 1)],
      )
      assert.equal((await callAsOwner('saveRoom', { ...record, active: false })).status, 200)
      assert.equal((await app.get('/booking-details/single')).status, 404)
      const { body } = await app.call('activeRooms')
      assert.ok(!body.data.some(({ slug }: { slug: string }) => slug === 'single'))
      await callAsOwner('saveRoom', { ...(await loadRecord('single')), active: true })
    })

    test('applies the new order to the public list, and rejects an incomplete order (OFF-51)', async () => {
      const { body } = await callAsOwner('getOfficeRooms')
      const ids = body.data.map(({ id }: { id: number }) => id)
      assert.equal((await callAsOwner('orderRooms', { ids: ids.toReversed() })).status, 200)
      const { body: publicRooms } = await app.call('activeRooms')
      assert.deepEqual(
        publicRooms.data.map(({ id }: { id: number }) => id),
        ids.toReversed(),
      )
      for (const invalidIds of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 2_000_000]])
        assert.equal((await callAsOwner('orderRooms', { ids: invalidIds })).status, 409)
      await callAsOwner('orderRooms', { ids })
    })

    test('rejects staff without the permission (OFF-51)', async () => {
      const token = await app.signIn('staff')
      const record = await loadRecord('twin')
      for (const [name, form] of [
        ['saveRoom', record],
        ['removeRoom', { id: record.id, version: record.version }],
        ['orderRooms', { ids: [] }],
        ['addUnit', { room: record.id, name: 'X' }],
        ['closeUnit', { unit: 1, from: app.day(1), to: app.day(2), reason: 'x' }],
        ['reopenUnit', { id: 1 }],
      ] as const)
        assert.equal((await app.call(name, form, { token })).status, 403, name)
      assert.equal((await loadRecord('twin')).version, record.version)
    })
  })
}

test('a changed room appears in another process (OFF-51)', async (t) => {
  const app = await startTestApp(postgres)
  t.after(() => app.close())
  const otherProcess = await startSecondProcess(app)
  t.after(() => otherProcess.close())
  const token = await app.signIn('owner')
  const { id } = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
  const { body: record } = await app.call('getRoomRecord', { id }, { token })
  assert.ok(!(await otherProcess.text('/booking-details/twin')).includes('Mill Twin'))
  assert.equal((await app.call('saveRoom', { ...record, name_en: 'Mill Twin' }, { token })).status, 200)
  await otherProcess.untilShown('/booking-details/twin', 'Mill Twin')
})
