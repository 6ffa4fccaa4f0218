import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import type { CalendarsApi, CalendarSource } from './contract.ts'
import { FeedLine } from './feed-line.tsx'
import styles from './calendars-page.module.css'

/** An imported calendar: the age of its data, its last error, and the feed for the other site. */
export function SourceRow({ source, unit }: { source: CalendarSource; unit: string }) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<CalendarsApi>()
  const office = useOffice()
  const showToast = useToast()
  const [isBusy, setBusy] = useState(false)
  const { id, name, host, good_at, next_at, fault, detail, stale, events, conflicts, feed } = source
  async function importNow() {
    setBusy(true)
    try {
      const calendars = await api.readCalendarNow({ id })
      const currentSources = calendars.data.flatMap(({ units }) => units.flatMap(({ sources }) => sources))
      office.show(calendars)
      showToast(
        t(currentSources.find((item) => item.id === id)?.fault ? 'calendars.read_failed' : 'calendars.read_done'),
      )
    } catch (error) {
      showToast((error instanceof ApiError && error.message) || t('calendars.failed'))
    }
    setBusy(false)
  }
  const hasFailed = fault !== null && fault !== 'unread'
  return (
    <li>
      <div className={styles.head}>
        <h4>{name}</h4>
        <span className={styles.small}>{host}</span>
        {stale && (
          <Chip tone="due">
            {good_at ? t('calendars.stale', { when: formatWhen(translator, good_at) }) : t('calendars.not_imported')}
          </Chip>
        )}
        {conflicts > 0 && <Chip tone="due">{count('calendars.also_sold_here', conflicts)}</Chip>}
        <div className={styles.acts}>
          <Button
            variant="quiet"
            isBusy={isBusy}
            aria-label={t('calendars.read_now_of', { name })}
            onClick={() => void importNow()}
          >
            {t('calendars.read_now')}
          </Button>
          <ConfirmedAction
            label={t('calendars.remove')}
            title={t('calendars.remove_title', { name })}
            text={t('calendars.remove_text', { unit })}
            confirmLabel={t('calendars.remove_submit')}
            failed={t('calendars.failed')}
            onConfirm={async () => {
              office.show(await api.removeCalendar({ id }))
              showToast(t('calendars.removed'))
            }}
          />
        </div>
      </div>
      <p className={styles.facts}>
        <span>{events === 0 ? t('calendars.events_none') : count('calendars.events', events)}</span>
        {!stale && (
          <span>
            {good_at
              ? t('calendars.last_read', { when: formatWhen(translator, good_at) })
              : t('calendars.not_imported')}
          </span>
        )}
        {hasFailed && <span>{t('calendars.next_at', { when: formatWhen(translator, next_at) })}</span>}
      </p>
      {fault && <p className={styles.fault}>{t(`calendars.fault_${fault}`, { detail: Number(detail) || detail })}</p>}
      {feed && (
        <FeedLine
          feed={feed}
          name={name}
          label={t('calendars.export_address', { name })}
          hint={t('calendars.export_address_hint')}
        />
      )}
    </li>
  )
}
