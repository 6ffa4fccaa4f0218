import { useState, type ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href, inLanguage } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { ProductDetails } from '../contract.ts'
import { choiceLabels } from '../labels.ts'
import { choiceNames, type ChoiceName } from '../limits.ts'
import { AddToEnquiry } from './add-to-enquiry.tsx'
import { drawSize } from './drawings/draw-size.ts'
import type { Drawing } from './drawings/drawing.ts'
import { Textures } from './drawings/textures.tsx'
import styles from './product-sheet.module.css'
import { readChosenValues, updateEnquiryLine } from './chosen.ts'

/**
 * The sizes of a product, drawn at actual size, and its options. It is a form that leads to the enquiry. Style sheets
 * alone colour the drawings.
 */
export function ProductSheet({ product, shade }: { product: ProductDetails; shade: string | null }) {
  const { t, language } = useTranslator()
  const { slug, choices, swatches } = product
  const tones = listTones(product)
  const [chosenNames, setChosenNames] = useState(() => listChosenNames(product, null, shade))
  const sizes = choices.sizes.map((size) => ({ ...size, drawing: drawSize(slug, size.value) }))
  return (
    <form
      id="sheet"
      action={inLanguage(href('enquiry'), language)}
      className={`no-print ${styles.sheet}`}
      aria-labelledby="sheet-title"
      onChange={(event) => {
        setChosenNames(listChosenNames(product, event.currentTarget))
        updateEnquiryLine(slug, event.currentTarget)
      }}
    >
      <input type="hidden" name="product" value={slug} />
      <header className={styles.head}>
        <h2 id="sheet-title" className="size-5">
          {t('product.sheet')}
        </h2>
        <p className="note">{t('product.sheet_text')}</p>
        {sizes.some(({ drawing }) => drawing?.reduction === 4) && <p className="bold">{t('product.reduced')}</p>}
      </header>
      <fieldset className={`${styles.sizes} ${sizes.some(({ drawing }) => isStrip(drawing)) ? styles.strips : ''}`}>
        <legend>{t(choiceLabels.sizes)}</legend>
        <Textures />
        <div className={styles.drawings}>
          {sizes.map(({ value, name, drawing }, index) => (
            <label key={value} className={styles.size}>
              <input type="radio" name="sizes" value={value} />
              <span className={styles.label}>
                <span className="bold">{name}</span>
                {drawing && <DrawnMeasures drawing={drawing} />}
              </span>
              {drawing && <SizeDrawing id={`size-${index}`} drawing={drawing} tones={tones} />}
            </label>
          ))}
          {sizes.length > 0 && (
            <label className={styles.size}>
              <input type="radio" name="sizes" value="" defaultChecked />
              <span className={`bold ${styles.label}`}>{t('product.finish_open')}</span>
            </label>
          )}
        </div>
        <BankCard isReduced={sizes.some(({ drawing }) => drawing?.reduction === 4)} />
      </fieldset>
      <div className={styles.colours}>
        <Group name="shades" isShown={choices.shades.length > 0}>
          <OpenChoice name="shades" isChosen={!shade} />
          {[
            ...choices.shades.map((choice, index) => ({ ...choice, colour: swatches.shades[index] })),
            ...swatches.card,
          ].map(({ colour, ...choice }) => (
            <Choice
              key={choice.value}
              name="shades"
              choice={choice}
              colour={colour}
              tone={tones.shades.findIndex(({ value }) => value === choice.value)}
              isChosen={choice.value === shade}
            />
          ))}
        </Group>
        {choices.shades.length > 0 && (
          <p className="note">
            {t('product.on_screen')} <Link to={href('colourCard')}>{t('product.card_link')}</Link>
          </p>
        )}
        <Group name="finishes" isShown={choices.finishes.length > 0}>
          <OpenChoice name="finishes" isChosen />
          {choices.finishes.map((choice, index) => (
            <Choice
              key={choice.value}
              name="finishes"
              choice={choice}
              colour={swatches.finishes[index]}
              tone={tones.finishes.findIndex(({ value }) => value === choice.value)}
            />
          ))}
        </Group>
      </div>
      <div className={styles.rest}>
        <CheckGroup name="types" choices={choices.types} />
        <CheckGroup name="fittings" choices={choices.fittings} />
        <p className="note">{t('product.price_note')}</p>
      </div>
      <div className={styles.order}>
        <p className={styles.chosen}>{chosenNames.join(' · ')}</p>
        <AddToEnquiry key={slug} product={product} />
      </div>
    </form>
  )
}

/** Returns the name of the product and of its chosen options. */
function listChosenNames(
  { name, choices, swatches }: ProductDetails,
  form: HTMLFormElement | null,
  shade?: string | null,
): string[] {
  const chosenValues: ReturnType<typeof readChosenValues> = form
    ? readChosenValues(form)
    : { shades: shade ? [shade] : [] }
  const options = choiceNames.flatMap((group) =>
    [...choices[group], ...(group === 'shades' ? swatches.card : [])].filter(({ value }) =>
      chosenValues[group]?.includes(value),
    ),
  )
  return [name, ...options.map((option) => option.name)]
}

const isStrip = (drawing: Drawing | null) => (drawing?.width ?? 0) > 300

/** A colour that the drawings can take. The first one applies if nothing is chosen. */
interface Tone {
  value: string
  colour: string
}

