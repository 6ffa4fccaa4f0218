import { useEffect, useId, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import field from '../form/field.module.css'
import { useOnDemand } from '../use-on-demand.ts'
import type { RichTextProps } from './props.ts'
import styles from './rich-text.module.css'

/**
 * An editor for text with headings, lists, tables and pictures, shown as on the site. The editor is large, so it is
 * loaded separately.
 */
export function RichText(props: RichTextProps) {
  const { label, hint, error } = props
  const { t } = useTranslator()
  const generatedId = useId()
  const id = props.id ?? generatedId
  const [Editor, fetchEditor] = useOnDemand(() => import('./rich-text-editor.tsx').then((part) => part.RichTextEditor))
  const [hasFailed, setFailed] = useState(false)
  async function loadEditor() {
    setFailed(false)
    setFailed((await fetchEditor()) === null)
  }
  useEffect(() => {
    void loadEditor()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- loads once
  }, [])
  const descriptionIds = [`${id}-help`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      {Editor ? (
        <Editor {...props} id={id} labelledBy={`${id}-label`} describedBy={descriptionIds} />
      ) : (
        <div className={styles.frame} data-waiting>
          {hasFailed ? (
            <div className={`stack-2 left ${styles.notice}`} role="alert">
              <p>{t('editor.failed')}</p>
              <Button variant="secondary" onClick={() => void loadEditor()}>
                {t('editor.retry')}
              </Button>
            </div>
          ) : (
            <p className="quiet" role="status">
              {t('editor.loading')}
            </p>
          )}
        </div>
      )}
      <p className="visually-hidden" id={`${id}-help`}>
        {t('editor.help')}
      </p>
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
