import type { IncomingMessage } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasPermission } from '#schema/permissions.ts'
import type { Endpoints, Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatMessageRef, type ServerTranslator } from '#locales/translator.ts'
import type {
  RequestContext,
  CallerAccount,
  CallOptions,
  Client,
  Contract,
  Endpoint,
  StreamedFile,
} from '../contract.ts'
import type { Context } from '../context.ts'
import type { WholeDatabase } from '../database/database.ts'
import {
  ApiError,
  forbidden,
  invalidFields,
  assertValid,
  UserError,
  unauthenticated,
  reverificationRequired,
  type FieldMessages,
} from '../errors.ts'
import {
  checkContentLength,
  dailyUploadLimit,
  createDailyPictureLimit,
  toKb,
  createUploadLimiter,
  createDailyPicturesError,
  createDailyUploadsError,
} from '../files/upload-limits.ts'
import type { FileLimits } from '../file-kinds.ts'
import { ReceivedForm, receiveForm } from '../files/receive.ts'
import { getCallerKey } from './caller.ts'
import type { Handler, ValidationResult } from './handlers.ts'
import { readHeader } from './headers.ts'
import { readLanguage } from './language.ts'
import { createSerializer, describeEndpoint, MIN_SECRET_LENGTH, MAX_KEY_LENGTH } from './openapi.ts'
import { enforceRateLimit } from './rate-limit.ts'
import { parseText, parseValidFields, parseInput } from './validate.ts'
import { MINUTE_MS } from '../durations.ts'

/** The endpoints of one slice: their contract and handlers. */
export interface ApiPart {
  contract: Contract
  handlers: { readonly [name: string]: Handler<never, unknown> | undefined }
}

export interface ServedApi {
  /** Registers every endpoint as a route. */
  serve(app: FastifyInstance): void
  /** The same endpoints as function calls for server rendering. They throw a translated ApiError, as in the browser. */
  client<C extends Contract>(ctx: RequestContext): Client<C>
  /** Receives the files that a page passes to an endpoint, within the limits of the endpoint. */
  fileReceiver(name: string): FileReceiver
}

export interface FileReceiver {
  /** Checks the upload limits, before any file is read. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Reads the form. The caller releases it. */
  receive(request: FastifyRequest): Promise<ReceivedForm>
}

interface ApiOptions {
  db: WholeDatabase
  context: Context
  endpoints: Endpoints
  addressOf(request: IncomingMessage): string
  identify(token: string, now: number, language: Language): Promise<CallerAccount | null>
}

export function createApi(parts: readonly ApiPart[], options: ApiOptions): ServedApi {
  const resolvedEndpoints = new Map(
    parts.flatMap((part) =>
      Object.keys(part.contract).map((name) => [name, resolveEndpoint(part, name, options.endpoints)]),
    ),
  )

  const uploadLimiter = createUploadLimiter()

  async function callEndpoint(
    name: string,
    rawInput: unknown,
    caller: RequestContext,
    receivedForm?: ReceivedForm,
  ): Promise<unknown> {
    const { endpoint, validate, execute } = resolvedEndpoints.get(name)!
    const { db } = options
    const ctx = authorize(endpoint, caller)
    if (endpoint.limit) await enforceRateLimit(db, ctx, endpoint.limit)
    requireRecentVerification(endpoint, ctx)
    rejectShortKey(endpoint, ctx.idempotencyKey)
    const form = await parseForm(endpoint, rawInput, (fields) => validate?.(db, ctx, fields), receivedForm?.fieldErrors)
    return execute(
      db,
      ctx,
      endpoint.files ? ({ ...(form as object), files: receivedForm?.files ?? [] } as never) : form,
    )
  }

  return {
    client(ctx) {
      const translate = (error: unknown) => (error instanceof UserError ? toApiError(error, ctx.language) : error)
      const calls = Array.from(resolvedEndpoints.keys(), (name) => [
        name,
        (input: unknown, { key, received }: CallOptions = {}) =>
          callEndpoint(name, input, { ...ctx, idempotencyKey: key ?? ctx.idempotencyKey }, received).catch(
            (error: unknown) => {
              throw translate(error)
            },
          ),
      ])
      return Object.fromEntries(calls) as never
    },
    serve(app) {
      for (const [name, { endpoint, address }] of resolvedEndpoints) {
        const call: EndpointCall = (input, ctx, receivedForm) => callEndpoint(name, input, ctx, receivedForm)
        const route = {
          ...createRoute(endpoint, address, call, uploadLimiter, options),
          ...describeRoute(name, endpoint, address),
        }
        if (endpoint.files) serveWithFiles(app, route, endpoint.files, options)
        else app.route(route)
      }
    },
    fileReceiver(name) {
      const files = resolvedEndpoints.get(name)!.endpoint.files!
      return {
        async admit(request, reply) {
          const ctx = await createRequestContext(request, options)
          await admitUpload(uploadLimiter, { db: options.db, ctx, files }, request, reply)
        },
        receive: (request) => receiveFiles(request, files, options),
      }
    },
  }
}

