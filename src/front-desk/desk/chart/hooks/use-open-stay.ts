import { navigate } from '#platform/pages/navigate.ts'
import { useRoute } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'

/** The stay that is open beside the chart. The address contains it, for bookmarks, links, and the Back button. */
export function useOpenStay() {
  const { query, language } = useRoute()
  const stayId = Number(query.get('stay')) || null
  const navigateTo = (to: number | null, mode: 'push' | 'replace') => {
    const nextQuery = new URLSearchParams(query)
    nextQuery.delete('stay')
    nextQuery.delete('find')
    if (to !== null) nextQuery.set('stay', String(to))
    navigate(`${officePages.chart}${nextQuery.size > 0 ? `?${nextQuery}` : ''}`, language, mode)
  }
  return {
    stay: stayId,
    open: (bookingId: number) => navigateTo(bookingId, stayId === null ? 'push' : 'replace'),
    close: () => navigateTo(null, 'replace'),
  }
}
