import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import { officePages } from '#routes/office.ts'

/** The pages from which bookings are opened, with their names. */
const origins = {
  requests: 'office.requests',
  bookings: 'stays.title',
  chart: 'desk.chart',
  today: 'desk.today',
} as const
type OriginPage = keyof typeof origins

/** The page of this tab from which bookings were opened last, and its path with the query. */
interface Origin {
  page: OriginPage
  path: string
}

const STORAGE_KEY = 'origin'

/**
 * Stores the page as the origin if bookings are opened from it. Other lists delete the origin, and records leave it
 * unchanged.
 */
export function storeOrigin(path: string, query: URLSearchParams): void {
  const page = originPages.find((name) => officePages[name] === path)
  if (page) saveToStorage('sessionStorage', STORAGE_KEY, JSON.stringify({ page, path: path + formatQuery(query) }))
  else if (listPaths.has(path)) getStorage('sessionStorage')?.removeItem(STORAGE_KEY)
}

export function readOrigin(): Origin | null {
  const storedOrigin = getStorage('sessionStorage')?.getItem(STORAGE_KEY)
  return storedOrigin ? (JSON.parse(storedOrigin) as Origin) : null
}

/** The link back to the page from which this one was opened. It stays the same while this page is open. */
export function useBackLink(fallback: OriginPage): { page: OriginPage; to: string; label: string } {
  const { t } = useTranslator()
  const [{ page, path }] = useState(() => readOrigin() ?? { page: fallback, path: officePages[fallback] })
  return { page, to: path, label: t(origins[page]) }
}

const originPages = Object.keys(origins) as OriginPage[]
const listPaths: ReadonlySet<string> = new Set(Object.values(officePages).filter((path) => path.split('/').length <= 3))
const formatQuery = (query: URLSearchParams) => (query.size > 0 ? `?${query}` : '')
