import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { may } from '../../permissions.ts'
import type { Endpoints, Language } from '../../urls.ts'
import { wordsIn } from '../../words/both.ts'
import { say, type ServerWords } from '../../words/words.ts'
import type { Asker, AskerAccount, CallOptions, Client, Contract, Endpoint } from '../contract.ts'
import type { Context } from '../context.ts'
import type { WholeDatabase } from '../database/database.ts'
import { ApiError, forbidden, invalidFields, Refusal, unauthenticated } from '../errors.ts'
import type { Handler, Judgement } from './handlers.ts'
import { headerOf } from './headers.ts'
import { languageOf } from './language.ts'
import { enforceRateLimit } from './rate-limit.ts'
import { fromText, validFields, validate } from './validate.ts'

/** A slice's share of the API: its contract and the code behind it. */
export interface ApiPart {
  contract: Contract
  handlers: { readonly [name: string]: Handler<never, unknown> | undefined }
}

export interface ServedApi {
  /** Every endpoint on the web. */
  serve(app: FastifyInstance): void
  /** The same endpoints as plain calls, for pages rendered here. They refuse as in the browser: said already. */
  client<C extends Contract>(asker: Asker): Client<C>
}

interface ApiOptions {
  db: WholeDatabase
  context: Context
  endpoints: Endpoints
  addressOf(request: IncomingMessage): string
  identify(token: string, now: number, language: Language): Promise<AskerAccount | null>
}

export function makeApi(parts: readonly ApiPart[], options: ApiOptions): ServedApi {
  const table = new Map(
    parts.flatMap((part) => Object.keys(part.contract).map((name) => [name, entry(part, name, options.endpoints)])),
  )

  async function call(name: string, raw: unknown, asker: Asker): Promise<unknown> {
    const { endpoint, judge, act } = table.get(name)!
    const { db } = options
    if (endpoint.limit) await enforceRateLimit(db, asker, endpoint.limit)
    refuseOthers(endpoint, asker)
    refuseGuessable(endpoint, asker.idempotencyKey)
    const form = await formOf(endpoint, raw, (fields) => judge?.(db, asker, fields))
    return act(db, asker, form)
  }

  return {
    client(asker) {
      const said = (error: unknown) => (error instanceof Refusal ? toApiError(error, asker.language) : error)
      const calls = Array.from(table.keys(), (name) => [
        name,
        (input: unknown, { key }: CallOptions = {}) =>
          call(name, input, { ...asker, idempotencyKey: key ?? asker.idempotencyKey }).catch((error: unknown) => {
            throw said(error)
          }),
      ])
      return Object.fromEntries(calls) as never
    },
    serve(app) {
      for (const [name, { endpoint, address }] of table) {
        const [method, url, multipart] = address
        const isText = (request: FastifyRequest) =>
          method === 'GET' || /^multipart\//i.test(request.headers['content-type'] ?? '')
        app.route({
          method,
          url,
          schema: describe(name, endpoint, method, url, multipart !== undefined),
          config: { multipart: multipart !== undefined },
          // A form is parsed as a whole, which costs more than JSON: only for whoever may send it.
          onRequest: async (request) => {
            if (method === 'POST' && isText(request)) refuseOthers(endpoint, await askerOf(request, options))
          },
          async handler(request, reply) {
            const asker = await askerOf(request, options)
            const raw = method === 'GET' ? request.query : request.body
            keepPrivate(reply, endpoint, method)
            const answer = await call(name, isText(request) ? fromText(endpoint.input, raw) : raw, asker)
            return endpoint.file ? asFile(reply, endpoint.file).send(answer) : answer
          },
        })
      }
    },
  }
}

function entry(part: ApiPart, name: string, endpoints: Endpoints) {
  const endpoint = part.contract[name]
  const address = endpoints[name]
  const handler = part.handlers[name]
  if (!endpoint || !address || !handler) throw new Error(`no ${address ? 'handler' : 'address'} for ${name}`)
  const { judge = null, act } = typeof handler === 'function' ? { act: handler } : handler
  return { endpoint, address, judge, act }
}

async function formOf(
  { input }: Endpoint,
  raw: unknown,
  judge: (fields: never) => Promise<Judgement> | Judgement | undefined,
): Promise<never> {
  try {
    return validate(input, raw) as never
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const judged = await judge(validFields(input, raw) as never)
    throw invalidFields({ ...judged?.faults, ...error.fields })
  }
}

function refuseOthers({ who }: Endpoint, { account }: Asker): void {
  if (who !== 'anyone' && !may(account, who)) throw account ? forbidden() : unauthenticated()
}

const MOST_KEY_LETTERS = 255
const LEAST_SECRET_LETTERS = 20

function refuseGuessable({ keyed }: Endpoint, key: string | null): void {
  const isSecret = typeof keyed === 'object'
  if (isSecret && key && key.length < LEAST_SECRET_LETTERS)
    throw new Refusal(400, { key: 'error.key_short', values: { least: LEAST_SECRET_LETTERS } })
}

