import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { createRateCalls } from '#testing/rates.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`cancellation policies, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let rateCalls: Awaited<ReturnType<typeof createRateCalls>>
    before(async () => {
      ownerToken = await app.signIn('owner')
      rateCalls = await createRateCalls(app)
    })

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, language: 'en' | 'bn' = 'en') =>
      app.call(name, form, { token: ownerToken, language })
    const eidPolicy = {
      name_en: 'Eid',
      name_bn: 'ঈদ',
      tiers: [{ hours: null as number | null, kind: 'percent', amount: 100 }],
      no_show: { kind: 'percent', amount: 100 },
      deposit: { kind: 'percent', amount: 50 },
    }
    const addPolicy = async (overrides: object = {}) => {
      const { status, body } = await call('addPolicy', { ...eidPolicy, ...overrides })
      assert.equal(status, 200, JSON.stringify(body))
      return body as { id: number; version: number }
    }
    const listPolicies = async () =>
      (await call('getPolicies')).body.data as {
        id: number
        version: number
        is_default: boolean
        rooms: { id: number }[]
      }[]

    test('are saved with sorted steps and a description, and a stale update is rejected with 409 (POL-2)', async () => {
      const tiers = [
        { hours: 24, kind: 'percent', amount: 100 },
        { hours: 168, kind: 'nights', amount: 1 },
        { hours: 48, kind: 'nights', amount: 2 },
      ]
      const { body } = await call('addPolicy', { ...eidPolicy, tiers })
      assert.deepEqual(body.tiers, [tiers[1], tiers[2], tiers[0]])
      assert.deepEqual(
        body.rows.map(({ when, cost }: { when: string; cost: string }) => `${when}: ${cost}`),
        [
          'Until 7 days before check-in: no fee',
          'From 7 days before check-in: the first night',
          'From 48 hours before check-in: the first 2 nights',
          'From 24 hours before check-in: the whole stay',
          'No-show: the whole stay',
        ],
      )
      const mixedSteps = [
        { hours: 72, kind: 'percent', amount: 50 },
        { hours: 24, kind: 'nights', amount: 1 },
      ]
      const { terms } = (await call('addPolicy', { ...eidPolicy, tiers: mixedSteps })).body
      assert.ok(
        terms.includes(
          '24 hours before check-in, cancelling costs the first night, or 50% of the stay if that is more.',
        ),
        terms,
      )
      const banglaPolicy = (await call('getPolicy', { id: body.id }, 'bn')).body
      assert.equal(banglaPolicy.rows[1].when, 'চেক-ইনের ৭ দিন আগে থেকে')
      const policyForm = { ...eidPolicy, id: body.id, version: 1 }
      const responses = await Promise.all([
        call('savePolicy', { ...policyForm, name_en: 'One' }),
        call('savePolicy', { ...policyForm, name_en: 'Other' }),
      ])
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal((await call('getPolicy', { id: body.id })).body.version, 2)
      const log = (await call('getLog', { subject: `policy ${body.id}` })).body.data
      assert.deepEqual(
        log.map(({ action }: { action: string }) => action),
        ['policy changed', 'policy added'],
      )
      assert.equal((await call('getPolicy', { id: 1_000_000 })).status, 404)
    })

    test('reject invalid rules with field errors in the language of the user (POL-2)', async () => {
      const createTier = (hours: number | null, kind: string, amount: number) => ({ hours, kind, amount })
      for (const [invalidFields, field, key] of [
        [{ name_en: ' ' }, 'name_en', 'error.required'],
        [
          { tiers: [createTier(48, 'percent', 50), createTier(48, 'percent', 80)] },
          'tiers.1.hours',
          'error.policy_duplicate',
        ],
        [
          { tiers: [createTier(null, 'percent', 50), createTier(null, 'percent', 80)] },
          'tiers.1.hours',
          'error.policy_duplicate',
        ],
        [
          { tiers: [createTier(24, 'percent', 50), createTier(48, 'percent', 80)] },
          'tiers.0.amount',
          'error.policy_fee_decreases',
        ],
        [{ tiers: [createTier(24, 'percent', 0)] }, 'tiers.0.amount', 'error.policy_fee_empty'],
        [{ no_show: { kind: 'none', amount: 0 } }, 'no_show.amount', 'error.policy_no_show'],
        [{ no_show: { kind: 'percent', amount: 99 } }, 'no_show.amount', 'error.policy_no_show'],
        [{ deposit: { kind: 'nights', amount: 0 } }, 'deposit.amount', 'error.policy_fee_empty'],
      ] as const)
        for (const language of ['en', 'bn'] as const) {
          const { status, body } = await call('addPolicy', { ...eidPolicy, ...invalidFields }, language)
          assert.deepEqual(
            [status, body.errors],
            [422, { [field]: [translatorFor(language).t(key)] }],
            JSON.stringify(invalidFields),
          )
        }
      for (const [invalidFields, field] of [
        [{ tiers: [createTier(0, 'percent', 50)] }, 'tiers.0.hours'],
        [{ tiers: [createTier(8_761, 'percent', 50)] }, 'tiers.0.hours'],
        [{ tiers: [createTier(1.5, 'percent', 50)] }, 'tiers.0.hours'],
        [{ tiers: [createTier(24, 'percent', 101)] }, 'tiers.0.amount'],
        [{ tiers: [createTier(24, 'nights', 31)] }, 'tiers.0.amount'],
        [{ tiers: [createTier(24, 'none', 1)] }, 'tiers.0.kind'],
        [{ tiers: Array.from({ length: 7 }, (_, at) => createTier(at + 1, 'percent', 100)) }, 'tiers'],
      ] as const) {
        const { status, body } = await call('addPolicy', { ...eidPolicy, ...invalidFields })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(invalidFields))
      }
    })

    test('apply by arrival night, else by room, else by default, also on the room page (POL-3)', async () => {
      const [defaultPolicy] = await listPolicies()
      const [roomPolicy, nightPolicy] = [
        await addPolicy({ name_en: 'Of a room' }),
        await addPolicy({ name_en: 'Of a night' }),
      ]
      await call('savePolicy', { ...eidPolicy, ...roomPolicy, tiers: [{ hours: 72, kind: 'percent', amount: 60 }] })
      const roomId = await rateCalls.newRoom()
      const { body: record } = await call('getRoomRecord', { id: roomId })
      const readPrice = async (from: number) =>
        (
          await app.call('getStayPrice', {
            slug: record.slug,
            check_in: app.day(from),
            check_out: app.day(from + 2),
            adult: 1,
            child: 0,
          })
        ).body
      const loadPolicyView = async () => (await app.call('getRoomDetails', { slug: record.slug })).body.policy
      const firstPrice = await readPrice(30)
      assert.equal(firstPrice.cancelling.steps[1].fee, firstPrice.nights[0].price)
      assert.deepEqual(
        [(await loadPolicyView()).tiers, (await loadPolicyView()).others],
        [[{ hours: 48, kind: 'nights', amount: 1 }], false],
      )

      assert.equal((await call('saveRoom', { ...record, policy: roomPolicy.id })).status, 200)
      assert.equal((await readPrice(30)).cancelling.steps[1].fee, firstPrice.total * 0.6)
      assert.deepEqual((await loadPolicyView()).tiers, [{ hours: 72, kind: 'percent', amount: 60 }])
      assert.match(await (await app.get(`/booking-details/${record.slug}`)).text(), /60% of the stay/)

      const { body: appliedChange } = await rateCalls.change({
        rooms: [roomId],
        from: app.day(30),
        to: app.day(30),
        policy: nightPolicy.id,
      })
      const strictPrice = await readPrice(30)
      assert.deepEqual(
        [strictPrice.cancelling.steps, strictPrice.cancelling.no_show, strictPrice.cancelling.deposit],
        [[{ from: null, when: 'Now', fee: firstPrice.total }], firstPrice.total, firstPrice.total / 2],
      )
      assert.equal((await loadPolicyView()).others, true)
      // An earlier arrival uses the policy of its own arrival night.
      assert.equal((await readPrice(29)).cancelling.steps[1].fee, firstPrice.total * 0.6)

      const policiesInUse = await listPolicies()
      assert.deepEqual(
        policiesInUse.find(({ id }) => id === roomPolicy.id)!.rooms.map(({ id }) => id),
        [roomId],
      )
      assert.equal((await call('getPolicy', { id: nightPolicy.id })).body.nights, 1)
      await rateCalls.call('undoRates', { id: appliedChange.id })
      assert.equal((await readPrice(30)).cancelling.steps[1].fee, firstPrice.total * 0.6)
      assert.equal((await listPolicies())[0]!.id, defaultPolicy!.id)
    })

    test('cannot be removed while in use, and cannot be assigned once removed (POL-2)', async () => {
      const policy = await addPolicy({ name_en: 'Used' })
      const roomId = await rateCalls.newRoom()
      const { body: record } = await call('getRoomRecord', { id: roomId })
      const removePolicy = (language: 'en' | 'bn' = 'en') =>
        call('removePolicy', { id: policy.id, version: policy.version }, language)
      const formatConflictMessage = (
        key: 'error.policy_used_by_rooms' | 'error.policy_used_by_nights',
        language: 'en' | 'bn',
      ) => translatorFor(language).count(key, 1)
      const { body: savedRoom } = await call('saveRoom', { ...record, policy: policy.id })
      for (const language of ['en', 'bn'] as const) {
        const { status, body } = await removePolicy(language)
        assert.deepEqual([status, body.message], [409, formatConflictMessage('error.policy_used_by_rooms', language)])
      }
      const nightSelection = { rooms: [roomId], from: app.day(40), to: app.day(40) }
      const { body: appliedChange } = await rateCalls.change({ ...nightSelection, policy: policy.id })
      await call('saveRoom', { ...record, version: savedRoom.version, policy: null })
      const response = await removePolicy()
      assert.deepEqual(
        [response.status, response.body.message],
        [409, formatConflictMessage('error.policy_used_by_nights', 'en')],
      )
      const { body: resetChange } = await rateCalls.change({ ...nightSelection, policy: null })
      assert.equal((await removePolicy()).status, 200)
      assert.equal((await call('getPolicy', { id: policy.id })).status, 404)
      assert.ok(!(await listPolicies()).some(({ id }) => id === policy.id))

      const latestRoomRecord = (await call('getRoomRecord', { id: roomId })).body
      const currentResponse = await call('saveRoom', { ...latestRoomRecord, policy: policy.id })
      assert.deepEqual([currentResponse.status, Object.keys(currentResponse.body.errors)], [422, ['policy']])
      assert.deepEqual(Object.keys((await rateCalls.preview({ ...nightSelection, policy: policy.id })).body.errors), [
        'policy',
      ])
      // A change that used the policy cannot be restored, because the policy is gone.
      const undoResponse = await rateCalls.call('undoRates', { id: resetChange.id })
      assert.equal(undoResponse.status, 409)
      assert.ok(appliedChange.id < resetChange.id)
      const [defaultPolicy] = await listPolicies()
      const defaultResponse = await call('removePolicy', { id: defaultPolicy!.id, version: defaultPolicy!.version })
      assert.deepEqual(
        [defaultResponse.status, defaultResponse.body.message],
        [409, translatorFor('en').t('error.policy_is_default')],
      )
    })

    test('are either removed or assigned under concurrent requests (POL-2)', async () => {
      for (let round = 0; round < 4; round++) {
        const policy = await addPolicy({ name_en: `Round ${round}` })
        const roomId = await rateCalls.newRoom()
        const { body: record } = await call('getRoomRecord', { id: roomId })
        const form = { rooms: [roomId], from: app.day(50), to: app.day(51), policy: policy.id }
        const { body: preview } = await rateCalls.preview(form)
        const [removedResponse, savedResponse, appliedResponse] = await Promise.all([
          call('removePolicy', { id: policy.id, version: policy.version }),
          call('saveRoom', { ...record, policy: policy.id }),
          rateCalls.call('applyRates', { ...form, digest: preview.digest }),
        ])
        const useCount = (await rateCalls.rows(roomId)).filter(({ policy_id }) => policy_id === policy.id).length
        const chosenPolicy = (await call('getRoomRecord', { id: roomId })).body.policy
        if (removedResponse.status === 200) assert.deepEqual([useCount, chosenPolicy], [0, null])
        else
          assert.ok(
            [savedResponse.status, appliedResponse.status].includes(200),
            `${savedResponse.status} ${appliedResponse.status}`,
          )
      }
    })

    test('have exactly one default, even under concurrent changes (POL-2)', async () => {
      const [defaultPolicy] = await listPolicies()
      const candidates = [await addPolicy({ name_en: 'First' }), await addPolicy({ name_en: 'Second' })]
      const responses = await Promise.all(
        candidates.map(({ id, version }) => call('setDefaultPolicy', { id, version })),
      )
      assert.ok(responses.some(({ status }) => status === 200))
      const currentPolicies = (await listPolicies()).filter(({ is_default }) => is_default)
      assert.equal(currentPolicies.length, 1)
      assert.ok(candidates.some(({ id }) => id === currentPolicies[0]!.id))
      const { body } = await call('getPolicy', { id: defaultPolicy!.id })
      assert.equal((await call('setDefaultPolicy', { id: body.id, version: body.version })).status, 200)
      assert.deepEqual(
        (await listPolicies()).filter(({ is_default }) => is_default).map(({ id }) => id),
        [defaultPolicy!.id],
      )
    })
  })
}
