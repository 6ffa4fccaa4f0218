import type { ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { describeAction } from '#ui/office/describe-changes.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import { formatStay } from '#locales/dates.ts'
import type { BookingRecord } from './contract.ts'
import styles from './records.module.css'
import { formatDeskStatus } from './desk-status-chip.tsx'

/** The log of the stay, newest entry first. */
export function History({ history }: Pick<BookingRecord, 'history'>) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <RecordSection title={t('request.history')}>
      <ol role="list" className={styles.records}>
        {history.toReversed().map(({ at, what, who }, index) => (
          <li className="line-5 between" key={history.length - index}>
            <span>
              {what === 'asked' ? t('request.requested_at') : describeAction(what, translator)}
              {who && <small>{who}</small>}
            </span>
            <time dateTime={at}>{formatWhen(translator, at)}</time>
          </li>
        ))}
      </ol>
    </RecordSection>
  )
}

/** The other stays of the same guest, and a link to the page of the guest. */
export function OtherStays({ others, guest_id }: Pick<BookingRecord, 'others' | 'guest_id'>) {
  const translator = useTranslator()
  const canSeePeople = useOffice().can('see people')
  if (others.length === 0 && !canSeePeople) return null
  return (
    <RecordSection title={translator.t('request.others')}>
      {others.length > 0 && (
        <ul role="list" className={styles.records}>
          {others.map((otherStay) => (
            <li className="line-5 between" key={otherStay.code}>
              <Link to={officeHref('booking', otherStay.code)}>
                {otherStay.room_name}, {formatStay(translator, otherStay.checkin, otherStay.checkout)}
              </Link>
              <span className={styles.state}>{formatDeskStatus(otherStay, translator)}</span>
            </li>
          ))}
        </ul>
      )}
      {canSeePeople && <Link to={officeHref('person', guest_id)}>{translator.t('request.guest_record')}</Link>}
    </RecordSection>
  )
}

const sentStates: readonly BookingRecord['emails'][number]['state'][] = ['sent', 'bounced', 'complained']

/** The emails to the guest, and whether they were sent. */
export function Emails({ emails, children }: Pick<BookingRecord, 'emails'> & { children: ReactNode }) {
  const translator = useTranslator()
  const { t } = translator
  const canOpenEmails = useOffice().can('manage emails')
  if (emails.length === 0 && !children) return null
  return (
    <RecordSection title={t('request.emails')}>
      {emails.length === 0 && <p className="small">{t('request.no_emails')}</p>}
      <ol role="list" className={styles.records}>
        {emails.toReversed().map(({ id, at, subject, state, text }) => (
          <li className="line-5 between" key={id}>
            {text === null ? (
              <span>{subject}</span>
            ) : (
              <details className={styles.email}>
                <summary>{subject}</summary>
                <p>{text}</p>
              </details>
            )}
            <span className={styles.state}>
              {t(`request.email_${state}`)} <time dateTime={at}>{formatWhen(translator, at)}</time>
            </span>
            {canOpenEmails && (
              <Link className={styles.state} to={officeHref('email', id)}>
                {t(sentStates.includes(state) ? 'request.view_email' : 'request.view_unsent_email')}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {children && <div>{children}</div>}
    </RecordSection>
  )
}
