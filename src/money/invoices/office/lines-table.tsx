import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { formatStay } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { InvoiceLineView } from '../contract.ts'
import table from '#ui/office/data-table.module.css'
import styles from './invoices.module.css'

interface Amounts {
  net: number
  service: number
  vat: number
  total: number
}

/** The lines of an invoice with VAT and service charge. The service charge columns are omitted if there is none. */
export function LinesTable({
  name,
  lines,
  sums,
}: {
  name: string
  lines: readonly (InvoiceLineView & { credited_by?: string })[]
  sums: Amounts
}) {
  const translator = useTranslator()
  const { t, number, money } = translator
  const hasService = sums.service !== 0
  const renderAmounts = (row: Amounts, vatNote?: ReactNode) => (
    <>
      <td className={styles.apart}>{money(row.net)}</td>
      {hasService && <td className={styles.apart}>{money(row.service)}</td>}
      <td>
        {money(row.vat)}
        {vatNote}
      </td>
      <td>{money(row.total)}</td>
    </>
  )
  const renderNarrowAmounts = (row: Amounts) => (
    <span className={`small ${styles.narrow}`}>
      {t('invoice.net')} {money(row.net)}
      {hasService && `, ${t('invoice.service')} ${money(row.service)}`}
    </span>
  )
  return (
    <div className={table.frame} tabIndex={0} role="region" aria-label={name}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.text}>
              {t('invoice.what')}
            </th>
            <th scope="col">{t('invoice.quantity')}</th>
            <th scope="col" className={styles.apart}>
              {t('invoice.net')}
            </th>
            {hasService && (
              <th scope="col" className={styles.apart}>
                {t('invoice.service')}
              </th>
            )}
            <th scope="col">{t('invoice.vat')}</th>
            <th scope="col">{t('invoice.total')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index} data-credited={Boolean(line.credited_by)}>
              <th scope="row" className={styles.text}>
                {line.name}
                <br />
                <span className="small">
                  {formatLineDates(line, translator)}
                  {line.credited_by && (
                    <>
                      {' · '}
                      <span className={styles.unbroken}>{t('invoice.credited_by', { number: line.credited_by })}</span>
                    </>
                  )}
                </span>
                {renderNarrowAmounts(line)}
              </th>
              <td>{number(line.quantity)}</td>
              {renderAmounts(
                line,
                <>
                  <br />
                  <span className="small">{t('settings.vat_is', { percent: line.vat_percent })}</span>
                </>,
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.text} colSpan={2}>
              {t('invoice.month_total')}
              {renderNarrowAmounts(sums)}
            </th>
            {renderAmounts(sums)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

export function formatLineDates(
  { what, from, to }: Pick<InvoiceLineView, 'what' | 'from' | 'to'>,
  translator: Translator,
): string {
  if (what === 'nights') return formatStay(translator, from, to)
  return what === 'cancelling' ? translator.t('invoice.cancelled_or_no_show') : translator.day(from, 'short')
}
