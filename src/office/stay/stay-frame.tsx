import type { ReactNode } from 'react'
import { getUnitNameOn } from '#front-desk/desk/stay/stay-to-check-in.ts'
import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import { stayTabs, type StayTab } from '#front-desk/desk/stay/tabs.ts'
import { formatGuests } from '#stays/availability/format-guests.ts'
import { DeskStatusChip } from '#stays/bookings/office/desk-status-chip.tsx'
import { useTranslator } from '#platform/pages/page.tsx'
import { formatStay } from '#locales/dates.ts'
import { formatTimeLeft, formatWhen } from '#ui/office/format-time.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useBackLink } from '#ui/office/origin.ts'
import { BackLink, Chip } from '#ui/office/record-page.tsx'
import { Views } from '#ui/office/views.tsx'
import { officeHref } from '#routes/office.ts'
import { NextActions } from './next-actions.tsx'
import styles from '../tab-frame.module.css'

const labelKeys = {
  booking: 'request.stays',
  bill: 'bill.title',
  stayGuests: 'desk.stay_guests',
  stayEmails: 'stay.tab_emails',
  stayHistory: 'request.history',
} as const satisfies Record<StayTab, string>

/** A page of a stay: the header with the next actions, the tabs and the content of one tab. */
export function StayFrame({
  header,
  tab,
  aside,
  children,
}: {
  header: StayHeader
  tab: StayTab
  aside?: ReactNode
  children: ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const backLink = useBackLink(header.can_be_answered ? 'requests' : 'bookings')
  return (
    <article className={styles.page}>
      <BackLink {...backLink} />
      <header className={styles.head}>
        <p className="small">
          {header.code},{' '}
          {t(header.is_of_desk ? 'request.booked' : 'request.requested', {
            when: formatWhen(translator, header.asked_at),
          })}
        </p>
        <div className="line-3">
          <h1>{header.name || t('office.name_deleted')}</h1>
          <Status header={header} />
        </div>
        <HeaderFacts header={header} />
        <NextActions header={header} tab={tab} />
      </header>
      <Views
        label={t('stay.tabs')}
        views={(Object.keys(stayTabs) as StayTab[])
          .filter((page) => stayTabs[page].some((grant) => office.can(grant)))
          .map((page) => ({ to: officeHref(page, header.code), label: t(labelKeys[page]), isShown: page === tab }))}
      />
      <div className={styles.body}>
        <div className={styles.main}>{children}</div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </article>
  )
}

function Status({ header }: { header: StayHeader }) {
  const translator = useTranslator()
  if (!header.held_until) return <DeskStatusChip {...header} />
  const { timeLeftText, isToday } = formatTimeLeft(translator, header.held_until)
  return (
    <>
      <Chip tone={isToday ? 'due' : 'to-come'}>{timeLeftText}</Chip>
      <span className="small">
        {translator.t('request.expires', { when: formatWhen(translator, header.held_until) })}
      </span>
    </>
  )
}

function HeaderFacts({ header }: { header: StayHeader }) {
  const translator = useTranslator()
  const { t } = translator
  const isCancelled = header.rooms.every(({ status }) => status === 'cancelled')
  const units = header.rooms.flatMap((room) => getUnitNameOn(room, header.today) ?? [])
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('stay.room')}</dt>
        <dd>
          {!isCancelled && (
            <>
              <strong>{units.join(', ') || t('desk.unassigned')}</strong> ·{' '}
            </>
          )}
          {header.room_name}
        </dd>
      </div>
      <div>
        <dt>{t('stay.dates')}</dt>
        <dd>
          <strong>{formatStay(translator, header.checkin, header.checkout)}</strong>
        </dd>
      </div>
      <div>
        <dt>{t('desk.stay_guests')}</dt>
        <dd>{formatGuests(header, translator)}</dd>
      </div>
      {header.customer && (
        <div>
          <dt>{t('customer.one')}</dt>
          <dd>{header.customer.name}</dd>
        </div>
      )}
      {header.guest.preferences && (
        <div>
          <dt>{t('people.preferences')}</dt>
          <dd>{header.guest.preferences}</dd>
        </div>
      )}
      {header.owed !== null && header.takes_money && <Balance owed={header.owed} />}
    </dl>
  )
}

function Balance({ owed }: { owed: number }) {
  const { t, money } = useTranslator()
  return (
    <div>
      <dt>{t('stay.balance')}</dt>
      <dd>
        <strong>
          {owed === 0
            ? t('bill.is_settled')
            : t(owed > 0 ? 'desk.balance_due' : 'desk.to_refund', { amount: money(Math.abs(owed)) })}
        </strong>
      </dd>
    </div>
  )
}
