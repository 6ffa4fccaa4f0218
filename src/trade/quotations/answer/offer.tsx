import { useWords } from '#platform/pages/page.tsx'
import { priceSaid, sumSaid } from '../amounts.ts'
import type { OfferedTold } from '../contract.ts'
import { detailsOf, quantityOf, termsOf } from '../terms.ts'
import styles from './offer.module.css'

/** The content of a quotation, as printed: terms, lines and total. */
export function Offer({ offered, sentOn }: { offered: OfferedTold; sentOn: string | null }) {
  const translator = useWords()
  const { t, day } = translator
  const { currency, lines, charges } = offered
  return (
    <article className={styles.offer}>
      <dl className={styles.terms}>
        {[
          [t('quotation.for'), [offered.name, offered.company].filter(Boolean).join(', ')] as const,
          ...(sentOn ? [[t('quotation.date'), day(sentOn)] as const] : []),
          ...termsOf(offered, translator),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
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
          {lines.map((line, at) => (
            <tr key={at}>
              <th scope="row">
                {line.item}
                {detailsOf(line, offered, translator).map((said) => (
                  <p key={said}>{said}</p>
                ))}
              </th>
              <td data-name={t('quotation.quantity')}>{quantityOf(line.quantity, line.unit, translator)}</td>
              <td data-name={t('quotation.price_each')}>{priceSaid(translator, currency, line.price_micros)}</td>
              <td data-name={t('quotation.sum')}>{sumSaid(translator, currency, line.total_minor)}</td>
            </tr>
          ))}
          {charges.map(({ name, amount_minor }, at) => (
            <tr key={`charge ${at}`}>
              <th scope="row">{name}</th>
              <td data-name={t('quotation.quantity')} colSpan={2}>
                {t('quotation.once')}
              </td>
              <td data-name={t('quotation.sum')}>{sumSaid(translator, currency, amount_minor)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('quotation.total')}
            </th>
            <td>{sumSaid(translator, currency, offered.total_minor)}</td>
          </tr>
        </tfoot>
      </table>
      {offered.remarks && <p className={styles.remarks}>{offered.remarks}</p>}
    </article>
  )
}
