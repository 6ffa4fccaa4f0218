import type { Figures, PropertyFiguresView } from './contract.ts'

/** Leaves out a comparison with a period without any data, because its zeros would look like figures. */
export const omitEmptyComparison = (figures: Figures): Figures =>
  figures.before === null || hasData(figures.before) ? figures : { ...figures, before: null }

const hasData = ({ all, ended, enquiries, messages, offers }: PropertyFiguresView): boolean =>
  [
    all.sold,
    all.waiting,
    ended.made,
    ended.cancelled,
    ended.no_shows,
    enquiries.received,
    messages.received,
    offers.sent,
  ].some((count) => count > 0)
