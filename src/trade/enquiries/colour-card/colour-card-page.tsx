import { useState } from 'react'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href, inLanguage } from '#routes/public.ts'
import type { CardShade, EnquiriesApi, ListedProduct } from '../contract.ts'
import styles from './colour-card-page.module.css'

interface Data {
  shades: CardShade[]
  /** The products that are offered in shades. Null if they could not be loaded. */
  products: ListedProduct[] | null
}

export const colourCardPage: Page<EnquiriesApi, Data> = {
  async load({ api, optional }) {
    const [{ data: shades }, productList] = await Promise.all([
      api.getColourCard({}),
      optional(api.getProducts({ choices: 1 }), null),
    ])
    return { shades, products: productList && productList.data.filter(({ choices }) => choices!.shades.length > 0) }
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
 * One form with the light, the shade and the trim. It leads to the enquiry, or shows the shade on a trim. Style sheets
 * alone change the light.
 */
function ColourCardView({ data: { shades, products } }: { data: Data }) {
  const { t, language } = useTranslator()
  const [chosenCode, setChosenCode] = useState('')
  return (
    <>
      <PageHead eyebrow={t('products.eyebrow')} title={t('colours.title')} text={t('colours.text')} />
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
            <div className={styles.chips}>
              {shades.map(({ value, name, colour }) => (
                <label key={value} className={styles.chip}>
                  <input type="radio" name="shades" value={value} onChange={() => setChosenCode(name)} />
                  <svg aria-hidden="true" viewBox="0 0 24 24" preserveAspectRatio="none">
                    <rect width="24" height="24" fill={colour} />
                  </svg>
                  <ShadeName name={name} />
                </label>
              ))}
            </div>
          </fieldset>
        </div>
        <div className={`container ${styles.order}`}>
          <div className="stack-2">
            <h2 className="size-4">{t('colours.dip_title')}</h2>
            <p className="note">{t('colours.dip_text')}</p>
          </div>
          {products ? (
            <>
              <div className={styles.dip}>
                {chosenCode && <p className={styles.chosen}>{chosenCode}</p>}
                <SelectField label={t('colours.trim')} name="product">
                  {products.map(({ slug, name }) => (
                    <option key={slug} value={slug}>
                      {name}
                    </option>
                  ))}
                </SelectField>
                <Button type="submit">{t('colours.dip')}</Button>
              </div>
              <div className={styles.views} role="group" aria-labelledby="colours-view">
                <p id="colours-view" className="bold">
                  {t('colours.view')}
                </p>
                <div>
                  {products.map(({ slug, name }) => (
                    <Button
                      key={slug}
                      type="submit"
                      variant="secondary"
                      formAction={inLanguage(href('product', { slug }), language)}
                    >
                      {name}
                    </Button>
                  ))}
                </div>
              </div>
            </>
          ) : (
            <CouldNotLoad />
          )}
        </div>
      </form>
    </>
  )
}

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
