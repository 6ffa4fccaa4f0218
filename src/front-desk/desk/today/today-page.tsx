import { useState } from 'react'
import type { BillApi } from '#stays/bills/bill/contract.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { OfficeIcon } from '#ui/office/icons.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { PageHint } from '#ui/office/page-hint.tsx'
import { officePages } from '#routes/office.ts'
import type { DeskApi } from '../contract.ts'
import type { TodayApi, TodaysRow, TodaysSheet } from './contract.ts'
import { Arrival } from './arrival.tsx'
import { EmergencySheet } from './emergency-sheet.tsx'
import { Departure } from './departure.tsx'
import { InHouse } from './in-house.tsx'
import { renderNotes } from './notes.tsx'
import { SheetPart } from './sheet-part.tsx'
import { DoubleBookingList, StaleCalendarList } from './double-booking-list.tsx'
import { useFinishedRows } from './use-finished-rows.ts'
import styles from './today.module.css'

/** Today's arrivals, departures, guests in house and tasks. */
export const todayPage: Page<TodayApi & DeskApi & BillApi, TodaysSheet> = {
  isLive: true,
  load: ({ api }) => api.getToday({}),
  head: (_, { t }) => ({ title: t('desk.today'), hidden: true }),
  View: TodayView,
}

const sheetPartNames = ['arrivals', 'departures', 'in_house', 'notes'] as const
type SheetPartName = (typeof sheetPartNames)[number]

function TodayView({ data: sheet }: { data: TodaysSheet }) {
  const { t, day, number } = useTranslator()
  const [shownPart, setShownPart] = useState<SheetPartName>('arrivals')
  const arrivals = useFinishedRows(sheet.arrivals, [...sheet.in_house, ...sheet.departures])
  const departures = useFinishedRows(sheet.departures)
  const departingBookings = new Set(sheet.departures.map(({ booking }) => booking))
  const stayingGuests = sheet.in_house.filter(({ booking }) => !departingBookings.has(booking))
  const inHouse = useFinishedRows(stayingGuests)
  const openNoteCount = sheet.notes.filter(({ done }) => !done).length
  const counts = {
    arrivals: sheet.arrivals.length,
    departures: sheet.departures.length,
    in_house: stayingGuests.length,
    notes: openNoteCount,
  }
  const freeUnitCount = Math.max(0, sheet.units - sheet.closed - sheet.sold)
  return (
    <div className={styles.today} data-shown={shownPart}>
      <header className={styles.head}>
        <h1>{t('desk.today')}</h1>
        <p className="quiet">{day(sheet.day, 'weekday')}</p>
        <ul role="list" className={styles.counts}>
          <li>
            <SoldBar share={sheet.units === 0 ? 0 : sheet.sold / sheet.units} />
          </li>
          <li>{t('desk.sold_of', { sold: number(sheet.sold), units: number(sheet.units) })}</li>
          <li>{t('desk.free_tonight', { free: number(freeUnitCount) })}</li>
          {sheet.closed > 0 && <li>{t('desk.closed_tonight', { closed: number(sheet.closed) })}</li>}
        </ul>
        <ButtonLink className={styles.create} to={officePages.newBooking}>
          {t('desk.new_booking')}
        </ButtonLink>
        <PageHint />
      </header>
      {sheet.to_close !== null && sheet.to_close < sheet.day && (
        <p className={styles.close}>
          <Link to={officePages.day}>{t('desk.close_yesterday', { day: sheet.to_close })}</Link>
        </p>
      )}
      <DoubleBookingList rows={sheet.double_bookings} />
      <StaleCalendarList rows={sheet.stale} />
      <div className={styles.tabs} role="group" aria-label={t('desk.lists_shown')}>
        {sheetPartNames.map((part) => (
          <button
            className="small"
            key={part}
            type="button"
            aria-pressed={part === shownPart}
            onClick={() => setShownPart(part)}
          >
            <strong className="size-2">{number(counts[part])}</strong>
            {t(`desk.part_${part}`)}
          </button>
        ))}
      </div>
      <div className="stack-4">
        <SheetPart
          part="arrivals"
          title={t('desk.part_arrivals')}
          count={counts.arrivals}
          summary={sheet.arrived > 0 ? t('desk.arrived_today', { count: number(sheet.arrived) }) : null}
          columns="stays"
          hasAmounts={hasAmounts(arrivals.rows)}
          empty={t('desk.no_arrivals')}
          emptyText={t('desk.no_arrivals_text')}
        >
          {arrivals.rows.map((row) => (
            <Arrival
              key={row.booking}
              row={row}
              lastClosed={sheet.last_closed}
              operation={arrivals.operationOf(row)}
              onDone={arrivals.onDone}
            />
          ))}
        </SheetPart>
        <SheetPart
          part="departures"
          title={t('desk.part_departures')}
          count={counts.departures}
          summary={sheet.left > 0 ? t('desk.left_today', { count: number(sheet.left) }) : null}
          columns="stays"
          hasAmounts={hasAmounts(departures.rows)}
          empty={t('desk.no_departures')}
          emptyText={t('desk.no_departures_text')}
        >
          {departures.rows.map((row) => (
            <Departure key={row.booking} row={row} operation={departures.operationOf(row)} onDone={departures.onDone} />
          ))}
        </SheetPart>
        <SheetPart
          part="in_house"
          title={t('desk.part_in_house')}
          count={counts.in_house}
          columns="house"
          hasAmounts={hasAmounts(inHouse.rows)}
          empty={t('desk.none_in_house')}
          emptyText={t('desk.none_in_house_text')}
        >
          {inHouse.rows.map((row) => (
            <InHouse key={row.booking} row={row} operation={inHouse.operationOf(row)} onDone={inHouse.onDone} />
          ))}
        </SheetPart>
      </div>
      <div className={`stack-4 ${styles.side}`}>
        <SheetPart part="notes" title={t('desk.part_notes')} count={openNoteCount}>
          {renderNotes(sheet.notes)}
        </SheetPart>
        <ShiftPanel canCloseDay={sheet.to_close === sheet.day} />
      </div>
    </div>
  )
}

/** The tasks of a shift: print the emergency sheet, hand over and close the day. */
function ShiftPanel({ canCloseDay }: { canCloseDay: boolean }) {
  const { t } = useTranslator()
  const office = useOffice()
  return (
    <section className={styles.shift} aria-labelledby="shift">
      <h2 id="shift">{t('desk.shift')}</h2>
      <EmergencySheet />
      {office.can('take money') && (
        <ButtonLink variant="quiet" to={officePages.handover}>
          <OfficeIcon name="till" />
          {t('till.title')}
        </ButtonLink>
      )}
      {canCloseDay && (
        <ButtonLink variant="quiet" to={officePages.day}>
          <OfficeIcon name="moon" />
          {t('desk.close_day')}
        </ButtonLink>
      )}
    </section>
  )
}

const hasAmounts = (rows: readonly TodaysRow[]): boolean => rows.some(({ owed }) => owed !== null && owed > 0)

const SOLD_BAR_WIDTH_PX = 120

/** Draws the share of sold rooms. The text beside it says the numbers. */
const SoldBar = ({ share }: { share: number }) => (
  <svg className={styles.bar} width={SOLD_BAR_WIDTH_PX} height="8" aria-hidden="true">
    <rect width={SOLD_BAR_WIDTH_PX} height="8" rx="4" />
    <rect width={SOLD_BAR_WIDTH_PX * Math.min(1, share)} height="8" rx="4" />
  </svg>
)
