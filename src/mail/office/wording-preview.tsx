import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextField } from '#ui/form/field.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import type { Language } from '#routes/public.ts'
import type { EmailKind } from '../kinds.ts'
import { EmailFrame } from './email-frame.tsx'
import type { EmailWordingApi } from './wording-contract.ts'
import styles from './wording.module.css'

const DEBOUNCE_MS = 400

type PreviewedEmail = Awaited<ReturnType<EmailWordingApi['previewEmail']>>['email']

/** A preview of the email with the unsaved texts and real data. */
export function Preview({
  kind,
  words,
}: {
  kind: EmailKind
  words: readonly { key: string; own_en: string; own_bn: string }[]
}) {
  const { t, language: userLanguage } = useTranslator()
  const api = useApi<EmailWordingApi>()
  const [language, setLanguage] = useState<Language>(userLanguage)
  const [code, setCode] = useState('')
  const [preview, setPreview] = useState<{ email: PreviewedEmail } | null>(null)
  const [errors, setErrors] = useState<{ code?: string | undefined; message?: string | undefined }>({})
  const isOfStay = kind.startsWith('stay_') || kind.startsWith('company_stay_')
  const serializedWords = JSON.stringify(words)
  useEffect(() => {
    let isCancelled = false
    const loadPreview = async () => {
      const request = { kind, language, words: JSON.parse(serializedWords) as typeof words, ...(code && { code }) }
      try {
        const { email } = await api.previewEmail({ ...request, words: [...request.words] })
        if (isCancelled) return
        setPreview({ email })
        setErrors({})
      } catch (error) {
        if (isCancelled) return
        const fields = error instanceof ApiError ? error.errors : {}
        const codeError = fields['code']?.[0]
        const firstError = Object.values(fields).flat()[0]
        setErrors(codeError ? { code: codeError } : { message: firstError ?? t('emails.no_preview') })
      }
    }
    const timer = setTimeout(() => void loadPreview(), DEBOUNCE_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [api, kind, serializedWords, language, code, t])
  return (
    <RecordSection title={t('emails.preview')}>
      <Choice
        legend={t('emails.preview_in')}
        name="preview language"
        options={[
          ['en', t('settings.english')],
          ['bn', t('settings.bangla')],
        ]}
        value={language}
        onChoose={setLanguage}
      />
      {isOfStay && (
        <TextField
          label={t('emails.preview_stay')}
          hint={t('emails.preview_stay_hint')}
          name="code"
          value={code}
          maxLength={40}
          autoComplete="off"
          error={errors.code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.trim().toUpperCase())}
        />
      )}
      <div role="status">{errors.message && <p>{errors.message}</p>}</div>
      {preview && !preview.email && <p>{t('emails.no_sample')}</p>}
      {preview?.email && (
        <>
          <p className={styles.subject} lang={language}>
            {preview.email.subject}
          </p>
          <EmailFrame html={preview.email.html} title={t('emails.preview')} />
        </>
      )}
    </RecordSection>
  )
}
