import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { quotationLimits, type Currency } from '../limits.ts'
import type { DraftLine } from './draft.ts'
import styles from './quotation.module.css'

/** The unit prices for larger quantities. */
export function Breaks({
  breaks,
  currency,
  error,
  onChange,
}: {
  breaks: DraftLine['breaks']
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (breaks: DraftLine['breaks']) => void
}) {
  const { t } = useTranslator()
  const updateBreak = (key: string, patch: Partial<DraftLine['breaks'][number]>) =>
    onChange(breaks.map((item) => (item.key === key ? { ...item, ...patch } : item)))
  return (
    <fieldset className="stack-3 left">
      <legend className="small">{t('quotation.breaks')}</legend>
      {breaks.map((item, index) => (
        <div key={item.key} className={styles.numbers}>
          <NumberField
            label={t('quotation.break_from')}
            name="from"
            value={item.from}
            error={error(`breaks.${index}.from`)}
            onValueChange={(from) => updateBreak(item.key, { from })}
          />
          <NumberField
            label={`${t('quotation.break_price')}, ${currency}`}
            name="price"
            value={item.price}
            error={error(`breaks.${index}.price`)}
            onValueChange={(price) => updateBreak(item.key, { price })}
          />
          <Button variant="quiet" onClick={() => onChange(breaks.filter(({ key }) => key !== item.key))}>
            {t('quotation.remove_break')}
          </Button>
        </div>
      ))}
      {breaks.length < quotationLimits.breaks && (
        <Button
          variant="quiet"
          onClick={() => onChange([...breaks, { key: crypto.randomUUID(), from: null, price: null }])}
        >
          {t('quotation.add_break')}
        </Button>
      )}
    </fieldset>
  )
}
