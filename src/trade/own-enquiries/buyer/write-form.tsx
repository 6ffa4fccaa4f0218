import { useState } from 'react'
import { useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Field, TextArea } from '#ui/form/field.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { removeSentText } from '#ui/form/remove-sent-text.ts'
import { useForm } from '#ui/form/use-form.ts'
import { endpoints } from '#routes/public.ts'
import { acceptedTypes, FileField, Progress } from '../../enquiries/files/file-field.tsx'
import { useFiles } from '../../enquiries/files/use-files.ts'
import { identifyFiles, useUpload } from '../../enquiries/files/use-upload.ts'
import { enquiryLimits, fileLimits } from '../../enquiries/limits.ts'
import type { OwnEnquiriesApi, SentEnquiry } from '../contract.ts'
import styles from './write-form.module.css'

/**
 * The form for a further message or file. Scripts send it to the API; without scripts it is posted to its own address,
 * with a plain file field.
 */
export function WriteForm({
  token,
  requestKey,
  isSent,
  onSent,
}: {
  token: string
  requestKey: string
  isSent: boolean
  onSent: (updated: SentEnquiry) => void
}) {
  const { t } = useTranslator()
  const api = useApi<OwnEnquiriesApi>()
  const rejection = useRejectedForm()
  const files = useFiles(fileLimits.enquiry)
  const { percent, upload } = useUpload<SentEnquiry>(endpoints.writeAboutEnquiry[1], files)
  const [typedText, setTypedText] = useState(rejection?.values['text'])
  const [isReceived, setReceived] = useState(isSent && !rejection)
  const { form, isBusy, failure, errors, error, clear } = useForm(
    async ({ form: element, text, sendOnce }) => {
      const message = { token, text: text('text') }
      const updatedEnquiry = await (files.chosen.length === 0
        ? sendOnce(api.writeAboutEnquiry, message)
        : sendOnce(upload, { ...message, files: identifyFiles(files) }))
      files.removeSent()
      const field = element.elements.namedItem('text') as HTMLTextAreaElement
      const unsentText = removeSentText(field.value, message.text)
      element.reset()
      field.value = unsentText
      setTypedText('')
      setReceived(true)
      onSent(updatedEnquiry)
    },
    { posted: rejection, isRepeatable: true, validateFields: validateForm },
  )
  function validateForm(element: HTMLFormElement) {
    setReceived(false)
    const isEmpty = files.chosen.length === 0 && !String(new FormData(element).get('text')).trim()
    return { ...(isEmpty && { text: [t('error.required')] }), ...files.fieldErrors() }
  }
  /** A page that was rendered with an error starts at its field. */
  const focusProps = { autoFocus: rejection?.errors['text'] !== undefined }
  const fileError = Object.entries(errors).find(([name]) => name.startsWith('files'))?.[1][0]
  return (
    <section className="no-print stack-4" aria-labelledby="write">
      <header>
        <h2 id="write">{t('enquiry.write_title')}</h2>
        <p role="status" className={styles.received}>
          {isReceived && t('contact.thanks_text')}
        </p>
      </header>
      <form {...form} method="post" encType="multipart/form-data" className={styles.form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="key" value={requestKey} />
        <TextArea
          {...focusProps}
          label={t('enquiry.message')}
          name="text"
          rows={5}
          maxLength={enquiryLimits.message}
          defaultValue={typedText}
          error={error('text')}
        />
        <FileField label={t('files.enquiry')} files={files} errors={errors} onClearError={clear} />
        <noscript>
          {import.meta.env.SSR && (
            <Field
              label={<OptionalLabel>{t('files.enquiry')}</OptionalLabel>}
              name="files"
              hint={t('files.hint', { count: fileLimits.enquiry, max: fileLimits.megabytes })}
              error={fileError}
            >
              {(control) => <input {...control} className={styles.file} type="file" multiple accept={acceptedTypes} />}
            </Field>
          )}
        </noscript>
        {failure && <Failure>{failure}</Failure>}
        <Progress percent={percent} />
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'contact.sending' : 'contact.send')}
        </Button>
      </form>
    </section>
  )
}
