import { Link, useTranslator } from '#platform/pages/page.tsx'
import { systemClock } from '#platform/clock.ts'
import { formatListedStay } from '#locales/dates.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import table from '#ui/office/data-table.module.css'
import styles from './bookings-table.module.css'
import type { BookingLine } from './contract.ts'
import { DeskStatusChip, formatDeskStatus, isUsualPayment, isUsualStatus } from './desk-status-chip.tsx'

/** Text columns are aligned left, numbers right. The whole row is a link. */
export function BookingsTable({ rows }: { rows: readonly BookingLine[] }) {
  const translator = useTranslator()
  const { t, number, money, clock } = translator
  const currentYear = clock(systemClock())[0].slice(0, 4)
  const hasTotals = rows.some(({ total }) => total !== null)
  return (
    <div className={table.frame}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('stays.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stays.name')}</th>
            <th scope="col">{t('stays.reference')}</th>
            <th scope="col">{t('stays.booked')}</th>
            <th scope="col">{t('stays.room')}</th>
            <th scope="col">{t('stays.dates')}</th>
            <th scope="col" className={table.number}>
              {t('stays.nights')}
            </th>
            <th scope="col" className={table.number}>
              {t('stays.guests')}
            </th>
            {hasTotals && (
              <>
                <th scope="col" className={table.number}>
                  {t('stays.total')}
                </th>
                <th scope="col">{t('stays.payment')}</th>
              </>
            )}
            <th scope="col">{t('stays.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <th scope="row">
                <Link to={officeHref('booking', row.code)}>{row.name || t('office.name_deleted')}</Link>
              </th>
              <td className={table.code}>{row.code}</td>
              <td className={table.code}>{formatWhen(translator, row.asked_at)}</td>
              <td className={styles.room}>
                {row.units.length > 0 && <strong>{row.units.join(', ')} </strong>}
                {row.room_name}
              </td>
              <td className={styles.dates}>{formatListedStay(translator, row.checkin, row.checkout, currentYear)}</td>
              <td className={table.number}>{number(row.nights)}</td>
              <td className={table.number}>{number(row.adult + row.child)}</td>
              {hasTotals && (
                <>
                  <td className={table.number}>{row.total !== null && money(row.total)}</td>
                  <td
                    className={styles.payment}
                    data-status={row.payment}
                    data-usual={isUsualPayment(row) || undefined}
                  >
                    {row.payment && (
                      <span className={isUsualPayment(row) ? 'visually-hidden' : undefined}>
                        {t(`summary.payment_${row.payment}`)}
                      </span>
                    )}
                  </td>
                </>
              )}
              <td>
                {isUsualStatus(row) ? (
                  <span className="visually-hidden">{formatDeskStatus(row, translator)}</span>
                ) : (
                  <DeskStatusChip {...row} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
