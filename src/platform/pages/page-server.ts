import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiChapterPath, apiDocsPath, inLanguage, readLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { FileReceiver } from '../http/api.ts'
import type { BuiltClient } from '../http/assets.ts'
import { UserError, FAILURE_RETRY_SECONDS } from '../errors.ts'
import { fetchScriptsFor } from './fetch-scripts.ts'
import { sendUncached, type ByteCache, type CacheableResponse, type PageVersion } from '../http/page-cache.ts'
import { readFormBody, serveForms } from './page-forms.ts'
import type { RejectedForm } from './rejected-form.ts'
import type { Route } from './page.tsx'
import type { PageMatch } from './registry.ts'
import type { HandleForm, Render, Rendered, RenderFailure, RenderRequest, RenderOutage } from './render.tsx'
import { buildPageCsp } from '../http/security.ts'
import { logInfrastructureError, findInfrastructureCause } from '../infrastructure-error.ts'

interface PageServerOptions<Api, Shell> {
  find(url: URL): Promise<PageMatch<Api>>
  render: Render<Api>
  renderFailure: RenderFailure<Api>
  renderOutage: RenderOutage<Api, Shell>
  /** Loads the data of the frame around every page. */
  loadShell(api: Api, translator: ServerTranslator): Promise<Shell>
  handleForm: HandleForm<Api>
  /** Receives the files of a form for an endpoint. */
  fileReceiver(endpoint: string): FileReceiver
  /** Creates the API client of a visitor: the sender of this request, or an anonymous one for a cached page. */
  apiFor(language: Language, visitor?: FastifyRequest): Api
  cache: ByteCache
  client: BuiltClient
  /** The source files of the fonts that a page in this language needs first. */
  firstFonts: Record<Language, readonly string[]>
  headers: Record<string, string>
  /** Called after the look-up of a page, with its path in the registry, or null if there is no page. */
  onPageFound?(request: FastifyRequest, path: string | null): void
  /** Returns a listener that is called each time this page is sent, or null. */
  createSentListener(entry: string, route: Route): CacheableResponse['onSent'] | null
  /** The payment sites that a form may redirect to. */
  formOrigins: readonly string[]
  /** The origins that a page may frame, for the map. */
  frameOrigins(api: Api): Promise<readonly string[]>
}

/** The route of all pages. The registry finds the page. */
export const PAGE_ROUTE = '/*'

