import { Link, useTranslator } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import type { ListedProduct } from '#trade/enquiries/contract.ts'
import { describeLeadTime, describeMinimum } from '#trade/enquiries/products/facts.ts'
import { Swatch } from '#trade/enquiries/products/swatch.tsx'
import { ButtonLink } from '#ui/button.tsx'
import styles from './linked-products.module.css'

/** The products that an article explains, with their terms and a link that adds them to the enquiry. */
export function LinkedProducts({ products }: { products: readonly ListedProduct[] }) {
  const { t } = useTranslator()
  return (
    <section className={`no-print ${styles.products}`} aria-labelledby="products-title">
      <h2 className="small" id="products-title">
        {t('page.linked_products')}
      </h2>
      <ul role="list">
        {products.map((product) => (
          <li key={product.slug} className={`leads ${styles.product}`}>
            <Swatch product={product} sizes="(min-width: 40rem) 16rem, 12rem" />
            <div>
              <h3 className="size-3">
                <Link to={href('product', { slug: product.slug })}>{product.name}</Link>
              </h3>
              <p className="note">{product.summary}</p>
              <Terms facts={product.facts} />
              <ButtonLink variant="secondary" to={href('enquiry', null, { product: product.slug })}>
                {t('enquiry.add')}
                <span className="visually-hidden">: {product.name}</span>
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Terms({ facts }: Pick<ListedProduct, 'facts'>) {
  const translator = useTranslator()
  const { t } = translator
  const terms = facts && [
    [t('product.minimum_order'), describeMinimum(translator, facts)],
    [t('product.lead_time'), describeLeadTime(translator, facts)],
  ]
  return (
    <dl className="line-4">
      {terms
        ?.filter(([, text]) => text)
        .map(([label, text]) => (
          <div key={label}>
            <dt className="small">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}
