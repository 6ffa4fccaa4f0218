import { useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import type { CalendarFeed, CalendarsApi } from './contract.ts'
import styles from './calendars-page.module.css'

/** A feed address with actions to copy, replace or withdraw it. */
export function FeedLine({
  feed,
  name,
  label,
  hint,
  mayEnd = false,
}: {
  feed: CalendarFeed
  /** The name of the room or unit, or of the calendar that reads the feed. */
  name: string
  label?: string
  hint: string
  mayEnd?: boolean
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<CalendarsApi>()
  const office = useOffice()
  const showToast = useToast()
  const feedRef = useRef<HTMLDivElement>(null)
  const { id, address, read_at } = feed

  /** Selects the address, so that staff can copy it by hand if the browser denies clipboard access. */
  async function copy() {
    feedRef.current!.querySelector('input')!.select()
    await navigator.clipboard?.writeText(address!).then(
      () => showToast(t('calendars.copied')),
      () => {},
    )
  }
  return (
    <div className={styles.feed} ref={feedRef}>
      {address === null ? (
        <p className={styles.fault}>{t('calendars.address_unreadable')}</p>
      ) : (
        <div className="field-row">
          <TextField
            label={label ?? t('calendars.address')}
            name={`feed-${id}`}
            readOnly
            value={address}
            hint={hint}
            aria-label={label ?? t('calendars.address_of', { name })}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button variant="secondary" aria-label={t('calendars.copy_of', { name })} onClick={() => void copy()}>
            {t('calendars.copy')}
          </Button>
        </div>
      )}
      <div className={styles.below}>
        <p className={styles.small}>
          {read_at === null
            ? t('calendars.read_by_none')
            : t('calendars.read_by', { when: formatWhen(translator, read_at) })}
        </p>
        <ConfirmedAction
          label={t('calendars.renew')}
          title={t('calendars.renew_title', { name })}
          text={t('calendars.renew_text')}
          confirmLabel={t('calendars.renew_submit')}
          failed={t('calendars.failed')}
          onConfirm={async () => {
            office.show(await api.renewCalendarAddress({ id }))
            showToast(t('calendars.renewed'))
          }}
        />
        {mayEnd && (
          <ConfirmedAction
            label={t('calendars.withdraw')}
            title={t('calendars.withdraw_title', { name })}
            text={t('calendars.withdraw_text')}
            confirmLabel={t('calendars.withdraw_submit')}
            failed={t('calendars.failed')}
            onConfirm={async () => {
              office.show(await api.revokeCalendarAddress({ id }))
              showToast(t('calendars.withdrawn'))
            }}
          />
        )}
      </div>
    </div>
  )
}

/** A feed address exists only after staff create it, so that unused addresses cannot leak. */
export function CreateAddress({ room, unit, name }: { room: number; unit: number; name: string }) {
  const { t } = useTranslator()
  const api = useApi<CalendarsApi>()
  const office = useOffice()
  const showToast = useToast()
  const [isBusy, setBusy] = useState(false)
  async function createAddress() {
    setBusy(true)
    try {
      office.show(await api.createCalendarAddress({ room, unit }))
      showToast(t('calendars.created'))
    } catch (error) {
      showToast((error instanceof ApiError && error.message) || t('calendars.failed'))
    }
    setBusy(false)
  }
  return (
    <Button
      variant="quiet"
      isBusy={isBusy}
      aria-label={t('calendars.create_of', { name })}
      onClick={() => void createAddress()}
    >
      {t('calendars.create')}
    </Button>
  )
}
