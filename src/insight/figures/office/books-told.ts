import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { CSV_BEGINS, csvLine } from '#platform/files/csv.ts'
import { bdtOf } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import type { Booked, BookedThrice, OnBooks } from '../pick-up.ts'
import type { Books } from './contract.ts'

export function presentBooks(
  { today, days, taken, missed, all, nights, byRoom }: OnBooks,
  rooms: readonly { id: number; slug: string; name: string }[],
  { account }: RequestContext,
): Books {
  const amount = (poisha: number) => (may(account, 'see money') ? bdtOf(poisha) : null)
  const told = (booked: Booked | null) =>
    booked && {
      rooms: booked.rooms,
      net: amount(booked.grossPoisha - booked.vatPoisha),
      vat: amount(booked.vatPoisha),
    }
  const thrice = ({ upto, since, before }: BookedThrice) => ({
    upto: told(upto),
    since: told(since),
    before: told(before),
  })
  return {
    today: isoDay(today),
    upto: isoDay(days.upto),
    since: isoDay(days.since),
    before: days.before === null ? null : isoDay(days.before),
    taken,
    missed: missed.map(({ from, until }) => ({ from: isoDay(from), until: isoDay(until) })),
    all: thrice(all),
    nights: nights.map(({ night, compared, ...booked }) => ({
      night: isoDay(night),
      compared: compared === null ? null : isoDay(compared),
      ...thrice(booked),
    })),
    rooms: rooms.flatMap(({ id, slug, name }) => {
      const booked = byRoom.get(id)
      return booked ? [{ slug, name, ...thrice(booked) }] : []
    }),
  }
}

/** A line for each night; of a day that was not taken its cells are empty. */
// eslint-disable-next-line typescript/require-await -- a file is given in parts, and this one has one
export async function* booksAsTable(
  { days, nights }: OnBooks,
  { account, language }: RequestContext,
): AsyncGenerator<string> {
  const { t } = translatorFor(language)
  const mayMoney = may(account, 'see money')
  const moments = (['upto', 'since', 'before'] as const).flatMap((moment) => {
    const day = days[moment]
    return day === null ? [] : [{ moment, day: isoDay(day) }]
  })
  const headings = moments.flatMap(({ moment, day }) => [
    ...(moment === 'before' ? [t('figures.compared_night')] : []),
    `${t('figures.books_rooms')} (${day})`,
    ...(mayMoney ? [`${t('figures.net')} (${day})`, `${t('figures.vat')} (${day})`] : []),
  ])
  const cells = (night: OnBooks['nights'][number]) =>
    moments.flatMap(({ moment }) => {
      const booked = night[moment]
      return [
        ...(moment === 'before' ? [isoDay(night.compared!)] : []),
        booked ? booked.rooms : '',
        ...(mayMoney
          ? booked
            ? [bdtOf(booked.grossPoisha - booked.vatPoisha), bdtOf(booked.vatPoisha)]
            : ['', '']
          : []),
      ]
    })
  yield (
    CSV_BEGINS +
    csvLine([t('figures.night'), ...headings]) +
    nights.map((night) => csvLine([isoDay(night.night), ...cells(night)])).join('')
  )
}
