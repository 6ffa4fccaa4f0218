import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { ChangedFactors, NewApp, StaffOfficeApi } from './contract.ts'
import styles from './new-code-app.module.css'

/** Shows the secret of a new code app and confirms the app with its first code. */
export function NewCodeApp({ onChanged }: { onChanged: (changed: ChangedFactors) => void }) {
  const { t } = useTranslator()
  const api = useApi<StaffOfficeApi>()
  const [app, setApp] = useState<NewApp | null>(null)
  const { form, isBusy, failure, error } = useForm(
    async ({ text }) => {
      if (!app) return setApp(await api.setUpAuthenticatorApp({}))
      onChanged(await api.confirmAuthenticatorApp({ code: text('code') }))
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      {app && (
        <>
          <p>{t('sign_in.app_scan')}</p>
          <svg
            className={styles.squares}
            viewBox={`-4 -4 ${app.squares.side + 8} ${app.squares.side + 8}`}
            role="img"
            aria-label={t('sign_in.app_qr_code')}
            shapeRendering="crispEdges"
          >
            <path d={app.squares.path} />
          </svg>
          <p>
            {t('sign_in.app_secret')}
            <br />
            <code className={styles.secret}>{app.secret.match(/.{1,4}/g)!.join(' ')}</code>
            <br />
            <a href={app.address}>{t('sign_in.app_open')}</a>
          </p>
          <TextField
            label={t('sign_in.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            error={error('code')}
          />
        </>
      )}
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant={app ? 'primary' : 'secondary'} isBusy={isBusy}>
        {t(app ? 'sign_in.app_confirm' : 'sign_in.app_set_up')}
      </Button>
    </form>
  )
}
