import { useEffect, useRef } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import styles from './recovery-codes.module.css'

/** Shows new recovery codes once, to be written down or saved. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useWords()
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current!.focus(), [codes])
  const keep = () => saveFile('recovery-codes.txt', new Blob([codes.join('\r\n') + '\r\n'], { type: 'text/plain' }))
  return (
    <section ref={place} tabIndex={-1} className={styles.codes} aria-label={t('door.codes_title')}>
      <h2>{t('door.codes_title')}</h2>
      <p>{t('door.codes_text')}</p>
      <ol role="list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Button look="secondary" onClick={keep}>
        {t('door.codes_keep')}
      </Button>
    </section>
  )
}
