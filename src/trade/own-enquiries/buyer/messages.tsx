import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { SentEnquiry } from '../contract.ts'
import styles from './messages.module.css'

/** The answers of the company and the later messages of the sender. */
export function Messages({ enquiry: { messages, has_earlier_messages } }: { enquiry: SentEnquiry }) {
  const translator = useTranslator()
  const { t } = translator
  const { name } = useGlobal()
  if (messages.length === 0) return null
  return (
    <section className="stack-4" aria-labelledby="messages">
      <h2 id="messages">{t('enquiry.messages')}</h2>
      {has_earlier_messages && <p className="note">{t('enquiry.earlier_messages')}</p>}
      <ol role="list" className={styles.messages}>
        {messages.map(({ from, at, text, quotation, files }, index) => (
          <li key={index} data-from={from}>
            <p className={styles.head}>
              <strong>{from === 'company' ? name : t('enquiry.from_you')}</strong>
              <span className="small">{translator.moment(new Date(at))}</span>
            </p>
            {quotation && <p className="note">{t('enquiry.question_about', { number: quotation })}</p>}
            {text && <p className={styles.text}>{text}</p>}
            {files.length > 0 && (
              <p className={styles.files}>
                {t('files.enquiry')}: {files.join(', ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
