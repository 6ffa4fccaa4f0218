import { useWords } from '../../platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import styles from './errors-dialog.module.css'

/** All that is wrong with a form, in one place; open while there is something. */
export function ErrorsDialog({ messages, onClose }: { messages: readonly string[]; onClose: () => void }) {
  const { t } = useWords()
  return (
    <Dialog open={messages.length > 0} title={t('booking.invalid_title')} tone="warning" onClose={onClose}>
      <ul className={styles.messages}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Button onClick={onClose}>{t('booking.correct')}</Button>
    </Dialog>
  )
}
