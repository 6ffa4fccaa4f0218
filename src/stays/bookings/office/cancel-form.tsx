import { useId } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { TermsSummary } from '../../policies/terms-summary.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import type { BookingRecord } from './contract.ts'
import styles from './guest-forms.module.css'
import { GuestMessage, removeDraft } from './guest-message.tsx'
import { useConfirmationStep } from './use-confirmation-step.ts'

/** The agreed cancellation terms, and the form to cancel: it shows the fee first and asks for confirmation. */
export function CancelForm({
  record,
  cancel,
  onConflict,
}: {
  record: BookingRecord
  cancel: (fee: 'agreed' | 'none', message: string) => Promise<void>
  onConflict: (message: string) => void
}) {
  const { t, money } = useTranslator()
  const { isOpen: isConfirming, heading, opener, open, close, closeOnEscape } = useConfirmationStep()
  const headingId = useId()
  const draft = `cancel ${record.code}`
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      await reportLostResponse(cancel(text('fee') === 'none' ? 'none' : 'agreed', text('message')))
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
  if (!isConfirming)
    return (
      <RecordSection title={t('request.cancellation')}>
        {record.cancelling && <TermsSummary terms={record.cancelling} />}
        <span ref={opener} className={styles.opener}>
          <Button variant="secondary" className={styles.negative} onClick={open}>
            {t('request.cancel')}
          </Button>
        </span>
      </RecordSection>
    )
  const { cancel_fee: fee } = record
  return (
    <form
      {...form}
      className={styles.form}
      data-declining
      aria-labelledby={headingId}
      onKeyDown={(event) => closeOnEscape(event, isBusy)}
    >
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t('request.cancel_title')}
      </h2>
      <p>{t(record.email === '' ? 'request.cancel_text_silent' : 'request.cancel_text')}</p>
      {fee === 0 ? (
        <p>
          {t('request.cancel_costs')}: <strong>{t('request.cancel_agreed_free')}</strong>
        </p>
      ) : (
        <Choice
          legend={t('request.cancel_costs')}
          name="fee"
          value="agreed"
          options={[
            [
              'agreed',
              fee === null ? t('request.cancel_agreed_hidden') : t('request.cancel_agreed', { fee: money(fee) }),
            ],
            ['none', t('request.cancel_waived')],
          ]}
        />
      )}
      {record.email !== '' && <GuestMessage language={record.language} draft={draft} error={error('message')} />}
      {failure && <Failure>{failure}</Failure>}
      <div className="row-2">
        <Button type="submit" variant="secondary" className={styles.negative} isBusy={isBusy}>
          {t('request.cancel_submit')}
        </Button>
        <Button variant="quiet" onClick={close} disabled={isBusy}>
          {t('request.cancel_keep')}
        </Button>
      </div>
    </form>
  )
}
