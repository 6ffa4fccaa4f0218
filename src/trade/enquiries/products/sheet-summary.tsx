import { useTranslator } from '#platform/pages/page.tsx'
import { Field } from '#ui/form/field.tsx'
import type { Choice } from '../choices.ts'
import type { ProductDetails } from '../contract.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { choiceLabels, unitLabels } from '../labels.ts'
import { enquiryLimits, type ChoiceName } from '../limits.ts'
import { AddToEnquiry } from './add-to-enquiry.tsx'
import type { ChosenValues } from './chosen.ts'
import type { Drawing } from '../drawings/drawing.ts'
import { describeMinimum } from './facts.ts'
import styles from './product-sheet.module.css'

/** The labels of the lines, in the order of the groups on the sheet. */
const lineLabels = {
  kinds: 'product.kind',
  sizes: 'product.size',
  lengths: 'product.length',
  shades: 'product.shade',
  finishes: 'product.finish',
  types: choiceLabels.types,
  fittings: choiceLabels.fittings,
} as const satisfies Record<ChoiceName, PageMessageKey>
const lineNames = Object.keys(lineLabels) as (keyof typeof lineLabels)[]

/** The drawing in the chosen colours, each group with its chosen options in words, the quantity and the button. */
export function SheetSummary({
  product,
  chosenValues,
  sizes,
}: {
  product: ProductDetails
  chosenValues: ChosenValues
  sizes: readonly (Choice & { drawing: Drawing | null })[]
}) {
  const translator = useTranslator()
  const { t } = translator
  const { slug, name: productName, choices, swatches, facts } = product
  const groups = lineNames.flatMap((name) => {
    const options = [...choices[name], ...(name === 'shades' && choices.shades.length > 0 ? swatches.card : [])]
    const isChosen = ({ value }: Choice) => chosenValues[name]?.includes(value)
    return options.length > 0 ? [{ name, names: options.filter(isChosen).map((option) => option.name) }] : []
  })
  const minimum = describeMinimum(translator, facts)
  return (
    <div className={styles.aside}>
      <div className={styles.summary}>
        <div className={styles.choices}>
          <Stage sizes={sizes} chosenSize={chosenValues.sizes?.[0]} />
          <h3>{productName}</h3>
          {groups.length > 0 && (
            <dl>
              {groups.map(({ name, names }) => (
                <div key={name}>
                  <dt className="quiet">{t(lineLabels[name])}</dt>
                  {names.length > 0 ? (
                    <dd className="bold">{names.join(', ')}</dd>
                  ) : (
                    <dd className="quiet">{t('product.not_chosen')}</dd>
                  )}
                </div>
              ))}
            </dl>
          )}
          <Field
            label={t('enquiry.quantity')}
            name="amount"
            hint={minimum && `${t('product.minimum_order')}: ${minimum}`}
          >
            {(control) => (
              <div className={styles.quantity}>
                <input
                  {...control}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder={t('enquiry.quantity_example')}
                  maxLength={enquiryLimits.quantity}
                />
                {choices.units.length === 1 ? (
                  <span className="quiet">{t(unitLabels[choices.units[0]!])}</span>
                ) : (
                  <select className={control.className} name="unit" aria-label={t('enquiry.unit')}>
                    {choices.units.map((unit) => (
                      <option key={unit} value={unit}>
                        {t(unitLabels[unit])}
                      </option>
                    ))}
                  </select>
                )}
              </div>
            )}
          </Field>
        </div>
        <div className={styles.order}>
          <p className={styles.chosen}>{[productName, ...groups.flatMap(({ names }) => names)].join(' · ')}</p>
          <AddToEnquiry key={slug} product={product} />
        </div>
        <p className={styles.terms}>{t('product.price_note')}</p>
      </div>
    </div>
  )
}

/** The chosen size, or a medium one, in the chosen colours. */
function Stage({
  sizes,
  chosenSize,
}: {
  sizes: readonly (Choice & { drawing: Drawing | null })[]
  chosenSize: string | undefined
}) {
  const chosenIndex = sizes.findIndex(({ value }) => value === chosenSize)
  const index = chosenIndex < 0 ? Math.floor((sizes.length - 1) / 2) : chosenIndex
  const drawing = sizes[index]?.drawing
  if (!drawing) return null
  const { width, height } = drawing
  return (
    <svg
      aria-hidden="true"
      className={styles.stage}
      viewBox={`0 0 ${Math.min(width, Math.max(height * 2.5, 60))} ${height}`}
      preserveAspectRatio={width > 300 ? 'xMinYMid' : undefined}
    >
      <use href={`#size-${index}`} />
    </svg>
  )
}
