import { useState } from 'react'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href, inLanguage } from '#routes/public.ts'
import { Paint, Textures } from '../drawings/textures.tsx'
import { TrimDrawing } from '../drawings/trim-drawing.tsx'
import { ZipperParts } from '../drawings/zipper.tsx'
import type { CardShade, EnquiriesApi, ListedProduct } from '../contract.ts'
import styles from './colour-card-page.module.css'

interface Data {
  shades: CardShade[]
  /** The products that are offered in shades. Null if they could not be loaded. */
  products: ListedProduct[] | null
  /** The code of the shade that is chosen at first: the one in the address, or the shade of the house. */
  code: string
}

const HOUSE_CODE = 'SG-52'
const FAMILY_SIZE = 6

export const colourCardPage: Page<EnquiriesApi, Data> = {
  queryNames: ['shades'],
  async load({ api, optional, route: { query } }) {
    const [{ data: shades }, productList] = await Promise.all([
      api.getColourCard({}),
      optional(api.getProducts({ choices: 1 }), null),
    ])
    const requestedShade = shades.find(({ value }) => value === query.get('shades'))
    return {
      shades,
      products: productList && productList.data.filter(({ choices }) => choices!.shades.length > 0),
      code: requestedShade?.value ?? HOUSE_CODE,
    }
  },
  head: (_, { t }) => ({
    title: t('colours.title'),
    description: t('colours.text'),
    trail: [
      { name: t('products.title'), path: href('products') },
      { name: t('colours.title'), path: href('colourCard') },
    ],
  }),
  View: ColourCardView,
}

/**
 * One form with the light, the shade and the trim. It leads to the enquiry, or to the product in the shade. Style sheets
 * alone change the light. Without scripts, the trims are uncoloured, and no text names the shade.
 */
function ColourCardView({ data: { shades, products, code } }: { data: Data }) {
  const { t, language } = useTranslator()
  const [chosenCode, setChosenCode] = useState(code)
  const { name: shade, colour } = shades.find(({ value }) => value === chosenCode)!
  const [beforeOrder, afterOrder] = t('colours.dip_of', { shade }).split(t('colours.dip'))
  return (
    <>
      <PageHead
        ground={styles.wall}
        eyebrow={t('products.eyebrow')}
        title={t('colours.title')}
        text={t('colours.text')}
      />
      <form className={styles.card} action={inLanguage(href('enquiry'), language)}>
        <div className={styles.booth}>
          <div className={`container ${styles.lightRow}`}>
            <fieldset className={styles.lights}>
              <legend>{t('colours.light')}</legend>
              {lights.map(({ value, label, about }) => (
                <label key={value}>
                  <input type="radio" name="light" value={value} defaultChecked={value === 'D65'} />
                  <span>
                    <span className="bold">{t(label)}</span> {t(about)}
                  </span>
                </label>
              ))}
            </fieldset>
            <p className={styles.warning}>{t('colours.on_screen')}</p>
          </div>
          <fieldset className="container">
            <legend className="visually-hidden">{t('enquiry.shades')}</legend>
            <nav className={styles.families} aria-label={t('colours.families')}>
              {families.map((family, index) => (
                <a key={family} href={`#${family}`}>
                  <svg aria-hidden="true">
                    <rect width="100%" height="100%" fill={shades[index * FAMILY_SIZE + 3]?.colour} />
                  </svg>
                  {t(`colours.${family}`)}
                </a>
              ))}
            </nav>
            <div className={styles.chips}>
              {shades.map(({ value, name, colour: chipColour }, index) => (
                <label key={value} id={getFamily(index)} className={styles.chip}>
                  <input
                    type="radio"
                    name="shades"
                    value={value}
                    defaultChecked={value === code}
                    onChange={() => setChosenCode(value)}
                  />
                  <svg aria-hidden="true" viewBox="0 0 24 24" preserveAspectRatio="none">
                    <rect width="24" height="24" fill={chipColour} />
                  </svg>
                  <ShadeName name={name} />
                </label>
              ))}
            </div>
          </fieldset>
          {products && (
            <div className={`container ${styles.trims}`} role="group" aria-labelledby="colours-view">
              <p id="colours-view" className="bold">
                {t('colours.view')}
              </p>
              <Textures>
                <ZipperParts />
                <Paint id="shade" colour={colour} />
                <Paint id="finish" colour="#bf973f" />
              </Textures>
              <ul role="list">
                {products.map(({ slug, name }) => (
                  <li key={slug}>
                    <button type="submit" formAction={inLanguage(href('product', { slug }), language)}>
                      <TrimDrawing slug={slug} className={styles.drawing} />
                      {name}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <div className={`container ${styles.order}`}>
          <div className="stack-2">
            <h2 className="size-4">{t('colours.dip_title')}</h2>
            <p className="note">{t('colours.dip_text')}</p>
          </div>
          {products ? (
            <div className={styles.dip}>
              <SelectField label={t('colours.trim')} name="product">
                {products.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <div className={styles.bar}>
                <p className={`needs-scripts ${styles.chosen}`}>
                  <svg aria-hidden="true">
                    <rect width="100%" height="100%" fill={colour} />
                  </svg>
                  <ShadeName name={shade} />
                </p>
                <Button type="submit">
                  <span>
                    <span className={`needs-scripts ${styles.long}`}>{beforeOrder}</span>
                    {t('colours.dip')}
                    <span className={`needs-scripts ${styles.long}`}>{afterOrder}</span>
                  </span>
                </Button>
              </div>
            </div>
          ) : (
            <CouldNotLoad />
          )}
        </div>
      </form>
    </>
  )
}

/** The families of the shades, in their order. */
const families = [
  'naturals',
  'greys',
  'browns',
  'yellows',
  'oranges',
  'reds',
  'purples',
  'blues',
  'teals',
  'greens',
] as const

/** Returns the family that begins with this shade. */
const getFamily = (index: number) => (index % FAMILY_SIZE === 0 ? families[index / FAMILY_SIZE] : undefined)

const lights = [
  { value: 'D65', label: 'colours.light_d65', about: 'colours.light_d65_about' },
  { value: 'TL84', label: 'colours.light_tl84', about: 'colours.light_tl84_about' },
  { value: 'A', label: 'colours.light_a', about: 'colours.light_a_about' },
] as const

/** The code and the name of a shade, below each other. */
function ShadeName({ name }: { name: string }) {
  const end = name.indexOf(' ')
  return (
    <span className={styles.name}>
      <small>{name.slice(0, end)}</small> {name.slice(end + 1)}
    </span>
  )
}
