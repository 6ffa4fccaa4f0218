import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { Ordered } from '#ui/office/ordered.tsx'
import { most, units, type Currency } from '../limits.ts'
import { Breaks } from './breaks.tsx'
import { emptyLine, type LineTyped } from './draft.ts'
import styles from './quotation.module.css'

/** The lines of a quotation, which can be reordered. */
export function LineList({
  lines,
  currency,
  error,
  onChange,
}: {
  lines: readonly LineTyped[]
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (lines: LineTyped[]) => void
}) {
  const { t } = useWords()
  const change = (key: string, patch: Partial<LineTyped>) =>
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
        {(line, at) => (
          <fieldset className={styles.line}>
            <legend>{t('quotation.line', { place: at + 1 })}</legend>
            <LineFields
              line={line}
              currency={currency}
              error={(name) => error(`lines.${at}.${name}`)}
              onChange={(patch) => change(line.key, patch)}
            />
            <Button look="quiet" onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}>
              {t('quotation.remove_line', { place: at + 1 })}
            </Button>
          </fieldset>
        )}
      </Ordered>
      {lines.length < most.lines && (
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
  line: LineTyped
  currency: Currency
  error: (name: string) => string | undefined
  onChange: (patch: Partial<LineTyped>) => void
}) {
  const { t } = useWords()
  const text = (name: 'item' | 'specification' | 'colour' | 'size' | 'hs', maxLength: number) => ({
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
      <TextField {...text('item', 160)} />
      <TextField {...text('specification', 400)} />
      <div className={styles.fields}>
        <TextField {...text('colour', 120)} />
        <TextField {...text('size', 120)} />
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
          onChange={({ currentTarget }) => onChange({ unit: units.find((each) => each === currentTarget.value)! })}
        >
          {units.map((each) => (
            <option key={each} value={each}>
              {t(`quotation.unit_${each}`)}
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
        <TextField {...text('hs', 20)} />
      </div>
      <Breaks breaks={line.breaks} currency={currency} error={error} onChange={(breaks) => onChange({ breaks })} />
    </>
  )
}
