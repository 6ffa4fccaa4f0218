import { renderToString } from 'react-dom/server'
import { inLanguage } from '#routes/public.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { isNotFound } from '../errors.ts'
import { Redirect, type Page, type Place, type Optional } from './page.tsx'
import type { RefusedForm } from './refused.ts'
import { makeMatcher, openMatch, placeAt, type Entry, type Found } from './registry.ts'
import { App, withHead, type RouterProps, type Opened } from './router.tsx'
import { Sharing } from './sharing.tsx'
import { makeOptional } from './optional.ts'

/** The server's data for one page. */
export interface RenderRequest<Api> {
  url: URL
  found: Found<Api>
  api: Api
  words: ServerTranslator
  built: (sources: readonly string[]) => {
    css: string
    styles: readonly string[]
    scripts: readonly string[]
    fetchScripts: string
    fontPreloads: readonly string[]
    /** The messages that these sources and the frame use. */
    said: Record<string, string>
    /** The site's own texts on all pages, which override the product's. */
    own: Readonly<Record<string, string>>
  }
}
export interface Rendered {
  status: number
  /** The target of a redirect. */
  location?: string
  html: string
  css: string
  /** The page is the same for every visitor until the content changes. */
  shared: boolean
}
export type Render<Api> = (request: RenderRequest<Api>, refused?: RefusedForm) => Promise<Rendered>
export type RenderFailure<Api> = (request: RenderRequest<Api>, requestId: string) => Promise<Rendered>
/**
 * Renders a page during a database outage, with the last known frame. `sent` contains the submitted fields, so that
 * they can be sent again.
 */
export type RenderTrouble<Api, Shell> = (
  request: RenderRequest<Api>,
  shell: Shell,
  sent: SentFields | null,
) => Promise<Rendered>
export type SentFields = readonly (readonly [name: string, text: string])[]
/** Handles a form posted to a page, and returns the next URL. */
export type Act<Api> = (request: Pick<RenderRequest<Api>, 'found' | 'api'>, form: URLSearchParams) => Promise<string>

/** A page with its data, for its description in schema.org terms. */
export interface Described<Api> {
  /** The path of the page in the registry. */
  entry: string
  data: unknown
  api: Api
  words: ServerTranslator
  publicUrl: string
}
export type Describe<Api> = (page: Described<Api>) => Promise<readonly object[]>

export function makeRenderer<Api, Shell>(
  house: RouterProps<Api, Shell>,
  loadShell: (api: Api, translator: ServerTranslator, optional?: Optional) => Promise<Shell>,
  describe: Describe<Api>,
  troublePage: Page<unknown, SentFields | null>,
) {
  const match = makeMatcher(house.registry)

  async function find(url: URL): Promise<Found<Api>> {
    const matched = match(url)
    if (matched) return openMatch(matched)
    return { entry: null, page: house.registry.notFound, place: placeAt(url), shared: false }
  }

  const render: Render<Api> = async (request, refused) => {
    const { api, words: translator } = request
    const { entry, page, place, shared } = request.found
    if (!entry) return draw(request, 404, { page, place, data: {} })
    let isWhole = true
    const optional = makeOptional(() => (isWhole = false))
    try {
      const data = await page.load?.({ api, place, words: translator, optional })
      const drawn = await draw(request, refused?.status ?? 200, { page, place, data, refused }, { entry, optional })
      return { ...drawn, shared: shared && !refused && isWhole }
    } catch (error) {
      if (error instanceof Redirect) return sendOn(error, place)
      if (!isNotFound(error)) throw error
      return draw(request, 404, { page: house.registry.notFound, place, data: {} })
    }
  }

  const sendOn = ({ to, forGood }: Redirect, { language }: Place): Rendered => ({
    status: forGood ? 301 : 302,
    location: inLanguage(to, language),
    html: '',
    css: '',
    shared: false,
  })

  const renderFailure: RenderFailure<Api> = (request, requestId) =>
    draw(request, 500, { page: house.registry.failure, place: placeAt(request.url), data: { requestId } })

  const renderTrouble: RenderTrouble<Api, Shell> = async (request, shell, sent) => {
    const opened = { page: troublePage as Page<Api, unknown>, place: placeAt(request.url), data: sent }
    return drawIn(shell, { ...request, built: withoutScripts(request.built) }, 503, opened)
  }

  async function draw(
    request: RenderRequest<Api>,
    status: number,
    opened: Omit<Opened<Api>, 'head'>,
    told?: Told<Api>,
  ): Promise<Rendered> {
    return drawIn(await loadShell(request.api, request.words, told?.optional), request, status, opened, told)
  }

  async function drawIn(
    shell: Shell,
    request: RenderRequest<Api>,
    status: number,
    headless: Omit<Opened<Api>, 'head'>,
    told?: Told<Api>,
  ): Promise<Rendered> {
    const opened = withHead(headless, request.words)
    const built = request.built(told ? [told.entry.source] : [])
    const island = {
      shell: house.inBrowsers(shell),
      data: opened.data,
      status,
      refused: opened.refused,
      words: built.said,
      ...(Object.keys(built.own).length > 0 && { own: built.own }),
    }
    const sharing = told && (await tellPrograms(request, opened, shell, told))
    const body = renderToString(
      <App
        house={house}
        api={request.api}
        words={request.words}
        shell={shell}
        initial={opened}
        built={{ ...built, sharing, island: JSON.stringify(island).replaceAll('<', '\\u003c') }}
      />,
    )
    return { status, html: '<!doctype html>' + body, css: built.css, shared: false }
  }

  async function tellPrograms(
    { api, words: translator }: RenderRequest<Api>,
    { head, place, data }: Opened<Api>,
    shell: Shell,
    { entry, optional }: Told<Api>,
  ) {
    const publicUrl = house.publicUrl(shell)
    const linkedData = head.hidden
      ? []
      : await optional(describe({ entry: entry.path, data, api, words: translator, publicUrl }), [])
    return <Sharing {...{ head, place, words: translator, publicUrl, siteName: house.siteName(shell), linkedData }} />
  }

  /** Returns a path of this site in the visitor's language, or an external URL unchanged. */
  const act: Act<Api> = async ({ found, api }, form) => {
    const to = await found.page.act!(api, form)
    return to.startsWith('/') ? inLanguage(to, found.place.language) : to
  }

  return { find, render, renderFailure, renderTrouble, loadShell, act }
}

/** The parts of a page that search engines and link previews use. */
interface Told<Api> {
  entry: Entry<Api>
  optional: Optional
}

/** Removes the scripts, so that nothing calls the API during an outage. */
const withoutScripts =
  <Api,>(built: RenderRequest<Api>['built']): RenderRequest<Api>['built'] =>
  (sources) => ({ ...built(sources), scripts: [], fetchScripts: '' })
