import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiChapterPath, apiDocsPath, inLanguage, readLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { BuiltClient } from '../http/assets.ts'
import { UserError, TROUBLE_LASTS_SECONDS } from '../errors.ts'
import { fetchScripts } from './fetch-scripts.ts'
import { sendUncached, type ByteCache, type Sendable } from '../http/page-cache.ts'
import { formOf, serveForms } from './page-forms.ts'
import type { RefusedForm } from './refused.ts'
import type { Place } from './page.tsx'
import type { Found } from './registry.ts'
import type { Act, Render, Rendered, RenderFailure, RenderRequest, RenderTrouble } from './render.tsx'
import { pageCsp } from '../http/security.ts'
import { logInfrastructureError, infrastructureCauseOf } from '../infrastructure-error.ts'

interface PageServerOptions<Api, Shell> {
  find(url: URL): Promise<Found<Api>>
  render: Render<Api>
  renderFailure: RenderFailure<Api>
  renderTrouble: RenderTrouble<Api, Shell>
  /** Loads the data of the frame around every page. */
  loadShell(api: Api, translator: ServerTranslator): Promise<Shell>
  act: Act<Api>
  /** Creates the API client of a visitor: the sender of this request, or an anonymous one for a cached page. */
  apiFor(language: Language, visitor?: FastifyRequest): Api
  cache: ByteCache
  client: BuiltClient
  /** The source files of the fonts that a page in this language needs first. */
  firstFonts: Record<Language, readonly string[]>
  headers: Record<string, string>
  /** Returns a listener that is called each time this page is sent, or null. */
  tellOf(entry: string, place: Place): Sendable['sent'] | null
  /** The payment sites that a form may redirect to. */
  formOrigins: readonly string[]
  /** The origins that a page may frame, for the map. */
  frameOrigins(api: Api): Promise<readonly string[]>
}

