import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextField } from '../form/field.tsx'

/** A dialog that asks for one line of text. */
export interface LineQuestion {
  title: string
  label: string
  hint: string
  value: string
  /** Suggestions for the input. */
  suggested?: readonly string[]
  inputMode?: 'url'
  lang?: string
  /** Takes the value. Returns an error message, or null if the value was accepted. */
  take: (value: string) => string | null
  /** Present if there is a value to remove. */
  remove?: { label: string; run: () => void }
}

/** Asks for a line of text in a dialog, with the error below it. */
export function LineDialog({ question, onEnd }: { question: LineQuestion | null; onEnd: () => void }) {
  return (
    <Dialog open={question !== null} title={question?.title ?? ''} onClose={onEnd}>
      {question && <Question question={question} onEnd={onEnd} />}
    </Dialog>
  )
}

function Question({ question, onEnd }: { question: LineQuestion; onEnd: () => void }) {
  const { t } = useTranslator()
  const [text, setText] = useState(question.value)
  const [error, setError] = useState<string | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const findInput = () => container.current!.querySelector('input')!
  useEffect(() => {
    // The dialog opens after its content is rendered, and focuses its close button. So the field takes the focus
    // afterwards.
    queueMicrotask(() => {
      container.current?.querySelector('input')!.focus()
      container.current?.querySelector('input')!.select()
    })
  }, [])
  function take() {
    const message = question.take(text)
    setError(message)
    if (message) findInput().focus()
    else onEnd()
  }
  return (
    <div ref={container} className="stack-4">
      <TextField
        label={question.label}
        name="asked"
        hint={question.hint}
        error={error ?? undefined}
        value={text}
        lang={question.lang}
        inputMode={question.inputMode}
        autoComplete="off"
        maxLength={500}
        list={question.suggested && 'asked-suggested'}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      {question.suggested && (
        <datalist id="asked-suggested">
          {question.suggested.map((suggestion) => (
            <option key={suggestion} value={suggestion}>
              {suggestion}
            </option>
          ))}
        </datalist>
      )}
      <div className="row-5">
        <Button onClick={take}>{t('editor.done')}</Button>
        {question.remove && (
          <Button
            look="quiet"
            onClick={() => {
              question.remove!.run()
              onEnd()
            }}
          >
            {question.remove.label}
          </Button>
        )}
      </div>
    </div>
  )
}
