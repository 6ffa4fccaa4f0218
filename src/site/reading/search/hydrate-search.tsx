import { useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { GlobalProvider } from '#content/global.ts'
import { expireSession, readToken } from '#people/accounts/portal/session.ts'
import { fetchClient } from '#platform/http/client.ts'
import { ISLAND_PREFIX, PageContextProvider } from '#platform/pages/page.tsx'
import { parseRoute } from '#platform/pages/registry.ts'
import { SearchBar } from '#stays/bookings/search/search-bar.tsx'
import { endpoints } from '#routes/public.ts'
import { initTranslator } from '#locales/browser.ts'
import type { Api } from '../../api.ts'
import type { Shell } from '../../frame/shell.ts'

export function hydrateSearch(search: Element): void {
  const route = parseRoute(new URL(location.href))
  const { language } = route
  const { shell, words, own } = JSON.parse(document.getElementById('search-data')!.textContent) as {
    shell: Shell
    words: Record<string, string>
    own?: Record<string, string>
  }
  const context = {
    api: fetchClient<Api>({ endpoints, language, token: readToken, onUnauthenticated: expireSession }),
    i18n: initTranslator(language, words, own),
    route: { ...route, query: new URLSearchParams() },
    trail: [],
    showNotFound: () => {},
    refused: null,
  }
  hydrateRoot(
    search,
    <ReleaseClicks>
      <PageContextProvider value={context}>
        <GlobalProvider value={shell.global}>
          <SearchBar />
        </GlobalProvider>
      </PageContextProvider>
    </ReleaseClicks>,
    { identifierPrefix: ISLAND_PREFIX },
  )
}

/** Releases the clicks that fetch-scripts.ts has held. */
function ReleaseClicks({ children }: { children: ReactNode }) {
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return children
}
