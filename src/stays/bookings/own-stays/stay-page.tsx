import { useRef, useState } from 'react'
import { MemberPage } from '#people/accounts/member/member-page.tsx'
import { useOwnData } from '#people/accounts/member/use-own-data.ts'
import { systemClock } from '#platform/clock.ts'
import { useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { createRoomSlides } from '../../rooms/room-picture.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Carousel } from '#ui/pictures/carousel.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'
import { ArrivalTime } from './arrival-time.tsx'
import { CancelStay } from './cancel-stay.tsx'
import { ChangeStay } from '../change/change-stay.tsx'
import type { BookingDetails, BookingsApi } from '../contract.ts'
import { OwnInvoice } from './own-invoice.tsx'
import { PayNow } from './pay-now.tsx'
import { offersCalendar } from '../status.ts'
import { StayDates } from './stay-dates.tsx'
import { StayPaper } from './stay-paper.tsx'
import styles from './stay-page.module.css'
import partStyles from './stay-parts.module.css'
import { StayState } from './stay-state.tsx'
import { otherCopies, useCopies } from './use-copies.ts'

export const stayPage: Page<unknown, unknown> = {
  requiresSignIn: true,
  isUncached: true,
  head: (_, { t }, { path }) => ({
    title: t('summary.page'),
    hidden: true,
    trail: [
      { name: t('dashboard.title'), path: href('dashboard') },
      { name: t('summary.page'), path },
    ],
  }),
  View: StayPageView,
}

function StayPageView() {
  const { t } = useTranslator()
  const { params } = useRoute()
  const api = useApi<BookingsApi>()
  const { result, retry, reload } = useOwnData(() => api.getBookingDetails({ id: params['id']! }))
  const title = typeof result === 'object' ? result.roomParticular.room_name : t('summary.page')
  return (
    <MemberPage title={title} eyebrow={<Breadcrumb />} allowsGuests>
      {result === 'loading' && (
        <div role="status" aria-busy="true" className={styles.skeleton}>
          <span className="visually-hidden">{t('shell.loading')}</span>
        </div>
      )}
      {result === 'failed' && (
        <Notice
          title={t('summary.failed')}
          tone="error"
          action={<Button onClick={retry}>{t('dashboard.retry')}</Button>}
        />
      )}
      {typeof result === 'object' && <Stay details={result} onChange={reload} />}
    </MemberPage>
  )
}

function Stay({ details, onChange }: { details: BookingDetails; onChange: () => void }) {
  const { t } = useTranslator()
  const { roomParticular: stay, cancelling, change, activeRoomImg } = details
  const pdfContainer = useRef<HTMLElement>(null)
  const [copyTime, setMadeAt] = useState(systemClock)
  const { saveCopy, savingKind, hasFailed } = useCopies(stay.id, pdfContainer, () => setMadeAt(systemClock()))
  const renderCopyButton = (copyKind: Parameters<typeof saveCopy>[0], variant: 'primary' | 'secondary') => (
    <Button
      key={copyKind}
      variant={variant}
      isBusy={savingKind === copyKind}
      disabled={savingKind !== null && savingKind !== copyKind}
      onClick={() => saveCopy(copyKind)}
    >
      {t(`summary.${copyKind}`)}
    </Button>
  )
  return (
    <div className={`stack-6 ${styles.stay}`}>
      <div className={`no-print ${styles.lead}`}>
        <StayState status={stay.status}>{stay.next}</StayState>
        <StayDates stay={{ ...stay, nights: stay.total_booking_days }} />
        {stay.to_pay !== null && <PayNow stayKey={{ id: stay.id }} amount={stay.to_pay} dueText={stay.due_text} />}
      </div>
      <Pictures name={stay.room_name} pictures={activeRoomImg.map(({ picture }) => picture)} />
      <StayPaper ref={pdfContainer} details={details} createdAt={copyTime} />
      <aside className={styles.beside}>
        <section className={partStyles.part} aria-labelledby="keep">
          <h2 id="keep">{t('summary.save_copy')}</h2>
          {renderCopyButton('pdf', stay.to_pay === null ? 'primary' : 'secondary')}
          {offersCalendar(stay.status) && renderCopyButton('calendar', 'secondary')}
          <details className={partStyles.folded}>
            <summary>{t('summary.other_copies')}</summary>
            <div className="stack-3">{otherCopies.map((copyKind) => renderCopyButton(copyKind, 'secondary'))}</div>
          </details>
          <p role="alert" className={partStyles.failed}>
            {hasFailed && t('summary.save_failed')}
          </p>
        </section>
        <ArrivalTime stayKey={{ id: stay.id }} stay={stay} onChange={onChange} />
        <OwnInvoice stayKey={{ id: stay.id }} stay={stay} />
        <ChangeStay stayKey={{ id: stay.id }} code={stay.id} stay={stay} change={change} onChange={onChange} />
        <CancelStay stayKey={{ id: stay.id }} stay={stay} cancelling={cancelling} onChange={onChange} />
        <ButtonLink variant="quiet" to={href('room', { slug: stay.slug })}>
          {t('summary.see_room')}
        </ButtonLink>
      </aside>
    </div>
  )
}

function Pictures({ name, pictures }: { name: string; pictures: readonly PictureData[] }) {
  const { t } = useTranslator()
  return (
    <Carousel
      kind="gallery"
      className={`no-print ${styles.pictures}`}
      label={t('gallery.label', { name })}
      slides={createRoomSlides(pictures, '(min-width: 75rem) 30rem, 100vw')}
    />
  )
}
