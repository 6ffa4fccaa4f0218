import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { DownloadLabel } from '#ui/office/download-label.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { ListBar } from '#ui/office/views.tsx'
import { useDownload } from '#ui/paper/use-download.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { InvoiceRegister, InvoicesOfficeApi } from './contract.ts'
import table from '#ui/office/data-table.module.css'
import styles from './invoices.module.css'

const isMonth = (text: string) => /^(19|20)\d{2}-(0[1-9]|1[0-2])$/.test(text)

/** The invoices of a month for bookkeeping, with totals. Credit notes are negative. */
export const invoicesPage: Page<InvoicesOfficeApi, InvoiceRegister> = {
  load({ api, route }) {
    const month = route.query.get('month') ?? ''
    return api.getInvoiceRegister(isMonth(month) ? { month } : {})
  },
  head: (_, { t }) => ({ title: t('invoice.title'), hidden: true }),
  View: RegisterView,
}

function RegisterView({ data: register }: { data: InvoiceRegister }) {
  const { t } = useTranslator()
  const { language } = useRoute()
  const { month, data } = register
  const { can } = useOffice()
  const selectMonth = (typedMonth: string) =>
    isMonth(typedMonth) && navigate(officePages.invoices + queryString({ month: typedMonth }), language)
  return (
    <>
      <ListHead title={t('invoice.title')}>{data.length > 0 && <Download month={month} />}</ListHead>
      <ListBar>
        <DateField
          label={t('invoice.month')}
          name="month"
          type="month"
          key={month}
          defaultValue={month}
          onChange={({ currentTarget }) => selectMonth(currentTarget.value)}
        />
      </ListBar>
      {data.length === 0 ? (
        <EmptyListMessage
          title={t('invoice.none_in_month')}
          text={t('invoice.none_in_month_text')}
          action={
            can('see bookings') && (
              <ButtonLink variant="secondary" to={officePages.bookings}>
                {t('invoice.see_bookings')}
              </ButtonLink>
            )
          }
        />
      ) : (
        <RegisterTable register={register} />
      )}
    </>
  )
}

function RegisterTable({ register }: { register: InvoiceRegister }) {
  const { t, count, money, day } = useTranslator()
  const formatSigned = (amount: number) => (amount < 0 ? '−' : '') + money(Math.abs(amount))
  const hasService = register.service !== 0 || register.data.some(({ service }) => service !== 0)
  /** The amounts that a phone has no columns for. */
  const renderNarrowAmounts = (amounts: { net: number; service: number; vat: number }) => (
    <span className={styles.narrow}>
      {[
        `${t('invoice.vat')} ${formatSigned(amounts.vat)}`,
        `${t('invoice.net')} ${formatSigned(amounts.net)}`,
        amounts.service !== 0 && `${t('invoice.service')} ${formatSigned(amounts.service)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
  return (
    <div className={table.frame} tabIndex={0} role="region" aria-label={t('invoice.title')}>
      <table className={styles.register}>
        <thead>
          <tr>
            <th scope="col" className={styles.text}>
              {t('invoice.number')}
            </th>
            <th scope="col" className={`${styles.text} ${styles.apart}`}>
              {t('invoice.list_day')}
            </th>
            <th scope="col" className={`${styles.text} ${styles.apart}`}>
              {t('invoice.buyer')}
            </th>
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
          {register.data.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={styles.text}>
                <Link to={officeHref('invoice', row.id)}>{row.number}</Link>
              </th>
              <td className={`small ${styles.day} ${styles.apart}`}>{day(row.day, 'short')}</td>
              <td className={`${styles.text} ${styles.below}`}>
                {row.buyer} {row.bin && <span className={`small ${styles.apart}`}>BIN {row.bin}</span>}
                <span className={styles.narrow}>{day(row.day, 'short')}</span>
                {renderNarrowAmounts(row)}
              </td>
              <td className={styles.apart}>{formatSigned(row.net)}</td>
              {hasService && <td className={styles.apart}>{formatSigned(row.service)}</td>}
              <td className={styles.apart}>{formatSigned(row.vat)}</td>
              <td>{formatSigned(row.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.text} colSpan={2}>
              {t('invoice.month_total')}
            </th>
            <td className={`${styles.text} ${styles.below}`}>
              {count('invoice.documents', register.data.length)}
              {renderNarrowAmounts(register)}
            </td>
            <td className={styles.apart}>{formatSigned(register.net)}</td>
            {hasService && <td className={styles.apart}>{formatSigned(register.service)}</td>}
            <td className={styles.apart}>{formatSigned(register.vat)}</td>
            <td>{formatSigned(register.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Download({ month }: { month: string }) {
  const { t } = useTranslator()
  const api = useApi<InvoicesOfficeApi>()
  const { download, isBusy, failure } = useDownload(t('bill.failed'))
  return (
    <>
      <Button
        variant="secondary"
        isBusy={isBusy}
        onClick={() => void download(`invoices-${month}.csv`, () => api.getInvoiceRegisterFile({ month }))}
      >
        <DownloadLabel>{t('invoice.download')}</DownloadLabel>
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}