function listTones({ choices, swatches }: ProductDetails): Record<'finishes' | 'shades', Tone[]> {
  const listGroupTones = (name: 'finishes' | 'shades') =>
    choices[name].flatMap(({ value }, index) => {
      const colour = swatches[name][index]
      return colour ? [{ value, colour }] : []
    })
  return {
    finishes: [{ value: '', colour: '#b8903c' }, ...listGroupTones('finishes')].slice(0, MAX_TONES),
    shades: [{ value: '', colour: '#e3d8c4' }, ...listGroupTones('shades'), ...swatches.card].slice(0, MAX_TONES),
  }
}
/** The number of colours for which the style sheet has rules. */
const MAX_TONES = 15

function SizeDrawing({ id, drawing, tones }: { id: string; drawing: Drawing; tones: ReturnType<typeof listTones> }) {
  const { width, height, base, metal, overlay } = drawing
  const renderLayer = (name: 'shades' | 'finishes', shapes: ReactNode) =>
    shapes && (
      <>
        <defs>
          <g id={`${id}-${name}`}>{shapes}</g>
        </defs>
        {tones[name].map(({ value, colour }, index) => (
          <use key={value} href={`#${id}-${name}`} color={colour} data-part={name} data-tone={index} />
        ))}
      </>
    )
  return (
    <svg
      aria-hidden="true"
      className={styles.drawing}
      width={isStrip(drawing) ? '100%' : `${width}mm`}
      height={`${height}mm`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid slice"
    >
      {renderLayer('shades', base)}
      {renderLayer('finishes', metal)}
      {overlay}
    </svg>
  )
}

function DrawnMeasures({ drawing: { measures } }: { drawing: Drawing }) {
  const text = describeMeasures(useTranslator(), measures)
  return text && <span className="small">{text}</span>
}

function describeMeasures({ t, number }: Translator, measures: Drawing['measures']): string {
  const { chain, tape, diameter, ticket, thickness, drawn: drawnSizes } = measures
  if (chain && tape) return t('product.size_chain', { chain, tape })
  if (ticket && diameter) return t('product.size_ticket', { ticket, size: diameter })
  if (drawnSizes) return t('product.size_drawn', { sizes: drawnSizes.map(number).join(', ') })
  const size = diameter ?? thickness
  return size ? t('product.size_mm', { size }) : ''
}

function Group({ name, isShown, children }: { name: ChoiceName; isShown: boolean; children: ReactNode }) {
  const { t } = useTranslator()
  if (!isShown) return null
  return (
    <fieldset>
      <legend>{t(choiceLabels[name])}</legend>
      <div className={styles.chips}>{children}</div>
    </fieldset>
  )
}

const CheckGroup = ({ name, choices }: { name: 'types' | 'fittings'; choices: ProductDetails['choices']['types'] }) => (
  <Group name={name} isShown={choices.length > 0}>
    {choices.map(({ value, name: label }) => (
      <label key={value} className={styles.chip}>
        <input type="checkbox" name={name} value={value} />
        {label}
      </label>
    ))}
  </Group>
)

/** Leaves the choice open. */
function OpenChoice({ name, isChosen }: { name: ChoiceName; isChosen: boolean }) {
  const { t } = useTranslator()
  return (
    <label className={styles.chip}>
      <input type="radio" name={name} value="" defaultChecked={isChosen} data-tone={0} />
      {t('product.finish_open')}
    </label>
  )
}

/** One option of a group, with its colour if it is known. */
const Choice = ({
  name,
  choice,
  colour,
  tone,
  isChosen = false,
}: {
  name: 'finishes' | 'shades'
  choice: { value: string; name: string }
  colour: string | null | undefined
  tone: number
  isChosen?: boolean
}) => (
  <label className={styles.chip}>
    <input type="radio" name={name} value={choice.value} defaultChecked={isChosen} data-tone={Math.max(tone, 0)} />
    {colour && (
      <svg aria-hidden="true" className={styles.swatch} viewBox="0 0 24 24">
        {name === 'finishes' ? (
          <circle cx="12" cy="12" r="12" fill={colour} />
        ) : (
          <path d={pinkedSquarePath} fill={colour} />
        )}
        {name === 'finishes' && <path d="M3 16 15 3h6L5 20z" fill="#fff" fillOpacity=".35" />}
      </svg>
    )}
    {choice.name}
  </label>
)

/** A square with pinked edges. */
const pinkedSquarePath = `M0 0${'l1.5 2 1.5-2'.repeat(8)}v24${'l-1.5-2-1.5 2'.repeat(8)}z`

/** The outline of a bank card, to check the size of the drawings. */
function BankCard({ isReduced }: { isReduced: boolean }) {
  const { t } = useTranslator()
  if (isReduced) return null
  return (
    <figure className={styles.card}>
      <svg aria-hidden="true" width="85.6mm" height="53.98mm" viewBox="0 0 85.6 53.98">
        <rect
          x=".15"
          y=".15"
          width="85.3"
          height="53.68"
          rx="3.18"
          fill="none"
          stroke="currentColor"
          strokeWidth=".3"
          strokeDasharray="2 1"
        />
        <path
          d="M9.5 17h9a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8 24.5v-6A1.5 1.5 0 0 1 9.5 17zM8 20h4v3H8M20 20h-4v3h4M12 17v9M16 17v9"
          fill="none"
          stroke="currentColor"
          strokeWidth=".3"
        />
        <text x="8" y="44" fontSize="3.6" fontWeight="600" fill="currentColor">
          {t('product.card_outline', { width: 85.6, height: 53.98 })}
        </text>
      </svg>
      <figcaption>
        <strong>{t('product.calibrate')}</strong>
        <span>{t('product.calibrate_text', { width: 85.6, height: 53.98 })}</span>
      </figcaption>
    </figure>
  )
}