type EndpointCall = (rawInput: unknown, ctx: RequestContext, receivedForm?: ReceivedForm) => Promise<unknown>

function createRoute(
  endpoint: Endpoint,
  [method, url]: Endpoints[string],
  call: EndpointCall,
  uploads: ReturnType<typeof createUploadLimiter>,
  options: ApiOptions,
): Omit<RouteOptions, 'schema' | 'config'> {
  const { files, maxBytes } = endpoint
  const isText = (request: FastifyRequest) =>
    method === 'GET' || /^multipart\//i.test(request.headers['content-type'] ?? '')
  return {
    method,
    url,
    ...(maxBytes && { bodyLimit: maxBytes }),
    // Parsing a form or a large body is expensive, so the caller's permission is checked first.
    async onRequest(request, reply) {
      if (method === 'GET' || !(maxBytes || isText(request))) return
      const ctx = authorize(endpoint, await createRequestContext(request, options))
      if (files) await admitUpload(uploads, { db: options.db, ctx, files }, request, reply)
    },
    async handler(request, reply) {
      const ctx = await createRequestContext(request, options)
      const receivedForm = request.body instanceof ReceivedForm ? request.body : undefined
      const rawInput = method === 'GET' ? request.query : (receivedForm?.fields ?? request.body)
      setCacheHeaders(reply, endpoint, method)
      try {
        const result = await call(isText(request) ? parseText(endpoint.input, rawInput) : rawInput, ctx, receivedForm)
        if (!endpoint.file) return result
        const file = endpoint.live ? limitToAllowed(result as StreamedFile, endpoint, ctx, options) : result
        return sendFile(reply, endpoint.file, file)
      } finally {
        await receivedForm?.release()
      }
    },
  }
}

/**
 * Computes JSON schemas only at the first response and for the API description, because all thousand of them would slow
 * down the start.
 */
function describeRoute(name: string, endpoint: Endpoint, address: Endpoints[string]) {
  return {
    schema: { response: { 200: {} } }, // Fastify only asks for serializers of responses that have a schema
    serializerCompiler: () => createSerializer(endpoint.response),
    config: {
      multipart: address[2] !== undefined,
      isLive: endpoint.live === true,
      swaggerTransform: ({ url }: { url: string }) => ({ schema: describeEndpoint(name, endpoint, address), url }),
    },
  } satisfies Partial<RouteOptions>
}

/** Serves an endpoint whose forms are read as a stream. */
function serveWithFiles(app: FastifyInstance, route: RouteOptions, files: FileLimits, options: ApiOptions): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('multipart/form-data')
    scope.addContentTypeParser('multipart/form-data', (request: FastifyRequest) =>
      receiveFiles(request, files, options),
    )
    scope.route(route)
  })
}

const receiveFiles = ({ raw }: FastifyRequest, files: FileLimits, { db, context }: ApiOptions) =>
  receiveForm(db, context.clock(), raw, files, context.timeLimits?.uploadIdleMs)

function resolveEndpoint(part: ApiPart, name: string, endpoints: Endpoints) {
  const endpoint = part.contract[name]
  const address = endpoints[name]
  const handler = part.handlers[name]
  if (!endpoint || !address || !handler) throw new Error(`no ${address ? 'handler' : 'address'} for ${name}`)
  const { validate = null, execute } = typeof handler === 'function' ? { execute: handler } : handler
  return { endpoint, address, validate, execute }
}

async function parseForm(
  { input }: Endpoint,
  rawInput: unknown,
  validate: (fields: never) => Promise<ValidationResult> | ValidationResult | undefined,
  fileErrors: FieldMessages = {},
): Promise<never> {
  try {
    const form = parseInput(input, rawInput) as never
    assertValid(fileErrors)
    return form
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const validation = await validate(parseValidFields(input, rawInput) as never)
    throw invalidFields({ ...validation?.fieldErrors, ...error.fields, ...fileErrors })
  }
}

/** Checks upload limits before any file is read. */
async function admitUpload(
  uploads: ReturnType<typeof createUploadLimiter>,
  { db, ctx, files }: { db: WholeDatabase; ctx: RequestContext; files: FileLimits },
  { headers }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  const byteCount = checkContentLength(headers['content-length'], files)
  if (ctx.context.isLimited) raw.once('close', uploads.enter(getCallerKey(ctx.address ?? '')))
  const [dailyLimit, userError] = files.dailyKb
    ? [createDailyPictureLimit(files.dailyKb), createDailyPicturesError]
    : [dailyUploadLimit, createDailyUploadsError]
  await enforceRateLimit(db, ctx, dailyLimit, { weight: toKb(byteCount), createError: userError })
}

