import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { OfficeUser, StaffOfficeApi } from './contract.ts'
import { renewToken } from './renewed-token.ts'
import { supportsPasskeys, signWithPasskey } from './passkey-browser.ts'
import styles from './verification-form.module.css'

/** Verifies the user with a second factor, or with the password if there is none. */
export function VerificationForm({ factors, onVerified }: { factors: OfficeUser['factors']; onVerified: () => void }) {
  const { t } = useTranslator()
  const api = useApi<StaffOfficeApi>()
  const hasFactor = factors.app || factors.passkeys
  const canSign = factors.passkeys && supportsPasskeys()
  /** Returns null if the user cancels the dialog of the browser. */
  async function getPasskey() {
    const { options } = await api.getPasskeySignInOptions({})
    const passkey = await signWithPasskey(options)
    return passkey && { passkey }
  }
  const { form, isBusy, failure, error } = useForm(
    async ({ text }) => {
      const typedProof = hasFactor ? { code: text('code') } : { password: text('password') }
      const proof = text('way') === 'passkey' ? await getPasskey() : typedProof
      if (!proof) return
      renewToken((await api.verifyIdentity(proof)).access_token)
      onVerified()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      {canSign && (
        <>
          <Button type="submit" name="way" value="passkey" isBusy={isBusy}>
            {t('sign_in.use_passkey')}
          </Button>
          {error('passkey') && <Failure>{error('passkey')!}</Failure>}
        </>
      )}
      {hasFactor ? (
        <TextField
          label={t(factors.app ? 'sign_in.code' : 'sign_in.recovery_code')}
          name="code"
          hint={factors.app ? t('sign_in.code_hint') : undefined}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
          error={error('code')}
        />
      ) : (
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          error={error('password')}
        />
      )}
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" name="way" value="typed" variant={canSign ? 'secondary' : 'primary'} isBusy={isBusy}>
        {t('sign_in.continue')}
      </Button>
    </form>
  )
}
