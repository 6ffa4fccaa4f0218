import type { RequestContext } from '#platform/contract.ts'
import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { loadPolicyNames } from '../../policies/policy-lookup.ts'
import type { OwnRate } from '../rates/own-rate.ts'
import { applyRates, previewRates, toNightView, undoRates, type StoredRateChange } from '../rates/rate-changes.ts'
import { listNightHistory, listRateChanges } from '../rates/rate-history.ts'
import { validateRates, computePriceRanges } from '../rates/rate-plan.ts'
import { loadRatesCalendar } from '../rates/rates.ts'
import type { OwnRun, Rate, RatesCalendar, ratesContract } from './rates-contract.ts'

export const ratesHandlers = {
  getRates: readCalendarView,
  previewRates: {
    validate: validateRates,
    async execute(db, ctx, form) {
      const {
        digest,
        cells,
        selectedCount,
        isRounded,
        sold: soldUnitCount,
        fullCellCount,
      } = await previewRates(db, ctx, form)
      return {
        digest,
        chosen: selectedCount,
        nights: cells.length,
        ...computePriceRanges(cells),
        rounded: isRounded,
        sold: soldUnitCount,
        full: fullCellCount,
      }
    },
  },
  applyRates: {
    validate: validateRates,
    async execute(db, ctx, form) {
      const { id, cells } = await applyRates(db, ctx, form)
      return { id, nights: cells, calendar: await readCalendarView(db, ctx) }
    },
  },
  async undoRates(db, ctx, form) {
    const { id, cells, skipped } = await undoRates(db, ctx, form)
    return {
      id,
      nights: cells,
      skipped: skipped.length,
      skipped_nights: skipped.slice(0, MAX_NAMED_NIGHTS).map((night) => ({ ...toNightView(night), why: night.reason })),
      calendar: await readCalendarView(db, ctx),
    }
  },
  async getRateChanges(db, ctx, { after }) {
    const { rows, more } = await listRateChanges(db, {
      limit: CHANGES_PER_PAGE,
      before: after === undefined ? undefined : Number(after),
    })
    const [roomNames, policies] = [await loadRoomNames(db, ctx), await loadPolicyNames(db, ctx.language)]
    return {
      more,
      data: rows.map(({ id, at, name, requestedChange, cells, undoes, undone_by }) => ({
        id,
        at: isoInstant(at),
        who: name,
        rooms: requestedChange.rooms.flatMap((room) => roomNames.get(room) ?? []),
        from: requestedChange.from,
        to: requestedChange.to,
        weekdays: requestedChange.weekdays ?? null,
        price: requestedChange.price ?? null,
        amount: requestedChange.amount ?? null,
        rules: ruleNames.flatMap((rule) =>
          requestedChange[rule] === undefined
            ? []
            : [
                {
                  rule,
                  value: rule === 'policy' ? findPolicyName(policies, requestedChange.policy) : requestedChange[rule],
                },
              ],
        ),
        before: requestedChange.oldRange,
        after: requestedChange.newRange,
        nights: cells,
        undoes,
        undone: undone_by !== null,
      })),
    }
  },
  async getNightHistory(db, { language }, { room, day }) {
    const policies = await loadPolicyNames(db, language)
    const rows = await listNightHistory(db, { roomId: room, day: parseDay(day)! })
    return {
      data: rows.map(({ id, at, name, undoes, before, after }) => ({
        id,
        at: isoInstant(at),
        who: name,
        undoes: undoes !== null,
        before: toRateView(before, policies),
        after: toRateView(after, policies),
      })),
    }
  },
} satisfies Handlers<typeof ratesContract>

const MAX_NAMED_NIGHTS = 100
const CHANGES_PER_PAGE = 10
const ruleNames = [
  'closed',
  'no_arrival',
  'no_departure',
  'min_nights',
  'max_nights',
  'policy',
] as const satisfies (keyof StoredRateChange)[]

async function loadRoomNames(db: Database, { language }: RequestContext): Promise<Map<number, string>> {
  const rooms = await db
    .selectFrom('room')
    .select(['id', localized(language, 'room.name').as('name')])
    .execute()
  return new Map(rooms.map(({ id, name }) => [id, name]))
}

async function readCalendarView(db: Database, ctx: RequestContext): Promise<RatesCalendar> {
  const { today, first, last, longest, policies, rooms } = await loadRatesCalendar(db, ctx)
  return {
    today: isoDay(today),
    first: isoDay(first),
    last: isoDay(last),
    longest,
    policies,
    rooms: rooms.map(({ id, slug, name, price_poisha, capacity, active, policy_id, own, left }) => ({
      id,
      slug,
      name,
      price: poishaToBdt(price_poisha),
      units: capacity,
      active: active === 1,
      policy: policy_id,
      own: own.map(toRunView),
      left: left.map(({ at, days, value }): [number, number, number] => [at, days, value]),
    })),
  }
}

const toRunView = ({ at, days, value }: { at: number; days: number; value: OwnRate }): OwnRun => [
  at,
  days,
  toBdt(value.pricePoisha),
  value.minNights,
  value.maxNights,
  (value.closed ? 1 : 0) + (value.noArrival ? 2 : 0) + (value.noDeparture ? 4 : 0),
  value.policyId,
]

const toBdt = (poisha: number | null) => (poisha === null ? null : poishaToBdt(poisha))

const toRateView = (
  { pricePoisha, minNights, maxNights, closed, noArrival, noDeparture, policyId }: OwnRate,
  policies: ReadonlyMap<number, string>,
): Rate => ({
  price: toBdt(pricePoisha),
  min_nights: minNights,
  max_nights: maxNights,
  closed,
  no_arrival: noArrival,
  no_departure: noDeparture,
  policy: findPolicyName(policies, policyId),
})

const findPolicyName = (policies: ReadonlyMap<number, string>, id: number | null | undefined): string | null =>
  id ? (policies.get(id) ?? '') : null