/** Serves a page for every path without another route. */
export function servePages<Api extends object, Shell>(
  app: FastifyInstance,
  options: PageServerOptions<Api, Shell>,
): void {
  const renderings = new Map<string, Promise<CacheableResponse>>()
  const pageLookups = new WeakMap<FastifyRequest, Promise<PageMatch<Api>>>()
  const outagePages = createOutagePages(options)
  app.addHook('onReady', outagePages.refreshFrame)

  for (const url of [PAGE_ROUTE, apiDocsPath, apiChapterPath])
    app.route({ method: 'GET', url, schema: { hide: true }, handler: sendPage })
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await rejectMethod(request, reply)
  })
  app.setNotFoundHandler(sendPage)
  serveForms(app, {
    async assertAcceptsForm(request, reply) {
      if (!(await findPageOnce(request)).page.submit) await rejectMethod(request, reply)
    },
    async findFileReceiver(request) {
      const { filesFor } = (await findPageOnce(request)).page
      return filesFor ? options.fileReceiver(filesFor) : null
    },
    async submit(request, form, receivedForm) {
      const { language } = readLanguage(parseUrl(request).pathname)
      return options.handleForm(
        { pageMatch: await findPageOnce(request), api: options.apiFor(language, request) },
        form,
        receivedForm,
      )
    },
    renderWithErrors: renderPage,
    renderOutage: async (request) =>
      outagePages.render(request, createRenderRequest(options, request, await findPageOnce(request))),
  })

  /** Looks up the page once per request. */
  function findPageOnce(request: FastifyRequest): Promise<PageMatch<Api>> {
    let lookup = pageLookups.get(request)
    if (!lookup) pageLookups.set(request, (lookup = findPage(request)))
    return lookup
  }

  async function findPage(request: FastifyRequest): Promise<PageMatch<Api>> {
    const pageMatch = await options.find(parseUrl(request))
    options.onPageFound?.(request, pageMatch.entry?.path ?? null)
    return pageMatch
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = parseUrl(request)
    const canonicalPath = canonicalizePath(url.pathname)
    if (canonicalPath !== url.pathname) return reply.redirect(canonicalPath + url.search, 308)
    const { page, isShared } = await findPageOnce(request)
    if (!isShared || !options.cache.serve(request.raw, reply.raw, url.pathname)) {
      const rendering = page.isUncached
        ? renderPage(request)
        : renderShared(request, isShared ? url.pathname : request.url)
      sendUncached(await rendering, request.raw, reply.raw)
    }
    return reply.hijack()
  }

  /** Runs before any body is read. */
  async function rejectMethod(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { page } = await findPageOnce(request)
    reply.header('allow', page.submit ? 'GET, HEAD, POST' : 'GET, HEAD')
    throw new UserError(405, { key: 'error.method', values: { method: request.method } })
  }

  /** Renders a page once for concurrent requests, unless the content has changed since the rendering began. */
  function renderShared(request: FastifyRequest, address: string): Promise<CacheableResponse> {
    const key = `${options.cache.version} ${address}`
    let rendering = renderings.get(key)
    if (!rendering) {
      rendering = renderPage(request).finally(() => renderings.delete(key))
      renderings.set(key, rendering)
    }
    return rendering
  }

  async function renderPage(request: FastifyRequest, rejectedForm?: RejectedForm): Promise<CacheableResponse> {
    const renderInput = createRenderRequest(options, request, await findPageOnce(request))
    const { pathname } = renderInput.url
    const { version } = options.cache
    const { api, outage } = abortOnOutage(renderInput.api)
    try {
      const renderedPage = await Promise.race([options.render({ ...renderInput, api }, rejectedForm), outage])
      const response = toResponse(options, renderedPage, await options.frameOrigins(renderInput.api))
      const { entry, route } = renderInput.pageMatch
      if (renderedPage.status === 200 && entry)
        response.onSent = options.createSentListener(entry.path, route) ?? undefined
      if (renderedPage.isShared && renderedPage.status === 200) options.cache.put(pathname, version, response)
      void outagePages.refreshFrame().catch(() => {}) // during an outage the older data is good enough
      return response
    } catch (error) {
      if (logInfrastructureError(request.server.log, error)) return outagePages.render(request, renderInput)
      const page = renderInput.pageMatch.entry?.path ?? 'none'
      request.log.error({ err: error, page }, 'page failed')
      const response = toResponse(
        options,
        await options.renderFailure(renderInput, request.id),
        await options.frameOrigins(renderInput.api),
      )
      return { ...response, headers: { ...response.headers, 'x-request-id': request.id } }
    }
  }
}

/** Renders a page during an outage, with the last known data of the frame. */
function createOutagePages<Api, Shell>(options: PageServerOptions<Api, Shell>) {
  let lastFrame: { version: PageVersion; shells: Record<Language, Shell>; frameOrigins: readonly string[] } | undefined

  return {
    async refreshFrame(): Promise<void> {
      const { version } = options.cache
      if (lastFrame?.version === version) return
      const [enShell, bnShell, frameOrigins] = await Promise.all([
        options.loadShell(options.apiFor('en'), translatorFor('en')),
        options.loadShell(options.apiFor('bn'), translatorFor('bn')),
        options.frameOrigins(options.apiFor('en')),
      ])
      lastFrame = { version, shells: { en: enShell, bn: bnShell }, frameOrigins }
    },

    async render(request: FastifyRequest, renderInput: RenderRequest<Api>): Promise<CacheableResponse> {
      const { shells, frameOrigins } = lastFrame!
      // Passwords are not sent back; the user has to enter them again.
      const submittedFields =
        request.method === 'POST' ? [...readFormBody(request)].filter(([name]) => !/password/i.test(name)) : null
      const renderedPage = await options.renderOutage(
        renderInput,
        shells[renderInput.translator.language],
        submittedFields,
      )
      const response = toResponse(options, renderedPage, frameOrigins)
      return { ...response, headers: { ...response.headers, 'retry-after': String(FAILURE_RETRY_SECONDS) } }
    },
  }
}

