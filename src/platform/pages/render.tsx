import { renderToString } from 'react-dom/server'
import { inLanguage } from '../../urls.ts'
import type { ServerWords } from '../../words/words.ts'
import { isNowhere } from '../errors.ts'
import { Moved, type Page, type Place } from './page.tsx'
import type { RefusedForm } from './refused.ts'
import { asShown, makeMatcher, placeAt, type Entry } from './registry.ts'
import { App, type House, type Opened } from './router.tsx'
import { Sharing } from './sharing.tsx'

/** What the server gives for one page. */
export interface RenderRequest<Api> {
  url: URL
  api: Api
  words: ServerWords
  built: (
    sources: readonly string[],
    language: Place['language'],
  ) => {
    css: string
    styles: readonly string[]
    scripts: readonly string[]
    fetchScripts: string
    fontPreloads: readonly string[]
    /** The words that these sources and the frame may say. */
    said: Record<string, string>
  }
}
export interface Rendered {
  status: number
  /** Where the reader is sent on to. */
  location?: string
  html: string
  css: string
  /** The same for every reader until the content changes. */
  shared: boolean
}
export type Render<Api> = (request: RenderRequest<Api>, refused?: RefusedForm) => Promise<Rendered>
export type RenderFailure<Api> = (request: RenderRequest<Api>, requestId: string) => Promise<Rendered>
/** Drawn while the database is in trouble, with the frame as it was known before; and what somebody sent, to be sent again. */
export type RenderTrouble<Api, Shell> = (
  request: RenderRequest<Api>,
  shell: Shell,
  sent: Sent | null,
) => Promise<Rendered>
export type Sent = readonly (readonly [name: string, text: string])[]
/** Does what a form asks of the page at this address, and says the address to go on to. */
export type Act<Api> = (request: Pick<RenderRequest<Api>, 'url' | 'api'>, form: URLSearchParams) => Promise<string>
/** What is known of an address before its page is made. */
export interface PageTraits {
  /** The same for every reader, so that it may be kept. */
  shared: boolean
  /** Another one for every reader, even of the same moment. */
  fresh: boolean
  /** Takes a form. */
  acts: boolean
}

/** A page with its data, for whoever says what it is about in the words of schema.org. */
export interface Described<Api> {
  /** The path of the page as the registry has it. */
  entry: string
  data: unknown
  api: Api
  words: ServerWords
  publicUrl: string
}
export type Describe<Api> = (page: Described<Api>) => Promise<readonly object[]>

export function makeRenderer<Api, Shell>(
  house: House<Api, Shell>,
  loadShell: (api: Api) => Promise<Shell>,
  describe: Describe<Api>,
  troublePage: Page<unknown, Sent | null>,
) {
  const match = makeMatcher(house.registry)

  const render: Render<Api> = async (request, refused) => {
    const found = match(request.url)
    if (!found)
      return draw(request, 404, { page: house.registry.notFound, place: placeAt(request.url), data: {} }, true)
    const page = await found.entry.open()
    const { place, shared } = asShown(page, found.place)
    try {
      const data = await page.load?.(request.api, place, request.words)
      const mayBeKept = shared && !refused && !isIncomplete(data)
      return await draw(request, refused?.status ?? 200, { page, place, data, refused }, mayBeKept, found.entry)
    } catch (error) {
      if (error instanceof Moved) return sendOn(error, place)
      if (!isNowhere(error)) throw error
      return draw(request, 404, { page: house.registry.notFound, place, data: {} }, false)
    }
  }

  const sendOn = ({ to, forGood }: Moved, { language }: Place): Rendered => ({
    status: forGood ? 301 : 302,
    location: inLanguage(to, language),
    html: '',
    css: '',
    shared: false,
  })

  const renderFailure: RenderFailure<Api> = (request, requestId) =>
    draw(request, 500, { page: house.registry.failure, place: placeAt(request.url), data: { requestId } }, false)

  const renderTrouble: RenderTrouble<Api, Shell> = async (request, shell, sent) => {
    const opened = { page: troublePage as Page<Api, unknown>, place: placeAt(request.url), data: sent }
    return drawIn(shell, { ...request, built: withoutScripts(request.built) }, 503, opened, false)
  }

  async function draw(
    request: RenderRequest<Api>,
    status: number,
    opened: Opened<Api>,
    shared: boolean,
    entry?: Entry<Api>,
  ): Promise<Rendered> {
    return drawIn(await loadShell(request.api), request, status, opened, shared, entry)
  }

  async function drawIn(
    shell: Shell,
    request: RenderRequest<Api>,
    status: number,
    opened: Opened<Api>,
    shared: boolean,
    entry?: Entry<Api>,
  ): Promise<Rendered> {
    const built = request.built(entry ? [entry.source] : [], opened.place.language)
    const island = { shell, data: opened.data, status, refused: opened.refused, words: built.said }
    const told = entry && (await tellPrograms(request, opened, shell, entry))
    const body = renderToString(
      <App
        house={house}
        api={request.api}
        words={request.words}
        shell={shell}
        initial={opened}
        built={{ ...built, sharing: told?.sharing, island: JSON.stringify(island).replaceAll('<', '\\u003c') }}
      />,
    )
    return { status, html: '<!doctype html>' + body, css: built.css, shared: shared && !isIncomplete(told) }
  }

  async function tellPrograms(
    { api, words }: RenderRequest<Api>,
    { page, place, data }: Opened<Api>,
    shell: Shell,
    entry: Entry<Api>,
  ) {
    const head = page.head(data, words, place)
    const publicUrl = house.publicUrl(shell)
    const linkedData = head.hidden
      ? []
      : await describe({ entry: entry.path, data, api, words, publicUrl }).catch(unavailable)
    const all = { head, place, words, publicUrl, siteName: house.siteName(shell), linkedData: linkedData ?? [] }
    return { sharing: <Sharing {...all} />, ...(!linkedData && { incomplete: true }) }
  }

  const act: Act<Api> = async ({ url, api }, form) => {
    const { entry, place } = match(url)!
    return inLanguage(await (await entry.open()).act!(api, form), place.language)
  }

  async function traitsOf(url: URL): Promise<PageTraits> {
    const found = match(url)
    if (!found) return { shared: false, fresh: false, acts: false }
    const page = await found.entry.open()
    return { shared: asShown(page, found.place).shared, fresh: page.fresh ?? false, acts: page.act !== undefined }
  }

  return { render, renderFailure, renderTrouble, loadShell, act, traitsOf }
}

/** Nothing but what stands in the document: no script asks the API for more. */
const withoutScripts =
  <Api,>(built: RenderRequest<Api>['built']): RenderRequest<Api>['built'] =>
  (...asked) => ({ ...built(...asked), scripts: [], fetchScripts: '' })

/** A page says so itself when it stands without something it could not have. */
const isIncomplete = (data: unknown): boolean => (data as { incomplete?: true } | undefined)?.incomplete === true

function unavailable(error: unknown): null {
  console.error('Error fetching data', error)
  return null
}
