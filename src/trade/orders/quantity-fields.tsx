import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { ClosedPart } from '#ui/form/closed-part.tsx'
import { TextField } from '#ui/form/field.tsx'
import { toNumberOrText, parseTypedNumber } from '#ui/form/number-input.ts'
import { formatSum } from '../quotations/amounts.ts'
import type { QuotationContent } from '../quotations/contract.ts'
import { computeTotal } from '../quotations/sums.ts'
import { formatQuantity } from '../quotations/terms.ts'
import { listOrderedLines } from './quantities.ts'
import styles from './quantity-fields.module.css'

/** The fields for ordering less than was quoted. They are closed until the buyer opens them. */
export function QuantityFields({
  offered: { currency, lines, charges },
  typed = {},
  error,
}: {
  offered: QuotationContent
  /** The typed quantities of a rejected form. */
  typed?: Readonly<Record<string, string>> | undefined
  error: (name: string) => string | undefined
}) {
  const translator = useTranslator()
  const { t, digits } = translator
  const [quantityTexts, setTexts] = useState(() =>
    lines.map(({ quantity }, index) => typed[`quantities.${index}`] ?? digits(String(quantity))),
  )
  const quantities = quantityTexts.map((text) => {
    const quantity = toNumberOrText(parseTypedNumber(text))
    return typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 0 ? quantity : 0
  })
  const quotedLines = lines.map((line) => ({ ...line, price_micros: line.base_price_micros }))
  const total = computeTotal({ lines: listOrderedLines(quotedLines, quantities), charges })
  const hasError =
    error('quantities') !== undefined || lines.some((_, index) => error(`quantities.${index}`) !== undefined)
  return (
    <ClosedPart className={styles.quantities} hasError={hasError} summary={t('orders.choose_quantities')}>
      <fieldset className="stack-4">
        <legend className="small">{t('orders.quantities_hint')}</legend>
        {error('quantities') && (
          <p role="alert" className="alarm">
            {error('quantities')}
          </p>
        )}
        {lines.map((line, index) => (
          <TextField
            key={index}
            className={styles.field}
            label={line.item}
            hint={[
              t('orders.quoted', { quantity: formatQuantity(line.quantity, line.unit, translator) }),
              line.minimum !== null &&
                t('quotation.minimum_is', { quantity: formatQuantity(line.minimum, line.unit, translator) }),
            ]
              .filter(Boolean)
              .join(', ')}
            name={`quantities.${index}`}
            inputMode="numeric"
            autoComplete="off"
            value={quantityTexts[index]}
            onChange={({ currentTarget }) => setTexts(quantityTexts.with(index, currentTarget.value))}
            error={error(`quantities.${index}`)}
          />
        ))}
        <p className={styles.total}>
          {t('orders.total')} <output className="bold">{formatSum(translator, currency, total)}</output>
        </p>
      </fieldset>
    </ClosedPart>
  )
}
