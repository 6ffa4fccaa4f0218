import type { BookingSource } from '#schema/bookings.ts'
import type { Random } from './random.ts'

/** The number of days before and after today that the plan covers. */
export const HISTORY_DAYS = 60

export interface PlannedUnit {
  id: number
  name: string
  roomId: number
  maxAdults: number
  maxChildren: number
}

/** The nights of a unit that are already taken. */
interface TakenNights {
  unitId: number
  from: number
  to: number
}

/** A stay of the plan. Days are counted from the epoch, like everywhere. */
export interface PlannedStay {
  unit: PlannedUnit
  from: number
  to: number
  guest: string
  /** The name of the customer for whom the guest travels. */
  customer: string | null
  source: BookingSource
  adults: number
  children: number
  message: string
  /** `open`: still expected or still in house, whatever the time of day. */
  fate: 'takes place' | 'open' | 'request' | 'cancelled' | 'no show'
}

type StagedStay = Partial<PlannedStay> & { at: string; nights: [from: number, to: number] }

/** The stays around today. They make the desk look used at any time of day. Days are counted from today. */
const stagedStays: readonly StagedStay[] = [
  { at: '101', nights: [-2, 2], guest: 'Ingrid Lindqvist', customer: 'Nordwind Sourcing Ltd.', source: 'mail' },
  {
    at: '102',
    nights: [0, 3],
    guest: 'Mina Akter',
    message: 'We arrive late, after the flight from Doha.',
    fate: 'open',
  },
  { at: '103', nights: [-3, 0], guest: 'Callum Reid', customer: 'Kestrel Row Apparel', source: 'phone' },
  { at: '104', nights: [-1, 1], guest: 'Shafiqul Alam', source: 'walk_in' },
  { at: '201', nights: [-2, 0], guest: 'Tomas Novak', source: 'booking_com', fate: 'open' },
  { at: '202', nights: [-1, 2], guest: 'Giulia Conti', source: 'website', adults: 2 },
  { at: '203', nights: [8, 10], guest: 'Rafiq Islam', source: 'website', fate: 'request' },
  { at: '301', nights: [0, 2], guest: 'Jonas Weber', source: 'booking_com', fate: 'open' },
  { at: '303', nights: [-1, 3], guest: 'Kenji Morita', customer: 'Kumo Workwear', source: 'agent' },
  { at: '401', nights: [1, 4], guest: 'Wei Zhang', source: 'agent' },
  { at: '403', nights: [-4, 1], guest: 'Priya Nair', source: 'website', adults: 2, children: 1 },
]

const nightCounts = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 7]
const gapDays = [0, 1, 1, 1, 2, 2, 4]
const sources: readonly BookingSource[] = [
  'website',
  'website',
  'website',
  'phone',
  'mail',
  'agent',
  'booking_com',
  'booking_com',
  'agoda',
  'expedia',
]

/** The gap between two stays may be one day longer for every 26 days that the stays are ahead. */
const DAYS_PER_GAP = 26

interface PlanInput {
  units: readonly PlannedUnit[]
  taken: readonly TakenNights[]
  today: number
  guests: readonly string[]
  customers: readonly string[]
  random: Random
}

/**
 * Plans the stays of all units from 60 days ago to 60 days ahead, without overlaps. Fewer nights are sold the further
 * they are ahead. Cancelled stays and no-shows take no nights, so they may overlap.
 */
export function planStays({ units, taken, today, guests, customers, random }: PlanInput): PlannedStay[] {
  const plannedStagedStays = stagedStays.map(({ at, nights: [from, to], ...stay }): PlannedStay => {
    const unit = units.find(({ name }) => name === at)!
    return { ...defaults, guest: guests[0]!, ...stay, unit, from: today + from, to: today + to }
  })
  const spansByGuest = new Map(plannedStagedStays.map(({ guest, from, to }) => [guest, [{ from, to }]]))
  function pickGuest(from: number, to: number): string {
    const isFree = (name: string) =>
      !spansByGuest.get(name)?.some((other) => other.from < to + 3 && from < other.to + 3)
    let guest = random.pick(guests)
    for (let tryCount = 0; tryCount < 12 && !isFree(guest); tryCount++) guest = random.pick(guests)
    spansByGuest.set(guest, [...(spansByGuest.get(guest) ?? []), { from, to }])
    return guest
  }
  function createStay(unit: PlannedUnit, from: number, to: number): PlannedStay {
    const isCompany = random.chance(18)
    const source = random.pick(sources)
    return {
      ...defaults,
      unit,
      from,
      to,
      guest: pickGuest(from, to),
      customer: isCompany ? random.pick(customers) : null,
      source: isCompany ? random.pick(['phone', 'mail'] as const) : source,
      adults: 1 + random.below(unit.maxAdults),
      children: unit.maxChildren > 1 && random.chance(40) ? 1 : 0,
    }
  }
  const stays = [...plannedStagedStays]
  for (const unit of units) {
    const blockedSpans = [
      ...taken.filter(({ unitId }) => unitId === unit.id),
      // Nobody arrives where a guest is still due to leave.
      ...plannedStagedStays
        .filter((stay) => stay.unit === unit)
        .map(({ from, to, fate }) => ({ from, to: to === today && fate === 'open' ? to + 1 : to })),
    ].toSorted((a, b) => a.from - b.from)
    let day = today - HISTORY_DAYS - random.below(3)
    while (day < today + HISTORY_DAYS) {
      day += random.pick(gapDays) + random.below(1 + Math.floor(Math.max(0, day - today) / DAYS_PER_GAP))
      const from = Math.max(day, today - HISTORY_DAYS)
      const nextBlockedSpan = blockedSpans.find((other) => other.to > from && other.from < from + 7)
      const to = Math.min(from + random.pick(nightCounts), nextBlockedSpan?.from ?? Infinity)
      if (to > from) stays.push(createStay(unit, from, to))
      day = Math.max(to, nextBlockedSpan && nextBlockedSpan.from <= to ? nextBlockedSpan.to : to)
    }
  }
  for (let count = 0; count < 18; count++) {
    const from = today - HISTORY_DAYS + 4 + random.below(90)
    const stay = createStay(random.pick(units), from, from + 1 + random.below(4))
    stays.push({ ...stay, fate: from < today && random.chance(35) ? 'no show' : 'cancelled' })
  }
  return stays
}

const defaults = {
  customer: null,
  source: 'phone',
  adults: 1,
  children: 0,
  message: '',
  fate: 'takes place',
} as const