/** Serves a page for every path that is neither an API path nor a file. */
export function servePages<Api extends object, Shell>(
  app: FastifyInstance,
  house: PageServerOptions<Api, Shell>,
): void {
  const underway = new Map<string, Promise<Sendable>>()
  const found = new WeakMap<FastifyRequest, Promise<Found<Api>>>()
  /** The last known data of the frame, for the outage page. */
  let known: { version: number; shells: Record<Language, Shell>; frameOrigins: readonly string[] } | undefined
  app.addHook('onReady', knowFrame)

  for (const url of ['/*', apiDocsPath, apiChapterPath])
    app.route({ method: 'GET', url, schema: { hide: true }, handler: answerPage })
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuseVerb(request, reply)
  })
  app.setNotFoundHandler(answerPage)
  serveForms(app, {
    async mustAct(request, reply) {
      if (!(await find(request)).page.act) await refuseVerb(request, reply)
    },
    async act(request, form) {
      const { language } = readLanguage(urlOf(request).pathname)
      return house.act({ found: await find(request), api: house.apiFor(language, request) }, form)
    },
    drawAgain: makePage,
    drawTrouble: async (request) => makeTroublePage(request, await renderRequest(request)),
  })

  /** Looks up the page once per request. */
  function find(request: FastifyRequest): Promise<Found<Api>> {
    let finding = found.get(request)
    if (!finding) found.set(request, (finding = house.find(urlOf(request))))
    return finding
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = urlOf(request)
    const proper = properPath(url.pathname)
    if (proper !== url.pathname) return reply.redirect(proper + url.search, 308)
    const { page, shared } = await find(request)
    if (!shared || !house.cache.serve(request.raw, reply.raw, url.pathname)) {
      const making = page.fresh ? makePage(request) : make(request, shared ? url.pathname : request.url)
      sendUncached(await making, request.raw, reply.raw)
    }
    return reply.hijack()
  }

  /** Runs before any body is read. */
  async function refuseVerb(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { page } = await find(request)
    reply.header('allow', page.act ? 'GET, HEAD, POST' : 'GET, HEAD')
    throw new UserError(405, { key: 'error.method', values: { method: request.method } })
  }

  /** Concurrent requests for the same page share one rendering, unless the content has changed since it began. */
  function make(request: FastifyRequest, address: string): Promise<Sendable> {
    const key = `${house.cache.version} ${address}`
    let making = underway.get(key)
    if (!making) {
      making = makePage(request).finally(() => underway.delete(key))
      underway.set(key, making)
    }
    return making
  }

  async function makePage(request: FastifyRequest, refused?: RefusedForm): Promise<Sendable> {
    const asked = await renderRequest(request)
    const { pathname } = asked.url
    const { version } = house.cache
    const { api, trouble } = untilTrouble(asked.api)
    try {
      const rendered = await Promise.race([house.render({ ...asked, api }, refused), trouble])
      const answer = sendable(rendered, await house.frameOrigins(asked.api))
      const { entry, place } = asked.found
      if (rendered.status === 200 && entry) answer.sent = house.tellOf(entry.path, place) ?? undefined
      if (rendered.shared && rendered.status === 200) house.cache.put(pathname, version, answer)
      void knowFrame().catch(() => {}) // during an outage the older data is good enough
      return answer
    } catch (error) {
      if (logInfrastructureError(request.server.log, error)) return makeTroublePage(request, asked)
      request.log.error({ err: error, id: request.id, url: pathname }, 'page failed')
      const answer = sendable(await house.renderFailure(asked, request.id), await house.frameOrigins(asked.api))
      return { ...answer, headers: { ...answer.headers, 'x-request-id': request.id } }
    }
  }

  async function makeTroublePage(request: FastifyRequest, asked: RenderRequest<Api>): Promise<Sendable> {
    const { shells, frameOrigins } = known!
    // Passwords are not sent back; the user has to enter them again.
    const sent = request.method === 'POST' ? [...formOf(request)].filter(([name]) => !/password/i.test(name)) : null
    const answer = sendable(await house.renderTrouble(asked, shells[asked.words.language], sent), frameOrigins)
    return { ...answer, headers: { ...answer.headers, 'retry-after': String(TROUBLE_LASTS_SECONDS) } }
  }

  async function knowFrame(): Promise<void> {
    const { version } = house.cache
    if (known?.version === version) return
    const [en, bn, frameOrigins] = await Promise.all([
      house.loadShell(house.apiFor('en'), translatorFor('en')),
      house.loadShell(house.apiFor('bn'), translatorFor('bn')),
      house.frameOrigins(house.apiFor('en')),
    ])
    known = { version, shells: { en, bn }, frameOrigins }
  }

  async function renderRequest(request: FastifyRequest): Promise<RenderRequest<Api>> {
    const url = urlOf(request)
    const { language } = readLanguage(url.pathname)
    const words = translatorFor(language)
    return {
      url,
      found: await find(request),
      api: house.apiFor(language),
      words,
      built(sources) {
        const { css, styles, scripts, mentions } = house.client.needs(sources)
        return {
          css,
          styles,
          scripts,
          fetchScripts,
          fontPreloads: house.firstFonts[language].map((source) => house.client.file(source)),
          said: words.mentioned(mentions),
          own: words.own,
        }
      },
    }
  }

  function sendable({ status, location, html, css, shared }: Rendered, frameOrigins: readonly string[]): Sendable {
    return {
      status,
      headers: {
        ...house.headers,
        ...(location && { location }),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pageCsp({ script: fetchScripts, style: css }, frameOrigins, house.formOrigins),
        'cache-control': shared && status === 200 ? 'public, no-cache' : 'private, no-store',
      },
      body: html,
    }
  }
}

/**
 * A page can do without a list that fails to load, but not during an outage. The first call with an infrastructure
 * failure ends the rendering. Its promise never settles, so that no further call is made or logged.
 */
function untilTrouble<Api extends object>(api: Api): { api: Api; trouble: Promise<never> } {
  const { promise: trouble, reject } = Promise.withResolvers<never>()
  const never = new Promise<never>(() => {})
  const watched =
    (call: (...input: unknown[]) => Promise<unknown>) =>
    async (...input: unknown[]) => {
      try {
        return await call(...input)
      } catch (error) {
        if (!infrastructureCauseOf(error)) throw error
        reject(error)
        return never
      }
    }
  const calls = Object.entries(api).map(([name, call]) => [name, watched(call)])
  return { api: Object.fromEntries(calls) as Api, trouble }
}

const urlOf = ({ url }: FastifyRequest) => new URL('http://page' + url.replace(/^(?!\/)/, '/'))

/** Returns the canonical path: no trailing or doubled slashes, /bn in lower case, no unnecessary percent-encoding. */
function properPath(path: string): string {
  const plain = path.replace(/%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|2e|5f|7e)/gi, decodeURIComponent)
  const single = plain.replace(/\/{2,}/g, '/').replace(/^\/bn(?=\/|$)/i, '/bn')
  const trimmed = single.length > 1 ? single.replace(/\/$/, '') : single
  const { language, path: inEnglish } = readLanguage(trimmed)
  return inLanguage(inEnglish, language)
}
