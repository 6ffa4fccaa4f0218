import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import { formatStay } from '#locales/dates.ts'
import type { DoubleBookingRow, StaleCalendar, TodayApi } from './contract.ts'
import styles from './double-booking-list.module.css'

/** The double bookings, both sides next to each other, with the possible actions. Shows nothing if there are none. */
export function DoubleBookingList({ rows }: { rows: readonly DoubleBookingRow[] }) {
  const { t, count } = useTranslator()
  if (rows.length === 0) return null
  return (
    <section className={styles.all} aria-labelledby="sold-twice">
      <h2 className="size-3" id="sold-twice">
        {count('desk.double_booked', rows.length)}
      </h2>
      <p>{t('desk.double_booked_text')}</p>
      <ul role="list">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: DoubleBookingRow }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <li className={styles.row}>
      <h3 className="size-2">{t('desk.double_booked_nights', { unit: row.unit, nights: row.nights })}</h3>
      <div className={styles.sides}>
        <div>
          <h4 className="small">{row.source}</h4>
          <p className="anywhere line-3">
            {row.title && <strong>{row.title}</strong>}
            <span>{formatStay(translator, row.from, row.to)}</span>
            <span>{t('desk.double_booked_since', { when: formatWhen(translator, row.since) })}</span>
          </p>
        </div>
        <div>
          <h4 className="small">{t('desk.sold_here')}</h4>
          {row.stays.length === 0 && <p className="anywhere line-3">{t('desk.sold_here_all')}</p>}
          {row.stays.map((stay) => (
            <p className="anywhere line-3" key={stay.code}>
              <Link to={officeHref('booking', stay.code)}>{stay.name || stay.code}</Link>
              <span>{formatStay(translator, stay.checkin, stay.checkout)}</span>
              {!stay.has_unit && <span>{t('desk.unassigned')}</span>}
            </p>
          ))}
        </div>
      </div>
      <SettleForm id={row.id} />
    </li>
  )
}

function SettleForm({ id }: { id: number }) {
  const { t } = useTranslator()
  const api = useApi<TodayApi>()
  const office = useOffice()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) => {
      await reportLostResponse(api.resolveDoubleBooking({ id, note: text('note') }))
      office.refresh()
    },
    { isRepeatable: true, draftFields: ['note'] },
  )
  return (
    <details className={styles.settle}>
      <summary>{t('desk.resolve')}</summary>
      <form className="stack-3 left" {...form}>
        <TextField
          label={t('desk.resolve_note')}
          name="note"
          maxLength={200}
          autoComplete="off"
          hint={t('desk.resolve_hint')}
          error={error('note')}
        />
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('desk.resolve_submit')}
        </Button>
      </form>
    </details>
  )
}

/** Calendars that could not be read for so long that their content is unreliable. */
export function StaleCalendarList({ rows }: { rows: readonly StaleCalendar[] }) {
  const translator = useTranslator()
  const { t } = translator
  if (rows.length === 0) return null
  return (
    <ul role="list" className={styles.stale}>
      {rows.map(({ unit, source, good_at }) => (
        <li key={`${unit} ${source}`}>
          {good_at
            ? t('desk.calendar_stale', { source, unit, when: formatWhen(translator, good_at) })
            : t('desk.calendar_never', { source, unit })}
        </li>
      ))}
    </ul>
  )
}
