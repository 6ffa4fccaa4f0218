import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, isNotFound } from '../platform/errors.ts'
import { systemClock } from '../platform/clock.ts'
import { makeOptional } from '../platform/pages/optional.ts'
import type { Place } from '../platform/pages/page.tsx'
import { placeAt } from '../platform/pages/registry.ts'
import type { Words } from '../words/words.ts'
import type { OfficeApi } from './api.ts'
import { loadLists, type Lists } from './lists.ts'
import { pageAt, type Found } from './pages.ts'

/** What is seen: a page with its data and all that waits, or why there is none. */
export type Opened = { place: Place; key: number } & (
  | { kind: 'page'; page: Found['page']; data: unknown; lists: Lists; at: number }
  | { kind: 'not-found' | 'not-for-you' | 'failed'; lists: Lists | null }
)

/** What is older than this is asked for again when somebody comes back to the tab. */
const FRESH_FOR_MS = 30_000

/**
 * Follows links without a new document where the Navigation API is there; elsewhere links are links. What was shown stays
 * until the next thing is there. What could not be had is asked for again once the browser is back online.
 */
export function useOpened(api: OfficeApi, words: Words) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isStale, setStale] = useState(false)
  const [isLoading, setLoading] = useState(true)
  const key = useRef(0)
  const stands = useRef<(() => void) | null>(null)
  const known = useRef<Lists | null>(null)
  const shown = useRef<Opened | null>(null)

  const open = useCallback(
    async (url: URL): Promise<Opened> => {
      const found = pageAt(placeAt(url).path)
      const place = { ...placeAt(url), params: found?.params ?? {} }
      const here = { place, key: ++key.current, lists: known.current }
      if (!found) return { ...here, kind: 'not-found' }
      try {
        const asked = { api, place, words, optional: makeOptional() }
        const [data, lists] = await Promise.all([found.page.load?.(asked), loadLists(api)])
        known.current = lists
        return { ...here, kind: 'page', page: found.page, data, lists, at: systemClock() }
      } catch (error) {
        if (isNotFound(error)) return { ...here, kind: 'not-found' }
        if (error instanceof ApiError && error.status === 403) return { ...here, kind: 'not-for-you', lists: null }
        return { ...here, kind: 'failed' }
      }
    },
    [api, words],
  )

  const put = useCallback((next: Opened, isOld = false) => {
    shown.current = next
    setOpened(next)
    setStale(isOld)
    setLoading(false)
  }, [])

  /** Anew, in the place of what is there: what was typed into it stays, and so does all where no answer comes. */
  const refresh = useCallback(async () => {
    const turn = key.current + 1
    const next = await open(new URL(location.href))
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
      const isPlain = event.canIntercept && !event.hashChange && event.downloadRequest === null && !event.formData
      const isOurs = url.origin === location.origin && placeAt(url).language === words.language
      if (!isPlain || !isOurs || event.navigationType === 'reload' || !pageAt(placeAt(url).path)) return
      event.intercept({
        focusReset: 'after-transition',
        scroll: 'after-transition',
        async handler() {
          setLoading(true)
          const next = await open(url)
          if (event.signal.aborted) return
          await new Promise<void>((done) => {
            stands.current = done
            put(next)
          })
        },
      })
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [open, put, words])
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
  return { opened, isStale, isLoading, refresh, show }
}
