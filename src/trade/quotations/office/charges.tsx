import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { most } from '../limits.ts'
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
  const { t } = useWords()
  const change = (key: string, patch: Partial<Draft['charges'][number]>) =>
    onChange(charges.map((each) => (each.key === key ? { ...each, ...patch } : each)))
  return (
    <>
      {charges.map((charge, at) => (
        <div key={charge.key} className={styles.charge}>
          <TextField
            label={t('quotation.charge_name')}
            name="charge"
            maxLength={120}
            autoComplete="off"
            value={charge.name}
            error={error(`charges.${at}.name`)}
            onChange={({ currentTarget }) => change(charge.key, { name: currentTarget.value })}
          />
          <NumberField
            label={t('quotation.charge_amount')}
            name="amount"
            value={charge.amount}
            error={error(`charges.${at}.amount`)}
            onNumber={(amount) => change(charge.key, { amount })}
          />
          <Button look="quiet" onClick={() => onChange(charges.filter(({ key }) => key !== charge.key))}>
            {t('quotation.remove_charge', { name: charge.name || String(at + 1) })}
          </Button>
        </div>
      ))}
      {charges.length < most.charges && (
        <div>
          <Button
            look="secondary"
            onClick={() => onChange([...charges, { key: crypto.randomUUID(), name: '', amount: null }])}
          >
            {t('quotation.add_charge')}
          </Button>
        </div>
      )}
    </>
  )
}
