import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextArea } from '#ui/form/field.tsx'
import type { OrderRecord } from './contract.ts'

/** The fields for the email to the buyer about the change: whether to send it, and an optional message. */
export function NotifyFields({
  order: { email, language },
  isProposed,
  error,
}: {
  order: Pick<OrderRecord, 'email' | 'language'>
  /** Whether the email is selected at first. */
  isProposed: boolean
  error: (name: string) => string | undefined
}) {
  const { t } = useTranslator()
  const [isChecked, setChecked] = useState(isProposed)
  return (
    <>
      <CheckField
        label={t('orders.notify', { email })}
        name="notify"
        checked={isChecked}
        onChange={({ currentTarget }) => setChecked(currentTarget.checked)}
      />
      {isChecked && (
        <TextArea
          label={t('request.message', { language: t(`office.in_${language}`) })}
          hint={t('orders.message_hint')}
          name="message"
          rows={2}
          maxLength={500}
          error={error('message')}
        />
      )}
    </>
  )
}

export const readNotification = (data: FormData) => ({
  notify: data.has('notify'),
  message: String(data.get('message') ?? ''),
})
