import { useEffect, useRef } from 'react'
import { isoDay } from '../../platform/day.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import type { UnitsApi } from '../../availability/office/units-contract.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useDesk } from '../../ui/office/desk.ts'
import { barAt, type Chart, type Target } from './model.ts'
import styles from './panel.module.css'
import { targetSaid } from './said.ts'

/** What can be made of nights that nobody has: a stay, or a closure; and of a closure, nights that can be had again. */
export function NightsPanel({
  chart,
  nights,
  onBook,
  onClose,
}: {
  chart: Chart
  nights: Target
  onBook: (from: number, to: number, unit: number) => void
  onClose: () => void
}) {
  const words = useWords()
  const { t } = words
  const api = useApi<UnitsApi>()
  const desk = useDesk()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const row = chart.rows[nights.row]!
  const closure = barAt(row, nights.from)?.closure ?? null
  const mayClose = desk.may('change rooms')
  const [from, to] = [chart.first + nights.from, chart.first + nights.to]
  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      if (closure) await orUnsure(api.reopenUnit({ id: closure.id }))
      else {
        const dates = { from: isoDay(from), to: isoDay(to) }
        await orUnsure(api.closeUnit({ unit: row.unit!.id, ...dates, reason: text('reason') }))
      }
      onClose()
      desk.refresh()
    },
    { again: true },
  )
  return (
    <section
      className={styles.panel}
      aria-label={t('desk.nights')}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 ref={heading} tabIndex={-1}>
        {targetSaid(chart, nights, words)}
      </h2>
      {closure && <p>{t('desk.closed_for', { reason: closure.reason })}</p>}
      {!closure && (
        <div className={styles.acts}>
          <Button onClick={() => onBook(from, to, row.unit!.id)}>{t('desk.book_nights')}</Button>
        </div>
      )}
      {mayClose && (
        <form {...form} className={styles.close}>
          {!closure && (
            <TextField
              label={t('desk.close_reason')}
              name="reason"
              maxLength={100}
              error={error('reason') ?? error('from') ?? error('to')}
            />
          )}
          {failure && <Failure>{failure}</Failure>}
          <Button type="submit" look="secondary" busy={busy}>
            {t(closure ? 'desk.reopen_nights' : 'desk.close_nights')}
          </Button>
        </form>
      )}
      <div className={styles.acts}>
        <Button look="quiet" onClick={onClose}>
          {t('desk.not_now')}
        </Button>
      </div>
    </section>
  )
}
