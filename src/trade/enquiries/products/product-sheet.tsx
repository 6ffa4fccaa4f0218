import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href, inLanguage } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { ProductDetails } from '../contract.ts'
import { choiceLabels } from '../labels.ts'
import type { ChoiceName } from '../limits.ts'
import { readChosenValues, updateEnquiryLine, type ChosenValues } from './chosen.ts'
import { drawSize } from '../drawings/draw-size.ts'
import type { Drawing } from '../drawings/drawing.ts'
import { Paint, Textures } from '../drawings/textures.tsx'
import { ZipperParts } from '../drawings/zipper.tsx'
import styles from './product-sheet.module.css'
import { SheetSummary } from './sheet-summary.tsx'

/**
 * The options of a product, with its sizes drawn at actual size, and a summary of the chosen ones. It is a form that
 * leads to the enquiry. Style sheets alone colour the drawings.
 */
export function ProductSheet({ product, shade }: { product: ProductDetails; shade: string | null }) {
  const { t, language } = useTranslator()
  const { slug, choices, swatches } = product
  const form = useRef<HTMLFormElement>(null)
  const tones = listTones(product)
  const [chosenValues, setChosenValues] = useState<ChosenValues>(shade ? { shades: [shade] } : {})
  const sizes = choices.sizes.map((size) => ({ ...size, drawing: drawSize(slug, size.value) }))
  const drawings = sizes.flatMap(({ drawing }) => drawing ?? [])
  const isReduced = drawings.some(({ reduction }) => reduction === 4)

  // The visitor can choose before the scripts are ready.
  useEffect(() => setChosenValues(readChosenValues(form.current)), [])
  return (
    <form
      ref={form}
      id="sheet"
      action={inLanguage(href('enquiry'), language)}
      className={`no-print ${styles.sheet}`}
      aria-labelledby="sheet-title"
      onChange={(event) => {
        setChosenValues(readChosenValues(event.currentTarget))
        updateEnquiryLine(slug, event.currentTarget)
      }}
    >
      <input type="hidden" name="product" value={slug} />
      <div className={styles.sizes}>
        <header className="stack-3">
          <h2 id="sheet-title" className="size-5">
            {t('product.sheet')}
          </h2>
          <p className="note">{t('product.sheet_text')}</p>
          {isReduced && <p className="bold">{t('product.reduced')}</p>}
        </header>
        <Textures slug={slug}>
          {slug === 'zipper' && <ZipperParts />}
          {(['shades', 'finishes'] as const).flatMap((name) =>
            tones[name].map(({ value, colour }, index) => (
              <Paint key={`${name} ${value}`} id={`${name}-${index}`} colour={colour} />
            )),
          )}
        </Textures>
        {sizes.length > 0 && (
          <fieldset>
            <legend>{t(choiceLabels.sizes)}</legend>
            <div className={drawings.some(isStrip) ? styles.strips : styles.pieces}>
              {sizes.map(({ value, name, drawing }, index) => (
                <label key={value} className={styles.size}>
                  <input type="radio" name="sizes" value={value} />
                  {drawing && <SizeDrawing id={`size-${index}`} drawing={drawing} />}
                  <span className={styles.label}>
                    <span className={styles.chip}>{name}</span>
                    {drawing && <DrawnMeasures drawing={drawing} />}
                  </span>
                </label>
              ))}
              <ClearChoice name="sizes" isChosen />
            </div>
          </fieldset>
        )}
      </div>
      {drawings.length > 0 && !isReduced && (
        <BankCard isBeside={choices.shades.length > 0 || !drawings.some(isStrip)} />
      )}
      <div className={styles.options}>
        {choices.shades.length > 0 && (
          <div className="stack-2">
            <Group name="shades">
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
              <ClearChoice name="shades" isChosen={!shade} />
            </Group>
            <p className="note">
              {t('product.on_screen')} <Link to={href('colourCard')}>{t('product.card_link')}</Link>
            </p>
          </div>
        )}
        {choices.finishes.length > 0 && (
          <Group name="finishes">
            {choices.finishes.map((choice, index) => (
              <Choice
                key={choice.value}
                name="finishes"
                choice={choice}
                colour={swatches.finishes[index]}
                tone={tones.finishes.findIndex(({ value }) => value === choice.value)}
              />
            ))}
            <ClearChoice name="finishes" isChosen />
          </Group>
        )}
        <CheckGroup name="types" choices={choices.types} />
        <CheckGroup name="fittings" choices={choices.fittings} />
      </div>
      <SheetSummary product={product} chosenValues={chosenValues} sizes={sizes} />
    </form>
  )
}

const isStrip = (drawing: Drawing) => drawing.width > 300

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
    finishes: [{ value: '', colour: '#bf973f' }, ...listGroupTones('finishes')].slice(0, MAX_TONES.finishes),
    shades: [{ value: '', colour: '#1d6e69' }, ...listGroupTones('shades'), ...swatches.card].slice(
      0,
      MAX_TONES.shades,
    ),
  }
}
/** The numbers of colours for which the style sheet has rules. */
const MAX_TONES = { finishes: 9, shades: 14 }

/** A strip is cut off at the right edge of its column, where its end is drawn. */
function SizeDrawing({ id, drawing }: { id: string; drawing: Drawing }) {
  const { width, height, shapes, end } = drawing
  const viewBox = `0 0 ${width} ${height}`
  if (!isStrip(drawing))
    return (
      <svg aria-hidden="true" className={styles.drawing} width={`${width}mm`} height={`${height}mm`} viewBox={viewBox}>
        <g id={id}>{shapes}</g>
      </svg>
    )
  return (
    <svg aria-hidden="true" className={styles.drawing} width="100%" height={`${height}mm`}>
      <svg width={`${width}mm`} height={`${height}mm`} viewBox={viewBox}>
        <g id={id}>{shapes}</g>
      </svg>
      {end && (
        <svg x="100%" width="1mm" height="1mm" viewBox="0 0 1 1" overflow="visible">
          {end}
        </svg>
      )}
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

function Group({ name, children }: { name: ChoiceName; children: ReactNode }) {
  const { t } = useTranslator()
  return (
    <fieldset>
      <legend>{t(choiceLabels[name])}</legend>
      <div className={styles.chips}>{children}</div>
    </fieldset>
  )
}

const CheckGroup = ({ name, choices }: { name: 'types' | 'fittings'; choices: ProductDetails['choices']['types'] }) =>
  choices.length > 0 && (
    <Group name={name}>
      {choices.map(({ value, name: label }) => (
        <label key={value} className={styles.chip}>
          <input type="checkbox" name={name} value={value} />
          {label}
        </label>
      ))}
    </Group>
  )

/** Removes the choice of a group. It shows only if there is one. */
function ClearChoice({ name, isChosen }: { name: ChoiceName; isChosen: boolean }) {
  const { t } = useTranslator()
  return (
    <label className={styles.clear}>
      <input type="radio" name={name} value="" defaultChecked={isChosen} data-tone={0} />
      {t('product.clear')}
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
function BankCard({ isBeside }: { isBeside: boolean }) {
  const { t } = useTranslator()
  return (
    <figure className={`${styles.card} ${isBeside ? styles.beside : ''}`}>
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
