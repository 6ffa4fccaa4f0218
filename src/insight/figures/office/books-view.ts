import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import type { Booked, Snapshots, OnBooks } from '../pick-up.ts'
import type { Books } from './contract.ts'

export function toBooksView(
  { today, days, hasSnapshot, missedSpans: missed, all, nights, byRoom }: OnBooks,
  rooms: readonly { id: number; slug: string; name: string }[],
  { account }: RequestContext,
): Books {
  const toAmountView = (poisha: number) => (hasPermission(account, 'see money') ? poishaToBdt(poisha) : null)
  const toBookedFiguresView = (roomFigures: Booked | null) =>
    roomFigures && {
      rooms: roomFigures.rooms,
      net: toAmountView(roomFigures.grossPoisha - roomFigures.vatPoisha),
      vat: toAmountView(roomFigures.vatPoisha),
    }
  const toSnapshotsView = ({ upto, since, before }: Snapshots) => ({
    upto: toBookedFiguresView(upto),
    since: toBookedFiguresView(since),
    before: toBookedFiguresView(before),
  })
  return {
    today: isoDay(today),
    upto: isoDay(days.upto),
    since: isoDay(days.since),
    before: days.before === null ? null : isoDay(days.before),
    taken: hasSnapshot,
    missed: missed.map(({ from, until }) => ({ from: isoDay(from), until: isoDay(until) })),
    all: toSnapshotsView(all),
    nights: nights.map(({ night, compared, ...booked }) => ({
      night: isoDay(night),
      compared: compared === null ? null : isoDay(compared),
      ...toSnapshotsView(booked),
    })),
    rooms: rooms.flatMap(({ id, slug, name }) => {
      const bookedNights = byRoom.get(id)
      return bookedNights ? [{ slug, name, ...toSnapshotsView(bookedNights) }] : []
    }),
  }
}

/** Yields one CSV line per night. The cells of a day without a snapshot are empty. */
export async function* streamBooksCsv(
  { days, nights }: OnBooks,
  { account, language }: RequestContext,
): AsyncGenerator<string> {
  const { t } = translatorFor(language)
  const canSeeMoney = hasPermission(account, 'see money')
  const snapshots = (['upto', 'since', 'before'] as const).flatMap((snapshot) => {
    const day = days[snapshot]
    return day === null ? [] : [{ snapshot, day: isoDay(day) }]
  })
  const headings = snapshots.flatMap(({ snapshot, day }) => [
    ...(snapshot === 'before' ? [t('figures.compared_night')] : []),
    `${t('figures.books_rooms')} (${day})`,
    ...(canSeeMoney ? [`${t('figures.net')} (${day})`, `${t('figures.vat')} (${day})`] : []),
  ])
  const listCells = (night: OnBooks['nights'][number]) =>
    snapshots.flatMap(({ snapshot }) => {
      const bookedNights = night[snapshot]
      return [
        ...(snapshot === 'before' ? [isoDay(night.compared!)] : []),
        bookedNights ? bookedNights.rooms : '',
        ...(canSeeMoney
          ? bookedNights
            ? [poishaToBdt(bookedNights.grossPoisha - bookedNights.vatPoisha), poishaToBdt(bookedNights.vatPoisha)]
            : ['', '']
          : []),
      ]
    })
  yield (
    CSV_BOM +
    formatCsvLine([t('figures.night'), ...headings]) +
    nights.map((night) => formatCsvLine([isoDay(night.night), ...listCells(night)])).join('')
  )
}
