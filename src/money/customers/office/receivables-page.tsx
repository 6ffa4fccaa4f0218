import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Failure } from '#ui/form/plain-form.tsx'
import { DownloadLabel } from '#ui/office/download-label.tsx'
import { EmptyListMessage, ListHead, Rows } from '#ui/office/list.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { useDownload } from '#ui/paper/use-download.ts'
import { officeHref, officePages } from '#routes/office.ts'
import table from '#ui/office/data-table.module.css'
import styles from './account.module.css'
import { ageColumns } from '../age-columns.ts'
import type { CustomerAccountApi, Receivables } from '../contract.ts'
import { formatBalance } from '../format-balance.ts'

/** The receivables: the amounts owed by each customer, grouped by age. */
export const receivablesPage: Page<CustomerAccountApi, Receivables> = {
  load: ({ api }) => api.getReceivables({}),
  head: (_, { t }) => ({ title: t('customer.receivables'), hidden: true }),
  View: ReceivablesView,
}

function ReceivablesView({ data: receivables }: { data: Receivables }) {
  const translator = useTranslator()
  const { t } = translator
  const isWide = useIsWide()
  const { can } = useOffice()
  const api = useApi<CustomerAccountApi>()
  const { download, isBusy, failure } = useDownload(t('quotation.download_failed'))
  const renderCells = (amounts: Omit<Receivables, 'data'>) => (
    <>
      {ageColumns.map(({ field }) => (
        <td key={field} data-overdue={field !== 'not_due' && amounts[field] > 0}>
          {amounts[field] === 0 ? '–' : formatBalance(amounts[field], translator)}
        </td>
      ))}
      <td>
        <strong>{formatBalance(amounts.balance, translator)}</strong>
      </td>
    </>
  )
  return (
    <>
      <ListHead
        title={t('customer.receivables')}
        subtitle={
          !isWide &&
          receivables.data.length > 0 &&
          `${t('takings.sum')}: ${formatBalance(receivables.balance, translator)}`
        }
      >
        <Button
          variant="secondary"
          isBusy={isBusy}
          onClick={() => void download('receivables.csv', () => api.getReceivablesFile({}))}
        >
          <DownloadLabel>{t('quotation.download')}</DownloadLabel>
        </Button>
        {failure && <Failure>{failure}</Failure>}
      </ListHead>
      {receivables.data.length === 0 ? (
        <EmptyListMessage
          title={t('customer.nothing_owed')}
          text={t('customer.nothing_owed_text')}
          action={
            can('manage customers') && (
              <ButtonLink variant="secondary" to={officePages.customers}>
                {t('customer.see_customers')}
              </ButtonLink>
            )
          }
        />
      ) : !isWide ? (
        <Rows
          rows={receivables.data.map(({ id, name, ...ages }) => ({
            path: officeHref('customerAccount', id),
            title: name,
            about: ageColumns
              .filter(({ field }) => ages[field] !== 0)
              .map(({ field, label }) => (
                <span key={field} className={styles.age}>
                  {t(label)}: {formatBalance(ages[field], translator)}
                </span>
              )),
            end: formatBalance(ages.balance, translator),
            chip: ages.balance > ages.not_due && <Chip tone="due">{t('customer.overdue')}</Chip>,
          }))}
        />
      ) : (
        <div className={table.frame} tabIndex={0} role="region" aria-label={t('customer.receivables')}>
          <table className={styles.receivables}>
            <thead>
              <tr>
                <th scope="col">{t('customer.one')}</th>
                {ageColumns.map(({ field, label }) => (
                  <th key={field} scope="col">
                    {t(label)}
                  </th>
                ))}
                <th scope="col">{t('customer.balance')}</th>
              </tr>
            </thead>
            <tbody>
              {receivables.data.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={officeHref('customerAccount', row.id)}>{row.name}</Link>
                  </th>
                  {renderCells(row)}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('takings.sum')}</th>
                {renderCells(receivables)}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </>
  )
}
