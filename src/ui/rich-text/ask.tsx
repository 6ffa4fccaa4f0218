import { useEffect, useRef, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextField } from '../form/field.tsx'
import styles from './rich-text.module.css'

/** A dialog that asks for one line of text. */
export interface Asked {
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
export function Ask({ asked, onEnd }: { asked: Asked | null; onEnd: () => void }) {
  return (
    <Dialog open={asked !== null} title={asked?.title ?? ''} onClose={onEnd}>
      {asked && <Question asked={asked} onEnd={onEnd} />}
    </Dialog>
  )
}

function Question({ asked, onEnd }: { asked: Asked; onEnd: () => void }) {
  const { t } = useWords()
  const [typed, setTyped] = useState(asked.value)
  const [error, setError] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const field = () => place.current!.querySelector('input')!
  useEffect(() => {
    // The dialog opens after its content is rendered, and focuses its close button. So the field takes the focus
    // afterwards.
    queueMicrotask(() => {
      place.current?.querySelector('input')!.focus()
      place.current?.querySelector('input')!.select()
    })
  }, [])
  function take() {
    const wrong = asked.take(typed)
    setError(wrong)
    if (wrong) field().focus()
    else onEnd()
  }
  return (
    <div ref={place} className={styles.ask}>
      <TextField
        label={asked.label}
        name="asked"
        hint={asked.hint}
        error={error ?? undefined}
        value={typed}
        lang={asked.lang}
        inputMode={asked.inputMode}
        autoComplete="off"
        maxLength={500}
        list={asked.suggested && 'asked-suggested'}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      {asked.suggested && (
        <datalist id="asked-suggested">
          {asked.suggested.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
      )}
      <div className={styles.choice}>
        <Button onClick={take}>{t('write.take')}</Button>
        {asked.remove && (
          <Button
            look="quiet"
            onClick={() => {
              asked.remove!.run()
              onEnd()
            }}
          >
            {asked.remove.label}
          </Button>
        )}
      </div>
    </div>
  )
}
