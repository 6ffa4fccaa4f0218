import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Chip, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { PaymentsOfficeApi, SettlementDetails } from './contract.ts'
import styles from './payments.module.css'

/** The page of one settlement, compared with the received payments. Lines that do not match come first. */
export const settlementPage: Page<PaymentsOfficeApi, SettlementDetails> = {
  load: ({ api, route }) => api.getSettlement({ id: Number(route.params['id']) }),
  head: ({ name }) => ({ title: name, hidden: true }),
  View: SettlementView,
}

function SettlementView({ data }: { data: SettlementDetails }) {
  const translator = useTranslator()
  const { t, count, money } = translator
  const unmatchedLines = data.lines.filter(({ outcome }) => outcome !== 'matched')
  const matchedLines = data.lines.filter(({ outcome }) => outcome === 'matched')
  const matchedTitle = count('settlement.matched', matchedLines.length)
  return (
    <RecordPage
      back={{ to: officePages.settlements, label: t('settlement.all') }}
      about={`${formatWhen(translator, data.at)} · ${data.by}`}
      title={data.name}
      state={
        <>
          {t('settlement.paid_out')} <strong>{money(data.paid_out)}</strong>
        </>
      }
    >
      <RecordSection title={t('settlement.mismatches')}>
        {unmatchedLines.length === 0 ? (
          <p className="small">{t('settlement.no_mismatches')}</p>
        ) : (
          <Lines name={t('settlement.mismatches')} lines={unmatchedLines} />
        )}
      </RecordSection>
      <RecordSection title={t('settlement.missing')}>
        <p className="small">{t(data.missing.length === 0 ? 'settlement.no_missing' : 'settlement.missing_about')}</p>
        <ul role="list" className={styles.lines}>
          {data.missing.map((payment) => (
            <li key={payment.tran_id}>
              <span>
                <Link to={officeHref('bill', payment.code)}>{payment.name || payment.code}</Link>
              </span>
              <span>{money(payment.amount)}</span>
              <span className="small">
                {formatWhen(translator, payment.at)} · {payment.tran_id}
              </span>
            </li>
          ))}
        </ul>
      </RecordSection>
      <RecordSection title={matchedTitle}>
        {matchedLines.length > 0 && <Lines name={matchedTitle} lines={matchedLines} />}
      </RecordSection>
    </RecordPage>
  )
}

function Lines({ name, lines }: { name: string; lines: SettlementDetails['lines'] }) {
  const { t, number, money } = useTranslator()
  return (
    <div className={styles.wide} tabIndex={0} role="region" aria-label={name}>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">{t('settlement.transaction')}</th>
            <th scope="col">{t('bill.amount_bdt')}</th>
            <th scope="col" className={styles.apart}>
              {t('settlement.gateway_fee')}
            </th>
            <th scope="col">{t('settlement.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <th scope="row">
                {number(line.line)}:{' '}
                {line.code ? <Link to={officeHref('bill', line.code)}>{line.tran_id}</Link> : line.tran_id}
              </th>
              <td>
                {money(line.amount)}
                <span className={`small ${styles.narrow}`}>
                  {t('settlement.gateway_fee')} {money(line.fee)}
                </span>
              </td>
              <td className={styles.apart}>{money(line.fee)}</td>
              <td>
                <Chip tone={line.outcome === 'matched' ? 'over' : 'due'}>{t(`settlement.is_${line.outcome}`)}</Chip>
                {line.note && ` ${line.note}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
