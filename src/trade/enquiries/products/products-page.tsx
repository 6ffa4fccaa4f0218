import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href } from '#routes/public.ts'
import type { EnquiriesApi, Product } from '../contract.ts'
import { ProductCard } from './product-card.tsx'
import styles from './swatch-book.module.css'

interface Data {
  /** Null if the products could not be loaded. */
  products: Product[] | null
}

export const productsPage: Page<EnquiriesApi, Data> = {
  async load({ api, optional }) {
    const list = await optional(api.getProducts({}), null)
    return { products: list && list.data }
  },
  head: ({ products }, { t }) => ({
    title: t('products.title'),
    description: t('products.description'),
    trail: [{ name: t('products.title'), path: href('products') }],
    picture: products?.[0]?.picture,
  }),
  View: ProductsView,
}

function ProductsView({ data: { products } }: { data: Data }) {
  const { t } = useTranslator()
  return (
    <>
      <PageHead eyebrow={t('products.eyebrow')} title={t('products.title')} text={t('products.text')} />
      <div className={`container ${styles.body}`}>
        {!products && <CouldNotLoad />}
        {products?.length === 0 && (
          <Notice
            title={t('page.empty_title')}
            action={<ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>}
          >
            <p>{t('page.empty_text')}</p>
          </Notice>
        )}
        <ul role="list" className={styles.book}>
          {products?.map((product, index) => (
            <li key={product.slug}>
              <ProductCard product={product} index={index} />
            </li>
          ))}
          {products && products.length > 0 && (
            <li>
              <SomethingElse />
            </li>
          )}
        </ul>
      </div>
    </>
  )
}

/** An empty card at the end of the swatch book, for products that are not in the list. */
function SomethingElse() {
  const { t } = useTranslator()
  return (
    <section className={styles.free}>
      <h2 className="size-4">{t('products.else_title')}</h2>
      <p className="note">{t('products.else_text')}</p>
      <ButtonLink look="secondary" to={href('contact')}>
        {t('home.talk_action')}
      </ButtonLink>
    </section>
  )
}
