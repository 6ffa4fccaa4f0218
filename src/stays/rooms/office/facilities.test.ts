import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { translatorFor } from '#locales/both.ts'
import type { FacilityGroup } from './contract.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`facility groups in the office, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const callAsOwner = (name: Parameters<TestApp['call']>[0], form: object = {}, options: object = {}) =>
      app.call(name, form, { token: ownerToken, ...options })
    const listGroups = async (): Promise<FacilityGroup[]> => (await callAsOwner('getFacilityGroups')).body.data
    const listFilterNames = async () =>
      (await app.call('getFacilities')).body.data.map(
        (facility: { facilities_name: string }) => facility.facilities_name,
      )

    test('are added with their facilities in both languages and in order, and removed only when empty (OFF-52)', async () => {
      const facilities = [
        { id: 0, name_en: 'Iron', name_bn: 'ইস্ত্রি' },
        { id: 0, name_en: 'Trouser press', name_bn: '' },
      ]
      const { status, body } = await callAsOwner('saveFacilityGroup', {
        id: 0,
        version: 0,
        name_en: 'Laundry',
        name_bn: 'কাপড়',
        facilities,
      })
      assert.equal(status, 200)
      assert.deepEqual(
        body.facilities.map((facility: { name_en: string; name_bn: string }) => [facility.name_en, facility.name_bn]),
        [
          ['Iron', 'ইস্ত্রি'],
          ['Trouser press', ''],
        ],
      )
      assert.equal((await listGroups()).at(-1)!.name_en, 'Laundry')
      const reorderedResponse = await callAsOwner('saveFacilityGroup', {
        ...body,
        facilities: body.facilities.toReversed(),
      })
      assert.equal(reorderedResponse.body.facilities[0].name_en, 'Trouser press')
      const { body: log } = await callAsOwner('getLog', { subject: `facilities ${body.id}` })
      assert.deepEqual(log.data[0].changes, [
        { field: 'facilities', before: 'Iron / ইস্ত্রি, Trouser press', after: 'Trouser press, Iron / ইস্ত্রি' },
      ])
      assert.equal(
        (await callAsOwner('removeFacilityGroup', { id: body.id, version: reorderedResponse.body.version })).status,
        409,
      )
      const emptiedResponse = await callAsOwner('saveFacilityGroup', { ...reorderedResponse.body, facilities: [] })
      assert.equal(
        (await callAsOwner('removeFacilityGroup', { id: body.id, version: emptiedResponse.body.version })).status,
        200,
      )
      assert.equal((await callAsOwner('getFacilityGroup', { id: body.id })).status, 404)
    })

    test('change the name of a facility in the search filter immediately (OFF-52)', async () => {
      const group = (await listGroups()).find(({ facilities }) =>
        facilities.some(({ name_en }) => name_en === 'Mini-fridge'),
      )!
      assert.ok((await listFilterNames()).includes('Mini-fridge'))
      const facilities = group.facilities.map((facility) =>
        facility.name_en === 'Mini-fridge' ? { ...facility, name_en: 'Small fridge' } : facility,
      )
      assert.equal((await callAsOwner('saveFacilityGroup', { ...group, facilities })).status, 200)
      assert.ok(
        (await listFilterNames()).includes('Small fridge') && !(await listFilterNames()).includes('Mini-fridge'),
      )
    })

    test('lose a facility that rooms have only after the user confirms the list of these rooms (OFF-52)', async () => {
      const group = (await listGroups()).find(({ facilities }) => facilities.some(({ rooms }) => rooms.length > 0))!
      const usedFacility = group.facilities.find(({ rooms }) => rooms.length > 0)!
      const formWithout = { ...group, facilities: group.facilities.filter(({ id }) => id !== usedFacility.id) }
      const response = await callAsOwner('saveFacilityGroup', formWithout)
      const values = { facility: usedFacility.name_en, rooms: usedFacility.rooms.join(', ') }
      assert.deepEqual(
        [response.status, response.body.errors],
        [422, { facilities: [translatorFor('en').t('error.facility_in_use', values)] }],
      )
      const { status, body } = await callAsOwner('saveFacilityGroup', {
        ...formWithout,
        force_delete: [usedFacility.id],
      })
      assert.equal(status, 200)
      assert.ok(!body.facilities.some(({ id }: { id: number }) => id === usedFacility.id))
      const remainingRows = await app.db
        .selectFrom('room_facility')
        .selectAll()
        .where('facility_id', '=', usedFacility.id)
        .execute()
      assert.deepEqual(remainingRows, [])
      assert.ok(!(await (await app.get('/booking-details/single')).text()).includes(`>${usedFacility.name_en}<`))
    })

    test('reject stale updates, empty names and facilities of other groups, in the language of the user (OFF-52)', async () => {
      const [group, otherGroup] = await listGroups()
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const groupWithNamelessFacility = {
          ...group,
          name_en: '',
          facilities: [{ id: 0, name_en: ' ', name_bn: '' }, ...group!.facilities],
        }
        assert.deepEqual(
          (await callAsOwner('saveFacilityGroup', groupWithNamelessFacility, { language })).body.errors,
          {
            name_en: [t('error.required')],
            'facilities.0.name_en': [t('error.required')],
          },
        )
        const groupWithForeignFacility = { ...group, facilities: [...group!.facilities, otherGroup!.facilities[0]] }
        assert.deepEqual((await callAsOwner('saveFacilityGroup', groupWithForeignFacility, { language })).body.errors, {
          facilities: [t('error.choice')],
        })
      }
      assert.equal((await callAsOwner('saveFacilityGroup', { ...group, name_en: 'Inside' })).status, 200)
      assert.equal((await callAsOwner('saveFacilityGroup', { ...group, name_en: 'Within' })).status, 409)
      assert.equal((await callAsOwner('removeFacilityGroup', { id: 2_000_000, version: 1 })).status, 404)
    })

    test('can be reordered only with a complete list (OFF-52)', async () => {
      const ids = (await listGroups()).map(({ id }) => id)
      assert.equal((await callAsOwner('orderFacilityGroups', { ids: ids.toReversed() })).status, 200)
      assert.deepEqual(
        (await listGroups()).map(({ id }) => id),
        ids.toReversed(),
      )
      assert.equal((await callAsOwner('orderFacilityGroups', { ids: ids.slice(1) })).status, 409)
    })

    test('cannot be edited by staff without the permission (OFF-52)', async () => {
      const token = await app.signIn('staff')
      const [group] = await listGroups()
      for (const [name, form] of [
        ['getFacilityGroups', {}],
        ['saveFacilityGroup', group!],
        ['removeFacilityGroup', group!],
        ['orderFacilityGroups', { ids: [] }],
      ] as const)
        assert.equal((await app.call(name, form, { token })).status, 403, name)
    })
  })
}
