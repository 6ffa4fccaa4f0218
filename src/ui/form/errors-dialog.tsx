import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import styles from './errors-dialog.module.css'
import type { Form } from './use-form.ts'

/** A dialog with all errors of a form, each with the label of its field. It is open while there are errors. */
export function ErrorsDialog({ sending: { messages, read } }: { sending: Pick<Form, 'messages' | 'read'> }) {
  const { t } = useTranslator()
  return (
    <Dialog open={messages.length > 0} title={t('booking.invalid_title')} tone="warning" onClose={read}>
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Button onClick={read}>{t('booking.correct')}</Button>
    </Dialog>
  )
}
