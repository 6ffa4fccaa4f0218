import { useTranslator } from '#platform/pages/page.tsx'
import { officeHref } from '#routes/office.ts'
import { Rows, type ColumnNames } from '#ui/office/list.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { formatSum } from '../../quotations/amounts.ts'
import type { OrderListRow } from './contract.ts'
import { getOrderTone } from './tones.ts'

export function OrderRows({ rows, columns }: { rows: readonly OrderListRow[]; columns?: ColumnNames }) {
  const translator = useTranslator()
  const { t, day } = translator
  return (
    <Rows
      columns={columns}
      rows={rows.map((row) => ({
        path: officeHref('order', row.id),
        title: row.company,
        about: [row.number, row.name, row.po_number].filter(Boolean).join(', '),
        small: row.ship_by
          ? t('orders.row_ship_by', { day: row.ship_by })
          : t('orders.row_ordered', { day: day(row.ordered_on) }),
        end: formatSum(translator, row.currency, row.total_minor),
        chip: (
          <Chip tone={row.is_late ? 'due' : getOrderTone(row.state)}>
            {row.is_late ? t('orders.late') : t(`orders.state_${row.state}`)}
          </Chip>
        ),
      }))}
    />
  )
}
