import { useWords } from '../platform/page.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { User } from './contract.ts'
import { LoginForm } from './login-form.tsx'
import styles from './member-page.module.css'

/** Over a page that is not to be read by whoever comes next. Somebody else gets a page of their own. */
export function SignInAgain({ who, onClose }: { who: User | null; onClose: () => void }) {
  const { t } = useWords()
  function onSignedIn({ id }: User) {
    if (id !== who?.id) location.reload()
  }
  return (
    <div className={styles.again}>
      <Dialog open={who !== null} title={t('booking.please_login')} onClose={() => who && onClose()}>
        <p>{t('login.again')}</p>
        <LoginForm submitLabel={t('login.submit')} onSignedIn={onSignedIn} />
      </Dialog>
    </div>
  )
}
