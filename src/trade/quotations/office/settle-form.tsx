import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { QuantityFields } from '../../orders/quantity-fields.tsx'
import { readQuantities } from '../../orders/read-quantities.ts'
import type { QuotationRecord, QuotationsOfficeApi, RevisionView } from './contract.ts'

const outcomes = ['accepted', 'lost', 'withdrawn'] as const

/** The form in which staff record the outcome of an open quotation that the buyer has not answered through the link. */
export function SettleForm({
  revision,
  onDone,
  onClose,
}: {
  revision: RevisionView
  onDone: (record: QuotationRecord) => void
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<QuotationsOfficeApi>()
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('accepted')
  const { form, isBusy, failure, error } = useForm(
    async ({ data, text, sendOnce }) => {
      const quantities = readQuantities(data)
      const outcomeForm = { outcome, quantities, reason: text('reason'), message: text('message') }
      onDone(await sendOnce(api.recordQuotationOutcome, { id: revision.id, ...outcomeForm }))
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className="stack-3">
      <Choice
        legend={t('quotation.record_outcome')}
        name="outcome"
        value={outcome}
        onChoose={setOutcome}
        options={outcomes.map((value) => [value, t(`quotation.outcome_${value}`)])}
      />
      {outcome === 'accepted' && <QuantityFields offered={revision.offered} error={error} />}
      <TextField label={t('quotation.reason')} name="reason" maxLength={300} required error={error('reason')} />
      {outcome === 'withdrawn' && (
        <>
          <p>{t('quotation.outcome_notice', { email: revision.form.email })}</p>
          <TextArea
            label={t('request.message', { language: t(`office.in_${revision.form.language}`) })}
            hint={t('orders.message_hint')}
            name="message"
            rows={3}
            maxLength={500}
            error={error('message')}
          />
        </>
      )}
      <FormButtons failure={failure} isBusy={isBusy} label={t('quotation.record_outcome_submit')} onClose={onClose} />
    </form>
  )
}
