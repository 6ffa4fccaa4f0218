import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { Fact, Facts } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import type { InvoicesOfficeApi, StayInvoices } from './contract.ts'
import styles from './invoices.module.css'

/** The form for the buyer of the next invoice of a stay. */
export function BuyerForm({ record: { code, buyer }, mayChange }: { record: StayInvoices; mayChange: boolean }) {
  const { t } = useTranslator()
  const api = useApi<InvoicesOfficeApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const input = { name: text('name'), bin: text('bin'), address: text('address') }
      await reportLostResponse(api.saveBuyer({ code, version: buyer.version, ...input }))
      void office.refresh()
      showToast(t('invoice.buyer_saved'))
    },
    { isRepeatable: true },
  )
  if (!mayChange)
    return (
      <Facts>
        <Fact name={t('summary.invoice_buyer')}>{buyer.name}</Fact>
        {buyer.bin && <Fact name={t('summary.invoice_bin')}>{buyer.bin}</Fact>}
        {buyer.address && <Fact name={t('summary.invoice_address')}>{buyer.address}</Fact>}
      </Facts>
    )
  return (
    <form {...form} className={styles.form}>
      <TextField
        label={t('summary.invoice_buyer')}
        name="name"
        maxLength={120}
        autoComplete="off"
        defaultValue={buyer.name}
        error={error('name')}
      />
      <TextField
        label={t('summary.invoice_bin')}
        hint={t('summary.invoice_bin_hint')}
        name="bin"
        maxLength={40}
        autoComplete="off"
        inputMode="numeric"
        defaultValue={buyer.bin}
        error={error('bin')}
      />
      <TextArea
        label={t('summary.invoice_address')}
        name="address"
        rows={2}
        maxLength={240}
        defaultValue={buyer.address}
        error={error('address')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('invoice.save_buyer')}
        </Button>
      </div>
    </form>
  )
}
