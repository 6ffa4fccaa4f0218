import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { quotationLimits } from '../limits.ts'
import type { Draft } from './draft.ts'
import styles from './quotation.module.css'

/** One-off charges, independent of the quantity: a sample, a mould, a courier. */
export function Charges({
  charges,
  error,
  onChange,
}: {
  charges: Draft['charges']
  error: (name: string) => string | undefined
  onChange: (charges: Draft['charges']) => void
}) {
  const { t } = useTranslator()
  const updateCharge = (key: string, patch: Partial<Draft['charges'][number]>) =>
    onChange(charges.map((item) => (item.key === key ? { ...item, ...patch } : item)))
  return (
    <>
      {charges.map((charge, index) => (
        <div key={charge.key} className={styles.charge}>
          <TextField
            label={t('quotation.charge_name')}
            name="charge"
            maxLength={120}
            autoComplete="off"
            value={charge.name}
            error={error(`charges.${index}.name`)}
            onChange={({ currentTarget }) => updateCharge(charge.key, { name: currentTarget.value })}
          />
          <NumberField
            label={t('quotation.charge_amount')}
            name="amount"
            value={charge.amount}
            error={error(`charges.${index}.amount`)}
            onValueChange={(amount) => updateCharge(charge.key, { amount })}
          />
          <Button variant="quiet" onClick={() => onChange(charges.filter(({ key }) => key !== charge.key))}>
            {t('quotation.remove_charge', { name: charge.name || String(index + 1) })}
          </Button>
        </div>
      ))}
      {charges.length < quotationLimits.charges && (
        <div>
          <Button
            variant="secondary"
            onClick={() => onChange([...charges, { key: crypto.randomUUID(), name: '', amount: null }])}
          >
            {t('quotation.add_charge')}
          </Button>
        </div>
      )}
    </>
  )
}
