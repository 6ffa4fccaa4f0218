import { useEffect, useRef, useState } from 'react'
import type { Language } from '#routes/public.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { TextArea } from '../form/field.tsx'
import { readHtml, type ParsedText } from './from-html.ts'
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
  onApply,
  onDone,
}: {
  label: string
  language: Language
  value: string
  error?: string | undefined
  onApply: (parsed: ParsedText) => void
  onDone: () => void
}) {
  const { t } = useTranslator()
  const [source, setSource] = useState(value)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current!.querySelector('textarea')!.focus(), [])
  const [problem, setProblem] = useState<string | undefined>()
  return (
    <div ref={container} className={styles.asHtml}>
      <TextArea
        label={t('editor.source_label', { label })}
        hint={t('editor.source_hint')}
        error={problem ?? error}
        name="html"
        lang={language}
        rows={16}
        spellCheck={false}
        autoCapitalize="off"
        value={source}
        onChange={({ currentTarget }) => {
          setSource(currentTarget.value)
          const parsedHtml = readHtml(currentTarget.value)
          const foreignNames = parsedHtml.foreign.join(', ')
          setProblem(
            foreignNames
              ? t('editor.source_foreign', { names: foreignNames })
              : parsedHtml.losesContent
                ? t('editor.source_warning')
                : undefined,
          )
          onApply(parsedHtml)
        }}
      />
      <Button variant="secondary" onClick={onDone}>
        {t('editor.source_done')}
      </Button>
    </div>
  )
}
