import { useId } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ActionBar } from '#ui/office/record-page.tsx'
import type { BookingRecord } from './contract.ts'
import styles from './guest-forms.module.css'
import { GuestMessage, removeDraft } from './guest-message.tsx'
import { useConfirmationStep } from './use-confirmation-step.ts'

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
  const { isOpen: isDeclining, heading, opener, open, close, closeOnEscape } = useConfirmationStep()
  const headingId = useId()
  const draft = `answer ${record.code}`
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      await reportLostResponse(answer(text('act') === 'decline' ? 'decline' : 'confirm', text('message')))
      removeDraft(draft)
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (userError.status === 409) onConflict(userError.message)
        return userError
      },
    },
  )
  return (
    <form
      {...form}
      className={styles.form}
      data-declining={isDeclining || undefined}
      aria-labelledby={headingId}
      onKeyDown={(event) => closeOnEscape(event, isBusy)}
    >
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t(isDeclining ? 'request.decline_title' : 'request.answer_title')}
      </h2>
      {isDeclining && <p>{t('request.decline_text')}</p>}
      <GuestMessage language={record.language} draft={draft} error={error('message')} />
      {failure && <Failure>{failure}</Failure>}
      {isDeclining ? (
        <ActionBar>
          <Button
            type="submit"
            name="act"
            value="decline"
            variant="secondary"
            className={styles.negative}
            isBusy={isBusy}
          >
            {t('request.decline_submit')}
          </Button>
          <Button variant="quiet" onClick={close} disabled={isBusy}>
            {t('request.decline_keep')}
          </Button>
        </ActionBar>
      ) : (
        <ActionBar>
          <Button type="submit" name="act" value="confirm" isBusy={isBusy}>
            {t('request.confirm')}
          </Button>
          <span ref={opener} className={styles.buttonWrapper}>
            <Button variant="secondary" className={styles.negative} onClick={open} disabled={isBusy}>
              {t('request.decline')}
            </Button>
          </span>
        </ActionBar>
      )}
    </form>
  )
}
