import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, isNotFound, notFoundError } from '#platform/errors.ts'
import { systemClock } from '#platform/clock.ts'
import { makeOptional } from '#platform/pages/optional.ts'
import { may } from '#schema/permissions.ts'
import type { Page, Place } from '#platform/pages/page.tsx'
import { placeAt } from '#platform/pages/registry.ts'
import type { DeskSelf } from '#people/staff/office/contract.ts'
import { hasUnsaved } from '#ui/office/unsaved.ts'
import type { Translator } from '#locales/translator.ts'
import type { OfficeApi } from './api.ts'
import { pageAt } from './pages.ts'
import { loadWaiting, type Waiting } from './waiting.ts'

/** The current screen: a page with its data or the reason why there is none, with the user and their waiting work. */
export type Opened = { place: Place; key: number; self: DeskSelf | null; waiting: Waiting } & (
  | { kind: 'page'; page: Page<OfficeApi, unknown>; data: unknown; at: number }
  | { kind: 'door' | 'not-found' | 'not-granted' | 'failed' }
)

/** Data older than this is loaded again when the user returns to the tab. */
const FRESH_FOR_MS = 30_000

/**
 * Follows links without a new document where the Navigation API is supported; elsewhere links reload. The current page
 * stays until the next one is loaded. A failed load is repeated once the browser is back online.
 */
export function useOpened(api: OfficeApi, translator: Translator) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isStale, setStale] = useState(false)
  const [isLoading, setLoading] = useState(true)
  /** The target of a navigation that waits for confirmation, because there are unsaved changes. */
  const [leaving, setLeaving] = useState<string | null>(null)
  const key = useRef(0)
  const stands = useRef<(() => void) | null>(null)
  const known = useRef<{ self: DeskSelf | null; waiting: Waiting }>({ self: null, waiting: {} })
  const shown = useRef<Opened | null>(null)

  const open = useCallback(
    async (url: URL): Promise<Opened> => {
      const found = pageAt(placeAt(url).path)
      const place = { ...placeAt(url), params: found?.params ?? {} }
      const turn = ++key.current
      try {
        const self = known.current.self ?? (await api.getDesk({}))
        known.current = { ...known.current, self }
        if (self.at_door) return { place, key: turn, ...known.current, kind: 'door' }
        const asking = async () => {
          known.current = { self, waiting: await loadWaiting(api, (what) => may(self, what)) }
        }
        const loading = async () => {
          if (!found) throw notFoundError()
          const page = await found.open()
          return { page, data: await page.load?.({ api, place, words: translator, optional: makeOptional() }) }
        }
        const [asked, loaded] = await Promise.allSettled([asking(), loading()])
        if (asked.status === 'rejected') throw asked.reason
        if (loaded.status === 'rejected') throw loaded.reason
        return { place, key: turn, ...known.current, kind: 'page', ...loaded.value, at: systemClock() }
      } catch (error) {
        return { place, key: turn, ...known.current, kind: kindOf(error) }
      }
    },
    [api, translator],
  )

  const put = useCallback((next: Opened, isOld = false) => {
    shown.current = next
    setOpened(next)
    setStale(isOld)
    setLoading(false)
  }, [])

  /** Reloads the current page in place. Typed input stays, and the page stays if the server does not answer. */
  const refresh = useCallback(async () => {
    const turn = key.current + 1
    known.current = { ...known.current, self: null }
    const next = atAddress(await open(new URL(location.href)), new URL(location.href))
    if (turn !== key.current) return
    const before = shown.current
    if (next.kind === 'failed' && before?.kind === 'page') put(before, true)
    else put({ ...next, key: before && before.kind === next.kind ? before.key : next.key })
  }, [open, put])

  useEffect(() => void refresh(), [refresh])

  useEffect(() => {
    const navigation = window.navigation
    if (!navigation) return
    function onNavigate(event: NavigateEvent) {
      const url = new URL(event.destination.url)
      const isSame = placeAt(url).path === shown.current?.place.path
      if (hasUnsaved() && event.cancelable && !event.hashChange) {
        event.preventDefault()
        return setLeaving(url.href)
      }
      const isPlain = event.canIntercept && !event.hashChange && event.downloadRequest === null && !event.formData
      const isOurs = url.origin === location.origin && placeAt(url).language === translator.language
      if (!isPlain || !isOurs || event.navigationType === 'reload' || !pageAt(placeAt(url).path)) return
      event.intercept({
        // A changed filter keeps the focus and the text typed beside it.
        focusReset: isSame ? 'manual' : 'after-transition',
        scroll: isSame ? 'manual' : 'after-transition',
        async handler() {
          const next = movedOn(url) ?? (await opening(url, isSame))
          if (event.signal.aborted) return
          await new Promise<void>((done) => {
            stands.current = done
            put(next)
          })
        },
      })
    }
    /** Keeps the data if only query parameters changed that the page does not read. */
    function movedOn(url: URL): Opened | null {
      const before = shown.current
      const next = before && atAddress(before, url)
      return next === before ? null : next
    }
    async function opening(url: URL, isSame: boolean): Promise<Opened> {
      setLoading(true)
      const found = await open(url)
      return isSame ? { ...found, key: shown.current!.key } : found
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [open, put, translator])
  useEffect(() => {
    stands.current?.()
    stands.current = null
  }, [opened])

  const at = opened?.kind === 'page' ? opened.at : 0
  useEffect(() => {
    const again = () => void refresh()
    const onLook = () => {
      if (document.visibilityState === 'visible' && systemClock() - at > FRESH_FOR_MS) again()
    }
    addEventListener('online', again)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [refresh, at])

  const show = useCallback(
    (data: unknown) => {
      if (shown.current?.kind === 'page') put({ ...shown.current, data })
    },
    [put],
  )
  return { opened, isStale, isLoading, leaving, setLeaving, refresh, show }
}

/**
 * Returns the screen with its new query if the page reads none of the changed parameters. Otherwise returns the same
 * screen.
 */
function atAddress(opened: Opened, url: URL): Opened {
  const { path, query } = placeAt(url)
  if (opened.kind !== 'page' || !opened.page.reads || opened.place.path !== path) return opened
  const isOther = opened.page.reads.some((name) => opened.place.query.get(name) !== query.get(name))
  if (isOther || String(query) === String(opened.place.query)) return opened
  return { ...opened, place: { ...opened.place, query } }
}

function kindOf(error: unknown): 'not-found' | 'not-granted' | 'failed' {
  if (isNotFound(error)) return 'not-found'
  return error instanceof ApiError && error.status === 403 ? 'not-granted' : 'failed'
}
