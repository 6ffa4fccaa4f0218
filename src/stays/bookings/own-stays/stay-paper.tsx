import type { Ref } from 'react'
import { joinName } from '#ui/unbreakable-name.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { BookingDetails } from '../contract.ts'
import styles from './stay-paper.module.css'
import { createSummary } from '../summary.ts'

/** The summary of a stay that is printed and copied. */
export function StayPaper({
  ref,
  details,
  createdAt,
}: {
  ref: Ref<HTMLElement>
  details: BookingDetails
  createdAt: number
}) {
  const translator = useTranslator()
  const { t, moment } = translator
  const { setting, roomParticular: stay } = details
  const {
    booking: bookingLines,
    room: roomLines,
    nights: nightLines,
    terms,
    cancelled: cancellationCostText,
  } = createSummary(details, translator)
  return (
    <article ref={ref} className={`light-theme ${styles.paper}`} aria-labelledby="summary">
      <header className="anywhere">
        <p className={styles.name}>{joinName(setting.name)}</p>
        <p>{setting.address}</p>
        <p>
          {setting.email}
          {setting.whatsApp && (
            <>
              {' · '}
              <span className={styles.number}>{`WhatsApp ${setting.whatsApp}`}</span>
            </>
          )}
        </p>
        <p className={styles.made}>
          {t('summary.made')}: {moment(new Date(createdAt))}
        </p>
      </header>
      <h2 id="summary">{t('summary.title')}</h2>
      <Lines lines={roomLines} />
      {nightLines.length > 0 && (
        <>
          <h3>{t('booking.price_nights')}</h3>
          <Lines lines={nightLines} />
        </>
      )}
      <Lines lines={bookingLines} />
      {terms && <p className={styles.terms}>{terms}</p>}
      {cancellationCostText && <p className={styles.cancelled}>{cancellationCostText}</p>}
      <h3>{t('summary.description')}</h3>
      {stay.roomDescription.split('\n\n').map((paragraph) => (
        <p key={paragraph} className={styles.told}>
          {paragraph}
        </p>
      ))}
    </article>
  )
}

function Lines({ lines }: { lines: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
