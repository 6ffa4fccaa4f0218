import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextField } from '../form/field.tsx'

/** A dialog that asks for one line of text. */
export interface LinePrompt {
  title: string
  label: string
  hint: string
  value: string
  suggested?: readonly string[]
  inputMode?: 'url'
  lang?: string
  /** Takes the value. Returns an error message, or null if the value was accepted. */
  take: (value: string) => string | null
  /** Present if there is a value to remove. */
  remove?: { label: string; run: () => void }
}

/** Asks for a line of text in a dialog, with the error below it. */
export function LineDialog({ prompt, onEnd }: { prompt: LinePrompt | null; onEnd: () => void }) {
  return (
    <Dialog open={prompt !== null} title={prompt?.title ?? ''} onClose={onEnd}>
      {prompt && <PromptForm prompt={prompt} onEnd={onEnd} />}
    </Dialog>
  )
}

function PromptForm({ prompt, onEnd }: { prompt: LinePrompt; onEnd: () => void }) {
  const { t } = useTranslator()
  const [text, setText] = useState(prompt.value)
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
  function submitText() {
    const message = prompt.take(text)
    setError(message)
    if (message) findInput().focus()
    else onEnd()
  }
  return (
    <div ref={container} className="stack-4">
      <TextField
        label={prompt.label}
        name="asked"
        hint={prompt.hint}
        error={error ?? undefined}
        value={text}
        lang={prompt.lang}
        inputMode={prompt.inputMode}
        autoComplete="off"
        maxLength={500}
        list={prompt.suggested && 'asked-suggested'}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          submitText()
        }}
      />
      {prompt.suggested && (
        <datalist id="asked-suggested">
          {prompt.suggested.map((suggestion) => (
            <option key={suggestion} value={suggestion}>
              {suggestion}
            </option>
          ))}
        </datalist>
      )}
      <div className="row-5">
        <Button onClick={submitText}>{t('editor.done')}</Button>
        {prompt.remove && (
          <Button
            variant="quiet"
            onClick={() => {
              prompt.remove!.run()
              onEnd()
            }}
          >
            {prompt.remove.label}
          </Button>
        )}
      </div>
    </div>
  )
}
