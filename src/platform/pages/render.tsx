import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { inLanguage } from '#routes/public.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { isNotFound } from '../errors.ts'
import type { ReceivedForm } from '../files/receive.ts'
import { ISLAND_PREFIX, Redirect, type Page, type Route, type Optional } from './page.tsx'
import type { RejectedForm } from './rejected-form.ts'
import { createMatcher, loadMatch, parseRoute, type Entry, type PageMatch } from './registry.ts'
import { App, withHead, type RouterProps, type LoadedPage } from './router.tsx'
import { Sharing } from './sharing.tsx'
import { createOptional } from './optional.ts'

/** The server's data for one page. */
export interface RenderRequest<Api> {
  url: URL
  pageMatch: PageMatch<Api>
  api: Api
  translator: ServerTranslator
  /** Logs an error that a visitor does not see, because the page leaves something out. */
  logMissing: (error: unknown, message: string) => void
  pageBuild: (
    sources: readonly string[],
    isReading: boolean,
  ) => {
    css: string
    styles: readonly string[]
    scripts: readonly string[]
    fetchScripts: string
    fontPreloads: readonly string[]
    /** The messages that these sources and the frame use. */
    messages: Record<string, string>
    /** The site's own texts on all pages, which override the product's. */
    customMessages: Readonly<Record<string, string>>
  }
}
export interface Rendered {
  status: number
  /** The target of a redirect. */
  location?: string
  html: string
  /** The inline style and script, for the Content-Security-Policy. */
  css: string
  fetchScripts: string
  /** Whether the page is the same for every visitor until the content changes. */
  isShared: boolean
}
export type Render<Api> = (request: RenderRequest<Api>, rejectedForm?: RejectedForm) => Promise<Rendered>
export type RenderFailure<Api> = (request: RenderRequest<Api>, requestId: string) => Promise<Rendered>
/**
 * Renders a page during a database outage, with the last known frame. The page contains the submitted fields, so that
 * they can be sent again.
 */
export type RenderOutage<Api, Shell> = (
  request: RenderRequest<Api>,
  shell: Shell,
  submittedFields: SentFields | null,
) => Promise<Rendered>
export type SentFields = readonly (readonly [name: string, text: string])[]
/** Handles a form posted to a page, and returns the next URL. */
export type HandleForm<Api> = (
  request: Pick<RenderRequest<Api>, 'pageMatch' | 'api'>,
  form: URLSearchParams,
  receivedForm?: ReceivedForm,
) => Promise<string>

/** A page with its data, for its description in schema.org terms. */
export interface PageDescription<Api> {
  /** The path of the page in the registry. */
  entry: string
  data: unknown
  api: Api
  translator: ServerTranslator
  publicUrl: string
}
export type Describe<Api> = (page: PageDescription<Api>) => Promise<readonly object[]>

