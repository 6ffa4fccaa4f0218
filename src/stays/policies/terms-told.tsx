import { useWords } from '#platform/pages/page.tsx'
import type { ToldTerms } from './contract.ts'
import { isTable, rowsOf, type Row } from './terms-in-lines.ts'
import styles from '#ui/cost-table.module.css'

/** The cancellation terms: as sentences, or as a table if the fee changes more than once. */
export function TermsTold({ told }: { told: Omit<ToldTerms, 'deposit'> }) {
  const translator = useWords()
  if (!isTable(told.steps)) return <p>{told.terms}</p>
  return (
    <>
      {told.note && <p>{told.note}</p>}
      <CostTable rows={rowsOf(told, translator)} />
    </>
  )
}

export const CostTable = ({ rows }: { rows: readonly Row[] }) => (
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
