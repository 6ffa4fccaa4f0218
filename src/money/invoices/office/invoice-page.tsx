import { useState } from 'react'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import { Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import type { InvoicesOfficeApi, InvoiceDetails } from './contract.ts'
import { CreditForm } from './credit-form.tsx'
import styles from './invoices.module.css'
import { LinesTable } from './lines-table.tsx'
import { SendForm } from './send-form.tsx'

/** The page of an issued invoice or credit note, with its PDF and the forms to email it and to credit its lines. */
export const invoicePage: Page<InvoicesOfficeApi, InvoiceDetails> = {
  load: ({ api, route }) => api.getInvoice({ id: Number(route.params['id']) }),
  head: ({ number }) => ({ title: number, hidden: true }),
  View: InvoiceView,
}

function InvoiceView({ data: invoice }: { data: InvoiceDetails }) {
  const translator = useTranslator()
  const { t, money, day } = translator
  const api = useApi<InvoicesOfficeApi>()
  const office = useOffice()
  const [isCrediting, setCrediting] = useState(false)
  const { seller, buyer, credits, payments } = invoice
  const isInvoice = invoice.kind === 'invoice'
  const mayCredit = isInvoice && office.can('give money back') && invoice.lines.some(({ credited_by }) => !credited_by)
  return (
    <RecordPage
      back={{ to: officeHref('bill', invoice.code), label: t('bill.invoices') }}
      about={t(isInvoice ? 'invoice.one' : 'invoice.credit_note')}
      title={invoice.number}
      state={t('invoice.issued_by', { by: invoice.by || seller.name, when: formatWhen(translator, invoice.at) })}
      aside={
        <>
          <RecordSection title={t('invoice.pdf_files')}>
            <PdfDownloads
              className={styles.acts}
              name={invoice.number}
              recipientLanguage={invoice.language}
              fetchFile={(language) => api.getInvoicePdf({ id: invoice.id, language })}
            />
          </RecordSection>
          {office.can('take money') && (
            <RecordSection title={t('invoice.send')}>
              <SendForm invoice={invoice} />
            </RecordSection>
          )}
        </>
      }
    >
      <Facts>
        {credits && (
          <Fact name={t('invoice.credit_note')}>
            <Link to={officeHref('invoice', credits.id)}>{t('invoice.of_invoice', { number: credits.number })}</Link>
            <br />
            {invoice.reason}
          </Fact>
        )}
        <Fact name={t('invoice.buyer')}>
          <Party {...buyer} />
        </Fact>
        <Fact name={t('invoice.seller')}>
          <Party {...seller} />
        </Fact>
      </Facts>
      <RecordSection title={t('invoice.lines')}>
        <LinesTable name={t('invoice.lines')} lines={invoice.lines} sums={invoice} />
        {mayCredit && !isCrediting && (
          <div className={styles.acts}>
            <Button variant="secondary" onClick={() => setCrediting(true)}>
              {t('invoice.credit')}
            </Button>
          </div>
        )}
        {mayCredit && isCrediting && <CreditForm invoice={invoice} onClose={() => setCrediting(false)} />}
      </RecordSection>
      {payments.length > 0 && (
        <RecordSection title={t('invoice.paid')}>
          <ul role="list" className={styles.lines}>
            {payments.map((payment, index) => (
              <li key={index}>
                {[day(payment.day, 'short'), t(`bill.method_${payment.method}`), payment.reference]
                  .filter(Boolean)
                  .join(', ')}
                :{' '}
                {payment.amount < 0
                  ? t('bill.refunded_amount', { amount: money(-payment.amount) })
                  : money(payment.amount)}
              </li>
            ))}
          </ul>
        </RecordSection>
      )}
    </RecordPage>
  )
}

const Party = ({ name, bin, address }: { name: string; bin: string; address: string }) => (
  <>
    <strong>{name}</strong>
    {bin && (
      <>
        <br />
        BIN {bin}
      </>
    )}
    {address && (
      <>
        <br />
        {address}
      </>
    )}
  </>
)
