import { useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'

/** A checkbox for emailing the guest. Hidden if the guest has no email address. */
export function NotifyField({
  stay: { email },
  isPreselected = true,
}: {
  stay: { email: string }
  isPreselected?: boolean
}) {
  const { t } = useTranslator()
  if (email === '') return null
  return (
    <CheckField
      label={t('desk.notify')}
      name="notify_guest"
      hint={t('desk.notify_hint', { email })}
      defaultChecked={isPreselected}
    />
  )
}
