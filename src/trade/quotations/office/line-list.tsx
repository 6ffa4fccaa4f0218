import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { Ordered } from '#ui/office/sortable-list.tsx'
import { quotationLimits, units, type Currency } from '../limits.ts'
import { Breaks } from './breaks.tsx'
import { emptyLine, type DraftLine } from './draft.ts'
import styles from './quotation.module.css'

/** The lines of a quotation, which can be reordered. */
export function LineList({
  lines,
  currency,
  error,
  onChange,
}: {
  lines: readonly DraftLine[]
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (lines: DraftLine[]) => void
}) {
  const { t } = useTranslator()
  const updateLine = (key: string, patch: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...patch } : line)))
  return (
    <div className={styles.lines}>
      <Ordered
        items={lines}
        keyOf={({ key }) => key}
        nameOf={(line) => line.item || t('quotation.line', { place: lines.indexOf(line) + 1 })}
        onOrder={onChange}
        label={t('quotation.lines')}
      >
        {(line, index) => (
          <fieldset className="stack-3 left">
            <legend>{t('quotation.line', { place: index + 1 })}</legend>
            <LineFields
              line={line}
              currency={currency}
              error={(name) => error(`lines.${index}.${name}`)}
              onChange={(patch) => updateLine(line.key, patch)}
            />
            <Button look="quiet" onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}>
              {t('quotation.remove_line', { place: index + 1 })}
            </Button>
          </fieldset>
        )}
      </Ordered>
      {lines.length < quotationLimits.lines && (
        <div>
          <Button look="secondary" onClick={() => onChange([...lines, emptyLine()])}>
            {t('quotation.add_line')}
          </Button>
        </div>
      )}
    </div>
  )
}

function LineFields({
  line,
  currency,
  error,
  onChange,
}: {
  line: DraftLine
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (patch: Partial<DraftLine>) => void
}) {
  const { t } = useTranslator()
  const textProps = (name: 'item' | 'specification' | 'colour' | 'size' | 'hs', maxLength: number) => ({
    label: t(name === 'item' ? 'quotation.item_label' : `quotation.${name}`),
    name,
    maxLength,
    autoComplete: 'off',
    value: line[name],
    error: error(name),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [name]: currentTarget.value }),
  })
  return (
    <>
      <TextField {...textProps('item', 160)} />
      <TextField {...textProps('specification', 400)} />
      <div className={styles.fields}>
        <TextField {...textProps('colour', 120)} />
        <TextField {...textProps('size', 120)} />
      </div>
      <div className={styles.numbers}>
        <NumberField
          label={t('quotation.quantity')}
          name="quantity"
          value={line.quantity}
          error={error('quantity')}
          onNumber={(quantity) => onChange({ quantity })}
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
          onNumber={(price) => onChange({ price })}
        />
        <NumberField
          label={t('quotation.minimum')}
          name="minimum"
          value={line.minimum}
          error={error('minimum')}
          onNumber={(minimum) => onChange({ minimum })}
        />
        <TextField {...textProps('hs', 20)} />
      </div>
      <Breaks breaks={line.breaks} currency={currency} error={error} onChange={(breaks) => onChange({ breaks })} />
    </>
  )
}
