import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { describeAmount, describeChoices } from '../../enquiries/describe-line.ts'
import type { OwnEnquiry, SentEnquiry } from '../contract.ts'
import styles from './enquiry-summary.module.css'
import { describeState } from '../state-label.ts'

/** Shows an enquiry to the buyer: products, date and state. The children are its files. */
export function EnquirySummary({
  enquiry,
  heading: Heading,
  children,
}: {
  enquiry: OwnEnquiry & Partial<Pick<SentEnquiry, 'is_message'>>
  heading: 'h2' | 'h3'
  children?: ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  const { code, is_message, subject, asked_at, state, lines, notes } = enquiry
  return (
    <article className={styles.enquiry}>
      <header>
        <Heading>{lines.map(({ product }) => product).join(', ') || subject || t('enquiry.message')}</Heading>
        <p className={styles.state} data-state={state}>
          {describeState(translator, enquiry)}
        </p>
        <p className={styles.sent}>
          {translator.moment(new Date(asked_at))} · {t('booking.success_reference')}{' '}
          {is_message ? translator.digits(code) : code}
        </p>
      </header>
      {lines.length > 0 && (
        <ul role="list" className={styles.lines}>
          {lines.map(({ product, notes: lineNotes, chosen, ...line }, index) => (
            <li key={index}>
              <strong>{product}</strong> {describeAmount(translator, line, '')}
              {[...describeChoices(translator, chosen, line), lineNotes].filter(Boolean).map((text) => (
                <p className="note" key={text}>
                  {text}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {notes && <p className={styles.notes}>{notes}</p>}
      {children}
    </article>
  )
}
