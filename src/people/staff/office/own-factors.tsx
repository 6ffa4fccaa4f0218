import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { NewCodeApp } from './new-code-app.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { ChangedFactors, Factors, StaffOfficeApi } from './contract.ts'
import { supportsPasskeys, createPasskey } from './passkey-browser.ts'
import { renewToken } from './renewed-token.ts'
import styles from './own-factors.module.css'

/** The second factors of the user: code app, passkeys and recovery codes. */
export function OwnFactors({ factors: initialFactors, onEnter }: { factors: Factors; onEnter?: () => void }) {
  const { t } = useTranslator()
  const [factors, setFactors] = useState(initialFactors)
  const [codes, setCodes] = useState<readonly string[]>([])
  const hasAny = factors.app_since !== null || factors.passkeys.length > 0
  function onChanged(changedFactors: ChangedFactors) {
    setFactors(changedFactors.factors)
    if (changedFactors.access_token) renewToken(changedFactors.access_token)
    if (changedFactors.codes.length > 0) setCodes(changedFactors.codes)
  }
  return (
    <div className={styles.factors}>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {onEnter && hasAny && (
        <p>
          <Button onClick={onEnter}>{t('sign_in.open_office')}</Button>
        </p>
      )}
      <CodeApp since={factors.app_since} onChanged={onChanged} />
      <Passkeys passkeys={factors.passkeys} onChanged={onChanged} />
      {hasAny && <Recovery remaining={factors.recovery_left} onChanged={onChanged} />}
    </div>
  )
}

type OnChanged = (changed: ChangedFactors) => void

function CodeApp({ since, onChanged }: { since: string | null; onChanged: OnChanged }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<StaffOfficeApi>()
  const { form, isBusy, failure } = useForm(async () => onChanged(await api.removeAuthenticatorApp({})), {
    isRepeatable: true,
  })
  return (
    <RecordSection title={t('sign_in.app_title')}>
      <p>{t('sign_in.app_text')}</p>
      {since === null ? (
        <NewCodeApp onChanged={onChanged} />
      ) : (
        <form {...form} className={styles.row}>
          <p>{t('sign_in.app_since', { when: formatWhen(translator, since) })}</p>
          <Button type="submit" variant="quiet" isBusy={isBusy}>
            {t('sign_in.app_remove')}
          </Button>
          {failure && <Failure>{failure}</Failure>}
        </form>
      )}
    </RecordSection>
  )
}

function Passkeys({ passkeys, onChanged }: { passkeys: Factors['passkeys']; onChanged: OnChanged }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<StaffOfficeApi>()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, form: element }) => {
      const passkey = text('passkey')
      if (passkey) return onChanged(await api.removePasskey({ passkey }))
      const { options } = await api.getPasskeyCreationOptions({})
      const credential = await createPasskey(options)
      if (!credential) return
      onChanged(await api.addPasskey({ name: text('name') || t('sign_in.passkey'), made: credential }))
      element.reset()
    },
    { isRepeatable: true },
  )
  return (
    <RecordSection title={t('sign_in.passkeys_title')}>
      <p>{t(supportsPasskeys() ? 'sign_in.passkeys_text' : 'sign_in.passkeys_unknown')}</p>
      <form {...form} className="stack-3">
        {passkeys.length > 0 && (
          <ul role="list">
            {passkeys.map(({ id, name, since, used }) => (
              <li key={id} className={styles.row}>
                <p>
                  <strong>{name}</strong>
                  <br />
                  <small className="small">
                    {t('sign_in.passkey_since', { when: formatWhen(translator, since) })}
                    {used && `, ${t('sign_in.passkey_used', { when: formatWhen(translator, used) })}`}
                  </small>
                </p>
                <Button
                  type="submit"
                  name="passkey"
                  value={id}
                  variant="quiet"
                  aria-label={t('sign_in.passkey_remove_named', { name })}
                >
                  {t('sign_in.passkey_remove')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {supportsPasskeys() && (
          <div className={styles.add}>
            <TextField
              label={t('sign_in.passkey_name')}
              name="name"
              hint={t('sign_in.passkey_name_hint')}
              maxLength={60}
              error={error('name')}
            />
            <Button type="submit" variant="secondary" isBusy={isBusy}>
              {t('sign_in.passkey_add')}
            </Button>
          </div>
        )}
        {(error('passkey') ?? failure) && <Failure>{(error('passkey') ?? failure)!}</Failure>}
      </form>
    </RecordSection>
  )
}

function Recovery({ remaining, onChanged }: { remaining: number; onChanged: OnChanged }) {
  const { t, count } = useTranslator()
  const api = useApi<StaffOfficeApi>()
  const { form, isBusy, failure } = useForm(async () => onChanged(await api.renewRecoveryCodes({})), {
    isRepeatable: true,
  })
  return (
    <RecordSection title={t('sign_in.recovery_title')}>
      <p>{t('sign_in.recovery_text')}</p>
      <form {...form} className={styles.row}>
        <p>{count('sign_in.recovery_left', remaining)}</p>
        <Button type="submit" variant="quiet" isBusy={isBusy}>
          {t('sign_in.recovery_renew')}
        </Button>
        {failure && <Failure>{failure}</Failure>}
      </form>
    </RecordSection>
  )
}
