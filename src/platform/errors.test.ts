import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { wordsIn } from '../words/both.ts'
import type { Asker } from './contract.ts'
import { ApiError, conflict, invalid, refusedFields, tooMany } from './errors.ts'
import { makeApi } from './http/api.ts'

const words = wordsIn('en')

/** What a page is told, in the middle of its rendering, when an endpoint throws this. */
async function toldOnServer(thrown: Error, asked: Partial<Asker> = {}): Promise<unknown> {
  const contract = { logout: { summary: '', input: z.object({}), answer: z.object({}), who: 'anyone' } } as const
  const api = makeApi([{ contract, handlers: { logout: () => Promise.reject(thrown) } }], {
    addressOf: () => '',
    identify: async () => null,
    countCall: async () => async () => {},
  })
  const asker = { account: null, language: 'en', idempotencyKey: null, ...asked } as Asker
  return api
    .client<typeof contract>(asker)
    .logout({})
    .catch((error: unknown) => error)
}

test('a 422 says the same of its fields in the browser and in the middle of a rendering', async () => {
  const sentence = words.t('error.stay_too_long', { max: 30 })
  const there = await toldOnServer(invalid({ check_out: { key: 'error.stay_too_long', values: { max: 30 } } }))
  const here = new ApiError(422, { message: '', errors: { check_out: [sentence] } })
  assert.match(sentence, /30/)
  assert.deepEqual(refusedFields(there), { check_out: [sentence] })
  assert.deepEqual(refusedFields(here), { check_out: [sentence] })
})

test('anything else is not a matter of fields', async () => {
  for (const error of [
    await toldOnServer(conflict('booking.sold_out')),
    new ApiError(500, null),
    new TypeError('Failed to fetch'),
  ]) {
    assert.equal(refusedFields(error), null)
  }
})

test('what is refused in the middle of a rendering is said in the language of whoever asked', async () => {
  for (const language of ['en', 'bn'] as const) {
    const { t } = wordsIn(language)
    const told = await toldOnServer(tooMany(30), { language })
    assert.ok(told instanceof ApiError)
    assert.deepEqual(
      [told.status, told.message, told.errors, told.retryAfterSeconds],
      [429, t('error.too_many', { seconds: 30 }), {}, 30],
    )
  }
})

test('a bug, or trouble of the machinery, is handed on as it is', async () => {
  for (const thrown of [
    new TypeError('undefined is not a function'),
    Object.assign(new Error('full'), { code: '53100' }),
  ]) {
    assert.equal(await toldOnServer(thrown), thrown)
    assert.ok(!(thrown instanceof ApiError))
  }
})

test('a refusal is known by its name, also where it comes from the other of two bundles', () => {
  class OfAnotherBundle extends Error {
    override readonly name = 'ApiError'
  }
  assert.ok(new OfAnotherBundle() instanceof ApiError)
  for (const other of [new Error('ApiError'), { name: 'ApiError' }, null, 'ApiError'])
    assert.ok(!((other as unknown) instanceof ApiError))
})
