import { useEffect, useRef } from 'react'
import { isoDay } from '#platform/day.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { officePages } from '#routes/office.ts'
import { MAX_CLOSING_DAYS, isShortClosing } from '../short-closing.ts'
import type { ChartApi } from './contract.ts'
import { findBarAt, type Chart, type Target } from './model.ts'
import styles from './panel.module.css'
import { formatClosedNightsLabel, formatClosureLabel, formatRowLabel, formatTargetLabel } from './labels.ts'

/** Books or closes free nights, or reopens a closure. */
export function NightsPanel({ chart, nights, onClose }: { chart: Chart; nights: Target; onClose: () => void }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<ChartApi>()
  const office = useOffice()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const row = chart.rows[nights.row]!
  const closure = findBarAt(row, nights.from)?.closure ?? null
  const [from, to] = [chart.first + nights.from, chart.first + nights.to]
  const today = chart.first + chart.today
  const isShort = isShortClosing(
    closure ? { from: chart.first + closure.from, to: chart.first + closure.to } : { from, to },
    today,
  )
  const mayClose = office.can('change rooms') || isShort
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      if (closure) await reportLostResponse(api.openNights({ closure: closure.id }))
      else {
        const dates = { from: isoDay(from), to: isoDay(to) }
        await reportLostResponse(api.closeNights({ unit: row.unit!.id, ...dates, reason: text('reason') }))
      }
      onClose()
      office.refresh()
    },
    { isRepeatable: true },
  )
  const bookingPath = `${officePages.newBooking}?from=${isoDay(from)}&to=${isoDay(to)}&unit=${row.unit?.id}`
  return (
    <section
      className={styles.panel}
      data-side
      aria-label={t('desk.nights')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 ref={heading} tabIndex={-1}>
        {closure
          ? [formatRowLabel(row, translator), formatClosedNightsLabel(chart, closure, translator)].join(', ')
          : formatTargetLabel(chart, nights, translator)}
      </h2>
      {closure && (
        <p>
          {closure.isImported
            ? t('desk.sold_elsewhere_text', { reason: closure.reason })
            : formatClosureLabel(closure, translator)}
        </p>
      )}
      {!closure && (
        <div className="row-2">
          <Button onClick={() => navigate(bookingPath, language)}>{t('desk.book_nights')}</Button>
        </div>
      )}
      {!mayClose && !closure?.isImported && (
        <p className="quiet">
          {closure ? t('desk.closing_not_here') : t('desk.closing_until', { day: isoDay(today + MAX_CLOSING_DAYS) })}
        </p>
      )}
      {mayClose && !closure?.isImported && (
        <form {...form} className="stack-2 left ruled">
          {!closure && (
            <TextField
              label={t('desk.close_reason')}
              name="reason"
              maxLength={100}
              error={error('reason') ?? error('from') ?? error('to')}
            />
          )}
          {failure && <Failure>{failure}</Failure>}
          <Button type="submit" variant="secondary" isBusy={isBusy}>
            {t(closure ? 'desk.reopen_nights' : 'desk.close_nights')}
          </Button>
        </form>
      )}
      <div className="row-2">
        <Button variant="quiet" onClick={onClose}>
          {t('desk.not_now')}
        </Button>
      </div>
    </section>
  )
}
