import type { ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { dates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { LineTold } from '../contract.ts'
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
  lines: readonly (LineTold & { credited_by?: string })[]
  sums: Amounts
}) {
  const translator = useWords()
  const { t, number, money } = translator
  const hasService = sums.service !== 0
  const amounts = (of: Amounts, underVat?: ReactNode) => (
    <>
      <td className={styles.apart}>{money(of.net)}</td>
      {hasService && <td className={styles.apart}>{money(of.service)}</td>}
      <td>
        {money(of.vat)}
        {underVat}
      </td>
      <td>{money(of.total)}</td>
    </>
  )
  const apart = (of: Amounts) => (
    <span className={`${styles.quiet} ${styles.narrow}`}>
      {t('invoice.net')} {money(of.net)}
      {hasService && `, ${t('invoice.service')} ${money(of.service)}`}
    </span>
  )
  return (
    <div className={styles.wide} tabIndex={0} role="region" aria-label={name}>
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
          {lines.map((line, at) => (
            // eslint-disable-next-line react/no-array-index-key -- invoice lines have no other key and never move
            <tr key={at} data-credited={Boolean(line.credited_by)}>
              <th scope="row" className={styles.text}>
                {line.name}
                <br />
                <span className={styles.quiet}>
                  {whenOf(line, translator)}
                  {line.credited_by && ` · ${t('invoice.credited_by', { number: line.credited_by })}`}
                </span>
                {apart(line)}
              </th>
              <td>{number(line.quantity)}</td>
              {amounts(
                line,
                <>
                  <br />
                  <span className={styles.quiet}>{t('settings.vat_is', { percent: line.vat_percent })}</span>
                </>,
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.text} colSpan={2}>
              {t('invoice.together')}
              {apart(sums)}
            </th>
            {amounts(sums)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

export function whenOf({ what, from, to }: Pick<LineTold, 'what' | 'from' | 'to'>, translator: Translator): string {
  if (what === 'nights') return dates(translator, from, to)
  return what === 'cancelling' ? translator.t('invoice.given_back') : translator.day(from, 'short')
}
