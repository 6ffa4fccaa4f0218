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
import { findTeeth, OtherTeeth, ZipperParts } from '../drawings/zipper.tsx'
import styles from './product-sheet.module.css'
import { SheetSummary } from './sheet-summary.tsx'

/**
 * The options of a product, with its sizes drawn at actual size, and a summary of the chosen ones. It is a form that
 * leads to the enquiry. Style sheets alone give the drawings their teeth and colours.
 */
export function ProductSheet({ product, shade }: { product: ProductDetails; shade: string | null }) {
  const { t, language } = useTranslator()
  const { slug, choices, swatches } = product
  const form = useRef<HTMLFormElement>(null)
  const paints = listPaints(product)
  const [chosenValues, setChosenValues] = useState<ChosenValues>(shade ? { shades: [shade] } : {})
  const sizes = choices.sizes.map((size) => ({ ...size, drawing: drawSize(slug, size.value) }))
  const drawings = sizes.flatMap(({ drawing }) => drawing ?? [])
  const isReduced = drawings.some(({ reduction }) => reduction === 4)
  const middleIndex = Math.floor((sizes.length - 1) / 2)

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
            {t('product.sheet_link')}
          </h2>
          {drawings.length > 0 && <p className="note">{t(isReduced ? 'product.reduced' : 'product.drawn')}</p>}
        </header>
        <Textures slug={slug}>
          {slug === 'zipper' && (
            <>
              <ZipperParts />
              <OtherTeeth />
            </>
          )}
          {paintNames.flatMap((name) =>
            paints[name].map((colour, index) => (
              <Paint key={`${name} ${index}`} id={`${name}-${index}`} colour={colour} />
            )),
          )}
        </Textures>
        {choices.kinds.length > 0 && (
          <Group name="kinds" className={styles.wide}>
            {choices.kinds.map((choice) => (
              <Option key={choice.value} name="kinds" choice={choice} teeth={findTeeth(choice.value)}>
                {slug === 'zipper' && <Chain index={middleIndex} drawing={sizes[middleIndex]?.drawing} />}
              </Option>
            ))}
          </Group>
        )}
        {sizes.length > 0 && (
          <div>
            <Group name="sizes" className={drawings.some(isStrip) ? styles.strips : styles.pieces}>
              {sizes.map(({ drawing, ...choice }, index) => (
                <Option key={choice.value} name="sizes" choice={choice} measures={drawing?.measures}>
                  {drawing && <SizeDrawing id={`size-${index}`} drawing={drawing} />}
                </Option>
              ))}
            </Group>
            {drawings.length > 0 && !isReduced && (
              <details className={styles.check}>
                <summary>{t('product.check_size')}</summary>
                <p>{t('product.calibrate')}</p>
              </details>
            )}
          </div>
        )}
        {choices.lengths.length > 0 && (
          <div className="stack-2">
            <Group name="lengths">
              {choices.lengths.map((choice) => (
                <Option key={choice.value} name="lengths" choice={choice} />
              ))}
            </Group>
            <p className="note">{t('product.length_note')}</p>
          </div>
        )}
      </div>
      <div className={styles.options}>
        {choices.shades.length > 0 && (
          <div className="stack-2">
            <Group name="shades" isChosen={shade !== null}>
              {[
                ...choices.shades.map((choice, index) => ({ ...choice, colour: swatches.shades[index] })),
                ...swatches.card,
              ].map(({ colour, ...choice }) => (
                <Option key={choice.value} name="shades" choice={choice} isChosen={choice.value === shade}>
                  <svg aria-hidden="true" className={styles.swatch}>
                    {colour && <rect width="100%" height="100%" fill={colour} />}
                  </svg>
                </Option>
              ))}
            </Group>
            <p className="note">
              {t('product.on_screen')} <Link to={href('colourCard')}>{t('product.card_link')}</Link>
            </p>
          </div>
        )}
        {choices.finishes.length > 0 && (
          <Group name="finishes">
            {choices.finishes.map((choice, index) => (
              <Option key={choice.value} name="finishes" choice={choice}>
                {swatches.finishes[index] && <Metal slug={slug} colour={swatches.finishes[index]} />}
              </Option>
            ))}
          </Group>
        )}
        {(['types', 'fittings'] as const).map(
          (name) =>
            choices[name].length > 0 && (
              <Group key={name} name={name} className={styles.wide}>
                {choices[name].map((choice) => (
                  <Option key={choice.value} name={name} choice={choice} />
                ))}
              </Group>
            ),
        )}
      </div>
      <SheetSummary product={product} chosenValues={chosenValues} sizes={sizes} />
    </form>
  )
}

