import {
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  ViewTransition,
  type ComponentType,
  type ReactNode,
} from 'react'
import { inLanguage, type Language } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import { Document, type DocumentAssets } from './document.tsx'
import { isNotFound } from '../errors.ts'
import {
  Redirect,
  PageContextProvider,
  listBreadcrumbsFromHome,
  type Head,
  type Page,
  type PageContext,
  type Route,
} from './page.tsx'
import type { RejectedForm } from './rejected-form.ts'
import { createMatcher, loadMatch, parseRoute, type Match, type Registry } from './registry.ts'
import { createOptional } from './optional.ts'

/** A loaded page with its data. */
export interface LoadedPage<Api> {
  page: Page<Api, unknown>
  route: Route
  data: unknown
  head: Head
  refused?: RejectedForm | undefined
}

/** Adds the head, computed once for all of its users. */
export const withHead = <Api,>(loadedPage: Omit<LoadedPage<Api>, 'head'>, translator: Translator): LoadedPage<Api> => ({
  ...loadedPage,
  head: loadedPage.page.head(loadedPage.data, translator, loadedPage.route),
})

/** The parts around every page: the frame with its data, and access rules. */
export interface RouterProps<Api, Shell> {
  registry: Registry<Api>
  Frame: ComponentType<{ shell: Shell; children: ReactNode }>
  siteName: (shell: Shell) => string
  publicUrl: (shell: Shell) => string
  /** Returns the part of the frame data that browsers need. */
  inBrowsers: (shell: Shell) => Shell
  /** Loads the messages of all pages. The document only has those of its own page. */
  loadMessages: (language: Language) => Promise<void>
  /** Called in browsers for each client-side navigation, with the previous location. */
  seen?: (route: Route, previousPlace: Route) => void
  /** Called in browsers when React owns the document. */
  onHydrated?: (language: Language) => void
  /** Returns the path to redirect to if this page is not for the visitor. Only called in browsers. */
  detour?: (page: Page<Api, unknown>, route: Route) => string | null
}

export function App<Api, Shell>({
  site,
  api,
  translator,
  shell,
  initial,
  assets,
  islands,
}: {
  site: RouterProps<Api, Shell>
  api: Api
  translator: Translator
  shell: Shell
  initial: LoadedPage<Api>
  assets?: DocumentAssets
  islands?: PageContext<Api>['islands']
}) {
  const { opened: loadedPage, announcement, showNotFound } = useNavigation(site, api, translator, initial)
  const { page, route, data, head, refused = null } = loadedPage
  // The session is read in the next frame. Clicks held by fetch-scripts.ts are released after that.
  useEffect(() => {
    site.onHydrated?.(translator.language)
    dispatchEvent(new Event('hydrated'))
  }, [site, translator])
  return (
    <PageContextProvider
      value={{
        api,
        i18n: translator,
        route,
        trail: listBreadcrumbsFromHome(head, translator),
        showNotFound,
        refused,
        islands,
      }}
    >
      <Document
        head={head}
        route={route}
        publicUrl={site.publicUrl(shell)}
        siteName={site.siteName(shell)}
        assets={assets}
      >
        <site.Frame shell={shell}>
          <ViewTransition key={route.path}>
            <page.View data={data} />
          </ViewTransition>
        </site.Frame>
        <div id="announcer" role="status">
          {announcement}
        </div>
      </Document>
    </PageContextProvider>
  )
}

/**
 * Follows links without a new document if the browser has the Navigation API. The browser handles history, scroll
 * position and focus; the intercept handler resolves once the new page is shown.
 */
