import { navigate, usePlace } from '#platform/pages/page.tsx'
import { useMedia } from '#ui/use-media.ts'
import { officePages } from '#routes/office.ts'

/** The stay that lies open beside the chart. It stands in the address, so that it can be kept, sent, and gone back from. */
export function useSheet() {
  const { query, language } = usePlace()
  const isNarrow = useMedia('(max-width: 47.99rem)')
  const stay = Number(query.get('stay')) || null
  const go = (to: number | null, how: 'push' | 'replace') => {
    const next = new URLSearchParams(query)
    next.delete('stay')
    next.delete('find')
    if (to !== null) next.set('stay', String(to))
    navigate(`${officePages.chart}${next.size > 0 ? `?${next}` : ''}`, language, how)
  }
  return {
    stay,
    /** On a phone there is nothing beside it. */
    coversAll: isNarrow && stay !== null,
    open: (which: number) => go(which, stay === null ? 'push' : 'replace'),
    close: () => go(null, 'replace'),
  }
}
