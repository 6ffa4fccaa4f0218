import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ActionBar } from '#ui/office/record-page.tsx'
import styles from './answer-form.module.css'
import type { BookingRecord } from './contract.ts'

const MAX_MESSAGE_LENGTH = 500

/**
 * Confirms or declines a request, with a message. Declining asks for confirmation, because the nights are released at
 * once.
 */
export function AnswerForm({
  record,
  answer,
  onConflict,
}: {
  record: BookingRecord
  answer: (action: 'confirm' | 'decline', message: string) => Promise<void>
  /** Called if the request was answered or cancelled in the meantime. */
  onConflict: (message: string) => void
}) {
  const { t } = useTranslator()
  const [isDeclining, setDeclining] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const declineButton = useRef<HTMLSpanElement>(null)
  const wasDeclining = useRef(false)
  const headingId = useId()
  /** The storage key of the draft. The tab keeps the draft when the sign-in session ends. */
  const draft = `answer ${record.code}`
  useEffect(() => {
    if (isDeclining) heading.current!.focus({ preventScroll: true })
    if (isDeclining) heading.current!.closest('form')!.scrollIntoView({ block: 'nearest' })
    else if (wasDeclining.current) declineButton.current!.querySelector('button')!.focus()
    wasDeclining.current = isDeclining
  }, [isDeclining])

  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      await reportLostResponse(answer(text('act') === 'decline' ? 'decline' : 'confirm', text('message')))
      getStorage('sessionStorage')?.removeItem(draft)
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (userError.status === 409) onConflict(userError.message)
        return userError
      },
    },
  )
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape' && isDeclining && !isBusy) setDeclining(false)
  }
  const languageName = t(`office.in_${record.language}`)
  return (
    <form
      {...form}
      className={styles.answer}
      data-declining={isDeclining || undefined}
      aria-labelledby={headingId}
      onKeyDown={onKeyDown}
    >
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t(isDeclining ? 'request.decline_title' : 'request.answer_title')}
      </h2>
      {isDeclining && <p>{t('request.decline_text')}</p>}
      <TextArea
        label={t('request.message', { language: languageName })}
        name="message"
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        defaultValue={getStorage('sessionStorage')?.getItem(draft) ?? ''}
        onInput={({ currentTarget }) => saveToStorage('sessionStorage', draft, currentTarget.value)}
        hint={t('request.message_hint')}
        error={error('message')}
      />
      {failure && <Failure>{failure}</Failure>}
      {isDeclining ? (
        <ActionBar>
          <Button type="submit" name="act" value="decline" variant="secondary" className={styles.no} isBusy={isBusy}>
            {t('request.decline_submit')}
          </Button>
          <Button variant="quiet" onClick={() => setDeclining(false)} disabled={isBusy}>
            {t('request.decline_keep')}
          </Button>
        </ActionBar>
      ) : (
        <ActionBar>
          <Button type="submit" name="act" value="confirm" isBusy={isBusy}>
            {t('request.confirm')}
          </Button>
          <span ref={declineButton} className={styles.ask}>
            <Button variant="secondary" className={styles.no} onClick={() => setDeclining(true)} disabled={isBusy}>
              {t('request.decline')}
            </Button>
          </span>
        </ActionBar>
      )}
    </form>
  )
}
