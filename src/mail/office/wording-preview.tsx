import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Part } from '#ui/office/file.tsx'
import type { Language } from '#routes/public.ts'
import type { EmailKind } from '../kinds.ts'
import { EmailFrame } from './email-frame.tsx'
import type { EmailWordingApi } from './wording-contract.ts'
import styles from './wording.module.css'

const REST_MS = 400

type Shown = Awaited<ReturnType<EmailWordingApi['previewLetter']>>['letter']

/** A preview of the email with the unsaved texts, for a real stay. */
export function Preview({
  kind,
  words,
}: {
  kind: EmailKind
  words: readonly { key: string; own_en: string; own_bn: string }[]
}) {
  const { t, language: reads } = useWords()
  const api = useApi<EmailWordingApi>()
  const [language, setLanguage] = useState<Language>(reads)
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<{ letter: Shown } | null>(null)
  const [told, setTold] = useState<{ code?: string | undefined; said?: string | undefined }>({})
  const isOfStay = kind.startsWith('stay_') || kind.startsWith('company_stay_')
  const typed = JSON.stringify(words)
  useEffect(() => {
    let isLeft = false
    const look = async () => {
      const asked = { kind, language, words: JSON.parse(typed) as typeof words, ...(code && { code }) }
      try {
        const { letter } = await api.previewLetter({ ...asked, words: [...asked.words] })
        if (isLeft) return
        setShown({ letter })
        setTold({})
      } catch (error) {
        if (isLeft) return
        const fields = error instanceof ApiError ? error.errors : {}
        const wrong = fields['code']?.[0]
        const first = Object.values(fields).flat()[0]
        setTold(wrong ? { code: wrong } : { said: first ?? t('letters.no_preview') })
      }
    }
    const timer = setTimeout(() => void look(), REST_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [api, kind, typed, language, code, t])
  return (
    <Part title={t('letters.preview')}>
      <Choice
        legend={t('letters.preview_in')}
        name="preview language"
        options={[
          ['en', t('settings.english')],
          ['bn', t('settings.bangla')],
        ]}
        chosen={language}
        onChoose={setLanguage}
      />
      {isOfStay && (
        <TextField
          label={t('letters.preview_of')}
          hint={t('letters.preview_of_hint')}
          name="code"
          value={code}
          maxLength={40}
          autoComplete="off"
          error={told.code}
          onChange={({ currentTarget }) => setCode(currentTarget.value.trim().toUpperCase())}
        />
      )}
      <div role="status">{told.said && <p>{told.said}</p>}</div>
      {shown && !shown.letter && <p>{t('letters.no_sample')}</p>}
      {shown?.letter && (
        <>
          <p className={styles.subject} lang={language}>
            {shown.letter.subject}
          </p>
          <EmailFrame html={shown.letter.html} title={t('letters.preview')} />
        </>
      )}
    </Part>
  )
}
