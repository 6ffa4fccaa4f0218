import type { GlobalData } from '#content/contract.ts'
import type { Translator } from '#locales/translator.ts'
import type { ListedProduct } from '#trade/enquiries/contract.ts'

/** A row of the key figures: a large figure and its meaning. */
export interface KeyFigure {
  figure: string
  meaning: string
  /** Whether the row is a line of text below the figures. */
  isLine: true | undefined
}

/**
 * Returns the rows of the figures that the company has entered, and of the certificates of its products. There is no
 * row without a figure.
 */
export function listKeyFigures(
  { keyFigures }: Pick<GlobalData, 'keyFigures'>,
  products: ListedProduct[],
  { t, number, day }: Translator,
): KeyFigure[] {
  const certificateByName = new Map(
    products.flatMap(({ facts }) => facts?.certificates ?? []).map((certificate) => [certificate.name, certificate]),
  )
  const rows: [figure: string | null | undefined | false, meaning: string, isLine?: true][] = [
    [keyFigures.onTimePercent !== null && `${number(keyFigures.onTimePercent)}%`, t('home.figure_on_time')],
    [keyFigures.sampleDays !== null && number(keyFigures.sampleDays), t('home.figure_sample')],
    [keyFigures.approvalRounds !== null && number(keyFigures.approvalRounds), t('home.figure_rounds')],
    [keyFigures.capacity, t('home.figure_capacity')],
    [
      certificateByName.size > 0 && number(certificateByName.size),
      t('home.figure_certificates', {
        names: [...certificateByName.values()]
          .map(({ name, valid_until }) =>
            valid_until ? t('home.figure_until', { name, day: day(valid_until, 'short') }) : name,
          )
          .join(' · '),
      }),
      true,
    ],
  ]
  return rows.flatMap(([figure, meaning, isLine]) => (figure ? [{ figure, meaning, isLine }] : []))
}
