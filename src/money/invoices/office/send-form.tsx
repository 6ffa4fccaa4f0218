import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useToast } from '#ui/toast.tsx'
import { languages, type Language } from '#routes/public.ts'
import type { InvoicesOfficeApi, InvoiceDetails } from './contract.ts'
import styles from './invoices.module.css'

/** The form that emails an invoice to the guest, or to another address such as a bookkeeper's. */
export function SendForm({ invoice: { id, email, language } }: { invoice: InvoiceDetails }) {
  const { t } = useTranslator()
  const api = useApi<InvoicesOfficeApi>()
  const showToast = useToast()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const request = { id, email: text('email'), language: text('language') as Language }
      const { message } = await reportLostResponse(api.sendInvoice(request))
      showToast(message)
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      <TextField
        label={t('invoice.send_to')}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        required
        defaultValue={email}
        error={error('email')}
      />
      <Choice
        legend={t('invoice.send_language')}
        name="language"
        value={language}
        options={languages.map((option) => [option, t(`settings.${option === 'en' ? 'english' : 'bangla'}`)])}
      />
      {failure && <Failure>{failure}</Failure>}
      <div>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('invoice.send_submit')}
        </Button>
      </div>
    </form>
  )
}
