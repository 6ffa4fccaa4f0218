import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type ApiDescription,
  resolveSchema,
  type Operation,
  listOperations,
  createValidator,
  type Schema,
} from '#testing/api-description.ts'
import { enginesFor } from '#testing/engines.ts'
import { valueForTier } from '#testing/tier.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { everyEndpoint as endpoints, type EveryEndpointName as EndpointName } from '#routes/office.ts'

const CALL_COUNT = valueForTier({ gate: 300, all: 500, soak: 5_000 })
/** These calls may sign the caller out. */
const signOutCalls: EndpointName[] = ['logout', 'endOtherSessions', 'closeAccount']
const SEED = 20_270_104

for (const engine of enginesFor(import.meta.url)) {
  describe(`the OpenAPI description on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let api: ApiDescription
    let operations: Map<EndpointName, Operation>
    before(async () => {
      api = (await app.call('getOpenApi')).body
      operations = listOperations(api)
    })

    test('matches every answer to random calls by any caller, without a server error (S6)', async (t) => {
      const tokens = [
        undefined,
        'x'.repeat(43),
        await app.newGuest(),
        await app.signIn('anna'),
        await app.signIn('staff'),
        await app.signIn('owner'),
      ]
      const ajv = createValidator(api)
      const declaredResponses = new Map(
        [...operations].flatMap(([name, { responses }]) =>
          Object.entries(responses).map(([status, { content }]) => {
            const [[type, { schema }]] = Object.entries(content!) as [[string, { schema: Schema }]]
            return [`${name} ${status}`, { type, shape: resolveSchema(schema) }]
          }),
        ),
      )
      const likelyInput = createLikelyValues(app)
      const anyCall = fc.oneof(
        ...[...operations].map(([name, operation]) =>
          fc.record({
            name: fc.constant(name),
            input: createArbitraryInput(operation, likelyInput).map(shortenStream),
            token: fc.nat(tokens.length - 1),
            multipart: fc.boolean(),
            key: fc.option(fc.constantFrom('a', 'b', 'x'.repeat(300)), { nil: undefined }),
            language: fc.constantFrom('en', 'bn'),
          }),
        ),
      )
      const statusesByEndpoint = new Map<EndpointName, Set<number>>()
      await fc.assert(
        fc.asyncProperty(anyCall, async ({ name, input, token, multipart, key, language }) => {
          const isForm = multipart && endpoints[name].length === 3
          const { status, headers, body } = await app.call(
            name,
            isForm || endpoints[name][0] === 'GET' ? sendText(input) : input,
            {
              token: signOutCalls.includes(name) && token > 1 ? await app.newGuest() : tokens[token],
              language,
              ...(key && { key }),
              ...(isForm && { multipart: true }),
            },
          )
          assert.ok(status < 500, `${status} is a server error`)
          const declaredResponse = declaredResponses.get(`${name} ${status}`)
          assert.ok(declaredResponse, `${status} is not declared`)
          // An uploaded file is returned with its own type.
          if (declaredResponse.type !== 'application/octet-stream') {
            assert.ok(headers.get('content-type')!.startsWith(declaredResponse.type))
            assert.ok(ajv.validate(declaredResponse.shape, body), ajv.errorsText())
          }
          if (!statusesByEndpoint.has(name)) statusesByEndpoint.set(name, new Set())
          statusesByEndpoint.get(name)!.add(status)
        }),
        { numRuns: CALL_COUNT, seed: SEED, endOnFailure: true },
      )
      const countEndpoints = (status: number) =>
        [...statusesByEndpoint].filter(([, statuses]) => statuses.has(status)).length
      t.diagnostic([200, 422, 401, 403].map((status) => `${status}: ${countEndpoints(status)}`).join(', '))
      const minimumFactor = valueForTier({ gate: 0.4, all: 1, soak: 1 })
      assert.ok(countEndpoints(200) >= 15 * minimumFactor, `only ${countEndpoints(200)} endpoints succeeded`)
      assert.ok(countEndpoints(422) >= 10 * minimumFactor, `only ${countEndpoints(422)} endpoints rejected an input`)
      assert.ok(countEndpoints(401) >= 6 * minimumFactor && countEndpoints(403) >= 3 * minimumFactor)
    })
  })
}

/** Shortens streams from up to a minute to one second. */
const shortenStream = (input: object) =>
  'seconds' in input && typeof input.seconds === 'number' ? { ...input, seconds: Math.min(input.seconds, 1) } : input

const sendText = (input: object) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** Values that mostly pass validation, so that the code behind it is tested as well. */
function createLikelyValues(app: TestApp): Record<string, fc.Arbitrary<unknown>> {
  const createDay = (from: number, to: number) => fc.integer({ min: from, max: to }).map((days) => app.day(days))
  return {
    slug: fc.constantFrom('single', 'twin', 'deluxe', 'family', 'zipper', 'no-such'),
    email: fc
      .constantFrom('rafiq@guest.example', 'anna@buyer.example', 'মেইল@উদাহরণ.বাংলা')
      .chain((email) => fc.nat(99).map((n) => `${n}${email}`)),
    phone: fc.constantFrom('+8801700000004', '০১৭০০-০০০০০৪'),
    checkin: createDay(0, 20),
    check_in: createDay(0, 20),
    checkout: createDay(18, 36),
    check_out: createDay(18, 36),
    adult: fc.constantFrom(1, 2),
    child: fc.constantFrom(0, 1),
    from: createDay(-5, 560),
    facilities: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
    after: fc.constantFrom('450000-1', '0-0', '999999999999-999999999'),
    paymenttype: fc.constantFrom(1, 2),
    username: fc.constantFrom('anna', 'owner', 'new.name', 'x'),
    password: fc.constantFrom('hamburg-to-dhaka', 'a long way to dhaka'),
    password_confirmation: fc.constant('a long way to dhaka'),
    page: fc.constantFrom('home', 'service', 'x'),
    website: fc.constant('https://spam.example'),
    id: fc.nat(7),
    post_category_id: fc.nat(14),
  }
}

const hostileValue = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  '0',
  '1e3',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '%',
  '_',
  "' or '1'='1",
  '";--',
  '../../..',
  '{name}',
  '2027-99-99',
  '$&',
  'x'.repeat(260),
  [],
  [[]],
  {},
  { toString: 1 },
  { $gt: '' },
  [null],
)

function createArbitraryInput(
  { parameters, requestBody }: Operation,
  likelyInput: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<object> {
  const schema = requestBody?.content['application/json']?.schema ?? {
    properties: Object.fromEntries((parameters ?? []).map((parameter) => [parameter.name, parameter.schema])),
    required: (parameters ?? []).filter(({ required }) => required).map(({ name }) => name),
  }
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const schemaValue = createArbitrary(field)
    const likelyValue = likelyInput[name]
      ? fc.oneof({ weight: 9, arbitrary: likelyInput[name] }, { weight: 2, arbitrary: schemaValue })
      : schemaValue
    return [name, fc.oneof({ weight: 14, arbitrary: likelyValue }, { weight: 1, arbitrary: hostileValue })] as const
  })
  const describedInput = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  const inputWithUnknownFields = fc
    .tuple(
      describedInput,
      fc.dictionary(
        fc.constantFrom('role', 'constructor', 'toString', 'hasOwnProperty', 'then', 'id', ''),
        hostileValue,
      ),
    )
    .map(([input, unknownFields]) => ({ ...unknownFields, ...input }))
  const inputWithMissingFields = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  return fc.oneof(
    { weight: 7, arbitrary: describedInput },
    { weight: 2, arbitrary: inputWithUnknownFields },
    { weight: 1, arbitrary: inputWithMissingFields },
  )
}

function createArbitrary(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(createArbitrary))
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9 })
    case 'string':
      return fc.string({
        unit: 'grapheme',
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 20, 20),
      })
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}
