import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { TermsSummary } from '../../policies/terms-summary.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import styles from './answer-form.module.css'
import type { BookingRecord } from './contract.ts'

const MAX_MESSAGE_LENGTH = 500

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
  const [isConfirming, setConfirming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const wasConfirming = useRef(false)
  const headingId = useId()
  const draft = `cancel ${record.code}`
  useEffect(() => {
    if (isConfirming) {
      heading.current!.focus({ preventScroll: true })
      heading.current!.closest('form')!.scrollIntoView({ block: 'nearest' })
    } else if (wasConfirming.current) opener.current?.querySelector('button')?.focus()
    wasConfirming.current = isConfirming
  }, [isConfirming])

  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      await reportLostResponse(cancel(text('fee') === 'none' ? 'none' : 'agreed', text('message')))
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
  if (!isConfirming)
    return (
      <RecordSection title={t('request.cancellation')}>
        {record.cancelling && <TermsSummary terms={record.cancelling} />}
        <span ref={opener} className={styles.opener}>
          <Button variant="secondary" className={styles.no} onClick={() => setConfirming(true)}>
            {t('request.cancel')}
          </Button>
        </span>
      </RecordSection>
    )
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape' && !isBusy) setConfirming(false)
  }
  const { cancel_fee: fee } = record
  return (
    <form {...form} className={styles.answer} data-declining aria-labelledby={headingId} onKeyDown={onKeyDown}>
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
      {record.email !== '' && (
        <TextArea
          label={t('request.message', { language: t(`office.in_${record.language}`) })}
          name="message"
          rows={3}
          maxLength={MAX_MESSAGE_LENGTH}
          defaultValue={getStorage('sessionStorage')?.getItem(draft) ?? ''}
          onInput={({ currentTarget }) => saveToStorage('sessionStorage', draft, currentTarget.value)}
          hint={t('request.message_hint')}
          error={error('message')}
        />
      )}
      {failure && <Failure>{failure}</Failure>}
      <div className="row-2">
        <Button type="submit" variant="secondary" className={styles.no} isBusy={isBusy}>
          {t('request.cancel_submit')}
        </Button>
        <Button variant="quiet" onClick={() => setConfirming(false)} disabled={isBusy}>
          {t('request.cancel_keep')}
        </Button>
      </div>
    </form>
  )
}
