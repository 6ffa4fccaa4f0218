import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA, setUpTestApp } from '#testing/test-app.ts'
import { createQuotationCalls } from '#testing/quotations.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { writeCompany } from '#content/company.ts'

const ROUND_COUNT = 8

for (const engine of bothEngines) {
  describe(`a quotation that ends, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let quotations: ReturnType<typeof createQuotationCalls>
    before(async () => {
      quotations = createQuotationCalls(app, await app.signIn('staff'))
      await keepSignedIn(app.db)
    })

    const readStates = async (id: number) =>
      (await app.db.selectFrom('quotation_revision').select('state').where('quotation_id', '=', id).execute())
        .map(({ state }) => state)
        .toSorted()
    const getMidnight = (day: string, offset: string) => Date.parse(`${day}T00:00:00${offset}`)

    test("expires after the last millisecond of its day in the company's time zone (SEC-10)", async () => {
      const { createSent, answer, readState } = quotations
      for (const [timeZone, offset] of [
        ['Asia/Dhaka', '+06:00'],
        ['Pacific/Honolulu', '-10:00'],
        ['Pacific/Kiritimati', '+14:00'],
      ] as const) {
        app.clock.now = MONDAY_MORNING_IN_DHAKA
        await writeCompany(app.db, { timeZone })
        const valid_until = '2027-01-10'
        const [lastQuotation, unansweredQuotation] = [
          await createSent({ valid_until }),
          await createSent({ valid_until }),
        ]
        const expiresAt = getMidnight('2027-01-11', offset)
        app.clock.now = expiresAt - 1
        assert.equal((await answer(lastQuotation.token, 'accept')).status, 200, timeZone)
        assert.equal((await app.call('getQuotation', { token: unansweredQuotation.token })).body.state, 'sent')
        app.clock.now = expiresAt
        assert.equal((await app.call('getQuotation', { token: unansweredQuotation.token })).body.state, 'expired')
        for (const answerType of ['accept', 'decline', 'ask'])
          assert.equal(
            (await answer(unansweredQuotation.token, answerType, 'Too late?')).status,
            409,
            `${answerType} ${timeZone}`,
          )
        assert.deepEqual(
          [await readState(lastQuotation.id), await readState(unansweredQuotation.id)],
          ['accepted', 'expired'],
        )
        assert.deepEqual(await readStates(unansweredQuotation.id), ['sent'], 'the expiry writes nothing')
        assert.equal((await answer(lastQuotation.token, 'accept')).status, 409)
        assert.equal(await readState(lastQuotation.id), 'accepted', 'an acceptance in time stays valid')
      }
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      await writeCompany(app.db, { timeZone: 'Asia/Dhaka' })
    })

    test('is either accepted or revised if both requests are concurrent (SEC-10)', async () => {
      const { call, callOk, createSent, answer } = quotations
      for (let round = 0; round < ROUND_COUNT; round++) {
        const { id, token } = await createSent()
        const [draft] = (await callOk('reviseQuotation', { id })).revisions
        const send = () => call('sendQuotation', { id: draft.id, version: draft.version })
        const requests = round % 2 === 0 ? [answer(token, 'accept'), send()] : [send(), answer(token, 'accept')]
        const statuses = (await Promise.all(requests)).map(({ status }) => status)
        assert.deepEqual(statuses.toSorted(), [200, 409])
        const isAccepted = statuses[round % 2] === 200
        assert.deepEqual(await readStates(id), isAccepted ? ['accepted', 'draft'] : ['sent', 'superseded'])
      }
    })

    test('is accepted, declined or withdrawn once under concurrent requests (SEC-10)', async () => {
      const { call, createSent, answer } = quotations
      for (let round = 0; round < ROUND_COUNT; round++) {
        const { id, revision, token } = await createSent()
        const withdraw = () => call('recordQuotationOutcome', { id: revision, outcome: 'withdrawn', reason: 'Brass' })
        const requests = [answer(token, 'accept'), answer(token, 'accept'), withdraw(), answer(token, 'decline')]
        const statuses = (await Promise.all(requests)).map(({ status }) => status)
        assert.deepEqual(statuses.toSorted(), [200, 409, 409, 409])
        const state = ['accepted', 'accepted', 'withdrawn', 'declined'][statuses.indexOf(200)]
        assert.deepEqual(await readStates(id), [state])
      }
    })

    test('cannot be answered through old links (SEC-10)', async () => {
      const { call, callOk, form, createSent, lastToken, answer } = quotations
      const { id, revision, token } = await createSent({ valid_until: app.day(3) })
      await callOk('resendQuotation', { id: revision })
      const resentToken = await lastToken()
      assert.equal((await answer(token, 'accept')).status, 404, 'a newer link was sent')
      app.clock.advance(4 * 86_400_000)
      assert.equal((await answer(resentToken, 'accept')).status, 409)
      const [draft] = (await callOk('reviseQuotation', { id })).revisions
      const savedQuotation = await callOk('saveQuotation', { id: draft.id, version: draft.version, ...form() })
      await callOk('sendQuotation', { id: draft.id, version: savedQuotation.revisions[0].version })
      const newestToken = await lastToken()
      for (const oldToken of [token, resentToken])
        assert.ok([404, 409].includes((await answer(oldToken, 'accept')).status))
      assert.equal((await answer(newestToken, 'accept')).status, 200)
      assert.equal(
        (await call('recordQuotationOutcome', { id: draft.id, outcome: 'withdrawn', reason: 'x' })).status,
        409,
      )
      assert.deepEqual(await readStates(id), ['accepted', 'superseded'])
    })
  })
}
