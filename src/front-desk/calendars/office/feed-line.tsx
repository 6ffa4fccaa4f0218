import { useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { AskedAct } from '#ui/office/asked-act.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { when } from '#ui/office/when.ts'
import { useToast } from '#ui/toast.tsx'
import type { CalendarFeed, CalendarsApi } from './contract.ts'
import styles from './calendars-page.module.css'

/** An address that was given out: to be copied, exchanged for another one, withdrawn. */
export function FeedLine({
  feed,
  name,
  label,
  hint,
  mayEnd = false,
}: {
  feed: CalendarFeed
  /** Of what it speaks, or to whom it is given. */
  name: string
  label?: string
  hint: string
  mayEnd?: boolean
}) {
  const translator = useWords()
  const { t } = translator
  const api = useApi<CalendarsApi>()
  const desk = useDesk()
  const say = useToast()
  const place = useRef<HTMLDivElement>(null)
  const { id, address, read_at } = feed

  /** Where the browser does not let us, it is at least marked, ready to be copied by hand. */
  async function copy() {
    place.current!.querySelector('input')!.select()
    await navigator.clipboard?.writeText(address!).then(
      () => say(t('calendars.copied')),
      () => {},
    )
  }
  return (
    <div className={styles.feed} ref={place}>
      {address === null ? (
        <p className={styles.fault}>{t('calendars.unseen')}</p>
      ) : (
        <div className={styles.address}>
          <TextField
            label={label ?? t('calendars.address')}
            name={`feed-${id}`}
            readOnly
            value={address}
            hint={hint}
            aria-label={label ?? t('calendars.address_of', { name })}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button look="secondary" aria-label={t('calendars.copy_of', { name })} onClick={() => void copy()}>
            {t('calendars.copy')}
          </Button>
        </div>
      )}
      <div className={styles.below}>
        <p className={styles.small}>
          {read_at === null ? t('calendars.read_by_none') : t('calendars.read_by', { when: when(translator, read_at) })}
        </p>
        <AskedAct
          label={t('calendars.renew')}
          title={t('calendars.renew_title', { name })}
          text={t('calendars.renew_text')}
          yes={t('calendars.renew_yes')}
          failed={t('calendars.failed')}
          act={async () => {
            desk.show(await api.renewCalendarAddress({ id }))
            say(t('calendars.renewed'))
          }}
        />
        {mayEnd && (
          <AskedAct
            label={t('calendars.end')}
            title={t('calendars.end_title', { name })}
            text={t('calendars.end_text')}
            yes={t('calendars.end_yes')}
            failed={t('calendars.failed')}
            act={async () => {
              desk.show(await api.endCalendarAddress({ id }))
              say(t('calendars.ended'))
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Until somebody needs it there is none, and nothing to be found out. */
export function GiveAddress({ room, unit, name }: { room: number; unit: number; name: string }) {
  const { t } = useWords()
  const api = useApi<CalendarsApi>()
  const desk = useDesk()
  const say = useToast()
  const [busy, setBusy] = useState(false)
  async function give() {
    setBusy(true)
    try {
      desk.show(await api.giveCalendarAddress({ room, unit }))
      say(t('calendars.given'))
    } catch (error) {
      say((error instanceof ApiError && error.message) || t('calendars.failed'))
    }
    setBusy(false)
  }
  return (
    <Button look="quiet" busy={busy} aria-label={t('calendars.give_of', { name })} onClick={() => void give()}>
      {t('calendars.give')}
    </Button>
  )
}