async function askerOf(request: FastifyRequest, doors: ApiOptions): Promise<Asker> {
  const token = /^Bearer +"?([\w-]{20,128})"?$/i.exec(headerOf(request.headers, 'authorization') ?? '')?.[1] ?? null
  const key = request.headers['idempotency-key']
  // A key that cannot be kept must not be left out: whoever sends one counts on it.
  if (key !== undefined && key.length > MOST_KEY_LETTERS) throw new Refusal(400, { key: 'error.malformed' })
  const now = doors.context.clock()
  const language = languageOf(request)
  return {
    account: token ? await doors.identify(token, now, language) : null,
    language,
    address: doors.addressOf(request.raw),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    token,
    idempotencyKey: typeof key === 'string' ? key : null,
    now,
    visit: {},
    context: doors.context,
  }
}

/** What anyone may read may be kept by a shared cache that asks each time; all else is kept by nobody. */
function keepPrivate(reply: FastifyReply, endpoint: Endpoint, method: string): void {
  const shared = method === 'GET' && endpoint.who === 'anyone' && !endpoint.fresh
  reply.header('cache-control', shared ? 'public, no-cache' : 'no-store')
  reply.header('vary', 'accept-language, accept-encoding')
}

const asFile = (reply: FastifyReply, { type, name }: NonNullable<Endpoint['file']>) =>
  reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })

export const failureSchemas = [
  {
    $id: 'Failure',
    type: 'object',
    description: 'What went wrong, in the language of Accept-Language.',
    properties: { message: { type: 'string' } },
    required: ['message'],
  },
  {
    $id: 'Invalid',
    type: 'object',
    description: 'What is wrong with the input, field by field.',
    properties: {
      message: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
    required: ['message', 'errors'],
  },
]

function describe(name: string, endpoint: Endpoint, method: string, url: string, multipart: boolean) {
  const input = jsonSchema(endpoint.input, 'input')
  const answer = jsonSchema(endpoint.answer, 'output')
  const failure = (description: string) => ({ description, $ref: 'Failure#' })
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [url.split('/')[2]!],
    ...(method === 'GET'
      ? { querystring: input }
      : { body: input, consumes: multipart ? ['application/json', 'multipart/form-data'] : ['application/json'] }),
    ...(endpoint.keyed && { headers: keyHeader(endpoint.keyed) }),
    ...(endpoint.who === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    response: {
      200: endpoint.file
        ? { description: 'Done', content: { [endpoint.file.type]: { schema: answer } } }
        : { description: 'Done', ...answer },
      400: failure('The request could not be read'),
      ...(endpoint.who === 'anyone' ? {} : { 401: failure('No valid token'), 403: failure('Not for this role') }),
      404: failure('Not there, or not yours'),
      409: failure('Somebody was faster'),
      413: failure('Too large'),
      415: failure('Not a media type this takes'),
      422: { description: 'Invalid input', $ref: 'Invalid#' },
      429: failure('Too often'),
      500: failure('A fault of ours'),
      503: failure('Too busy; Retry-After says when to come back'),
    },
  }
}

const keyHeader = (keyed: NonNullable<Endpoint['keyed']>) => ({
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string', ...ofKey(keyed), maxLength: MOST_KEY_LETTERS } },
})
const anyKey =
  'New for each request that is meant. The same one with the same input, within two days, is the same request: carried out once, answered alike.'

function ofKey(keyed: NonNullable<Endpoint['keyed']>) {
  if (typeof keyed !== 'object') return { description: keyed === true ? anyKey : keyed }
  const secret = `A secret of yours that nobody can guess, of ${LEAST_SECRET_LETTERS} letters or more: ${keyed.secret}`
  return { description: `${anyKey} ${secret}`, minLength: LEAST_SECRET_LETTERS }
}

const jsonSchema = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      // Zod writes nullable as a choice of two schemas; a list of types says the same and is served faster.
      const [first, second] = (made.anyOf ?? []) as { type?: string }[]
      if (made.anyOf?.length === 2 && second?.type === 'null' && typeof first?.type === 'string') {
        delete made.anyOf
        Object.assign(made, first, { type: [first.type, 'null'] })
      }
    },
  })
  return schema
}

export const refusalBody = (refusal: Refusal, words: ServerWords) => ({
  message: say(words, refusal.sentence),
  ...(refusal.fields && {
    errors: Object.fromEntries(
      Object.entries(refusal.fields).map(([name, sentences]) => [
        name,
        sentences.map((sentence) => say(words, sentence)),
      ]),
    ),
  }),
})

/** In the language of whoever asked. */
export function toApiError(refusal: Refusal, language: Language): ApiError {
  const { status, retryAfterSeconds } = refusal
  return new ApiError(status, refusalBody(refusal, wordsIn(language)), { retryAfterSeconds })
}
