import type { GlobalData } from '#content/contract.ts'
import type { Translator } from '#locales/translator.ts'
import type { ListedProduct } from '#trade/enquiries/contract.ts'

/** A row of the ledger: a large figure and its meaning. */
export interface LedgerRow {
  figure: string
  meaning: string
  /** Whether the row is a line of text below the figures. */
  isLine: true | undefined
}

/**
 * Returns the rows of the figures that the company has entered, and of the certificates of its products. There is no
 * row without a figure.
 */
export function listLedgerRows(
  { ledger }: Pick<GlobalData, 'ledger'>,
  products: ListedProduct[],
  { t, number, day }: Translator,
): LedgerRow[] {
  const certificateByName = new Map(
    products.flatMap(({ facts }) => facts?.certificates ?? []).map((certificate) => [certificate.name, certificate]),
  )
  const rows: [figure: string | null | undefined | false, meaning: string, isLine?: true][] = [
    [ledger.onTimePercent !== null && `${number(ledger.onTimePercent)}%`, t('home.ledger_on_time')],
    [ledger.sampleDays !== null && number(ledger.sampleDays), t('home.ledger_sample')],
    [ledger.approvalRounds !== null && number(ledger.approvalRounds), t('home.ledger_rounds')],
    [ledger.capacity, t('home.ledger_capacity')],
    [
      certificateByName.size > 0 && number(certificateByName.size),
      t('home.ledger_certificates', {
        names: [...certificateByName.values()]
          .map(({ name, valid_until }) =>
            valid_until ? t('home.ledger_until', { name, day: day(valid_until, 'short') }) : name,
          )
          .join(' · '),
      }),
      true,
    ],
  ]
  return rows.flatMap(([figure, meaning, isLine]) => (figure ? [{ figure, meaning, isLine }] : []))
}
