import { currencies } from '#trade/quotations/limits.ts'
import type { Translator } from '#locales/translator.ts'
import { steps } from '../parts.ts'
import { percentOf } from './buckets.ts'
import type { Figures, House } from './contract.ts'
import type { Sheet, StaysAsked } from './sheet.ts'

/** One figure, asked of the days that are shown and of those beside them. */
export interface Fact<All = House> {
  name: string
  of: (all: All) => number | null
  isDrawn?: boolean
  isAmount?: boolean
  stays?: StaysAsked
}

/** Each under its name. */
export const factsSheet = <All>(
  { now, before }: { now: All; before: All | null },
  { t }: Translator,
  title: string,
  about: string,
  facts: readonly Fact<All>[],
): Sheet => ({
  title,
  about,
  named: t('figures.figure'),
  columns: [{ name: t('figures.now'), nameBefore: t('figures.net_before') }],
  drawn: 0,
  isCompared: before !== null,
  rows: facts.map(({ of, ...fact }) => ({ ...fact, now: [of(now)], before: before && [of(before)] })),
})

export const endedFacts = ({ now }: Figures, { t }: Translator): Fact[] => [
  { name: t('figures.made'), of: ({ ended }) => ended.made, isDrawn: true, stays: { figure: 'made' } },
  {
    name: t('figures.made_cancelled'),
    of: ({ ended }) => ended.made_and_cancelled,
    isDrawn: true,
    stays: { figure: 'made_cancelled' },
  },
  { name: t('figures.made_cancelled_share'), of: ({ ended }) => shareOf(ended.made_and_cancelled, ended.made) },
  { name: t('figures.cancelled'), of: ({ ended }) => ended.cancelled, isDrawn: true, stays: { figure: 'cancelled' } },
  { name: t('figures.no_shows'), of: ({ ended }) => ended.no_shows, isDrawn: true, stays: { figure: 'no_shows' } },
  ...(now.ended.cancel_fees === null
    ? []
    : ([
        { name: t('figures.cancel_fees'), of: ({ ended }) => ended.cancel_fees, isAmount: true },
        { name: t('figures.no_show_fees'), of: ({ ended }) => ended.no_show_fees, isAmount: true },
      ] satisfies Fact[])),
]

export const answeredFacts = (of: (house: House) => House['messages'], { t }: Translator): Fact[] => [
  { name: t('figures.came_in'), of: (house) => of(house).came },
  { name: t('figures.answered'), of: (house) => of(house).answered },
  { name: t('figures.until_answer'), of: (house) => of(house).hours },
  ...steps.waits.map((from) => ({
    name: t(`figures.wait_${from}`),
    of: (house: House) => partOf(of(house).parts, from),
    isDrawn: true,
  })),
  { name: t('figures.unanswered'), of: (house) => of(house).came - of(house).answered, isDrawn: true },
]

export const offersFacts = ({ now }: Figures, { t }: Translator): Fact[] => [
  { name: t('figures.offers_sent'), of: ({ offers }) => offers.sent, isDrawn: true },
  { name: t('figures.offers_won'), of: ({ offers }) => offers.won, isDrawn: true },
  { name: t('figures.offers_lost'), of: ({ offers }) => offers.lost, isDrawn: true },
  { name: t('figures.offers_open'), of: ({ offers }) => offers.open, isDrawn: true },
  { name: t('figures.offers_won_share'), of: ({ offers }) => shareOf(offers.won, offers.sent) },
  { name: t('figures.offers_settled'), of: ({ offers }) => offers.days },
  ...(now.offers.amounts === null
    ? []
    : currencies.flatMap((currency): Fact[] => {
        const sum =
          (of: 'sent' | 'won') =>
          ({ offers }: House) =>
            (offers.amounts?.find((each) => each.currency === currency)?.[of] ?? 0) / 100
        return [
          { name: t('figures.offered_in', { currency }), of: sum('sent'), isAmount: true },
          { name: t('figures.won_in', { currency }), of: sum('won'), isAmount: true },
        ]
      })),
]

export const partOf = (parts: readonly { from: number; times: number }[], from: number): number =>
  parts.find((part) => part.from === from)?.times ?? 0

/** Per cent of a whole; of nothing there is none. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : percentOf(part / whole))

export const rounded = (mean: number | null): number | null => (mean === null ? null : Math.round(mean * 100) / 100)
