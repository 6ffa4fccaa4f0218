import { getFieldErrors, type FieldErrors } from '#platform/errors.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyNotice } from '#content/empty-notice.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { cataloguePath } from '#routes/catalogue.ts'
import { href } from '#routes/public.ts'
import type { EnquiriesApi, FilterChoices, ListedProduct } from '../contract.ts'
import { ProductCard } from './product-card.tsx'
import { filterParamNames, hasFilter, parseFilter, ProductFilter, type Filter } from './product-filter.tsx'
import styles from './swatch-book.module.css'

interface Data {
  filter: Filter
  /** Null if the products could not be loaded. */
  products: ListedProduct[] | null
  choices: FilterChoices | null
  /** The errors of the filters; all products are shown then. */
  errors: FieldErrors | null
}

export const productsPage: Page<EnquiriesApi, Data> = {
  queryNames: filterParamNames,
  async load({ api, route: { query }, optional }) {
    const filter = parseFilter(query)
    const findProducts = (applied: Filter) => api.getProducts({ facts: 1, ...applied })
    let errors: FieldErrors | null = null
    const searchOrExplain = async () => {
      try {
        return await findProducts(filter)
      } catch (error) {
        errors = getFieldErrors(error)
        if (!errors) throw error
        return findProducts({})
      }
    }
    const productList = await optional(searchOrExplain(), null)
    return { filter, products: productList && productList.data, choices: productList?.filters ?? null, errors }
  },
  head: (data, { t, count }) => ({
    // The title announces the result, with and without scripts.
    title: isSearched(data) ? count('products.found', data.products!.length) : t('products.title'),
    description: t('products.description'),
    trail: [{ name: t('products.title'), path: href('products') }],
    picture: data.products?.[0]?.picture,
    ...(hasFilter(data.filter) && { hidden: true }),
  }),
  View: ProductsView,
}

const isSearched = ({ filter, products, errors }: Data): boolean =>
  products !== null && errors === null && hasFilter(filter)

function ProductsView({ data }: { data: Data }) {
  const { t, count } = useTranslator()
  const { filter, products, choices, errors } = data
  return (
    <>
      <PageHead eyebrow={t('products.eyebrow')} title={t('products.title')} text={t('products.text')} />
      <div className={`container ${styles.body}`}>
        {!products && <CouldNotLoad />}
        {choices && <ProductFilter key={JSON.stringify(filter)} filter={filter} choices={choices} errors={errors} />}
        {products && products.length > 0 && (
          <div className={styles.result}>
            <p className="bold">{count(isSearched(data) ? 'products.found' : 'products.total', products.length)}</p>
            <ButtonLink variant="quiet" to={cataloguePath}>
              {t('products.download')}
            </ButtonLink>
          </div>
        )}
        {products?.length === 0 && (isSearched(data) ? <NothingFound filter={filter} /> : <EmptyNotice />)}
        <ul role="list" className={styles.book}>
          {products?.map((product, index) => (
            <li key={product.slug}>
              <ProductCard product={product} index={index} isWide={products.length === 11 && index > 8} />
            </li>
          ))}
          {products && products.length > 0 && (
            <li>
              <CustomRequest />
            </li>
          )}
        </ul>
      </div>
    </>
  )
}

function NothingFound({ filter }: { filter: Filter }) {
  const { t } = useTranslator()
  return (
    <Notice
      title={t('products.none_title')}
      action={<ButtonLink to={href('contact', null, { subject: filter.search })}>{t('products.ask')}</ButtonLink>}
    >
      <p>{t('products.none_text')}</p>
    </Notice>
  )
}

/** A card at the end of the list, for products that the list does not contain. */
function CustomRequest() {
  const { t } = useTranslator()
  return (
    <section className={styles.free}>
      <div>
        <h2 className="size-4">{t('products.else_title')}</h2>
        <p className="note">{t('products.else_text')}</p>
      </div>
      <ButtonLink variant="secondary" to={href('contact')}>
        {t('home.talk_action')}
      </ButtonLink>
    </section>
  )
}
