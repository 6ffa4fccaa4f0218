import { createHash } from 'node:crypto'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay, getWeekday } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { percentToBasisPoints, poishaToBdt } from '#platform/money.ts'
import { isKnownPolicy } from '../../policies/policy-lookup.ts'
import { includesWeekday, isLargeChange, isSameRate, noOwnRate, computeRateAfter, type RateEdit } from './own-rate.ts'
import { serializeRate, loadOwnRates, type RateCell } from './rate-rows.ts'
import { getLastSellableDay, computeToday } from '../stay.ts'

/** The selected nights and rooms, and the new values. */
export interface RatesForm extends RateEdit {
  rooms: number[]
  from: string
  /** The last selected night. */
  to: string
  /** Monday is 1, Sunday is 7. Omitted: every day. */
  weekdays?: number[] | undefined
}

/** The effect of a change. The preview and the change itself use the same computation. */
export interface RatesPlan {
  /** The nights that would change. */
  cells: (RateCell & { roomPricePoisha: number })[]
  /** The number of selected nights, counted per room, including those that would not change. */
  selectedCount: number
  /** The number of sold units of the cells, and the number of full cells. */
  sold: number
  fullCellCount: number
  /** Whether some price was rounded to the whole taka. */
  isRounded: boolean
  /** A hash of all inputs of the plan. It differs if the data has changed. */
  digest: string
  roomNames: string[]
  fieldErrors: FieldMessages
}

/** Plans a change. Throws if the request is invalid; `fieldErrors` contains the errors of single nights. */
export async function planRates(db: Database, ctx: RequestContext, form: RatesForm): Promise<RatesPlan> {
  assertValid((await validateRates(db, ctx, form)).fieldErrors)
  const roomIds = [...new Set(form.rooms)].toSorted((a, b) => a - b)
  const [from, to] = [parseDay(form.from)!, parseDay(form.to)!]
  const rooms = await db
    .selectFrom('room')
    .select(['id', 'price_poisha', 'capacity', localized(ctx.language, 'room.name').as('name')])
    .where('id', 'in', roomIds)
    .orderBy('id')
    .execute()
  if (rooms.length < roomIds.length) assertValid({ rooms: [{ key: 'error.rates_room_gone' }] })
  const currentRatesByRoom = await loadOwnRates(db, roomIds, from, to)
  const days = listSelectedDays(form)
  const selectedCells = rooms.flatMap((room) =>
    days.map((day) => {
      const before = currentRatesByRoom.get(room.id)?.get(day) ?? noOwnRate
      const after = computeRateAfter(before, room.price_poisha, form)
      return { roomId: room.id, day, before, after, roomPricePoisha: room.price_poisha }
    }),
  )
  const cells = selectedCells.filter(({ before, after }) => !isSameRate(before, after))
  const counts = await countSoldUnits(db, roomIds, from, to, cells)
  const digestInput = [
    [...roomIds, form.from, form.to, form.weekdays?.toSorted() ?? null],
    [
      form.price,
      form.amount,
      form.closed,
      form.no_arrival,
      form.no_departure,
      form.min_nights,
      form.max_nights,
      form.policy,
    ],
    rooms.map((room) => room.price_poisha),
    selectedCells.map(({ before }) => serializeRate(before)),
    [counts.sold, counts.fullCellCount],
  ]
  return {
    cells,
    selectedCount: selectedCells.length,
    ...counts,
    isRounded: form.price === 'percent' && cells.some((cell) => isRounded(cell, form.amount!)),
    digest: createHash('sha256').update(JSON.stringify(digestInput)).digest('base64url'),
    roomNames: rooms.map(({ name }) => name),
    fieldErrors: findErrors(cells, new Map(rooms.map(({ id, name }) => [id, name])), form),
  }
}

