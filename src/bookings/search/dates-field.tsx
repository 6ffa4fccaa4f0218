import { useState, type MouseEvent } from 'react'
import { useGlobal } from '../../content/global.ts'
import { useToday } from '../../content/today.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useOnDemand } from '../../ui/use-on-demand.ts'
import type { BookingsApi } from '../contract.ts'
import styles from './dates-calendar.module.css'
import { daysLater } from './last-search.ts'

/**
 * Opens a calendar for two date fields of the form it stands in, by their names. The fields remain what the form sends:
 * the calendar begins with what stands in them, and types into them. It is loaded when somebody wants it.
 */
export function DatesCalendar({
  from,
  to,
  slug,
  className = '',
}: {
  from: string
  to: string
  /** The room whose nights they are; without one, any room will do. */
  slug?: string
  className?: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const api = useApi<BookingsApi>()
  const { maxNights, horizonDays } = useGlobal()
  const today = useToday()
  const [calendar, fetchCalendar] = useOnDemand(async () => {
    const [{ RangeCalendar }, { askTermsOf }] = await Promise.all([
      import('../../ui/calendar/range-calendar.tsx'),
      import('./nights-asked.ts'),
    ])
    return { RangeCalendar, askTerms: askTermsOf(api, words, slug) }
  })
  const [fields, setFields] = useState<{ from: HTMLInputElement; to: HTMLInputElement } | null>(null)

  async function open({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const field = (name: string) => form!.elements.namedItem(name) as HTMLInputElement
    if (await fetchCalendar()) setFields({ from: field(from), to: field(to) })
    else field(from).focus()
  }
  return (
    <>
      <Button
        look="secondary"
        className={`${styles.open} ${className} needs-scripts`}
        aria-haspopup="dialog"
        aria-label={t('search.choose_dates')}
        onClick={open}
      >
        <Icon name="calendar" />
        <span>{t('search.choose_dates')}</span>
      </Button>
      {calendar && today && (
        <calendar.RangeCalendar
          open={fields !== null}
          title={t('search.choose_dates')}
          from={fields?.from.value ?? ''}
          to={fields?.to.value ?? ''}
          today={today}
          lastDay={daysLater(today, horizonDays)!}
          maxNights={maxNights}
          askTerms={calendar.askTerms}
          least={slug === undefined}
          onChange={(arrival, departure) => {
            type(fields!.from, arrival)
            type(fields!.to, departure)
          }}
          onClose={() => setFields(null)}
        />
      )}
    </>
  )
}

/** As a person would, so that whoever listens to the field hears of it. */
function type(field: HTMLInputElement, iso: string): void {
  field.valueAsDate = new Date(iso)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
