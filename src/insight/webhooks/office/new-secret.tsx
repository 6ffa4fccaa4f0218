import { useEffect, useRef } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useToast } from '#ui/toast.tsx'
import styles from './webhooks.module.css'

/** Shows a secret once. Takes the focus, because the clicked button is gone. */
export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslator()
  const showToast = useToast()
  const secretRef = useRef<HTMLDivElement>(null)
  useEffect(() => secretRef.current!.focus(), [secret])

  /** Copies the secret. It stays selected, so that staff can copy it by hand if the browser denies clipboard access. */
  async function copy() {
    secretRef.current!.querySelector('input')!.select()
    await navigator.clipboard?.writeText(secret).then(
      () => showToast(t('webhooks.secret_copied')),
      () => {},
    )
  }
  return (
    <div ref={secretRef} tabIndex={-1} role="status" className={`stack-4 ${styles.secret}`}>
      <p>{t('webhooks.secret_shown_once')}</p>
      <div className="field-row">
        <TextField
          label={t('webhooks.secret')}
          name="secret"
          readOnly
          value={secret}
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="secondary" onClick={() => void copy()}>
          {t('webhooks.secret_copy')}
        </Button>
      </div>
      <div>
        <Button onClick={onDone}>{t('webhooks.secret_done')}</Button>
      </div>
    </div>
  )
}
