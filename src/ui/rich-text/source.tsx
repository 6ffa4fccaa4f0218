import { useEffect, useRef, useState } from 'react'
import type { Language } from '#routes/public.ts'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { TextArea } from '../form/field.tsx'
import { readHtml, type Read } from './from-html.ts'
import styles from './rich-text.module.css'

/**
 * The saved HTML in a plain text area, for phone keyboards that do not work with the editor. It is validated on each
 * change. Tags that an article may not have are named and dropped.
 */
export function Source({
  label,
  language,
  value,
  error,
  onTake,
  onDone,
}: {
  label: string
  language: Language
  value: string
  error?: string | undefined
  onTake: (read: Read) => void
  onDone: () => void
}) {
  const { t } = useWords()
  const [typed, setTyped] = useState(value)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current!.querySelector('textarea')!.focus(), [])
  const [wrong, setWrong] = useState<string | undefined>()
  return (
    <div ref={place} className={styles.asHtml}>
      <TextArea
        label={t('write.source_label', { label })}
        hint={t('write.source_hint')}
        error={wrong ?? error}
        name="html"
        lang={language}
        rows={16}
        spellCheck={false}
        autoCapitalize="off"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          const read = readHtml(currentTarget.value)
          const names = read.foreign.join(', ')
          setWrong(names ? t('write.source_foreign', { names }) : read.loses ? t('write.source_loses') : undefined)
          onTake(read)
        }}
      />
      <Button look="secondary" onClick={onDone}>
        {t('write.source_done')}
      </Button>
    </div>
  )
}
