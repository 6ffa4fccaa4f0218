import { navigate } from '#platform/pages/navigate.ts'
import { sendOnce } from '#platform/http/send-once.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useAction } from '#ui/use-action.ts'
import { officeHref } from '#routes/office.ts'
import type { QuotationsOfficeApi } from './contract.ts'

/** A button that starts a quotation: for an enquiry or a message, or an empty one. */
export function StartQuotation({
  source = {},
  label,
  variant = 'primary',
}: {
  source?: { enquiry: string } | { message: number } | Record<string, never>
  label: string
  variant?: 'primary' | 'secondary'
}) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<QuotationsOfficeApi>()
  const { run, isBusy, failure } = useAction(t('quotation.failed'))
  return (
    <>
      <Button
        variant={variant}
        isBusy={isBusy}
        onClick={() =>
          void run(async () => {
            const { id } = await sendOnce(api.startQuotation, source, translator)
            navigate(officeHref('quotation', id), language)
          })
        }
      >
        {label}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}
