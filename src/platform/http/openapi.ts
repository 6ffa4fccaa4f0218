import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoints } from '#routes/public.ts'
import type { Client, Contract, Endpoint } from '../contract.ts'
import { MB, type FileLimits } from '../file-kinds.ts'
import { FILES_FIELD } from '../files/receive.ts'
import type { Events } from '../events.ts'
import { EVENT_STREAM_TYPE } from './live.ts'
import type { Handlers } from './handlers.ts'

/** The endpoint that returns the OpenAPI description. */
export const openApiContract = {
  getOpenApi: {
    summary: 'Returns this description as OpenAPI 3.1',
    input: z.object({}),
    response: z.record(z.string(), z.unknown()),
    who: 'anyone',
  },
} satisfies Contract

export type OpenApiApi = Client<typeof openApiContract>

export const openApiHandlers = (description: () => object): Handlers<typeof openApiContract> => ({
  getOpenApi: async () => description() as Record<string, unknown>,
})

export const MAX_KEY_LENGTH = 255
export const MIN_SECRET_LENGTH = 20

export const failureSchemas = [
  {
    $id: 'Failure',
    type: 'object',
    description: 'An error, in the language of Accept-Language.',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  {
    $id: 'Invalid',
    type: 'object',
    description: 'Validation errors, by field.',
    properties: {
      message: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
    required: ['message', 'errors'],
  },
  {
    $id: 'Conflict',
    type: 'object',
    description: 'The request conflicts with the current state. Errors can refer to fields.',
    properties: {
      message: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
    required: ['message'],
  },
  {
    $id: 'Unproved',
    type: 'object',
    description:
      'The role lacks the permission. With errors under `proof`, the caller must verify their identity first.',
    properties: {
      message: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
    required: ['message'],
  },
]

const signedInSecurity: Record<string, string[]>[] = [{ bearer: [] }]

/** Returns the OpenAPI description of an endpoint. */
export function describeEndpoint(name: string, endpoint: Endpoint, [method, url, multipart]: Endpoints[string]) {
  const input = toJsonSchema(endpoint.input, 'input')
  const response = toJsonSchema(endpoint.response, 'output')
  const createFailure = (description: string) => ({ description, $ref: 'Failure#' })
  const [isPublic, isStayLink] = [endpoint.who === 'anyone', endpoint.who === 'stay link']
  const forbiddenResponse = endpoint.sensitive
    ? { description: 'The role lacks the permission, or the caller must verify their identity', $ref: 'Unproved#' }
    : createFailure('The role lacks the permission')
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [getTag(endpoint, url)],
    ...(method === 'GET'
      ? { querystring: input }
      : endpoint.files
        ? {
            body: {
              content: {
                'application/json': { schema: input },
                'multipart/form-data': withFiles(input, endpoint.files),
              },
            },
          }
        : { body: input, consumes: multipart ? ['application/json', 'multipart/form-data'] : ['application/json'] }),
    ...(endpoint.keyed && { headers: createKeyHeader(endpoint.keyed) }),
    ...(!isPublic && { security: isStayLink ? [...signedInSecurity, {}] : signedInSecurity }),
    response: {
      200: endpoint.file
        ? {
            description: 'Success',
            content: { [endpoint.live ? EVENT_STREAM_TYPE : getContentType(endpoint.file)]: { schema: response } },
          }
        : { description: 'Success', ...response },
      400: createFailure('The request is malformed'),
      ...(!isPublic && { 401: createFailure('The token is missing or invalid') }),
      ...(!isPublic && !isStayLink && { 403: forbiddenResponse }),
      404: createFailure('Not found, or not accessible to the caller'),
      409: { description: 'Conflict with a concurrent change', $ref: 'Conflict#' },
      413: createFailure('The request is too large'),
      415: createFailure('Unsupported media type'),
      422: { description: 'Validation failed', $ref: 'Invalid#' },
      429: createFailure('Rate limit exceeded'),
      500: createFailure('Internal error'),
      503: createFailure('Temporarily unavailable; Retry-After says when to retry'),
    },
  }
}

/**
 * Returns the tag of an endpoint: the permission for office endpoints, because there are many, otherwise the first part
 * of the path.
 */
function getTag({ who }: Endpoint, url: string): string {
  const pathSegment = url.split('/')[2]!
  return pathSegment === 'office' ? who : pathSegment
}

/** Describes each webhook event as the request that the subscriber receives. */
export const describeEvents = (events: Events): Record<string, object> =>
  Object.fromEntries(
    Object.entries(events).map(([type, { summary, data }]) => [
      type,
      {
        post: {
          operationId: type,
          summary,
          description:
            'Delivered at least once to each subscribed endpoint. The order is not guaranteed. The ID stays the same when a delivery is repeated. Signed according to Standard Webhooks 1.0.0.',
          tags: ['webhooks'],
          parameters: [
            describeHeader('webhook-id', 'The ID of the event'),
            describeHeader('webhook-timestamp', 'The Unix timestamp of the attempt, in seconds'),
            describeHeader(
              'webhook-signature',
              'One or more signatures, separated by spaces, each as v1 and the signature in Base64. One of them must match',
            ),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: createEnvelope(type, data) } } },
          responses: {
            '2XX': { description: 'Accepted' },
            '410': { description: 'The endpoint no longer exists: it is paused' },
            default: { description: 'Not accepted: the delivery is retried after increasing delays' },
          },
        },
      },
    ]),
  )

const createEnvelope = (type: string, data: z.ZodType) => ({
  type: 'object',
  properties: {
    id: { type: 'string', description: 'The permanent ID of the event' },
    type: { type: 'string', enum: [type] },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event occurred' },
    data: toJsonSchema(data, 'output'),
  },
  required: ['id', 'type', 'timestamp', 'data'],
})

const describeHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const getContentType = (file: NonNullable<Endpoint['file']>) =>
  file === 'sent' ? 'application/octet-stream' : file.type

/** Adds files to the input schema. In a form, a list field is written as JSON. */
const withFiles = (input: object, { maxCount, bytes, types }: FileLimits) => ({
  schema: {
    ...input,
    properties: {
      ...(input as { properties: object }).properties,
      [FILES_FIELD]: {
        type: 'array',
        maxItems: maxCount,
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
        description: `At most ${maxCount} files of ${bytes / MB} MB each: ${types.join(', ')}`,
      },
    },
  },
})

const createKeyHeader = (keyed: NonNullable<Endpoint['keyed']>) => ({
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string', ...describeKey(keyed), maxLength: MAX_KEY_LENGTH } },
})
const keyDescription =
  'A new key for each new request. A request with the same key and input within two days is carried out once and gets the same response.'

function describeKey(keyed: NonNullable<Endpoint['keyed']>) {
  if (typeof keyed !== 'object') return { description: keyed === true ? keyDescription : keyed }
  const secret = `The key must be secret and have at least ${MIN_SECRET_LENGTH} characters: ${keyed.secret}`
  return { description: `${keyDescription} ${secret}`, minLength: MIN_SECRET_LENGTH }
}

const serializers = new WeakMap<z.ZodType, (body: unknown) => string>()

/** Returns a function that serializes the fields of a response contract. It is compiled when first used. */
export const createSerializer = (response: z.ZodType) => (body: unknown) => {
  let serialize = serializers.get(response)
  if (!serialize)
    serializers.set(
      response,
      (serialize = fastJson(toJsonSchema(response, 'output') as Parameters<typeof fastJson>[0])),
    )
  return serialize(body)
}

type Direction = 'input' | 'output'
type JsonSchema = ReturnType<typeof computeJsonSchema>

const computedSchemas = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() }

/** Returns the JSON schema of a contract, computed once per process: it does not change, and computing it is slow. */
function toJsonSchema(shape: z.ZodType, direction: Direction): JsonSchema {
  const cachedSchema = computedSchemas[direction].get(shape)
  if (cachedSchema) return cachedSchema
  const schema = computeJsonSchema(shape, direction)
  computedSchemas[direction].set(shape, schema)
  return schema
}

function computeJsonSchema(shape: z.ZodType, io: Direction) {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: zodSchema }) {
      // Zod describes nullable as a choice of two schemas. A list of types means the same and is serialized faster.
      const [firstSchema, secondSchema] = (zodSchema.anyOf ?? []) as { type?: string; enum?: unknown[] }[]
      if (zodSchema.anyOf?.length === 2 && secondSchema?.type === 'null' && typeof firstSchema?.type === 'string') {
        delete zodSchema.anyOf
        Object.assign(
          zodSchema,
          firstSchema,
          { type: [firstSchema.type, 'null'] },
          firstSchema.enum && { enum: [...firstSchema.enum, null] },
        )
      }
    },
  })
  return schema
}
