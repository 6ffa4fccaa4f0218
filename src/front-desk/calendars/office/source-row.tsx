import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { AskedAct } from '#ui/office/confirmed-action.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { when } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import type { CalendarsApi, CalendarSource } from './contract.ts'
import { FeedLine } from './feed-line.tsx'
import styles from './calendars-page.module.css'

/** An imported calendar: the age of its data, its last error, and the feed that it reads. */
export function SourceRow({ source, unit }: { source: CalendarSource; unit: string }) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<CalendarsApi>()
  const desk = useDesk()
  const showToast = useToast()
  const [busy, setBusy] = useState(false)
  const { id, name, host, good_at, next_at, fault, detail, stale, events, clashes, feed } = source
  async function tryNow() {
    setBusy(true)
    try {
      const calendars = await api.tryCalendar({ id })
      const now = calendars.data.flatMap(({ units }) => units.flatMap(({ sources }) => sources))
      desk.show(calendars)
      showToast(t(now.find((item) => item.id === id)?.fault ? 'calendars.tried_failed' : 'calendars.tried'))
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
            {good_at ? t('calendars.stale', { when: when(translator, good_at) }) : t('calendars.never')}
          </Chip>
        )}
        {clashes > 0 && <Chip tone="due">{count('calendars.clashes', clashes)}</Chip>}
        <div className={styles.acts}>
          <Button look="quiet" busy={busy} aria-label={t('calendars.try_of', { name })} onClick={() => void tryNow()}>
            {t('calendars.try')}
          </Button>
          <AskedAct
            label={t('calendars.remove')}
            title={t('calendars.remove_title', { name })}
            text={t('calendars.remove_text', { unit })}
            yes={t('calendars.remove_yes')}
            failed={t('calendars.failed')}
            act={async () => {
              desk.show(await api.removeCalendar({ id }))
              showToast(t('calendars.removed'))
            }}
          />
        </div>
      </div>
      <p className={styles.facts}>
        <span>{events === 0 ? t('calendars.events_none') : count('calendars.events', events)}</span>
        {!stale && (
          <span>{good_at ? t('calendars.good_at', { when: when(translator, good_at) }) : t('calendars.never')}</span>
        )}
        {hasFailed && <span>{t('calendars.next_at', { when: when(translator, next_at) })}</span>}
      </p>
      {fault && <p className={styles.fault}>{t(`calendars.fault_${fault}`, { detail: Number(detail) || detail })}</p>}
      {feed && (
        <FeedLine
          feed={feed}
          name={name}
          label={t('calendars.give_them', { name })}
          hint={t('calendars.give_them_hint')}
        />
      )}
    </li>
  )
}
