import { useEffect, useRef } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import styles from './recovery-codes.module.css'

/** Shows new recovery codes once, to be written down or saved. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslator()
  const sectionElement = useRef<HTMLElement>(null)
  useEffect(() => sectionElement.current!.focus(), [codes])
  const save = () => saveFile('recovery-codes.txt', new Blob([codes.join('\r\n') + '\r\n'], { type: 'text/plain' }))
  return (
    <section ref={sectionElement} tabIndex={-1} className={styles.codes} aria-label={t('sign_in.codes_title')}>
      <h2>{t('sign_in.codes_title')}</h2>
      <p>{t('sign_in.codes_text')}</p>
      <ol role="list">
        {codes.map((code) => (
          <li key={code}>
            <code className="size-1">{code}</code>
          </li>
        ))}
      </ol>
      <Button variant="secondary" onClick={save}>
        {t('sign_in.codes_download')}
      </Button>
    </section>
  )
}
