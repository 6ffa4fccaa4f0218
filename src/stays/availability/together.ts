import type { Party, Sleeps } from './party.ts'

/** A room type that is free for a stay, with its number of free units and its price. */
export interface Choice extends Sleeps {
  units: number
  totalPoisha: number
}

/** With these limits there are about 20,000 combinations, few enough to try all of them. */
const MAX_CHOICES = 16
const FEW_ROOMS = 5

/**
 * Returns the fewest rooms that take a party with an adult in each, the cheapest of these, and the guests of each room.
 * Returns null if no combination fits.
 * Tries only the largest room types. Parties that need many rooms use a greedy search instead.
 */
export function roomsTogether<C extends Choice>(
  party: Party,
  choices: readonly C[],
): { choice: C; party: Party }[] | null {
  const cheapestFirst = choices
    .toSorted((a, b) => b.max_guests - a.max_guests)
    .slice(0, MAX_CHOICES)
    .toSorted((a, b) => a.totalPoisha - b.totalPoisha)
  const most = (name: keyof Sleeps) => Math.max(0, ...cheapestFirst.map((choice) => choice[name]))
  const largest = { max_adults: most('max_adults'), max_children: most('max_children'), max_guests: most('max_guests') }
  for (let count = 2; count <= Math.min(FEW_ROOMS, party.adults); count++) {
    const rooms =
      takes(
        party,
        Array.from({ length: count }, () => largest),
      ) && cheapest(count, party, cheapestFirst)
    if (rooms) return spread(party, rooms)
  }
  const rooms = party.adults > FEW_ROOMS ? manyRooms(party, choices) : null
  return rooms && spread(party, rooms)
}

/**
 * Finds many rooms quickly, but not always the cheapest. Tries several weights, because either the adults or the
 * children can be hard to place.
 */
function manyRooms<C extends Choice>(party: Party, choices: readonly C[]): C[] | null {
  const ways = [1, 4, 0].flatMap((regard) => {
    const rooms = gather(party, choices, regard)
    return rooms ? [inCheaper(party, rooms, choices)] : []
  })
  return ways.toSorted((a, b) => a.length - b.length || totalOf(a) - totalOf(b))[0] ?? null
}

/** Repeatedly picks the room that takes most of the remaining guests. `regard` is the weight of the children. */
function gather<C extends Choice>(party: Party, choices: readonly C[], regard: number): C[] | null {
  const rooms: C[] = []
  for (let left = withoutPlace(party, rooms); !isNobody(left); left = withoutPlace(party, rooms)) {
    const helps = ({ adults, children, all }: Heads) =>
      Math.min(adults, left.adults) + regard * Math.min(children, left.children) + Math.min(all, left.all)
    const [best] = choices
      .filter((choice) => isLeft(choice, rooms))
      .map((room) => ({ room, help: helps(headsIn(room)) }))
      .toSorted((a, b) => b.help - a.help || a.room.totalPoisha - b.room.totalPoisha)
    if (!best || rooms.length === party.adults) return null
    rooms.push(best.room)
  }
  return rooms
}

/** Removes a room or replaces it with a cheaper one wherever the party still fits. */
function inCheaper<C extends Choice>(party: Party, gathered: readonly C[], choices: readonly C[]): C[] {
  return gathered.toSorted(dearestFirst).reduce<C[]>(
    (rooms, room) => {
      const others = rooms.toSpliced(rooms.indexOf(room), 1)
      if (takes(party, others)) return others
      const instead = choices
        .filter(
          (choice) => choice.totalPoisha < room.totalPoisha && isLeft(choice, others) && takes(party, [...others, choice]),
        )
        .toSorted(dearestFirst)
        .at(-1)
      return instead ? [...others, instead] : rooms
    },
    [...gathered],
  )
}

const dearestFirst = (a: Choice, b: Choice) => b.totalPoisha - a.totalPoisha
const totalOf = (rooms: readonly Choice[]) => rooms.reduce((sum, { totalPoisha }) => sum + totalPoisha, 0)
const isLeft = (choice: Choice, taken: readonly Choice[]) =>
  taken.filter((room) => room === choice).length < choice.units

function cheapest<C extends Choice>(count: number, party: Party, cheapestFirst: readonly C[]): C[] | null {
  let best: { rooms: C[]; cost: number } | null = null
  const taken: C[] = []
  add(0, 0)
  return best && (best as { rooms: C[] }).rooms

  /** Continues from the given choice, so that no set of rooms is tried twice. */
  function add(first: number, cost: number): void {
    const missing = count - taken.length
    if (missing === 0) {
      if (takes(party, taken)) best = { rooms: [...taken], cost }
      return
    }
    for (let at = first; at < cheapestFirst.length; at++) {
      const room = cheapestFirst[at]!
      if (best && cost + missing * room.totalPoisha >= best.cost) return
      if (!isLeft(room, taken)) continue
      taken.push(room)
      add(at, cost + room.totalPoisha)
      taken.pop()
    }
  }
}

/** The number of guests or places. */
interface Heads {
  adults: number
  children: number
  all: number
}

/** The places of a room. One of them is for an adult. */
function headsIn({ max_adults, max_children, max_guests }: Sleeps): Heads {
  const [adults, children] = [Math.min(max_adults, max_guests), Math.min(max_children, max_guests - 1)]
  return { adults, children, all: Math.min(max_guests, adults + children) }
}

/** The guests without a place. Sums are sufficient: if no guest remains, every guest fits into a room. */
function withoutPlace({ adults, children }: Party, rooms: readonly Sleeps[]): Heads {
  const left = { adults, children, all: adults + children }
  for (const capacity of rooms.map(headsIn)) {
    left.adults -= capacity.adults
    left.children -= capacity.children
    left.all -= capacity.all
  }
  return { adults: Math.max(0, left.adults), children: Math.max(0, left.children), all: Math.max(0, left.all) }
}

const isNobody = ({ adults, children, all }: Heads) => adults + children + all === 0
const takes = (party: Party, rooms: readonly Sleeps[]) =>
  rooms.length <= party.adults && isNobody(withoutPlace(party, rooms))

const besideOne = ({ adults, children, all }: Heads): Heads => ({ adults: adults - 1, children, all: all - 1 })

/** Puts an adult in each room, then children into places that no adult can take, then the other children and adults. */
function spread<C extends Choice>(party: Party, rooms: readonly C[]): { choice: C; party: Party }[] {
  const beds = rooms.map((choice) => ({ choice, free: besideOne(headsIn(choice)), party: { adults: 1, children: 0 } }))
  const left = { adults: party.adults - rooms.length, children: party.children }
  for (const bed of beds) put('children', bed, bed.free.all - bed.free.adults)
  for (const bed of beds) put('children', bed)
  for (const bed of beds) put('adults', bed)
  return beds.map(({ choice, party: here }) => ({ choice, party: here }))

  function put(kind: keyof Party, { free, party: here }: (typeof beds)[number], most = Infinity): void {
    const number = Math.min(left[kind], most, free[kind], free.all)
    left[kind] -= number
    free[kind] -= number
    free.all -= number
    here[kind] += number
  }
}
