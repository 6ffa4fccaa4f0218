import type { ComponentProps } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import { TextArea } from '#ui/form/field.tsx'
import type { BookingRecord } from './contract.ts'

const MAX_MESSAGE_LENGTH = 500

/** The message to the guest with an answer or a cancellation. */
export function GuestMessage({
  language,
  draft,
  error,
}: Pick<BookingRecord, 'language'> & { draft: string; error: string | undefined }) {
  const { t } = useTranslator()
  return (
    <DraftTextArea
      draft={draft}
      label={t('request.message', { language: t(`office.in_${language}`) })}
      name="message"
      rows={3}
      maxLength={MAX_MESSAGE_LENGTH}
      hint={t('request.message_hint')}
      error={error}
    />
  )
}

/** A text that is stored in this tab until `removeDraft`. It outlives the sign-in session. */
export function DraftTextArea({ draft, ...props }: ComponentProps<typeof TextArea> & { draft: string }) {
  return (
    <TextArea
      {...props}
      defaultValue={getStorage('sessionStorage')?.getItem(draft) ?? ''}
      onInput={({ currentTarget }) => saveToStorage('sessionStorage', draft, currentTarget.value)}
    />
  )
}

export const removeDraft = (draft: string): void => getStorage('sessionStorage')?.removeItem(draft)
