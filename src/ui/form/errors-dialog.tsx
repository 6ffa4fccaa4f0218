import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import styles from './errors-dialog.module.css'
import type { Form } from './use-form.ts'

/**
 * A dialog with all errors of a form. Each has the label of its field and leads to it. The dialog is open while there
 * are errors.
 */
export function ErrorsDialog({
  sending: { messages, read: closeDialog },
}: {
  sending: Pick<Form, 'messages' | 'read'>
}) {
  const { t } = useTranslator()
  return (
    <Dialog open={messages.length > 0} title={t('booking.invalid_title')} tone="warning" onClose={() => closeDialog()}>
      <ul className={styles.messages}>
        {messages.map(({ name, text }) => (
          <li key={text}>
            {name ? (
              <button type="button" className={styles.link} onClick={() => closeDialog(name)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
      <Button onClick={() => closeDialog()}>{t('booking.correct')}</Button>
    </Dialog>
  )
}