function createRenderRequest<Api>(
  { apiFor, client, firstFonts }: Pick<PageServerOptions<Api, never>, 'apiFor' | 'client' | 'firstFonts'>,
  request: FastifyRequest,
  pageMatch: PageMatch<Api>,
): RenderRequest<Api> {
  const url = parseUrl(request)
  const { language } = readLanguage(url.pathname)
  const translator = translatorFor(language)
  return {
    url,
    pageMatch,
    api: apiFor(language),
    translator,
    logMissing: (error, message) =>
      void (logInfrastructureError(request.server.log, error) || request.log.error({ err: error }, message)),
    pageBuild(sources, isReading) {
      const { css, styles, scripts, mentions } = isReading
        ? client.collectReadingNeeds(sources)
        : client.collectNeeds(sources)
      return {
        css,
        styles,
        scripts,
        fetchScripts: fetchScriptsFor(url.pathname),
        fontPreloads: firstFonts[language].map((source) => client.file(source)),
        messages: translator.mentioned(mentions),
        customMessages: translator.own,
      }
    },
  }
}

function toResponse(
  { headers, formOrigins }: Pick<PageServerOptions<never, never>, 'headers' | 'formOrigins'>,
  { status, location, html, css, fetchScripts, isShared }: Rendered,
  frameOrigins: readonly string[],
): CacheableResponse {
  return {
    status,
    headers: {
      ...headers,
      ...(location && { location }),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': buildPageCsp({ script: fetchScripts, style: css }, frameOrigins, formOrigins),
      'cache-control': isShared && status === 200 ? 'public, no-cache' : 'private, no-store',
    },
    body: html,
  }
}

/**
 * Ends the rendering at the first call with an infrastructure failure. For other errors, a page is shown without the
 * list that failed to load. The promise of the failed call never settles, so that no further call is made or logged.
 */
function abortOnOutage<Api extends object>(api: Api): { api: Api; outage: Promise<never> } {
  const { promise: outage, reject } = Promise.withResolvers<never>()
  const neverSettled = new Promise<never>(() => {})
  const watchCall =
    (call: (...input: unknown[]) => Promise<unknown>) =>
    async (...input: unknown[]) => {
      try {
        return await call(...input)
      } catch (error) {
        if (!findInfrastructureCause(error)) throw error
        reject(error)
        return neverSettled
      }
    }
  const calls = Object.entries(api).map(([name, call]) => [name, watchCall(call)])
  return { api: Object.fromEntries(calls) as Api, outage }
}

const parseUrl = ({ url }: FastifyRequest) => new URL('http://page' + url.replace(/^(?!\/)/, '/'))

/** Returns the canonical path: no trailing or doubled slashes, /bn in lower case, no unnecessary percent-encoding. */
function canonicalizePath(path: string): string {
  const decodedPath = path.replace(/%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|2e|5f|7e)/gi, decodeURIComponent)
  const collapsedPath = decodedPath.replace(/\/{2,}/g, '/').replace(/^\/bn(?=\/|$)/i, '/bn')
  const trimmedPath = collapsedPath.length > 1 ? collapsedPath.replace(/\/$/, '') : collapsedPath
  const { language, path: englishPath } = readLanguage(trimmedPath)
  return inLanguage(englishPath, language)
}