function useNavigation<Api, Shell>(
  site: RouterProps<Api, Shell>,
  api: Api,
  translator: Translator,
  initialPage: LoadedPage<Api>,
) {
  const [loadedPage, setLoadedPage] = useState(initialPage)
  const [announcement, setAnnouncement] = useState('')
  const onShown = useRef<(() => void) | null>(null)
  const previousRoute = useRef(initialPage.route)
  useLayoutEffect(() => {
    if (!onShown.current) return
    onShown.current()
    onShown.current = null
    setAnnouncement(document.title)
    if (!Object.values(site.registry).includes(loadedPage.page)) site.seen?.(loadedPage.route, previousRoute.current)
    previousRoute.current = loadedPage.route
  }, [site, loadedPage])

  useEffect(() => {
    const navigation = window.navigation
    if (!navigation) return
    const match = createMatcher(site.registry)
    const { preload, forget } = createLoader(site, api, translator)
    const matchOwnPage = (url: URL) => {
      const pageMatch = url.origin === location.origin ? match(url) : null
      return pageMatch?.route.language === translator.language ? pageMatch : null
    }

    function onNavigate(event: NavigateEvent) {
      const url = new URL(event.destination.url)
      if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
      const pageMatch = matchOwnPage(url)
      if (event.navigationType === 'reload' || !pageMatch) return
      event.intercept({
        focusReset: 'after-transition',
        scroll: 'after-transition',
        async handler() {
          const nextPage = await preload(url, pageMatch).catch((error: unknown) => toErrorPage(error, url))
          forget(url)
          if (event.signal.aborted) return
          if (nextPage instanceof Redirect) return replaceWith(inLanguage(nextPage.to, translator.language))
          const detour = site.detour?.(nextPage.page, nextPage.route)
          if (detour) return replaceWith(detour)
          await new Promise<void>((resolve) => {
            onShown.current = resolve
            // React animates only transitions.
            if (matchMedia('(prefers-reduced-motion: reduce)').matches) setLoadedPage(nextPage)
            else startTransition(() => setLoadedPage(nextPage))
          })
        },
      })
    }
    const replaceWith = (to: string) => void navigation.navigate(to, { history: 'replace' })
    function toErrorPage(error: unknown, url: URL): LoadedPage<Api> | Redirect {
      if (error instanceof Redirect) return error
      const route = parseRoute(url)
      if (isNotFound(error)) return withHead({ page: site.registry.notFound, route, data: {} }, translator)
      return withHead({ page: site.registry.failure, route, data: { requestId: null } }, translator)
    }
    function onIntent(event: Event) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.target || link.hasAttribute('download') || link.href.split('#')[0] === location.href) return
      const url = new URL(link.href)
      const pageMatch = matchOwnPage(url)
      if (pageMatch && !pageMatch.route.query.size) void preload(url, pageMatch).catch(() => {})
    }

    navigation.addEventListener('navigate', onNavigate)
    for (const intent of intentEvents) document.addEventListener(intent, onIntent, { passive: true })
    return () => {
      navigation.removeEventListener('navigate', onNavigate)
      for (const intent of intentEvents) document.removeEventListener(intent, onIntent)
    }
  }, [site, api, translator])

  function showNotFound(): void {
    onShown.current ??= () => {}
    setLoadedPage(withHead({ page: site.registry.notFound, route: loadedPage.route, data: {} }, translator))
  }
  return { opened: loadedPage, announcement, showNotFound }
}

/** Loads pages. Preloaded pages are reused for a short time. */
function createLoader<Api, Shell>(site: RouterProps<Api, Shell>, api: Api, translator: Translator) {
  const preloads = new Map<string, { opening: Promise<LoadedPage<Api>>; at: number }>()
  const forget = (url: URL) => preloads.delete(url.href)
  async function load(pageMatch: Match<Api>): Promise<LoadedPage<Api>> {
    const [{ page, route }] = await Promise.all([loadMatch(pageMatch), site.loadMessages(translator.language)])
    return withHead(
      {
        page,
        route,
        data: await page.load?.({ api, route, i18n: translator, optional: createOptional() }),
      },
      translator,
    )
  }
  function preload(url: URL, pageMatch: Match<Api>): Promise<LoadedPage<Api>> {
    const preloadedPage = preloads.get(url.href)
    if (preloadedPage && performance.now() - preloadedPage.at < PRELOAD_TTL_MS) return preloadedPage.opening
    const loadingPage = load(pageMatch)
    loadingPage.catch(() => forget(url))
    preloads.set(url.href, { opening: loadingPage, at: performance.now() })
    return loadingPage
  }
  return { preload, forget }
}

const PRELOAD_TTL_MS = 10_000
const intentEvents = ['pointerover', 'focusin', 'touchstart'] as const
