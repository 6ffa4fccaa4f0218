import { useEffect, useId, useRef, useState } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { ConversationFile, InboxApi } from './contract.ts'
import styles from './conversation.module.css'

/** The pause in typing before the draft is saved. */
const PAUSE_MS = 700

/**
 * The form for an answer by email. The server stores the draft of each user from the first word. Sending again after a
 * lost response sends no second email.
 */
export function AnswerForm({
  conversation: { id, email, language, canned, draft },
  onSent,
}: {
  conversation: ConversationFile
  onSent: (newer: ConversationFile) => void
}) {
  const { t } = useWords()
  const headingId = useId()
  const api = useApi<InboxApi>()
  const [typed, setTyped] = useState(draft)
  const keeping = useKeeping(draft, (text) => api.saveConversationDraft({ id, text }))
  const { form, busy, failure, error } = useForm(
    async ({ once }) => {
      // A save that is still running would store the draft again after the email was sent.
      await keeping.rest()
      const newer = await once(api.answerConversation, { id, text: typed })
      setTyped('')
      keeping.isKept('')
      onSent(newer)
    },
    {
      again: true,
      faultsIn: (): Record<string, string[]> => (typed.trim() ? {} : { text: [t('request.write_missing')] }),
    },
  )
  function write(text: string) {
    setTyped(text)
    keeping.keep(text)
  }
  return (
    <form {...form} className={styles.answer} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('inbox.answer')}</h2>
      {canned.length > 0 && (
        <SelectField
          label={t('inbox.canned')}
          name="canned"
          value=""
          onChange={({ currentTarget }) => {
            const chosen = canned.find((each) => String(each.id) === currentTarget.value)
            if (chosen) write([typed.trim(), chosen.text].filter(Boolean).join('\n\n'))
          }}
        >
          <option value="">{t('inbox.choose_canned')}</option>
          {canned.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </SelectField>
      )}
      <TextArea
        label={t('request.write_text', { language: t(`office.in_${language}`) })}
        hint={t('inbox.answer_hint', { email })}
        name="text"
        rows={8}
        maxLength={8_000}
        value={typed}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        error={error('text')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.send}>
        <Button type="submit" busy={busy}>
          {t('inbox.send')}
        </Button>
        <p role="status">{keeping.said && t(keeping.said)}</p>
      </div>
    </form>
  )
}

/** Saves the text after each pause in typing, one save at a time, and reports the result. */
function useKeeping(first: string, save: (text: string) => Promise<unknown>) {
  const [said, setSaid] = useState<'inbox.draft_kept' | 'inbox.draft_not_kept' | null>(null)
  const state = useRef({ kept: first, text: first, timer: 0, going: Promise.resolve() as Promise<unknown> })
  const saving = useRef(save)
  useEffect(() => {
    saving.current = save
  })
  const flush = () => {
    const now = state.current
    clearTimeout(now.timer)
    now.timer = 0
    now.going = now.going.then(async () => {
      const { text } = now
      if (text === now.kept) return
      await saving.current(text).then(
        () => {
          now.kept = text
          setSaid(text ? 'inbox.draft_kept' : null)
        },
        () => setSaid('inbox.draft_not_kept'),
      )
    })
    return now.going
  }
  const leaving = useRef(flush)
  // Saves the text also when the user leaves the page within the pause.
  useEffect(() => () => void leaving.current(), [])
  return {
    said,
    keep(text: string) {
      const now = state.current
      now.text = text
      clearTimeout(now.timer)
      now.timer = window.setTimeout(() => void flush(), PAUSE_MS)
    },
    /** Waits for running saves. Nothing is saved until the user types again. */
    async rest() {
      clearTimeout(state.current.timer)
      await state.current.going
    },
    isKept(text: string) {
      Object.assign(state.current, { kept: text, text })
      setSaid(null)
    },
  }
}
