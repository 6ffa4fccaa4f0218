import { minorToMajor, roundToTwoDecimals } from '#platform/money.ts'
import { currencies } from '#trade/quotations/limits.ts'
import type { Translator } from '#locales/translator.ts'
import { GROUP_BOUNDS } from '../sheet-names.ts'
import { toPercent } from './buckets.ts'
import type { Figures, PropertyFiguresView } from './contract.ts'
import type { Sheet, StaysFilter } from './sheet.ts'

/** One figure, calculated for the shown period and the period to compare with. */
export interface Fact<All = PropertyFiguresView> {
  name: string
  getValue: (all: All) => number | null
  isDrawn?: boolean
  isAmount?: boolean
  stays?: StaysFilter
}

/** Builds a sheet with one row per figure. */
export const buildFactsSheet = <All>(
  { now, before }: { now: All; before: All | null },
  { t }: Translator,
  title: string,
  about: string,
  facts: readonly Fact<All>[],
): Sheet => ({
  title,
  about,
  rowHeading: t('figures.figure'),
  columns: [{ name: t('figures.now'), nameBefore: t('figures.net_before') }],
  drawnColumn: 0,
  isCompared: before !== null,
  rows: facts.map(({ getValue, ...fact }) => ({ ...fact, now: [getValue(now)], before: before && [getValue(before)] })),
})

export const listEndedFacts = ({ now }: Figures, { t }: Translator): Fact[] => [
  { name: t('figures.made'), getValue: ({ ended }) => ended.made, isDrawn: true, stays: { figure: 'made' } },
  {
    name: t('figures.made_cancelled'),
    getValue: ({ ended }) => ended.made_and_cancelled,
    isDrawn: true,
    stays: { figure: 'made_cancelled' },
  },
  {
    name: t('figures.made_cancelled_share'),
    getValue: ({ ended }) => calculatePercent(ended.made_and_cancelled, ended.made),
  },
  {
    name: t('figures.cancelled'),
    getValue: ({ ended }) => ended.cancelled,
    isDrawn: true,
    stays: { figure: 'cancelled' },
  },
  {
    name: t('figures.no_shows'),
    getValue: ({ ended }) => ended.no_shows,
    isDrawn: true,
    stays: { figure: 'no_shows' },
  },
  ...(now.ended.cancel_fees === null
    ? []
    : ([
        { name: t('figures.cancel_fees'), getValue: ({ ended }) => ended.cancel_fees, isAmount: true },
        { name: t('figures.no_show_fees'), getValue: ({ ended }) => ended.no_show_fees, isAmount: true },
      ] satisfies Fact[])),
]

export const listAnswerFacts = (
  getAnswers: (property: PropertyFiguresView) => PropertyFiguresView['messages'],
  { t }: Translator,
): Fact[] => [
  { name: t('figures.came_in'), getValue: (property) => getAnswers(property).received },
  { name: t('figures.answered'), getValue: (property) => getAnswers(property).answered },
  { name: t('figures.until_answer'), getValue: (property) => getAnswers(property).hours },
  ...GROUP_BOUNDS.waits.map((from) => ({
    name: t(`figures.wait_${from}`),
    getValue: (property: PropertyFiguresView) => findGroupCount(getAnswers(property).parts, from),
    isDrawn: true,
  })),
  {
    name: t('figures.unanswered'),
    getValue: (property) => getAnswers(property).received - getAnswers(property).answered,
    isDrawn: true,
  },
]

export const listOfferFacts = ({ now }: Figures, { t }: Translator): Fact[] => [
  { name: t('figures.offers_sent'), getValue: ({ offers }) => offers.sent, isDrawn: true },
  { name: t('figures.offers_won'), getValue: ({ offers }) => offers.won, isDrawn: true },
  { name: t('figures.offers_lost'), getValue: ({ offers }) => offers.lost, isDrawn: true },
  { name: t('figures.offers_open'), getValue: ({ offers }) => offers.open, isDrawn: true },
  { name: t('figures.offers_won_share'), getValue: ({ offers }) => calculatePercent(offers.won, offers.sent) },
  { name: t('figures.offers_settled'), getValue: ({ offers }) => offers.days },
  ...(now.offers.amounts === null
    ? []
    : currencies.flatMap((currency): Fact[] => {
        const getAmountIn =
          (field: 'sent' | 'won') =>
          ({ offers }: PropertyFiguresView) =>
            minorToMajor(offers.amounts?.find((item) => item.currency === currency)?.[field] ?? 0)
        return [
          { name: t('figures.offered_in', { currency }), getValue: getAmountIn('sent'), isAmount: true },
          { name: t('figures.won_in', { currency }), getValue: getAmountIn('won'), isAmount: true },
        ]
      })),
]

export const findGroupCount = (parts: readonly { from: number; times: number }[], from: number): number =>
  parts.find((part) => part.from === from)?.times ?? 0

/** Returns a part in per cent of a whole, or null if the whole is zero. */
export const calculatePercent = (part: number, total: number): number | null =>
  total === 0 ? null : toPercent(part / total)

export const roundMean = (mean: number | null): number | null => (mean === null ? null : roundToTwoDecimals(mean))
