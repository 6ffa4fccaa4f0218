import { useTranslator } from '#platform/pages/page.tsx'
import { CheckOut } from './check-out.tsx'
import type { TodaysRow } from './contract.ts'
import { MoneyForm } from './take-money.tsx'
import type { RowOperation } from './use-finished-rows.ts'

export type DepartureFormName = 'out' | 'money'

/** The open form of a guest in house: the check-out or a payment. */
export function DepartureForm({
  row,
  openForm,
  onOpen,
  onDone,
}: {
  row: TodaysRow
  openForm: DepartureFormName | null
  onOpen: (form: DepartureFormName | null) => void
  onDone: (row: TodaysRow, operation: RowOperation) => void
}) {
  const { t } = useTranslator()
  const close = () => onOpen(null)
  const finish = (operation: RowOperation) => {
    close()
    onDone(row, operation)
  }
  if (openForm === 'money') return <MoneyForm row={row} onDone={finish} onClose={close} />
  if (openForm === 'out')
    return <CheckOut code={row.code} rooms={[row]} label={t('desk.check_out_now')} onDone={finish} onClose={close} />
  return null
}
