import '../prose.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { LineDialog, type LinePrompt } from './line-dialog.tsx'
import { createCaptionPrompt, createDescriptionPrompt, createLinkPrompt } from './line-questions.ts'
import type { RichTextProps } from './props.ts'
import { insertFigure } from './insert-figure.ts'
import styles from './rich-text.module.css'
import { Source } from './source.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEditor } from './use-editor.ts'

/** The editor with its toolbar, or the HTML source for users who prefer it. */
export function RichTextEditor({
  id,
  label,
  language,
  value,
  error,
  labelledBy,
  describedBy,
  onChange,
  choosePicture,
}: RichTextProps & { id: string; labelledBy: string; describedBy: string }) {
  const translator = useTranslator()
  const { t, count } = translator
  const [notice, setNotice] = useState<string | null>(null)
  const [prompt, setPrompt] = useState<LinePrompt | null>(null)
  const [isHtmlSource, setIsHtmlSource] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const openLink = () => editor && setPrompt(createLinkPrompt(editor, translator, language))
  const { container, editor, isEmpty, isLocked, loadCount, convert, html, loadParsed } = useEditor({
    value,
    onChange: (written) => {
      setNotice(null)
      onChange(written)
    },
    onPicturesDropped: (droppedCount) => setNotice(count('editor.pictures_dropped', droppedCount)),
    onLink: () => openLink(),
    onToolbar: () => frame.current!.querySelector<HTMLElement>('[data-item][tabindex="0"]')?.focus(),
    captionHint: t('editor.picture_caption'),
    attributes: {
      id,
      class: `reading prose ${styles.text}`,
      role: 'textbox',
      lang: language,
      'aria-multiline': 'true',
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-placeholder': t('editor.placeholder'),
      ...(error && { 'aria-invalid': 'true' }),
    },
  })

  useFocusOnLabelClick(labelledBy, editor)

  async function addPicture() {
    const picture = await choosePicture()
    if (editor && picture) insertFigure(editor, picture)
  }
  const focusText = () => requestAnimationFrame(() => editor?.view.focus())
  return (
    <div ref={frame} className={styles.frame} data-invalid={error ? true : undefined}>
      {isLocked && (
        <div className={`stack-2 left ${styles.notice}`} role="status">
          <p>{t('editor.locked')}</p>
          <Button variant="secondary" onClick={convert}>
            {t('editor.convert')}
          </Button>
        </div>
      )}
      {isHtmlSource && (
        <Source
          key={loadCount}
          label={label}
          language={language}
          value={html()}
          error={error}
          onApply={loadParsed}
          onDone={() => {
            setIsHtmlSource(false)
            focusText()
          }}
        />
      )}
      {editor && !isLocked && !isHtmlSource && (
        <Toolbar
          editor={editor}
          label={label}
          controls={id}
          dialogActions={{
            link: openLink,
            picture: () => void addPicture(),
            describe: () => setPrompt(createDescriptionPrompt(editor, translator, language)),
            caption: () => setPrompt(createCaptionPrompt(editor, translator, language)),
            source: () => setIsHtmlSource(true),
          }}
        />
      )}
      <div className={styles.sheet} hidden={isHtmlSource}>
        {isEmpty && (
          <p className={styles.placeholder} lang={translator.language} aria-hidden="true">
            {t('editor.placeholder')}
          </p>
        )}
        <div ref={container} />
      </div>
      <p className={styles.told} role="status">
        {notice}
      </p>
      <LineDialog
        prompt={prompt}
        onEnd={() => {
          setPrompt(null)
          focusText()
        }}
      />
    </div>
  )
}

/** A click on the label focuses the editor, as with a native field. */
function useFocusOnLabelClick(labelId: string, editor: ReturnType<typeof useEditor>['editor']): void {
  useEffect(() => {
    const label = document.getElementById(labelId)
    const onClick = () => editor?.view.focus()
    label?.addEventListener('click', onClick)
    return () => label?.removeEventListener('click', onClick)
  }, [editor, labelId])
}
