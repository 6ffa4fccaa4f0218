import { useTranslator } from '#platform/pages/page.tsx'
import type { TermsView } from './contract.ts'
import { needsTable, toCostRows, type CostRow } from './format-terms.ts'
import styles from '#ui/cost-table.module.css'

/** The cancellation terms: as sentences, or as a table if the fee changes more than once. */
export function TermsSummary({ terms }: { terms: Omit<TermsView, 'deposit'> }) {
  const translator = useTranslator()
  if (!needsTable(terms.steps)) return <p>{terms.terms}</p>
  return (
    <>
      {terms.note && <p>{terms.note}</p>}
      <CostTable rows={toCostRows(terms, translator)} />
    </>
  )
}

export const CostTable = ({ rows }: { rows: readonly CostRow[] }) => (
  <table className={styles.costs}>
    <tbody>
      {rows.map(({ when, cost }) => (
        <tr key={when}>
          <th scope="row">{when}</th>
          <td>{cost}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
