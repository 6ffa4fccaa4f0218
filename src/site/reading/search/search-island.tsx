import { GlobalProvider, useGlobal } from '#content/global.ts'
import { useIsland } from '#platform/pages/page.tsx'
import { SearchBar } from '#stays/bookings/search/search-bar.tsx'

/** The search on a reading page. React hydrates it alone, when the visitor first uses it (hydrate-search.tsx). */
export function SearchIsland() {
  const { html, data } = useIsland(
    <GlobalProvider value={useGlobal()}>
      <SearchBar />
    </GlobalProvider>,
  )
  return (
    <>
      <div id="search" data-island="" dangerouslySetInnerHTML={{ __html: html }} />
      <script id="search-data" type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
    </>
  )
}
