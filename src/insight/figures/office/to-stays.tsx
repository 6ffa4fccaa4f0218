import { Link, useWords } from '#platform/pages/page.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import type { StaysAsked } from './sheet.ts'

/** A number that leads to the stays of which it is the sum, for who may see them. */
export function ToStays({
  asked,
  name,
  children,
}: {
  asked: StaysAsked & { from: string; until: string }
  /** Of what it is the number. */
  name: string
  children: string
}) {
  const { t } = useWords()
  const { may } = useDesk()
  if (!may('see bookings')) return children
  return (
    <Link
      to={officePages.figureStays + queryString({ ...asked })}
      aria-label={t('figures.to_stays', { number: children, name })}
    >
      {children}
    </Link>
  )
}
