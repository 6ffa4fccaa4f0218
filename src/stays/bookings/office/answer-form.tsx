import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { keep, storage } from '#platform/storage.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ActBar } from '#ui/office/file.tsx'
import styles from './answer-form.module.css'
import type { BookingFile } from './contract.ts'

const MAX_LENGTH = 500

/**
 * Confirms or declines a request, with a message. Declining asks for confirmation, because the nights are released at
 * once.
 */
export function AnswerForm({
  file,
  answer,
  onOvertaken,
}: {
  file: BookingFile
  answer: (act: 'confirm' | 'decline', sentence: string) => Promise<void>
  /** The request was answered or cancelled in the meantime. */
  onOvertaken: (told: string) => void
}) {
  const { t } = useWords()
  const [declining, setDeclining] = useState(false)
  const question = useRef<HTMLHeadingElement>(null)
  const no = useRef<HTMLSpanElement>(null)
  const wasDeclining = useRef(false)
  const headingId = useId()
  /** The draft survives the end of the session. */
  const draft = `answer ${file.code}`
  useEffect(() => {
    if (declining) question.current!.focus({ preventScroll: true })
    if (declining) question.current!.closest('form')!.scrollIntoView({ block: 'nearest' })
    else if (wasDeclining.current) no.current!.querySelector('button')!.focus()
    wasDeclining.current = declining
  }, [declining])

  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      await orUnsure(answer(text('act') === 'decline' ? 'decline' : 'confirm', text('sentence')))
      storage('sessionStorage')?.removeItem(draft)
    },
    {
      again: true,
      onRefused(userError) {
        if (userError.status === 409) onOvertaken(userError.message)
        return userError
      },
    },
  )
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape' && declining && !busy) setDeclining(false)
  }
  const language = t(`office.in_${file.language}`)
  return (
    <form
      {...form}
      className={styles.answer}
      data-declining={declining || undefined}
      aria-labelledby={headingId}
      onKeyDown={onKeyDown}
    >
      <h2 ref={question} id={headingId} tabIndex={-1}>
        {t(declining ? 'request.decline_title' : 'request.answer_title')}
      </h2>
      {declining && <p>{t('request.decline_text')}</p>}
      <TextArea
        label={t('request.sentence', { language })}
        name="sentence"
        rows={3}
        maxLength={MAX_LENGTH}
        defaultValue={storage('sessionStorage')?.getItem(draft) ?? ''}
        onInput={({ currentTarget }) => keep('sessionStorage', draft, currentTarget.value)}
        hint={t('request.sentence_hint')}
        error={error('sentence')}
      />
      {failure && <Failure>{failure}</Failure>}
      {declining ? (
        <ActBar>
          <Button type="submit" name="act" value="decline" look="secondary" className={styles.no} busy={busy}>
            {t('request.decline_yes')}
          </Button>
          <Button look="quiet" onClick={() => setDeclining(false)} disabled={busy}>
            {t('request.decline_keep')}
          </Button>
        </ActBar>
      ) : (
        <ActBar>
          <Button type="submit" name="act" value="confirm" busy={busy}>
            {t('request.confirm')}
          </Button>
          <span ref={no} className={styles.ask}>
            <Button look="secondary" className={styles.no} onClick={() => setDeclining(true)} disabled={busy}>
              {t('request.decline')}
            </Button>
          </span>
        </ActBar>
      )}
    </form>
  )
}
