import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { calculateFigures, validateFigures, type FiguresQuery, type PropertyFigures } from '../figures.ts'
import type { SoldTotals } from '../nights.ts'
import type { Offers } from '../offers.ts'
import { loadBooks, validateBooksQuery } from '../pick-up.ts'
import { GROUP_BOUNDS } from '../sheet-names.ts'
import { groupCounts, getMean, getMedian, type AnswerFigures, type Distribution } from '../stays.ts'
import { streamBooksCsv, toBooksView } from './books-view.ts'
import type { Figures, figuresContract, PropertyFiguresView } from './contract.ts'
import { buildSheet } from './sheets.ts'
import { streamSheetCsv } from './sheet-csv.ts'

export const figuresHandlers = {
  getFigures: {
    validate: validateFigures,
    execute: readFiguresView,
  },

  getFiguresFile: {
    validate: validateFigures,
    async execute(db, ctx, { sheet, ...form }): Promise<StreamedFile> {
      const figures = await readFiguresView(db, ctx, form)
      const translator = translatorFor(ctx.language)
      const fileName = `figures-${sheet}-${figures.now.from}-${figures.now.until}.csv`
      const csvChunks = streamSheetCsv(buildSheet(sheet, figures, translator), translator)
      return { name: fileName, type: 'text/csv; charset=utf-8', bytes: null, parts: csvChunks }
    },
  },

  getOnTheBooks: {
    validate: validateBooksQuery,
    async execute(db, ctx, form) {
      return toBooksView(await loadBooks(db, ctx, form), await listRoomTypes(db, ctx), ctx)
    },
  },

  getOnTheBooksFile: {
    validate: validateBooksQuery,
    async execute(db, ctx, form): Promise<StreamedFile> {
      const books = await loadBooks(db, ctx, form)
      const fileName = `on-the-books-${isoDay(books.days.upto)}.csv`
      return { name: fileName, type: 'text/csv; charset=utf-8', bytes: null, parts: streamBooksCsv(books, ctx) }
    },
  },
} satisfies Handlers<typeof figuresContract>

async function readFiguresView(db: Database, ctx: RequestContext, form: FiguresQuery): Promise<Figures> {
  const { today, now, before } = await calculateFigures(db, ctx, form)
  const rooms = await listRoomTypes(db, ctx)
  const toView = (property: PropertyFigures) => toPropertyView(property, rooms, ctx)
  return { today: isoDay(today), now: toView(now), before: before && toView(before) }
}

type Room = { id: number; slug: string; name: string }

const listRoomTypes = (db: Database, { language }: RequestContext): Promise<Room[]> =>
  db
    .selectFrom('room')
    .select(['id', 'slug', localized(language, 'name').as('name')])
    .orderBy('position')
    .orderBy('id')
    .execute()

function toPropertyView(property: PropertyFigures, rooms: readonly Room[], ctx: RequestContext): PropertyFiguresView {
  const { period, all, ended } = property
  const toVisibleAmount = (poisha: number) => (hasPermission(ctx.account, 'see money') ? poishaToBdt(poisha) : null)
  const toSoldView = ({ sold, paid, grossPoisha, vatPoisha }: SoldTotals) => ({
    sold,
    paid,
    net: toVisibleAmount(grossPoisha - vatPoisha),
    vat: toVisibleAmount(vatPoisha),
  })
  const compareByMostSold = (a: { sold: number }, b: { sold: number }) => b.sold - a.sold
  return {
    from: isoDay(period.from),
    until: isoDay(period.to - 1),
    all: { ...toSoldView(all), units: all.units, closed: all.closed, waiting: all.waiting },
    nights: property.nights.map(({ night, units, closed, waiting, ...sold }) => ({
      night: isoDay(night),
      ...toSoldView(sold),
      units,
      closed,
      waiting,
    })),
    rooms: rooms.flatMap(({ id, slug, name }) => {
      const room = property.byRoom.get(id)
      return room ? [{ slug, name, ...toSoldView(room), units: room.units, closed: room.closed }] : []
    }),
    sources: [...property.bySource]
      .map(([source, sold]) => ({ source, ...toSoldView(sold) }))
      .toSorted(compareByMostSold),
    countries: [...property.byCountry]
      .map(([country, sold]) => ({ country, ...toSoldView(sold) }))
      .toSorted(compareByMostSold),
    length_of_stay: toDistributionView(property.lengths, GROUP_BOUNDS.lengths),
    lead_time: toDistributionView(property.leads, GROUP_BOUNDS.leads),
    ended: {
      made: ended.made,
      made_and_cancelled: ended.madeAndCancelled,
      cancelled: ended.cancelled,
      no_shows: ended.noShows,
      cancel_fees: toVisibleAmount(ended.cancelFeesPoisha),
      no_show_fees: toVisibleAmount(ended.noShowFeesPoisha),
    },
    enquiries: {
      ...toAnswerFiguresView(property.enquiries),
      quoted: property.enquiries.quoted,
      won: property.enquiries.won,
    },
    messages: toAnswerFiguresView(property.messages),
    offers: toOfferViews(property.offers, ctx),
  }
}

const toDistributionView = (all: Distribution, lowerBounds: readonly number[]) => ({
  mean: getMean(all),
  median: getMedian(all),
  stays: all.reduce((sum, { times }) => sum + times, 0),
  parts: groupCounts(all, lowerBounds),
})

const toOfferViews = ({ settled: settledDays, amounts, ...offers }: Offers, { account }: RequestContext) => ({
  ...offers,
  days: getMedian(settledDays),
  amounts: hasPermission(account, 'see money')
    ? [...amounts].map(([currency, sums]) => ({ currency, ...sums })).toSorted(compareCurrency)
    : null,
})

const compareCurrency = (a: { currency: string }, b: { currency: string }) => a.currency.localeCompare(b.currency)

const toAnswerFiguresView = ({ received, answered, waited }: AnswerFigures) => ({
  received,
  answered,
  hours: getMedian(waited),
  parts: groupCounts(waited, GROUP_BOUNDS.waits),
})
