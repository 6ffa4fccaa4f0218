import { Link, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import type { StaysFilter } from './sheet.ts'

/** A number that links to the stays it counts, for staff who may see bookings. */
export function StaysLink({
  filter,
  name,
  children,
}: {
  filter: StaysFilter & { from: string; until: string }
  /** The name of the counted figure. */
  name: string
  children: string
}) {
  const { t } = useTranslator()
  const { can } = useOffice()
  if (!can('see bookings')) return children
  return (
    <Link
      to={officePages.figureStays + queryString({ ...filter })}
      aria-label={t('figures.to_stays', { number: children, name })}
    >
      {children}
    </Link>
  )
}