function listSelectedDays({ from, to, weekdays }: Pick<RatesForm, 'from' | 'to' | 'weekdays'>): number[] {
  const [firstRateDay, lastRateDay] = [parseDay(from)!, parseDay(to)!]
  return Array.from({ length: Math.max(0, lastRateDay - firstRateDay + 1) }, (_, index) => firstRateDay + index).filter(
    (day) => includesWeekday(weekdays, getWeekday(day)),
  )
}

/**
 * Returns how many units of the cells are sold and how many cells are full. Reads the inventory counters, not the
 * bookings.
 */
async function countSoldUnits(
  db: Database,
  ids: readonly number[],
  from: number,
  to: number,
  cells: readonly RateCell[],
) {
  const rows = await db
    .selectFrom('inventory')
    .select(['room_id', 'night', 'sold', 'capacity'])
    .where('room_id', 'in', ids)
    .where('night', '>=', from)
    .where('night', '<=', to)
    .where('sold', '>', 0)
    .execute()
  const countersByNight = new Map(rows.map((row) => [`${row.room_id} ${row.night}`, row]))
  const soldCells = cells.flatMap(({ roomId, day }) => countersByNight.get(`${roomId} ${day}`) ?? [])
  return {
    sold: soldCells.reduce((sum, { sold }) => sum + sold, 0),
    fullCellCount: soldCells.filter(({ sold, capacity }) => sold >= capacity).length,
  }
}

function isRounded({ before, roomPricePoisha, after }: RatesPlan['cells'][number], percent: number): boolean {
  const exactPrice = ((before.pricePoisha ?? roomPricePoisha) * (10_000 + percentToBasisPoints(percent))) / 10_000
  return after.pricePoisha !== exactPrice
}

/** Returns the first night with an invalid price, and the first with a minimum above its maximum. */
function findErrors(
  cells: RatesPlan['cells'],
  names: ReadonlyMap<number, string>,
  { min_nights, price }: RateEdit,
): FieldMessages {
  const fieldErrors: FieldMessages = {}
  const describeCell = ({ roomId, day }: RateCell) => ({ room: names.get(roomId)!, day: isoDay(day) })
  const cellWithInvalidPrice = cells.find(({ after }) => !isPrice(after.pricePoisha))
  if (price && cellWithInvalidPrice)
    fieldErrors['amount'] = [
      {
        key: cellWithInvalidPrice.after.pricePoisha! > 0 ? 'error.rates_too_expensive' : 'error.rates_reduced_to_zero',
        values: {
          ...describeCell(cellWithInvalidPrice),
          price: poishaToBdt(cellWithInvalidPrice.after.pricePoisha!),
          most: MAX_PRICE_BDT,
        },
      },
    ]
  const invalidRange = cells.find(({ after: { minNights, maxNights } }) => (minNights ?? 1) > (maxNights ?? Infinity))
  if (invalidRange)
    fieldErrors[min_nights ? 'min_nights' : 'max_nights'] = [
      {
        key: 'error.rates_nights_order',
        values: {
          ...describeCell(invalidRange),
          min: invalidRange.after.minNights!,
          max: invalidRange.after.maxNights!,
        },
      },
    ]
  return fieldErrors
}

const isPrice = (poisha: number | null) => poisha === null || (poisha > 0 && poishaToBdt(poisha) <= MAX_PRICE_BDT)

/** The maximum price per night in BDT. */
const MAX_PRICE_BDT = 10_000_000
/** The maximum number of nights in one change, counted per room. Enough for 20 rooms over the whole booking horizon. */
const MAX_CELLS = 22_000

