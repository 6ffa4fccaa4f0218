import { useEffect, useId, useRef, useState } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { ConversationFile, InboxApi } from './contract.ts'
import styles from './conversation.module.css'

/** How long nothing is typed before it is kept. */
const PAUSE_MS = 700

/** A letter to whoever asked, from its first word kept on the server for whoever writes it. Sent again after a lost answer, it is one. */
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
      // What is still on its way would be kept behind the letter.
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

/** Keeps what is typed once somebody pauses, one after the other, and says whether it is kept. */
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
  // Whoever goes elsewhere within the pause finds it kept as well.
  useEffect(() => () => void leaving.current(), [])
  return {
    said,
    keep(text: string) {
      const now = state.current
      now.text = text
      clearTimeout(now.timer)
      now.timer = window.setTimeout(() => void flush(), PAUSE_MS)
    },
    /** Nothing is kept any more before something is typed again. */
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
