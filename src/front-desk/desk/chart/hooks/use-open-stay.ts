import { navigate } from '#platform/pages/navigate.ts'
import { useRoute } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'

/** The stay that is open beside the chart. The address contains it, for bookmarks, links, and the Back button. */
export function useOpenStay() {
  const { query, language } = useRoute()
  const stay = Number(query.get('stay')) || null
  const navigateTo = (to: number | null, mode: 'push' | 'replace') => {
    const next = new URLSearchParams(query)
    next.delete('stay')
    next.delete('find')
    if (to !== null) next.set('stay', String(to))
    navigate(`${officePages.chart}${next.size > 0 ? `?${next}` : ''}`, language, mode)
  }
  return {
    stay,
    open: (bookingId: number) => navigateTo(bookingId, stay === null ? 'push' : 'replace'),
    close: () => navigateTo(null, 'replace'),
  }
}