/**
 * Returns the request context if the caller may use the endpoint, otherwise throws. During the second sign-in step, the
 * caller counts as signed out.
 */
function authorize({ who }: Endpoint, ctx: RequestContext): RequestContext {
  const isPublic = who === 'anyone' || who === 'stay link'
  if (!isPublic && hasPermission(ctx.account, who)) return ctx
  const effectiveContext = ctx.account?.pendingStep ? { ...ctx, account: null } : ctx
  if (isPublic) return effectiveContext
  throw effectiveContext.account ? forbidden() : unauthenticated()
}

const VERIFICATION_TTL_MS = 10 * MINUTE_MS

function requireRecentVerification({ sensitive }: Endpoint, { account, now }: RequestContext): void {
  if (sensitive && now - (account?.verifiedAt ?? 0) > VERIFICATION_TTL_MS) throw reverificationRequired()
}

function rejectShortKey({ keyed }: Endpoint, key: string | null): void {
  const isSecret = typeof keyed === 'object'
  if (isSecret && key && key.length < MIN_SECRET_LENGTH)
    throw new UserError(400, { key: 'error.key_short', values: { least: MIN_SECRET_LENGTH } })
}

async function createRequestContext(request: FastifyRequest, apiOptions: ApiOptions): Promise<RequestContext> {
  const token = /^Bearer +"?([\w-]{20,128})"?$/i.exec(readHeader(request.headers, 'authorization') ?? '')?.[1] ?? null
  const key = request.headers['idempotency-key']
  // A key that is too long to store must not be ignored, because the client relies on it.
  if (key !== undefined && key.length > MAX_KEY_LENGTH) throw new UserError(400, { key: 'error.malformed' })
  const now = apiOptions.context.clock()
  const language = readLanguage(request)
  const account = token ? await apiOptions.identify(token, now, language) : null
  request.accountId = account?.id ?? null
  return {
    account,
    language,
    address: apiOptions.addressOf(request.raw),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    token,
    idempotencyKey: typeof key === 'string' ? key : null,
    now,
    visit: {},
    context: apiOptions.context,
  }
}

/** Ends a stream of events once its listener is signed out, suspended, or loses the permission. */
function limitToAllowed(
  file: StreamedFile,
  { who }: Endpoint,
  ctx: RequestContext,
  { identify, context }: ApiOptions,
): StreamedFile {
  const isAllowed = async () => {
    if (who === 'anyone' || who === 'stay link') return true
    return ctx.token !== null && hasPermission(await identify(ctx.token, context.clock(), ctx.language), who)
  }
  async function* checkParts() {
    for await (const part of file.parts) {
      if (!(await isAllowed())) return
      yield part
    }
  }
  return { ...file, parts: checkParts() }
}

/**
 * Allows shared caches to store public responses if they revalidate them. Nothing else may be stored, such as what the
 * token in an email opens.
 */
function setCacheHeaders(reply: FastifyReply, endpoint: Endpoint, method: string): void {
  const isPublic = endpoint.who === 'anyone' && !('token' in endpoint.input.shape)
  const isShared = method === 'GET' && isPublic && !endpoint.fresh
  reply.header('cache-control', isShared ? 'public, no-cache' : 'no-store')
  reply.header('vary', 'accept-language, accept-encoding')
}

const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16)}`

/** Sends a file. Uploaded files are untrusted: browsers download them, and they run in a sandbox if opened. */
function sendFile(reply: FastifyReply, file: NonNullable<Endpoint['file']>, content: unknown): FastifyReply {
  const formatDisposition = (name: string) => `attachment; filename="${name}"`
  if (file !== 'sent')
    return reply
      .headers({ 'content-type': file.type, 'content-disposition': formatDisposition(file.name) })
      .send(content)
  const { name, type, bytes, parts, onClose } = content as StreamedFile
  if (onClose) finished(reply.raw, onClose)
  const asciiName = name.replace(/[^\w.()-]+/g, '_')
  return reply
    .headers({
      'content-type': type,
      ...(bytes !== null && { 'content-length': bytes }),
      'content-disposition': `${formatDisposition(asciiName)}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentEncode)}`,
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(Readable.from(parts))
}

export const createErrorBody = (userError: UserError, translator: ServerTranslator) => ({
  message: formatMessageRef(translator, userError.messageRef),
  ...(userError.fields && {
    errors: Object.fromEntries(
      Object.entries(userError.fields).map(([name, messages]) => [
        name,
        messages.map((message) => formatMessageRef(translator, message)),
      ]),
    ),
  }),
})

/** Translates a UserError into the language of the caller. */
export function toApiError(userError: UserError, language: Language): ApiError {
  const { status, retryAfterSeconds } = userError
  return new ApiError(status, createErrorBody(userError, translatorFor(language)), { retryAfterSeconds })
}
