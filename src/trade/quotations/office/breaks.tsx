import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { most, type Currency } from '../limits.ts'
import type { LineTyped } from './draft.ts'
import styles from './quotation.module.css'

/** The unit prices for larger quantities. */
export function Breaks({
  breaks,
  currency,
  error,
  onChange,
}: {
  breaks: LineTyped['breaks']
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (breaks: LineTyped['breaks']) => void
}) {
  const { t } = useWords()
  const change = (key: string, patch: Partial<LineTyped['breaks'][number]>) =>
    onChange(breaks.map((each) => (each.key === key ? { ...each, ...patch } : each)))
  return (
    <fieldset className={styles.breaks}>
      <legend>{t('quotation.breaks')}</legend>
      {breaks.map((each, at) => (
        <div key={each.key} className={styles.numbers}>
          <NumberField
            label={t('quotation.break_from')}
            name="from"
            value={each.from}
            error={error(`breaks.${at}.from`)}
            onNumber={(from) => change(each.key, { from })}
          />
          <NumberField
            label={`${t('quotation.break_price')}, ${currency}`}
            name="price"
            value={each.price}
            error={error(`breaks.${at}.price`)}
            onNumber={(price) => change(each.key, { price })}
          />
          <Button look="quiet" onClick={() => onChange(breaks.filter(({ key }) => key !== each.key))}>
            {t('quotation.remove_break')}
          </Button>
        </div>
      ))}
      {breaks.length < most.breaks && (
        <Button
          look="quiet"
          onClick={() => onChange([...breaks, { key: crypto.randomUUID(), from: null, price: null }])}
        >
          {t('quotation.add_break')}
        </Button>
      )}
    </fieldset>
  )
}
