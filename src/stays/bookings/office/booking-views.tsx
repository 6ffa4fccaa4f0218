import { useTranslator } from '#platform/pages/page.tsx'
import { Views } from '#ui/office/views.tsx'
import { officePages } from '#routes/office.ts'
import { bookingViews, type View } from './desk-status.ts'

/** The views of the list of bookings. The page of requests is the first one. */
export function BookingViews({
  shown: currentView,
  pathOf,
}: {
  shown: View | 'requests'
  pathOf: (view: View) => string
}) {
  const { t } = useTranslator()
  return (
    <Views
      label={t('stays.views')}
      views={[
        { to: officePages.requests, label: t('office.requests'), isShown: currentView === 'requests' },
        ...bookingViews
          .filter((view) => view !== 'to_answer')
          .map((view) => ({ to: pathOf(view), label: t(`stays.view_${view}`), isShown: view === currentView })),
      ]}
    />
  )
}
