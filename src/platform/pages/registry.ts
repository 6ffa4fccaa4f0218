import { readLanguage } from '#routes/public.ts'
import type { Page, Place } from './page.tsx'

/** A page at its path. It is loaded when it is wanted, and names its module to the server, which has it preloaded. */
export interface Entry<Api> {
  path: string
  source: string
  open: () => Promise<Page<Api, unknown>>
  /** It shows little of much that it asks for: browsers ask for the document, even where they could draw it themselves. */
  asDocument?: true
}

export interface Registry<Api> {
  entries: readonly Entry<Api>[]
  notFound: Page<Api, unknown>
  failure: Page<Api, unknown>
}

export interface Match<Api> {
  entry: Entry<Api>
  place: Place
}

/** What is at an address, once its page is loaded. */
export interface Found<Api> {
  /** Null where the registry knows no such address: then the page is the one that says so. */
  entry: Entry<Api> | null
  page: Page<Api, unknown>
  /** As much of the address as the page reads. */
  place: Place
  /** The same for every reader, so that it may be kept. */
  shared: boolean
}

/** Gives a page to the registry, by its name in its module: its own data is known to itself alone. */
export const lazyPage = <Api, Data, Name extends string>(
  path: string,
  source: string,
  load: () => Promise<Record<Name, Page<Api, Data>>>,
  name: Name,
): Entry<Api> => ({
  path,
  source: import.meta.env.SSR ? source : '',
  open: async () => (await load())[name] as Page<Api, unknown>,
})

export function makeMatcher<Api>(registry: Registry<Api>): (url: URL) => Match<Api> | null {
  const table = registry.entries.map((each) => ({
    entry: each,
    pattern: new RegExp('^' + each.path.replace(/:(\w+)/g, '(?<$1>[^/]+)') + '$'),
  }))
  return (url) => {
    const place = placeAt(url)
    for (const { entry: found, pattern } of table) {
      const groups = pattern.exec(place.path)
      if (groups) return { entry: found, place: { ...place, params: decodeAll({ ...groups.groups }) } }
    }
    return null
  }
}

export const placeAt = (url: URL): Place => ({ ...readLanguage(url.pathname), params: {}, query: url.searchParams })

export async function openMatch<Api>({ entry, place }: Match<Api>): Promise<Found<Api>> {
  const page = await entry.open()
  return { entry, page, ...asShown(page, place) }
}

/**
 * What a page is shown of its address. One that reads nothing of the query is the same whatever stands there, campaign
 * tags and the like; then the server may keep it, and the browser must see the same.
 */
function asShown<Api>(page: Page<Api, unknown>, place: Place): { place: Place; shared: boolean } {
  const asked = page.reads?.some((name) => place.query.has(name)) ?? false
  return { place: asked ? place : { ...place, query: new URLSearchParams() }, shared: !asked && !page.fresh }
}

function decodeAll(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return params
  }
}
