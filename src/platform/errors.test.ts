import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatMessageRef, type ServerTranslator } from '#locales/translator.ts'
import type { Context } from './context.ts'
import type { RequestContext } from './contract.ts'
import type { WholeDatabase } from './database/database.ts'
import { ApiError, busy, conflict, invalid, getFieldErrors, rateLimited } from './errors.ts'
import { createApi } from './http/api.ts'

const [enTranslator, bnTranslator] = [translatorFor('en'), translatorFor('bn')]

/** Returns the error that a page gets during server rendering if an endpoint throws. */
async function getServerError(thrownError: Error, overrides: Partial<RequestContext> = {}): Promise<unknown> {
  const contract = { logout: { summary: '', input: z.object({}), response: z.object({}), who: 'anyone' } } as const
  const api = createApi([{ contract, handlers: { logout: () => Promise.reject(thrownError) } }], {
    db: {} as WholeDatabase,
    context: {} as Context,
    endpoints,
    addressOf: () => '',
    identify: async () => null,
  })
  const ctx = { account: null, language: 'en', idempotencyKey: null, ...overrides } as RequestContext
  return api
    .client<typeof contract>(ctx)
    .logout({})
    .catch((error: unknown) => error)
}

test('a 422 response has the same field errors in the browser and during server rendering', async () => {
  const sentence = enTranslator.count('error.stay_too_long', 30)
  const serverError = await getServerError(invalid({ check_out: { key: 'error.stay_too_long', count: 30 } }))
  const browserError = new ApiError(422, { message: '', errors: { check_out: [sentence] } })
  assert.match(sentence, /30/)
  assert.deepEqual(getFieldErrors(serverError), { check_out: [sentence] })
  assert.deepEqual(getFieldErrors(browserError), { check_out: [sentence] })
})

test('errors other than 422 have no field errors', async () => {
  for (const error of [
    await getServerError(conflict('booking.sold_out')),
    new ApiError(500, null),
    new TypeError('Failed to fetch'),
  ]) {
    assert.equal(getFieldErrors(error), null)
  }
})

test('errors during server rendering use the language of the request', async () => {
  for (const language of ['en', 'bn'] as const) {
    const { count } = translatorFor(language)
    const apiError = await getServerError(rateLimited(30), { language })
    assert.ok(apiError instanceof ApiError)
    assert.deepEqual(
      [apiError.status, apiError.message, apiError.errors, apiError.retryAfterSeconds],
      [429, count('error.too_many', 30), {}, 30],
    )
  }
})

test('server rendering passes on bugs and infrastructure failures unchanged', async () => {
  for (const thrownValue of [
    new TypeError('undefined is not a function'),
    Object.assign(new Error('full'), { code: '53100' }),
  ]) {
    assert.equal(await getServerError(thrownValue), thrownValue)
    assert.ok(!(thrownValue instanceof ApiError))
  }
})

test('instanceof ApiError matches by name, also across two bundles', () => {
  class ForeignApiError extends Error {
    override readonly name = 'ApiError'
  }
  assert.ok(new ForeignApiError() instanceof ApiError)
  for (const value of [new Error('ApiError'), { name: 'ApiError' }, null, 'ApiError'])
    assert.ok(!((value as unknown) instanceof ApiError))
})

test('limits of 1 second, night or guest use the singular, in both languages', () => {
  const renderMessages = (translator: ServerTranslator, count: number) => [
    formatMessageRef(translator, rateLimited(count).messageRef),
    formatMessageRef(translator, busy(count).messageRef),
    formatMessageRef(translator, { key: 'login.rate_limited', count }).split(',')[0]!,
    formatMessageRef(translator, { key: 'error.stay_too_long', count }),
    formatMessageRef(translator, { key: 'error.stay_max_nights', count, values: { day: '2027-02-28' } }),
    ...(['adults', 'children', 'guests'] as const).map((group) =>
      formatMessageRef(translator, { key: `error.too_many_${group}`, count }),
    ),
  ]
  assert.deepEqual(renderMessages(enTranslator, 1), [
    'Too many attempts. Please wait 1 second and try again.',
    'Too many people are signing in at this moment. Please try again in 1 second.',
    'Too many sign-in attempts. Please wait 1 second',
    'A stay may have at most 1 night.',
    'A stay from 28 February 2027 can have at most 1 night.',
    'This room sleeps at most 1 adult.',
    'This room sleeps at most 1 child.',
    'This room sleeps at most 1 guest.',
  ])
  const plurals = ['2 seconds', '2 seconds', '2 seconds', '2 nights', '2 nights', '2 adults', '2 children', '2 guests']
  for (const [index, message] of renderMessages(enTranslator, 2).entries())
    assert.ok(message.includes(plurals[index]!), message)
  for (const [index, message] of renderMessages(bnTranslator, 1).entries())
    assert.equal(message.replace('১', '২'), renderMessages(bnTranslator, 2)[index])
  assert.equal(
    formatMessageRef(bnTranslator, rateLimited(1).messageRef),
    'অনেকবার চেষ্টা করা হয়েছে। ১ সেকেন্ড পরে আবার চেষ্টা করুন।',
  )
  assert.deepEqual(
    [
      formatMessageRef(enTranslator, rateLimited(120).messageRef),
      formatMessageRef(enTranslator, rateLimited(121).messageRef),
    ],
    ['120 seconds', '3 minutes'].map((wait) => `Too many attempts. Please wait ${wait} and try again.`),
  )
})
