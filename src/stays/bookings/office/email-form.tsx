import { useEffect, useId, useRef } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { BookingRecord, BookingsOfficeApi } from './contract.ts'
import styles from './guest-forms.module.css'
import { DraftTextArea, removeDraft } from './guest-message.tsx'

/**
 * An email to the guest. A retry after a lost answer does not send it twice. The draft is stored in the tab until it is
 * sent.
 */
export function EmailForm({
  record,
  onSent,
  onClose,
}: {
  record: BookingRecord
  onSent: (record: BookingRecord) => void
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<BookingsOfficeApi>()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const draft = `email ${record.code}`
  useEffect(() => {
    heading.current!.focus({ preventScroll: true })
    heading.current!.closest('form')!.scrollIntoView({ block: 'nearest' })
  }, [])
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce }) => {
      const updatedRecord = await sendOnce(api.emailGuest, {
        code: record.code,
        subject: text('subject'),
        text: text('text'),
      })
      removeDraft(draft)
      onSent(updatedRecord)
    },
    {
      isRepeatable: true,
      validateFields: (element) =>
        Object.fromEntries(
          (['subject', 'text'] as const)
            .filter((name) => !(element.elements.namedItem(name) as HTMLInputElement).value.trim())
            .map((name) => [name, [t('request.write_missing')]]),
        ),
    },
  )
  return (
    <form
      {...form}
      className={styles.form}
      aria-labelledby={headingId}
      onKeyDown={({ key }) => key === 'Escape' && !isBusy && onClose()}
    >
      <h3 ref={heading} id={headingId} tabIndex={-1}>
        {t('request.write_title')}
      </h3>
      <TextField
        label={t('request.write_subject')}
        name="subject"
        maxLength={150}
        defaultValue={record.email_subject}
        error={error('subject')}
      />
      <DraftTextArea
        draft={draft}
        label={t('request.write_text', { language: t(`office.in_${record.language}`) })}
        name="text"
        rows={6}
        maxLength={4_000}
        hint={t('request.write_hint', { email: record.email })}
        error={error('text')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className="row-2">
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('request.write_send')}
        </Button>
        <Button variant="quiet" onClick={onClose} disabled={isBusy}>
          {t('request.write_close')}
        </Button>
      </div>
    </form>
  )
}
