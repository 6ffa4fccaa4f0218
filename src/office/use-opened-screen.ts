import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, isNotFound, apiNotFound } from '#platform/errors.ts'
import { systemClock } from '#platform/clock.ts'
import { createOptional } from '#platform/pages/optional.ts'
import { useLive } from '#front-desk/desk/live/use-live.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { Page, Route } from '#platform/pages/page.tsx'
import { parseRoute } from '#platform/pages/registry.ts'
import type { OfficeUser } from '#people/staff/office/contract.ts'
import { storeOrigin } from '#ui/office/origin.ts'
import { hasUnsavedEdits } from '#ui/office/edit/unsaved.ts'
import { officeRoot } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { OfficeApi } from './api.ts'
import { findFirstItem } from './navigation.ts'
import { findPage } from './pages.ts'
import { loadWaiting, type Waiting } from './waiting-work.ts'

/** The current screen: a page with its data or the reason why there is none, with the user and their waiting work. */
export type OpenedScreen = { route: Route; key: number; self: OfficeUser | null; waiting: Waiting } & (
  | { kind: 'page'; page: Page<OfficeApi, unknown>; data: unknown; at: number }
  | { kind: 'second-factor' | 'home' | 'not-found' | 'not-granted' | 'failed' }
)

/**
 * The pages of this document as they were loaded last, by address. They are shown, as outdated, if the server does not
 * answer.
 */
const loadedPages = new Map<string, OpenedScreen & { kind: 'page' }>()
const MAX_LOADED_PAGES = 30

function storePage(screen: OpenedScreen & { kind: 'page' }): void {
  const { href } = location
  loadedPages.delete(href)
  loadedPages.set(href, screen)
  if (loadedPages.size > MAX_LOADED_PAGES) loadedPages.delete(loadedPages.keys().next().value!)
}

/** Data older than this is loaded again when the user returns to the tab. */
const MAX_DATA_AGE_MS = 30_000

/**
 * Follows links without a new document where the Navigation API is supported; elsewhere links reload. The current page
 * stays until the next one is loaded. A failed load is repeated once the browser is back online.
 */