const isStrip = (drawing: Drawing) => drawing.width > 300

const paintNames = ['shades', 'finishes'] as const

/** The colours that the drawings can take, in the order of the options. The first one applies if nothing is chosen. */
function listPaints({ swatches: { shades, finishes, card } }: ProductDetails): Record<'shades' | 'finishes', string[]> {
  const listColours = (openColour: string, colours: readonly (string | null)[]) => [
    openColour,
    ...colours.map((colour) => colour ?? openColour),
  ]
  return {
    shades: listColours('#1d6e69', [...shades, ...card.map(({ colour }) => colour)]).slice(0, MAX_PAINTS.shades),
    finishes: listColours('#bf973f', finishes).slice(0, MAX_PAINTS.finishes),
  }
}
/** The numbers of colours for which the style sheet has rules. */
const MAX_PAINTS = { finishes: 9, shades: 13 }

/** Scales CSS pixels to millimetres. */
const MILLIMETRES = 'scale(3.7795)'

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
      <g transform={MILLIMETRES}>
        <g id={id}>{shapes}</g>
      </g>
      {end && (
        <svg x="100%" overflow="visible">
          <g transform={MILLIMETRES}>{end}</g>
        </svg>
      )}
    </svg>
  )
}

function describeMeasures({ t, number }: Translator, measures: Drawing['measures']): string {
  const { chain, tape, diameter, ticket, thickness, drawn: drawnSizes } = measures
  if (chain && tape) return t('product.size_chain', { chain, tape })
  if (ticket && diameter) return t('product.size_ticket', { ticket, size: diameter })
  if (drawnSizes) return t('product.size_drawn', { sizes: drawnSizes.map(number).join(', ') })
  const size = diameter ?? thickness
  return size ? t('product.size_mm', { size }) : ''
}

/** A group of options. Visitors choose one, or several constructions and fittings. */
function Group({
  name,
  className = styles.narrow,
  isChosen = false,
  children,
}: {
  name: ChoiceName
  className?: string | undefined
  isChosen?: boolean
  children: ReactNode
}) {
  const { t } = useTranslator()
  return (
    <fieldset>
      <legend>{t(choiceLabels[name])}</legend>
      <div className={`${styles.tiles} ${className}`}>
        {!isMultiple(name) && (
          <label className={styles.clear}>
            <input type="radio" name={name} value="" defaultChecked={!isChosen} />
            {t('product.clear')}
          </label>
        )}
        {children}
      </div>
    </fieldset>
  )
}

const isMultiple = (name: ChoiceName): boolean => name === 'types' || name === 'fittings'

/** An option as a tile: its drawing, its name and its measurements. */
function Option({
  name,
  choice,
  teeth,
  measures,
  isChosen,
  children,
}: {
  name: ChoiceName
  choice: { value: string; name: string }
  teeth?: string | undefined
  measures?: Drawing['measures'] | undefined
  isChosen?: boolean
  children?: ReactNode
}) {
  const translator = useTranslator()
  const measureText = measures && describeMeasures(translator, measures)
  return (
    <label className={styles.tile}>
      <input
        type={isMultiple(name) ? 'checkbox' : 'radio'}
        name={name}
        value={choice.value}
        defaultChecked={isChosen}
        data-teeth={teeth}
      />
      {children}
      {choice.name}
      {measureText && <small>{` ${measureText}`}</small>}
    </label>
  )
}

/** A piece of the chain of a drawn zipper, enlarged. */
function Chain({ index, drawing }: { index: number; drawing: Drawing | null | undefined }) {
  return drawing ? (
    <svg aria-hidden="true" className={styles.chain} viewBox={`60 ${drawing.height / 2 - 7} 28 14`}>
      <use href={`#size-${index}`} />
    </svg>
  ) : null
}

/** The slider of a zipper in a finish, or a disc of the metal. */
const Metal = ({ slug, colour }: { slug: string; colour: string }) => (
  <svg aria-hidden="true" className={styles.metal} viewBox="-.5 -1.1 5.8 2.2">
    {slug === 'zipper' ? <use href="#slider" /> : <circle cx="2.4" r="1" fill={colour} />}
  </svg>
)
