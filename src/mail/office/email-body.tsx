import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { EmailFrame } from './email-frame.tsx'
import styles from './email-body.module.css'

/** The content of an email, as HTML or as plain text. */
export function EmailBody({
  email: { subject, language, html, text, hidden },
}: {
  email: {
    subject: string
    language: string
    html: string | null
    text: string | null
    hidden: 'key' | 'money' | null
  }
}) {
  const { t } = useTranslator()
  const [isPlain, setPlain] = useState(false)
  if (html === null || text === null)
    return (
      <RecordSection title={t('emails.body')}>
        <p>{t(`emails.hidden_${hidden ?? 'key'}`)}</p>
      </RecordSection>
    )
  return (
    <RecordSection title={t('emails.body')}>
      <Choice
        legend={t('emails.shown_as')}
        name="form"
        options={[
          ['drawn', t('emails.formatted')],
          ['plain', t('emails.plain_text')],
        ]}
        value={isPlain ? 'plain' : 'drawn'}
        onChoose={(choice) => setPlain(choice === 'plain')}
      />
      {isPlain ? (
        <pre className={styles.plain} lang={language}>
          {text}
        </pre>
      ) : (
        <EmailFrame html={html} title={subject} />
      )}
    </RecordSection>
  )
}
