import type { Insertable, Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import type { Tables } from '#schema/tables.ts'
import { hasNoOwnRate, noOwnRate, type OwnRate } from './own-rate.ts'

/** One night of one room, with its rate before and after a change. */
export interface RateCell {
  roomId: number
  day: number
  before: OwnRate
  after: OwnRate
}

/** Loads the dated rates of rooms by room and day. The range includes its last day. */
export async function loadOwnRates(
  db: Database,
  roomIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, Map<number, OwnRate>>> {
  if (roomIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rate')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('room_id')
    .orderBy('day')
    .execute()
  const rowsByRoom = Map.groupBy(rows, (row) => row.room_id)
  return new Map([...rowsByRoom].map(([id, rates]) => [id, new Map(rates.map((row) => [row.day, toOwnRate(row)]))]))
}

const toOwnRate = (row: Selectable<Tables['rate']>): OwnRate => ({
  pricePoisha: row.price_poisha,
  minNights: row.min_nights,
  maxNights: row.max_nights,
  closed: row.closed === 1,
  noArrival: row.closed_to_arrival === 1,
  noDeparture: row.closed_to_departure === 1,
  policyId: row.policy_id,
})

/** Locks rooms for a rate change, in ID order to avoid deadlocks. Rates read afterwards cannot be changed by others. */
export async function lockRooms(tx: PublishTransaction, roomIds: readonly number[]): Promise<void> {
  for (const id of new Set(roomIds.toSorted((a, b) => a - b)))
    await tx
      .updateTable('room')
      .set(({ ref }) => ({ price_poisha: ref('price_poisha') }))
      .where('id', '=', id)
      .execute()
}

/** Replaces the old rates with the new ones. A rate that equals the room's own values has no row. */
export async function writeRates(tx: PublishTransaction, cells: readonly RateCell[]): Promise<void> {
  for (const [roomId, roomCells] of Map.groupBy(cells, (cell) => cell.roomId))
    for (const chunk of toChunks(roomCells))
      await tx
        .deleteFrom('rate')
        .where('room_id', '=', roomId)
        .where(
          'day',
          'in',
          chunk.map(({ day }) => day),
        )
        .execute()
  for (const chunk of toChunks(cells.filter(({ after }) => !hasNoOwnRate(after))))
    await tx.insertInto('rate').values(chunk.map(toRow)).execute()
}

const toRow = ({ roomId, day, after }: RateCell): Insertable<Tables['rate']> => ({
  room_id: roomId,
  day,
  price_poisha: after.pricePoisha,
  min_nights: after.minNights,
  max_nights: after.maxNights,
  closed: after.closed ? 1 : 0,
  closed_to_arrival: after.noArrival ? 1 : 0,
  closed_to_departure: after.noDeparture ? 1 : 0,
  policy_id: after.policyId,
})

/** The number of rows per statement. Databases limit the number of parameters. */
const ROWS_PER_STATEMENT = 500
export const toChunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  )

/** Serializes a rate for storage. Equal rates always give equal text. Null if the rate equals the room's own values. */
export const serializeRate = (rate: OwnRate): string | null =>
  hasNoOwnRate(rate)
    ? null
    : JSON.stringify([
        rate.pricePoisha,
        rate.minNights,
        rate.maxNights,
        ...[rate.closed, rate.noArrival, rate.noDeparture].map(Number),
        rate.policyId,
      ])

export function parseRate(serialized: string | null): OwnRate {
  if (serialized === null) return noOwnRate
  // Older rates have no policy, so their list ends with the flags.
  const [pricePoisha, minNights, maxNights, closed, noArrival, noDeparture, policyId = null] = JSON.parse(
    serialized,
  ) as [number | null, number | null, number | null, number, number, number, (number | null)?]
  return {
    pricePoisha,
    minNights,
    maxNights,
    closed: closed === 1,
    noArrival: noArrival === 1,
    noDeparture: noDeparture === 1,
    policyId,
  }
}
