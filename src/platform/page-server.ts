import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiDocsPath, inLanguage, readLanguage, type Language } from '../urls.ts'
import { wordsIn, wordsMentioned } from '../words/both.ts'
import type { BuiltClient } from './assets.ts'
import { Refusal } from './errors.ts'
import { fetchScripts } from './fetch-scripts.ts'
import { sendOnce, type PageCache, type Sendable } from './page-cache.ts'
import { serveForms } from './page-forms.ts'
import type { RefusedForm } from './refused.ts'
import type { Act, PageTraits, Render, Rendered, RenderFailure, RenderRequest } from './render.tsx'
import { pagePolicy } from './security.ts'

interface PageHouse<Api> {
  render: Render<Api>
  renderFailure: RenderFailure<Api>
  act: Act<Api>
  traitsOf(url: URL): Promise<PageTraits>
  /** The API as a visitor sees it: the one who sends this request, or whoever will read the page. */
  apiFor(language: Language, visitor?: FastifyRequest): Api
  cache: PageCache
  client: BuiltClient
  /** The sources of the fonts that a page in a language needs first. */
  firstFonts: Record<Language, readonly string[]>
  headers: Record<string, string>
  /** Whose pages may be framed: the map's. */
  frameOrigins(): Promise<readonly string[]>
}

/** Every address that is not the API's or a file's is a page. */
export function servePages<Api>(app: FastifyInstance, house: PageHouse<Api>): void {
  const underway = new Map<string, Promise<Sendable>>()

  for (const url of ['/*', apiDocsPath]) app.route({ method: 'GET', url, schema: { hide: true }, handler: answerPage })
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await refuseVerb(request, reply)
  })
  app.setNotFoundHandler(answerPage)
  serveForms(app, {
    async mustAct(request, reply) {
      if (!(await house.traitsOf(urlOf(request))).acts) await refuseVerb(request, reply)
    },
    async act(request, form) {
      const url = urlOf(request)
      return house.act({ url, api: house.apiFor(readLanguage(url.pathname).language, request) }, form)
    },
    drawAgain: (request, refused) => makePage(request, urlOf(request), refused),
  })

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = urlOf(request)
    const proper = properPath(url.pathname)
    if (proper !== url.pathname) return reply.redirect(proper + url.search, 308)
    const { shared, fresh } = await house.traitsOf(url)
    if (!shared || !house.cache.serve(request.raw, reply.raw, url.pathname)) {
      const making = fresh ? makePage(request, url) : make(request, url, shared ? url.pathname : request.url)
      sendOnce(await making, request.raw, reply.raw)
    }
    return reply.hijack()
  }

  /** Said before anything of a body is read. */
  async function refuseVerb(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { acts } = await house.traitsOf(urlOf(request))
    reply.header('allow', acts ? 'GET, HEAD, POST' : 'GET, HEAD')
    throw new Refusal(405, { key: 'error.method', values: { method: request.method } })
  }

  /** Readers who ask for the same page at once share one rendering, unless the content has changed since it began. */
  function make(request: FastifyRequest, url: URL, address: string): Promise<Sendable> {
    const key = `${house.cache.version} ${address}`
    let making = underway.get(key)
    if (!making) {
      making = makePage(request, url).finally(() => underway.delete(key))
      underway.set(key, making)
    }
    return making
  }

  async function makePage(request: FastifyRequest, url: URL, refused?: RefusedForm): Promise<Sendable> {
    const asked = requestFor(url)
    const { version } = house.cache
    try {
      const rendered = await house.render(asked, refused)
      const answer = await sendable(rendered)
      if (rendered.shared && rendered.status === 200) house.cache.put(url.pathname, version, answer)
      return answer
    } catch (error) {
      request.log.error({ err: error, id: request.id, url: url.pathname }, 'page failed')
      const answer = await sendable(await house.renderFailure(asked, request.id))
      return { ...answer, headers: { ...answer.headers, 'x-request-id': request.id } }
    }
  }

  function requestFor(url: URL): RenderRequest<Api> {
    const { language } = readLanguage(url.pathname)
    return {
      url,
      api: house.apiFor(language),
      words: wordsIn(language),
      built(sources) {
        const { css, styles, scripts, mentions } = house.client.needs(sources)
        return {
          css,
          styles,
          scripts,
          fetchScripts,
          fontPreloads: house.firstFonts[language].map((source) => house.client.file(source)),
          said: wordsMentioned(language, mentions),
        }
      },
    }
  }

  async function sendable({ status, location, html, css, shared }: Rendered): Promise<Sendable> {
    return {
      status,
      headers: {
        ...house.headers,
        ...(location && { location }),
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy(css, await house.frameOrigins()),
        'cache-control': shared && status === 200 ? 'public, no-cache' : 'private, no-store',
      },
      body: html,
    }
  }
}

const urlOf = ({ url }: FastifyRequest) => new URL('http://page' + url.replace(/^(?!\/)/, '/'))

/** One spelling for each page: no trailing or doubled slashes, /bn in lower case, and no letter encoded that need not be. */
function properPath(path: string): string {
  const plain = path.replace(/%(?:3[0-9]|[46][1-9a-f]|[57][0-9a]|2d|2e|5f|7e)/gi, decodeURIComponent)
  const single = plain.replace(/\/{2,}/g, '/').replace(/^\/bn(?=\/|$)/i, '/bn')
  const trimmed = single.length > 1 ? single.replace(/\/$/, '') : single
  const { language, path: inEnglish } = readLanguage(trimmed)
  return inLanguage(inEnglish, language)
}
