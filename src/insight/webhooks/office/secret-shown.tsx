import { useEffect, useRef } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useToast } from '#ui/toast.tsx'
import styles from './webhooks.module.css'

/** A secret, this once. It has the focus, for the button that was pressed is gone. */
export function SecretShown({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useWords()
  const say = useToast()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current!.focus(), [secret])

  /** Where the browser does not let us, it is at least marked, ready to be copied by hand. */
  async function copy() {
    place.current!.querySelector('input')!.select()
    await navigator.clipboard?.writeText(secret).then(
      () => say(t('webhooks.secret_copied')),
      () => {},
    )
  }
  return (
    <div ref={place} tabIndex={-1} role="status" className={styles.secret}>
      <p>{t('webhooks.secret_once')}</p>
      <div className={styles.copied}>
        <TextField
          label={t('webhooks.secret')}
          name="secret"
          readOnly
          value={secret}
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button look="secondary" onClick={() => void copy()}>
          {t('webhooks.secret_copy')}
        </Button>
      </div>
      <div>
        <Button onClick={onDone}>{t('webhooks.secret_done')}</Button>
      </div>
    </div>
  )
}
