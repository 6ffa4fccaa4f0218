import { useEffect, useId, useRef, useState } from 'react'
import { PaymentForm } from '#stays/bills/bill/payment-form.tsx'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Fact, Facts } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import { buildIncompleteEntryHref, officeHref } from '#routes/office.ts'
import { formatStay } from '#locales/dates.ts'
import { isRegisterIncomplete } from '../stay/is-register-incomplete.ts'
import { Room } from '../stay/room.tsx'
import { StayNotes } from '../stay/stay-rooms.tsx'
import { StayActions } from '../stay/stay-actions.tsx'
import type { Chart } from './model.ts'
import styles from './stay-sheet.module.css'
import { useRetainedFocus } from './hooks/use-retained-focus.ts'
import { useStayWithBill, type StayWithBill } from './hooks/use-stay-with-bill.ts'

/**
 * A stay beside the chart: guest, dates, units, balance, notes, and quick actions. Built from the parts of the stay
 * page, and links to it. Changes made here appear with the next chart.
 */
export function StaySheet({ chart, booking, onClose }: { chart: Chart; booking: number; onClose: () => void }) {
  const { t } = useTranslator()
  const { file: stayWithBill, failed: failureMessage, retry } = useStayWithBill(booking, chart)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => heading.current!.focus(), [])
  useRetainedFocus(sheet, onClose)
  const name = stayWithBill ? stayWithBill.stay.name || t('office.name_deleted') : t('office.loading')
  return (
    <section role="dialog" aria-labelledby={titleId} className={styles.sheet} data-side ref={sheet}>
      <header className={styles.head}>
        <div>
          {stayWithBill && <p className="small">{stayWithBill.stay.code}</p>}
          <h2 ref={heading} id={titleId} tabIndex={-1}>
            {failureMessage && !stayWithBill ? t('desk.sheet') : name}
          </h2>
        </div>
        <button type="button" className={styles.close} aria-label={t('shell.close')} onClick={onClose}>
          ×
        </button>
      </header>
      {failureMessage && (
        <div className={styles.failed} role="alert">
          <p>{failureMessage}</p>
          <Button variant="secondary" onClick={retry}>
            {t('desk.sheet_retry')}
          </Button>
        </div>
      )}
      {stayWithBill && <StayDetails file={stayWithBill} booking={booking} />}
    </section>
  )
}

function StayDetails({ file: { stay, bill }, booking }: { file: StayWithBill; booking: number }) {
  const translator = useTranslator()
  const { t, money } = translator
  const office = useOffice()
  const toast = useToast()
  const [isTakingPayment, setTakingPayment] = useState(false)
  const parts = stay.rooms.flatMap((room) => room.parts)
  const liveRooms = stay.rooms.filter(({ can_change }) => can_change)
  const [firstNight, lastDay] = [
    parts.map(({ from }) => from).toSorted()[0],
    parts
      .map(({ to }) => to)
      .toSorted()
      .at(-1),
  ]
  const canTakePayment = bill !== null && bill.owed > 0 && bill.takes_money && office.can('take money')
  // The selected room comes first.
  const rooms = stay.rooms.toSorted((x, y) => Number(y.booking === booking) - Number(x.booking === booking))
  return (
    <>
      <Facts>
        {parts.length > 1 && firstNight && lastDay && (
          <Fact name={t('request.stays')}>
            <strong>{formatStay(translator, firstNight, lastDay)}</strong>
          </Fact>
        )}
        {stay.phone && (
          <Fact name={t('booking.phone')}>
            <a href={`tel:${stay.phone}`}>{stay.phone}</a>
          </Fact>
        )}
        {bill && (
          <Fact name={t('bill.title')}>
            <Link to={officeHref('bill', stay.code)}>
              {bill.owed === 0
                ? t('bill.is_settled')
                : t(bill.owed > 0 ? 'desk.balance_due' : 'desk.to_refund', { amount: money(Math.abs(bill.owed)) })}
            </Link>
          </Fact>
        )}
      </Facts>
      {!isTakingPayment && (
        <div className={styles.acts}>
          {canTakePayment && (
            <Button variant="secondary" onClick={() => setTakingPayment(true)}>
              {t('desk.collect', { amount: money(bill.owed) })}
            </Button>
          )}
          {stay.rooms.some(isRegisterIncomplete) && (
            <Link to={buildIncompleteEntryHref(stay.code)}>{t('desk.complete_register')}</Link>
          )}
          <Link to={officeHref('booking', stay.code)}>{t('desk.sheet_page')}</Link>
        </div>
      )}
      {isTakingPayment && (
        <PaymentForm
          code={stay.code}
          amount={bill!.owed}
          customer={bill!.customer}
          onClose={() => setTakingPayment(false)}
          onDone={(_, __, message) => {
            setTakingPayment(false)
            toast(message)
            office.refresh()
          }}
        />
      )}
      {liveRooms.length > 0 && <StayActions stay={stay} />}
      {rooms.map((room) => (
        <Room key={`${room.booking} ${room.version}`} room={room} stay={stay} mayBeCancelled={liveRooms.length > 1} />
      ))}
      <StayNotes stay={stay} />
    </>
  )
}
