import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
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
  const { t } = useTranslator()
  const { language } = useRoute()
  const api = useApi<QuotationsOfficeApi>()
  const { run, isBusy, failure } = useAction(t('quotation.failed'))
  return (
    <>
      <Button
        variant={variant}
        isBusy={isBusy}
        onClick={() =>
          void run(async () => navigate(officeHref('quotation', (await api.startQuotation(source)).id), language))
        }
      >
        {label}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}
