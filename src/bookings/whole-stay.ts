import type { Database } from '../platform/database/database.ts'
import { giveBackNights } from '../availability/inventory.ts'
import { guestsSaid } from '../availability/guests-said.ts'
import { bdtOf } from '../platform/money.ts'
import { wordsIn } from '../words/both.ts'
import type { Words } from '../words/words.ts'
import type { Language } from '../urls.ts'
import { forgetAsker } from './open-requests.ts'
import { bookedStay, roomsOf, roomsOfAll, type BookedRow } from './store.ts'

/** A stay as it is told: in one room, or in several as if they were one, under the reference of the first. */
export interface WholeStay extends BookedRow {
  rooms: readonly BookedRow[]
}

export const wholeStay = async (db: Database, first: BookedRow): Promise<WholeStay> => asOne(await roomsOf(db, first))

/** The same for a list of them, asked for at once. */
export async function wholeStays(db: Database, firsts: readonly BookedRow[]): Promise<WholeStay[]> {
  const rooms = await roomsOfAll(db, firsts)
  return firsts.map((first) => asOne(rooms.get(first.code) ?? [first]))
}

/** Its sums, and its rooms by name. Days, state and whoever booked are the same for all. */
export function asOne(rooms: readonly BookedRow[]): WholeStay {
  const [first] = rooms as readonly [BookedRow]
  if (rooms.length === 1) return { ...first, rooms }
  const sum = (of: (row: BookedRow) => number) => rooms.reduce((all, row) => all + of(row), 0)
  return {
    ...first,
    rooms,
    adults: sum(({ adults }) => adults),
    children: sum(({ children }) => children),
    room_name_en: counted(
      rooms.map(({ room_name_en }) => room_name_en),
      'en',
    ),
    room_name_bn: counted(
      rooms.map(({ room_name_en, room_name_bn }) => room_name_bn ?? room_name_en),
      'bn',
    ),
    bed_en: [...new Set(rooms.map(({ bed_en }) => bed_en))].join(', '),
    bed_bn: [...new Set(rooms.map(({ bed_en, bed_bn }) => bed_bn ?? bed_en))].join(', '),
    total_poisha: sum(({ total_poisha }) => total_poisha),
    vat_poisha: sum(({ vat_poisha }) => vat_poisha),
    cancel_late_poisha: sum(({ cancel_late_poisha }) => cancel_late_poisha),
    cancel_fee_poisha: first.cancel_fee_poisha === null ? null : sum(({ cancel_fee_poisha }) => cancel_fee_poisha ?? 0),
  }
}

/** Its rooms one by one, with who sleeps in each and what it costs; where there is one alone, its name. */
export function roomsSaid({ rooms }: WholeStay, words: Words): string {
  const name = (row: BookedRow) => (words.language === 'bn' && row.room_name_bn) || row.room_name_en
  const [only] = rooms
  if (rooms.length === 1) return name(only!)
  return rooms
    .map((row) => {
      const guests = guestsSaid({ adult: row.adults, child: row.children }, words)
      return `${name(row)}: ${guests}, ${words.money(bdtOf(row.total_poisha))}`
    })
    .join('\n')
}

/** Each name once: 2 × Twin Room, Family Suite. */
function counted(names: readonly string[], language: Language): string {
  const { number } = wordsIn(language)
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, alike]) => (alike.length > 1 ? `${number(alike.length)}\u00a0×\u00a0${name}` : name))
    .join(', ')
}

/** The stay will not be: its nights are others' to have, in the order in which all take them, and nobody waits for an answer. */
export async function giveBackRooms(db: Database, { rooms }: WholeStay): Promise<void> {
  for (const row of rooms.toSorted((one, other) => one.room_id - other.room_id)) {
    await forgetAsker(db, row.id)
    await giveBackNights(db, row.room_id, bookedStay(row))
  }
}
