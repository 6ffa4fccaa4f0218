import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { endpoints } from '#routes/public.ts'
import type { BookingsApi, Confirmation } from '../contract.ts'
import { offersCalendar } from '../status.ts'
import { loadCalendarFile } from './stay-calendar.ts'
import styles from './stay-parts.module.css'

/**
 * A button that downloads the stay as a calendar file: with the link token it works without scripts, else by the
 * session.
 */
export function AddToCalendar({ stay, token }: { stay: Confirmation; token: string | null }) {
  const { t } = useTranslator()
  const api = useApi<BookingsApi>()
  const [state, setState] = useState<'ready' | 'coming' | 'failed'>('ready')
  async function download() {
    setState('coming')
    try {
      saveFile(...(await loadCalendarFile(api, stay.booking_id)))
      setState('ready')
    } catch (error) {
      console.error('Error fetching data', error)
      setState('failed')
    }
  }
  if (!offersCalendar(stay.status)) return null
  if (token) {
    return (
      <form action={endpoints.getStayCalendar[1]}>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="secondary">
          {t('summary.calendar')}
        </Button>
      </form>
    )
  }
  return (
    <div>
      <Button variant="secondary" isBusy={state === 'coming'} onClick={download}>
        {t('summary.calendar')}
      </Button>
      <p role="alert" className={styles.failed}>
        {state === 'failed' && t('booking.calendar_failed')}
      </p>
    </div>
  )
}
