import { useTranslator } from '#platform/pages/page.tsx'
import { formatUnitPrice, formatSum } from '../amounts.ts'
import type { QuotationContent } from '../contract.ts'
import { describeDetails, formatQuantity } from '../terms.ts'
import styles from './offer.module.css'

/** The content of a quotation or an order, as printed: terms, lines and total. */
export function Offer({
  content,
  terms,
}: {
  content: QuotationContent
  terms: readonly (readonly [name: string, value: string])[]
}) {
  const translator = useTranslator()
  const { t } = translator
  const { currency, lines, charges } = content
  return (
    <article className={styles.offer}>
      <dl className={styles.terms}>
        {[[t('quotation.for'), [content.name, content.company].filter(Boolean).join(', ')] as const, ...terms].map(
          ([name, value]) => (
            <div key={name}>
              <dt className="small">{name}</dt>
              <dd className="bold">{value}</dd>
            </div>
          ),
        )}
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('quotation.item')}</th>
            <th scope="col">{t('quotation.quantity')}</th>
            <th scope="col">{t('quotation.price_each')}</th>
            <th scope="col">{t('quotation.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <th scope="row">
                {line.item}
                {describeDetails(line, content, translator).map((detail) => (
                  <p key={detail}>{detail}</p>
                ))}
              </th>
              <td data-name={t('quotation.quantity')}>{formatQuantity(line.quantity, line.unit, translator)}</td>
              <td data-name={t('quotation.price_each')}>{formatUnitPrice(translator, currency, line.price_micros)}</td>
              <td data-name={t('quotation.sum')}>{formatSum(translator, currency, line.total_minor)}</td>
            </tr>
          ))}
          {charges.map(({ name, amount_minor }, index) => (
            <tr key={`charge ${index}`}>
              <th scope="row">{name}</th>
              <td data-name={t('quotation.quantity')} colSpan={2}>
                {t('quotation.once')}
              </td>
              <td data-name={t('quotation.sum')}>{formatSum(translator, currency, amount_minor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('quotation.total')}
            </th>
            <td>{formatSum(translator, currency, content.total_minor)}</td>
          </tr>
        </tfoot>
      </table>
      {content.remarks && <p className={styles.remarks}>{content.remarks}</p>}
    </article>
  )
}
