import { useTranslator } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'
import { Views } from './views.tsx'

/** Pages that share a link in the navigation. The first one is the target of that link. */
export const tabPages = {
  rooms: ['rooms', 'facilities'],
  rates: ['rates', 'policies', 'extras'],
} as const

type TabPage = (typeof tabPages)[keyof typeof tabPages][number]

const labels = {
  rooms: 'roomtype.title',
  facilities: 'facility.title',
  rates: 'rates.title',
  policies: 'policy.title',
  extras: 'extras.title',
} as const satisfies Record<TabPage, string>

/** The tabs of the pages that share a link in the navigation. */
export function PageTabs({ page: currentPage }: { page: TabPage }) {
  const { t } = useTranslator()
  const pages: readonly TabPage[] = Object.values(tabPages).find((names: readonly TabPage[]) =>
    names.includes(currentPage),
  )!
  return (
    <Views
      label={t('office.tabs')}
      views={pages.map((page) => ({ to: officePages[page], label: t(labels[page]), isShown: page === currentPage }))}
    />
  )
}
