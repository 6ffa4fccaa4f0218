import { useTranslator } from '#platform/pages/page.tsx'
import { Field } from '#ui/form/field.tsx'
import { enquiryLimits, type QuantityUnit } from '../limits.ts'
import { unitLabels } from '../labels.ts'
import type { Line } from './basket.ts'
import styles from './enquiry-form.module.css'

/** The quantity field with its unit. A product with a single unit shows that unit as text. */
export function Quantity({
  line,
  name,
  units,
  error,
  onQuantityChange,
  onUnitChange,
}: {
  line: Line
  name: string
  units: readonly QuantityUnit[]
  error: string | undefined
  onQuantityChange: (quantity: string) => void
  onUnitChange: (unit: string) => void
}) {
  const { t } = useTranslator()
  const label = (
    <>
      {t('enquiry.quantity')}
      <span className="visually-hidden">: {line.name}</span>
    </>
  )
  return (
    <Field label={label} name={name} error={error}>
      {(control) => (
        <div className={styles.quantity}>
          <input
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('enquiry.quantity_example')}
            maxLength={enquiryLimits.quantity}
            value={line.quantity}
            onChange={(event) => onQuantityChange(event.target.value)}
          />
          {units.length === 1 && <span className="quiet">{t(unitLabels[units[0]!])}</span>}
          {units.length > 1 && (
            <select
              className={control.className}
              aria-label={`${t('enquiry.unit')}: ${line.name}`}
              value={line.unit ?? units[0]}
              onChange={(event) => onUnitChange(event.target.value)}
            >
              {units.map((unit) => (
                <option key={unit} value={unit}>
                  {t(unitLabels[unit])}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
    </Field>
  )
}