export function createRenderer<Api, Shell>(
  site: RouterProps<Api, Shell>,
  loadShell: (api: Api, translator: ServerTranslator, optional?: Optional) => Promise<Shell>,
  describe: Describe<Api>,
  outagePage: Page<unknown, SentFields | null>,
) {
  const match = createMatcher(site.registry)

  async function find(url: URL): Promise<PageMatch<Api>> {
    const pageMatch = match(url)
    if (pageMatch) return loadMatch(pageMatch)
    return { entry: null, page: site.registry.notFound, route: parseRoute(url), isShared: false }
  }

  const render: Render<Api> = async (request, rejectedForm) => {
    const { api, translator, logMissing } = request
    const { entry, page, route, isShared } = request.pageMatch
    if (!entry) return renderPage(request, 404, { page, route, data: {} })
    let isComplete = true
    const optional = createOptional((error, message) => {
      isComplete = false
      logMissing(error, message)
    })
    try {
      const data = await page.load?.({ api, route, i18n: translator, optional })
      const renderedPage = await renderPage(
        request,
        rejectedForm?.status ?? 200,
        { page, route, data, refused: rejectedForm },
        { entry, optional },
      )
      return { ...renderedPage, isShared: isShared && !rejectedForm && isComplete }
    } catch (error) {
      if (error instanceof Redirect) return redirectTo(error, route)
      if (!isNotFound(error)) throw error
      return renderPage(request, 404, { page: site.registry.notFound, route, data: {} })
    }
  }

  const redirectTo = ({ to, isPermanent }: Redirect, { language }: Route): Rendered => ({
    status: isPermanent ? 301 : 302,
    location: inLanguage(to, language),
    html: '',
    css: '',
    fetchScripts: '',
    isShared: false,
  })

  const renderFailure: RenderFailure<Api> = (request, requestId) =>
    renderPage(request, 500, {
      page: site.registry.failure,
      route: parseRoute(request.url),
      data: { requestId },
    })

  const renderOutage: RenderOutage<Api, Shell> = async (request, shell, submittedFields) => {
    const loadedPage = {
      page: outagePage as Page<Api, unknown>,
      route: parseRoute(request.url),
      data: submittedFields,
    }
    return renderInFrame(shell, { ...request, pageBuild: omitScripts(request.pageBuild) }, 503, loadedPage)
  }

  async function renderPage(
    request: RenderRequest<Api>,
    status: number,
    loadedPage: Omit<LoadedPage<Api>, 'head'>,
    sharingContext?: SharingContext<Api>,
  ): Promise<Rendered> {
    return renderInFrame(
      await loadShell(request.api, request.translator, sharingContext?.optional),
      request,
      status,
      loadedPage,
      sharingContext,
    )
  }

  async function renderInFrame(
    shell: Shell,
    request: RenderRequest<Api>,
    status: number,
    pageWithoutHead: Omit<LoadedPage<Api>, 'head'>,
    sharingContext?: SharingContext<Api>,
  ): Promise<Rendered> {
    const loadedPage = withHead(pageWithoutHead, request.translator)
    const isReading = sharingContext?.entry.isReading ?? loadedPage.page === site.registry.notFound
    const assetUrls = request.pageBuild(sharingContext ? [sharingContext.entry.source] : [], isReading)
    const sharedProps = {
      shell: site.inBrowsers(shell),
      words: assetUrls.messages,
      ...(Object.keys(assetUrls.customMessages).length > 0 && { own: assetUrls.customMessages }),
    }
    const { data, refused } = loadedPage
    const island = isReading ? '' : toInlineJson({ ...sharedProps, data, status, refused })
    const sharing = sharingContext && (await renderSharing(request, loadedPage, shell, sharingContext))
    const body = renderToString(
      <App
        site={site}
        api={request.api}
        translator={request.translator}
        shell={shell}
        initial={loadedPage}
        assets={{ ...assetUrls, sharing, island }}
        islands={isReading ? { render: renderIsland, data: toInlineJson(sharedProps) } : undefined}
      />,
    )
    const { css, fetchScripts } = assetUrls
    return { status, html: '<!doctype html>' + body, css, fetchScripts, isShared: false }
  }

  async function renderSharing(
    { api, translator }: RenderRequest<Api>,
    { head, route, data }: LoadedPage<Api>,
    shell: Shell,
    { entry, optional }: SharingContext<Api>,
  ) {
    const publicUrl = site.publicUrl(shell)
    const linkedData = head.hidden
      ? []
      : await optional(describe({ entry: entry.path, data, api, translator, publicUrl }), [])
    return <Sharing {...{ head, route, translator, publicUrl, siteName: site.siteName(shell), linkedData }} />
  }

  /**
   * Runs the form action of a page and returns the redirect target. Localizes paths of this site; leaves external
   * URLs unchanged.
   */
  const handleForm: HandleForm<Api> = async ({ pageMatch, api }, form, receivedForm) => {
    const redirectPath = await pageMatch.page.submit!(api, form, receivedForm)
    return redirectPath.startsWith('/') ? inLanguage(redirectPath, pageMatch.route.language) : redirectPath
  }

  return { find, render, renderFailure, renderOutage, loadShell, handleForm }
}

const renderIsland = (part: ReactNode): string => renderToString(part, { identifierPrefix: ISLAND_PREFIX })

const toInlineJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** The parts of a page that search engines and link previews use. */
interface SharingContext<Api> {
  entry: Entry<Api>
  optional: Optional
}

/** Removes the scripts, so that the page calls no API during an outage. */
const omitScripts =
  <Api,>(pageBuild: RenderRequest<Api>['pageBuild']): RenderRequest<Api>['pageBuild'] =>
  (...page) => ({ ...pageBuild(...page), scripts: [], fetchScripts: '' })
