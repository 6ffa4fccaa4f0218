import { readLanguage } from '#routes/public.ts'
import type { Page, Route } from './page.tsx'

/** A page that is loaded on demand. */
export interface LazyPage<Api> {
  /** On the server, the file of the page, which determines the scripts to preload. */
  source: string
  open: () => Promise<Page<Api, unknown>>
}

export interface Entry<Api> extends LazyPage<Api> {
  path: string
  /** Whether the page is only for reading. Browsers load its document without React, and never render it themselves. */
  isReading?: true
}

export interface Registry<Api> {
  entries: readonly Entry<Api>[]
  notFound: Page<Api, unknown>
  failure: Page<Api, unknown>
}

export interface Match<Api> {
  entry: Entry<Api>
  route: Route
}

/** The loaded page for a URL. */
export interface PageMatch<Api> {
  /** Null if the registry has no such path; then the page is the not-found page. */
  entry: Entry<Api> | null
  page: Page<Api, unknown>
  /** The parts of the location that the page reads. */
  route: Route
  /** Whether the page is the same for every visitor, so that it may be cached. */
  isShared: boolean
}

/**
 * Names a page in its module. The type of its data stays private to the page. The build adds the source to the function
 * (bin/page-sources.ts).
 */
export const createLazyPage = <Api, Data, Name extends string>(
  load: (() => Promise<Record<Name, Page<Api, Data>>>) & { source?: string },
  name: Name,
): LazyPage<Api> => ({
  source: import.meta.env.SSR ? load.source! : '',
  open: async () => (await load())[name] as Page<Api, unknown>,
})

export function createMatcher<Api>(registry: Registry<Api>): (url: URL) => Match<Api> | null {
  const entryPatterns = registry.entries.map((registered) => ({
    entry: registered,
    pattern: new RegExp('^' + registered.path.replace(/:(\w+)/g, '(?<$1>[^/]+)') + '$'),
  }))
  return (url) => {
    const route = parseRoute(url)
    for (const { entry: found, pattern } of entryPatterns) {
      const groups = pattern.exec(route.path)
      if (groups) return { entry: found, route: { ...route, params: decodeAll({ ...groups.groups }) } }
    }
    return null
  }
}

export const parseRoute = (url: URL): Route => ({
  ...readLanguage(url.pathname),
  params: {},
  query: url.searchParams,
})

export async function loadMatch<Api>({ entry, route }: Match<Api>): Promise<PageMatch<Api>> {
  const page = await entry.open()
  return { entry, page, ...reduceLocation(page, route) }
}

/**
 * Removes the query if the page reads none of it, for example campaign parameters. The server may then cache the page,
 * and the browser sees the same location.
 */
function reduceLocation<Api>(page: Page<Api, unknown>, route: Route): { route: Route; isShared: boolean } {
  const readsQuery = page.queryNames?.some((name) => route.query.has(name)) ?? false
  return {
    route: readsQuery ? route : { ...route, query: new URLSearchParams() },
    isShared: !readsQuery && !page.isUncached,
  }
}

function decodeAll(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return params
  }
}
