import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { User } from '../contract.ts'
import { LoginForm } from '../portal/login-form.tsx'
import styles from './member-page.module.css'

/**
 * Covers the page, so that the next person cannot read it, and asks the user to sign in again. Another user gets a
 * reloaded page. Closing the dialog loses typed text, so a second dialog asks for confirmation.
 */
export function SignInAgain({ user, onLeave }: { user: User | null; onLeave: () => void }) {
  const { t } = useTranslator()
  const [isLeaving, setLeaving] = useState(false)
  function onSignedIn({ id }: User) {
    if (id !== user?.id) location.reload()
  }
  return (
    <div className={styles.again}>
      {isLeaving ? (
        <Dialog key="leave" open={user !== null} title={t('login.leave_title')} onClose={() => setLeaving(false)}>
          <p>{t('login.leave_text')}</p>
          <div className={styles.answers}>
            <Button onClick={() => setLeaving(false)}>{t('login.stay')}</Button>
            <Button variant="quiet" onClick={onLeave}>
              {t('login.leave')}
            </Button>
          </div>
        </Dialog>
      ) : (
        <Dialog open={user !== null} title={t('booking.please_login')} onClose={() => user && setLeaving(true)}>
          <p>{t('login.again')}</p>
          <LoginForm submitLabel={t('login.submit')} onSignedIn={onSignedIn} />
        </Dialog>
      )}
    </div>
  )
}
