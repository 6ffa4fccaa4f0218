import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { Language } from '#routes/public.ts'
import { Button } from '#ui/button.tsx'
import { ClosedPart } from '#ui/form/closed-part.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { formatSum, formatUnitPrice } from '../amounts.ts'
import { quotationLimits, units, type Currency } from '../limits.ts'
import { computeLineTotal, getUnitPriceFor } from '../sums.ts'
import { Breaks } from './breaks.tsx'
import type { ProductChoice, QuotationsOfficeApi } from './contract.ts'
import { createEmptyLine, toCalculatedLine, type DraftLine } from './draft.ts'
import styles from './line-list.module.css'

/** The lines of a quotation as a table, which can be reordered. On narrow screens each line is a card. */
export function LineList({
  lines,
  currency,
  language,
  error,
  onChange,
}: {
  lines: readonly DraftLine[]
  currency: Currency
  /** The language of the buyer, in which products are proposed. */
  language: Language
  error: (name: string) => string | undefined
  onChange: (lines: DraftLine[]) => void
}) {
  const { t } = useTranslator()
  const listId = useId()
  const products = useProducts(language)
  const container = useRef<HTMLDivElement>(null)
  const [addedLineKey, setAddedKey] = useState<string | null>(null)
  useEffect(() => {
    if (addedLineKey) container.current!.querySelector<HTMLElement>(`[data-key="${addedLineKey}"] input`)?.focus()
  }, [addedLineKey])
  const updateLine = (key: string, patch: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...patch } : line)))
  function addLine() {
    const line = createEmptyLine()
    setAddedKey(line.key)
    onChange([...lines, line])
  }
  return (
    <div ref={container} className="stack-3">
      {lines.length > 0 && (
        <div className={styles.columns} aria-hidden="true">
          {[t('quotation.item_label'), t('quotation.quantity'), t('quotation.unit')].map((name) => (
            <span key={name}>{name}</span>
          ))}
          <span>{`${t('quotation.price')}, ${currency}`}</span>
          <span>{t('quotation.sum')}</span>
        </div>
      )}
      <SortableList
        items={lines}
        keyOf={({ key }) => key}
        nameOf={(line) => line.item || t('quotation.line', { place: lines.indexOf(line) + 1 })}
        onReorder={onChange}
        label={t('quotation.lines')}
      >
        {(line, index) => (
          <fieldset className={styles.line}>
            <legend className="visually-hidden">{t('quotation.line', { place: index + 1 })}</legend>
            <LineFields
              line={line}
              currency={currency}
              products={products}
              listId={listId}
              error={(name) => error(`lines.${index}.${name}`)}
              onChange={(patch) => updateLine(line.key, patch)}
            />
            <LineDetails
              line={line}
              currency={currency}
              error={(name) => error(`lines.${index}.${name}`)}
              onChange={(patch) => updateLine(line.key, patch)}
            >
              <Button variant="quiet" onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}>
                {t('quotation.remove_line', { place: index + 1 })}
              </Button>
            </LineDetails>
          </fieldset>
        )}
      </SortableList>
      <datalist id={listId}>
        {products.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {lines.length < quotationLimits.lines && (
        <div>
          <Button variant="secondary" onClick={addLine}>
            {t('quotation.add_line')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Loads the products that can be proposed. If they are missing, staff type the item. */
function useProducts(language: Language): readonly ProductChoice[] {
  const { getQuotationProducts } = useApi<QuotationsOfficeApi>()
  const [products, setProducts] = useState<readonly ProductChoice[]>([])
  useEffect(() => {
    let isCurrent = true
    getQuotationProducts({ language }).then(
      ({ data }) => isCurrent && setProducts(data),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [getQuotationProducts, language])
  return products
}

interface LineProps {
  line: DraftLine
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (patch: Partial<DraftLine>) => void
}

/** The fields of a line: item, quantity, price, and the amount. */
function LineFields({
  line,
  currency,
  products,
  listId,
  error,
  onChange,
}: LineProps & { products: readonly ProductChoice[]; listId: string }) {
  const translator = useTranslator()
  const { t } = translator
  const calculatedLine = toCalculatedLine(line)
  const unitPrice = getUnitPriceFor(calculatedLine)
  /** Changes the item. A known product also sets its unit and its minimum order, unless staff have typed their own. */
  function changeItem(item: string) {
    const product = products.find(({ name }) => name === item)
    onChange({
      item,
      ...(product?.unit && line.quantity === null && { unit: product.unit }),
      ...(product && line.minimum === null && { minimum: product.minimum }),
    })
  }
  return (
    <div className={styles.row}>
      <TextField
        label={t('quotation.item_label')}
        name="item"
        maxLength={160}
        autoComplete="off"
        list={listId}
        value={line.item}
        error={error('item')}
        onChange={({ currentTarget }) => changeItem(currentTarget.value)}
      />
      <NumberField
        label={t('quotation.quantity')}
        name="quantity"
        value={line.quantity}
        error={error('quantity')}
        onValueChange={(quantity) => onChange({ quantity })}
      />
      <SelectField
        label={t('quotation.unit')}
        name="unit"
        value={line.unit}
        error={error('unit')}
        onChange={({ currentTarget }) => onChange({ unit: units.find((choice) => choice === currentTarget.value)! })}
      >
        {units.map((choice) => (
          <option key={choice} value={choice}>
            {t(`quotation.unit_${choice}`)}
          </option>
        ))}
      </SelectField>
      <NumberField
        label={`${t('quotation.price')}, ${currency}`}
        name="price"
        value={line.price}
        error={error('price')}
        onValueChange={(price) => onChange({ price })}
      />
      <p className={styles.amount}>
        <span className={styles.amountName}>{t('quotation.sum')}</span>
        <output>{formatSum(translator, currency, computeLineTotal(calculatedLine))}</output>
        {unitPrice !== calculatedLine.price_micros && (
          <span className="small">
            {t('quotation.at_price', { price: formatUnitPrice(translator, currency, unitPrice) })}
          </span>
        )}
      </p>
    </div>
  )
}

const detailNames = ['specification', 'colour', 'size', 'hs'] as const

/** The details of a line, closed until the user opens them. The summary lists the details that are filled in. */
function LineDetails({ line, currency, error, onChange, children }: LineProps & { children: ReactNode }) {
  const { t, count, number } = useTranslator()
  const fieldNames = [
    ...detailNames,
    'minimum',
    ...line.breaks.flatMap((_, index) => [`breaks.${index}.from`, `breaks.${index}.price`]),
  ]
  const hasError = fieldNames.some((name) => error(name) !== undefined)
  const summaryTexts = [
    line.specification,
    line.colour,
    line.size,
    typeof line.minimum === 'number' && t('quotation.minimum_is', { quantity: number(line.minimum) }),
    line.hs && t('quotation.hs_is', { hs: line.hs }),
    line.breaks.length > 0 && count('quotation.breaks_of', line.breaks.length),
  ].filter(Boolean)
  const getTextProps = (name: (typeof detailNames)[number], maxLength: number) => ({
    label: t(`quotation.${name}`),
    name,
    maxLength,
    autoComplete: 'off',
    value: line[name],
    error: error(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
  })
  return (
    <ClosedPart
      className={styles.details}
      hasError={hasError}
      summary={
        <>
          <span className="bold">{t('quotation.line_details')}</span>{' '}
          <span className="small">{summaryTexts.join(' · ')}</span>
        </>
      }
    >
      <div className="stack-3 left">
        <TextField {...getTextProps('specification', 400)} />
        <div className={styles.fields}>
          <TextField {...getTextProps('colour', 120)} />
          <TextField {...getTextProps('size', 120)} />
          <NumberField
            label={t('quotation.minimum')}
            name="minimum"
            value={line.minimum}
            error={error('minimum')}
            onValueChange={(minimum) => onChange({ minimum })}
          />
          <TextField {...getTextProps('hs', 20)} />
        </div>
        <Breaks breaks={line.breaks} currency={currency} error={error} onChange={(breaks) => onChange({ breaks })} />
        {children}
      </div>
    </ClosedPart>
  )
}