export function useOpenedScreen(api: OfficeApi, translator: Translator) {
  const [screen, setScreen] = useState<OpenedScreen | null>(null)
  const [isStale, setStale] = useState(false)
  const [isLoading, setLoading] = useState(true)
  /** The target of a navigation that waits for confirmation, because there are unsaved changes. */
  const [pendingTarget, setPendingTarget] = useState<string | null>(null)
  const screenKeyRef = useRef(0)
  const finishNavigationRef = useRef<(() => void) | null>(null)
  const userStateRef = useRef<{ self: OfficeUser | null; waiting: Waiting }>({ self: null, waiting: {} })
  const currentScreenRef = useRef<OpenedScreen | null>(null)
  /** Whether the script of a page could not be loaded. Browsers do not try again in the same document. */
  const isModuleMissingRef = useRef(false)
  /** The abort signal of the navigation in progress. */
  const navigationSignalRef = useRef<AbortSignal | null>(null)

  const openScreen = useCallback(
    async (url: URL): Promise<OpenedScreen> => {
      const foundPage = findPage(parseRoute(url).path)
      const route = { ...parseRoute(url), params: foundPage?.params ?? {} }
      const sequence = ++screenKeyRef.current
      try {
        const self = userStateRef.current.self ?? (await api.getOfficeUser({}))
        userStateRef.current = { ...userStateRef.current, self }
        if (self.pending_step) return { route, key: sequence, ...userStateRef.current, kind: 'second-factor' }
        if (route.path === officeRoot) {
          const kind = findFirstItem((permission) => hasPermission(self, permission)) ? 'home' : 'not-granted'
          return { route, key: sequence, ...userStateRef.current, kind }
        }
        const loadUserState = async () => {
          userStateRef.current = {
            self,
            waiting: await loadWaiting(api, (permission) => hasPermission(self, permission)),
          }
        }
        const loadPage = async () => {
          if (!foundPage) throw apiNotFound()
          const page = await foundPage.open().catch((error: unknown) => {
            isModuleMissingRef.current = true
            throw error
          })
          return {
            page,
            data: await page.load?.({ api, route, i18n: translator, optional: createOptional() }),
          }
        }
        const [userResult, pageResult] = await Promise.allSettled([loadUserState(), loadPage()])
        if (userResult.status === 'rejected') throw userResult.reason
        if (pageResult.status === 'rejected') throw pageResult.reason
        return {
          route,
          key: sequence,
          ...userStateRef.current,
          kind: 'page',
          ...pageResult.value,
          at: systemClock(),
        }
      } catch (error) {
        return { route, key: sequence, ...userStateRef.current, kind: getFailureKind(error) }
      }
    },
    [api, translator],
  )

  const showScreen = useCallback((nextScreen: OpenedScreen, isOutdated = false) => {
    currentScreenRef.current = nextScreen
    if (nextScreen.kind === 'page') {
      storeOrigin(nextScreen.route.path, nextScreen.route.query)
      storePage(nextScreen)
    }
    setScreen(nextScreen)
    setStale(isOutdated)
    setLoading(false)
  }, [])

  /** Reloads the current page in place. Typed input stays, and the page stays if the server does not answer. */
  const refresh = useCallback(async () => {
    const hasFailed = currentScreenRef.current?.kind === 'failed'
    if (hasFailed && isModuleMissingRef.current && navigator.onLine) return location.reload()
    const sequence = screenKeyRef.current + 1
    userStateRef.current = { ...userStateRef.current, self: null }
    const nextScreen = replaceQuery(await openScreen(new URL(location.href)), new URL(location.href))
    if (sequence !== screenKeyRef.current) return
    const previousScreen = currentScreenRef.current
    if (nextScreen.kind === 'failed' && previousScreen?.kind === 'page') showScreen(previousScreen, true)
    else
      showScreen({
        ...nextScreen,
        key: previousScreen && previousScreen.kind === nextScreen.kind ? previousScreen.key : nextScreen.key,
        // Keeps the route object, because a new one counts as a navigation, which closes the menu on a phone.
        route:
          previousScreen && isSamePlace(previousScreen.route, nextScreen.route)
            ? previousScreen.route
            : nextScreen.route,
      })
  }, [openScreen, showScreen])

  useEffect(() => void refresh(), [refresh])

  /** Reloads the counts of waiting work, and with them the page if it is live. A navigation loads both anyway. */
  const followChange = useCallback(async () => {
    const previousScreen = currentScreenRef.current
    const { self } = userStateRef.current
    if (!previousScreen || !self || navigationSignalRef.current) return
    if (previousScreen.kind === 'page' && previousScreen.page.isLive) return refresh()
    const waitingWork = await loadWaiting(api, (permission) => hasPermission(self, permission)).catch(() => null)
    if (!waitingWork || !currentScreenRef.current) return
    userStateRef.current = { ...userStateRef.current, waiting: waitingWork }
    currentScreenRef.current = { ...currentScreenRef.current, waiting: waitingWork }
    setScreen(currentScreenRef.current)
  }, [api, refresh])
  useLive(followChange, screen !== null && screen.self !== null && screen.kind !== 'second-factor')

  useEffect(() => {
    const navigation = window.navigation
    if (!navigation) return
    function onNavigate(event: NavigateEvent) {
      const url = new URL(event.destination.url)
      const isSamePath = parseRoute(url).path === currentScreenRef.current?.route.path
      if (hasUnsavedEdits() && event.cancelable && !event.hashChange) {
        event.preventDefault()
        return setPendingTarget(url.href)
      }
      const isInterceptable =
        event.canIntercept && !event.hashChange && event.downloadRequest === null && !event.formData
      const isSameSite = url.origin === location.origin && parseRoute(url).language === translator.language
      if (!isInterceptable || !isSameSite || event.navigationType === 'reload' || !findPage(parseRoute(url).path))
        return
      event.intercept({
        // After a change of filter, the focus and the text in other fields stay.
        focusReset: isSamePath ? 'manual' : 'after-transition',
        scroll: isSamePath ? 'manual' : 'after-transition',
        async handler() {
          navigationSignalRef.current = event.signal
          const nextScreen = keepDataAt(url) ?? (await openAt(url, isSamePath))
          if (navigationSignalRef.current === event.signal) navigationSignalRef.current = null
          if (event.signal.aborted) return
          const earlierPage = nextScreen.kind === 'failed' ? loadedPages.get(url.href) : undefined
          await new Promise<void>((resolve) => {
            finishNavigationRef.current = resolve
            if (earlierPage) showScreen({ ...earlierPage, key: nextScreen.key, waiting: nextScreen.waiting }, true)
            else showScreen(nextScreen)
          })
        },
      })
    }
    /** Keeps the data if only query parameters changed that the page does not read. */
    function keepDataAt(url: URL): OpenedScreen | null {
      const previousScreen = currentScreenRef.current
      const nextScreen = previousScreen && replaceQuery(previousScreen, url)
      return nextScreen === previousScreen ? null : nextScreen
    }
    async function openAt(url: URL, isSamePath: boolean): Promise<OpenedScreen> {
      setLoading(true)
      const openedScreen = await openScreen(url)
      return isSamePath ? { ...openedScreen, key: currentScreenRef.current!.key } : openedScreen
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [openScreen, showScreen, translator])
  useEffect(() => {
    finishNavigationRef.current?.()
    finishNavigationRef.current = null
  }, [screen])

  const loadedAt = screen?.kind === 'page' ? screen.at : 0
  useEffect(() => {
    const refreshScreen = () => void refresh()
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible' && systemClock() - loadedAt > MAX_DATA_AGE_MS) refreshScreen()
    }
    addEventListener('online', refreshScreen)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      removeEventListener('online', refreshScreen)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [refresh, loadedAt])

  const show = useCallback(
    (data: unknown) => {
      if (currentScreenRef.current?.kind === 'page') showScreen({ ...currentScreenRef.current, data })
    },
    [showScreen],
  )
  return { openedScreen: screen, isStale, isLoading, pendingTarget, setPendingTarget, refresh, show }
}

/**
 * Returns the screen with its new query if the page reads none of the changed parameters. Otherwise returns the same
 * screen.
 */
function replaceQuery(screen: OpenedScreen, url: URL): OpenedScreen {
  const { path, query } = parseRoute(url)
  if (screen.kind !== 'page' || !screen.page.queryNames || screen.route.path !== path) return screen
  const hasChangedInput = screen.page.queryNames.some((name) => screen.route.query.get(name) !== query.get(name))
  if (hasChangedInput || String(query) === String(screen.route.query)) return screen
  return { ...screen, route: { ...screen.route, query } }
}

const isSamePlace = (one: Route, other: Route): boolean =>
  one.path === other.path && String(one.query) === String(other.query)

function getFailureKind(error: unknown): 'not-found' | 'not-granted' | 'failed' {
  if (isNotFound(error)) return 'not-found'
  return error instanceof ApiError && error.status === 403 ? 'not-granted' : 'failed'
}
