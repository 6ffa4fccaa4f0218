import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import styles from './profile-page.module.css'
import { clearSession } from '../portal/session.ts'
import { useForm } from '#ui/form/use-form.ts'

export function CloseAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslator()
  return (
    <Dialog open={open} title={t('close_account.question')} tone="warning" onClose={onClose}>
      <ul className={styles.happens}>
        <li>{t('close_account.happens_person')}</li>
        <li>{t('close_account.happens_stays')}</li>
        <li>{t('close_account.happens_links')}</li>
        <li>{t('close_account.happens_sessions')}</li>
        <li>
          <b>{t('close_account.happens_never')}</b>
        </li>
      </ul>
      <CloseAccountForm onClosed={onClose} />
      <Button variant="quiet" onClick={onClose}>
        {t('close_account.stay')}
      </Button>
    </Dialog>
  )
}

function CloseAccountForm({ onClosed }: { onClosed: () => void }) {
  const { t, language } = useTranslator()
  const api = useApi<AccountsApi>()
  const showToast = useToast()
  const formState = useForm(async ({ text }) => {
    const { message } = await api.closeAccount({ password: text('password') })
    onClosed()
    clearSession()
    showToast(message)
    navigate(href('home'), language)
  })
  return (
    <PlainForm sending={formState} submitLabel={t('close_account.submit')}>
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={formState.error('password')}
      />
    </PlainForm>
  )
}