/** Validates the dates, the number of selected nights, the new values and the policy. */
export async function validateRates(
  db: Database,
  ctx: RequestContext,
  form: Partial<RatesForm>,
): Promise<ValidationResult> {
  const company = await loadCompany(db, ctx)
  const [currentDay, lastSellableDay] = [computeToday(company, ctx.now), getLastSellableDay(company, ctx.now)]
  const { rooms, from, to } = form
  const [firstDay, lastDay] = [from, to].map((text) => (text === undefined ? undefined : parseDay(text)))
  const fieldErrors: FieldMessages = { ...validateEdit(form, company.maxNights) }
  if (form.policy && !(await isKnownPolicy(db, form.policy))) fieldErrors['policy'] = [{ key: 'error.policy_gone' }]
  if (firstDay !== undefined && firstDay < currentDay) fieldErrors['from'] = [{ key: 'error.rates_past' }]
  else if (firstDay !== undefined && firstDay > lastSellableDay)
    fieldErrors['from'] = [{ key: 'error.rates_too_far', values: { day: isoDay(lastSellableDay) } }]
  if (firstDay !== undefined && lastDay !== undefined && lastDay < firstDay)
    fieldErrors['to'] = [{ key: 'error.rates_order' }]
  else if (lastDay !== undefined && lastDay > lastSellableDay)
    fieldErrors['to'] = [{ key: 'error.rates_too_far', values: { day: isoDay(lastSellableDay) } }]
  if (!from || !to || fieldErrors['from'] || fieldErrors['to']) return { fieldErrors }
  const dayCount = listSelectedDays({ from, to, weekdays: form.weekdays }).length
  if (dayCount === 0) fieldErrors['weekdays'] = [{ key: 'error.rates_no_such_day' }]
  if (rooms && new Set(rooms).size * dayCount > MAX_CELLS)
    fieldErrors['rooms'] = [{ key: 'error.rates_too_many', values: { most: MAX_CELLS } }]
  return { fieldErrors }
}

function validateEdit(form: Partial<RatesForm>, maxNights: number): FieldMessages {
  const { price, amount, min_nights, max_nights } = form
  const editValues = [price, form.closed, form.no_arrival, form.no_departure, min_nights, max_nights, form.policy]
  const fieldErrors: FieldMessages = {}
  if (editValues.every((value) => value === undefined)) fieldErrors['price'] = [{ key: 'error.rates_no_change' }]
  const hasAmount = amount !== undefined && amount !== null
  if (price && price !== 'own' && !hasAmount) fieldErrors['amount'] = [{ key: 'error.required' }]
  else if (price === 'set' && amount! <= 0) fieldErrors['amount'] = [{ key: 'error.rates_zero_price' }]
  else if ((price === 'percent' || price === 'add') && amount === 0)
    fieldErrors['amount'] = [{ key: 'error.rates_change_by_zero' }]
  else if (price === 'percent' && (amount! <= -100 || amount! > MAX_PERCENT))
    fieldErrors['amount'] = [{ key: 'error.rates_percent', values: { most: MAX_PERCENT } }]
  // A longer minimum would close the night without a notice.
  if (min_nights && min_nights > maxNights)
    fieldErrors['min_nights'] = [{ key: 'error.rates_above_longest_stay', count: maxNights }]
  if (min_nights && max_nights && min_nights > max_nights)
    fieldErrors['max_nights'] = [{ key: 'error.rates_min_above_max' }]
  return fieldErrors
}
const MAX_PERCENT = 1_000

/** Returns the range of the effective prices before and after, and the number of nights whose price changes much. */
export function computePriceRanges(cells: RatesPlan['cells']) {
  const toRange = (prices: readonly number[]) =>
    prices.length === 0 ? null : { lowest: poishaToBdt(findMin(prices)), highest: poishaToBdt(findMax(prices)) }
  const prices = cells.map(({ before, after, roomPricePoisha }) => ({
    before: before.pricePoisha ?? roomPricePoisha,
    after: after.pricePoisha ?? roomPricePoisha,
  }))
  return {
    before: toRange(prices.map((price) => price.before)),
    after: toRange(prices.map((price) => price.after)),
    far: prices.filter((price) => price.before !== price.after && isLargeChange(price.before, price.after)).length,
  }
}

const findMin = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
const findMax = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b))
