import { may } from '#schema/permissions.ts'
import type { RequestContext, GivenFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { bdtOf } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { figuresFor, validateFigures, type AskedFigures, type HouseFigures } from '../figures.ts'
import type { Sold } from '../nights.ts'
import type { Offers } from '../offers.ts'
import { booksFor, validateBooks } from '../pick-up.ts'
import { steps } from '../parts.ts'
import { inBuckets, meanOf, medianOf, type Answered, type Spread } from '../stays.ts'
import { booksAsTable, presentBooks } from './books-told.ts'
import type { Figures, figuresContract, House } from './contract.ts'
import { sheetOf } from './sheets.ts'
import { asTable } from './table-file.ts'

export const figuresHandlers = {
  getFigures: {
    validate: validateFigures,
    act: presentFigures,
  },

  getFiguresFile: {
    validate: validateFigures,
    async act(db, ctx, { sheet, ...form }): Promise<GivenFile> {
      const figures = await presentFigures(db, ctx, form)
      const words = translatorFor(ctx.language)
      const name = `figures-${sheet}-${figures.now.from}-${figures.now.until}.csv`
      const parts = asTable(sheetOf(sheet, figures, words), words)
      return { name, type: 'text/csv; charset=utf-8', bytes: null, parts }
    },
  },

  getBooks: {
    validate: validateBooks,
    async act(db, ctx, form) {
      return presentBooks(await booksFor(db, ctx, form), await kindsOfRoom(db, ctx), ctx)
    },
  },

  getBooksFile: {
    validate: validateBooks,
    async act(db, ctx, form): Promise<GivenFile> {
      const books = await booksFor(db, ctx, form)
      const name = `on-the-books-${isoDay(books.days.upto)}.csv`
      return { name, type: 'text/csv; charset=utf-8', bytes: null, parts: booksAsTable(books, ctx) }
    },
  },
} satisfies Handlers<typeof figuresContract>

async function presentFigures(db: Database, ctx: RequestContext, form: AskedFigures): Promise<Figures> {
  const { today, now, before } = await figuresFor(db, ctx, form)
  const rooms = await kindsOfRoom(db, ctx)
  const present = (house: HouseFigures) => presentHouse(house, rooms, ctx)
  return { today: isoDay(today), now: present(now), before: before && present(before) }
}

type Room = { id: number; slug: string; name: string }

const kindsOfRoom = (db: Database, { language }: RequestContext): Promise<Room[]> =>
  db
    .selectFrom('room')
    .select(['id', 'slug', localized(language, 'name').as('name')])
    .orderBy('position')
    .orderBy('id')
    .execute()

function presentHouse(house: HouseFigures, rooms: readonly Room[], ctx: RequestContext): House {
  const { period, all, ended } = house
  const amount = (poisha: number) => (may(ctx.account, 'see money') ? bdtOf(poisha) : null)
  const soldOf = ({ sold, paid, grossPoisha, vatPoisha }: Sold) => ({
    sold,
    paid,
    net: amount(grossPoisha - vatPoisha),
    vat: amount(vatPoisha),
  })
  const maxFirst = (one: { sold: number }, other: { sold: number }) => other.sold - one.sold
  return {
    from: isoDay(period.from),
    until: isoDay(period.to - 1),
    all: { ...soldOf(all), units: all.units, closed: all.closed, waiting: all.waiting },
    nights: house.nights.map(({ night, units, closed, waiting, ...sold }) => ({
      night: isoDay(night),
      ...soldOf(sold),
      units,
      closed,
      waiting,
    })),
    rooms: rooms.flatMap(({ id, slug, name }) => {
      const room = house.byRoom.get(id)
      return room ? [{ slug, name, ...soldOf(room), units: room.units, closed: room.closed }] : []
    }),
    sources: [...house.bySource].map(([source, sold]) => ({ source, ...soldOf(sold) })).toSorted(maxFirst),
    countries: [...house.byCountry].map(([country, sold]) => ({ country, ...soldOf(sold) })).toSorted(maxFirst),
    length_of_stay: presentSpread(house.lengths, steps.lengths),
    lead_time: presentSpread(house.leads, steps.leads),
    ended: {
      made: ended.made,
      made_and_cancelled: ended.madeAndCancelled,
      cancelled: ended.cancelled,
      no_shows: ended.noShows,
      cancel_fees: amount(ended.cancelFeesPoisha),
      no_show_fees: amount(ended.noShowFeesPoisha),
    },
    enquiries: {
      ...presentAnswered(house.enquiries),
      quoted: house.enquiries.quoted,
      won: house.enquiries.won,
    },
    messages: presentAnswered(house.messages),
    offers: presentOffers(house.offers, ctx),
  }
}

const presentSpread = (all: Spread, parts: readonly number[]) => ({
  mean: meanOf(all),
  median: medianOf(all),
  stays: all.reduce((sum, { times }) => sum + times, 0),
  parts: inBuckets(all, parts),
})

const presentOffers = ({ settled, amounts, ...offers }: Offers, { account }: RequestContext) => ({
  ...offers,
  days: medianOf(settled),
  amounts: may(account, 'see money')
    ? [...amounts].map(([currency, each]) => ({ currency, ...each })).toSorted(byCurrency)
    : null,
})

const byCurrency = (one: { currency: string }, other: { currency: string }) =>
  one.currency.localeCompare(other.currency)

const presentAnswered = ({ came, answered, waited }: Answered) => ({
  came,
  answered,
  hours: medianOf(waited),
  parts: inBuckets(waited, steps.waits),
})
