import type { Party, Sleeps } from './party.ts'

/** A room type that is free for a stay, how often, and for how much. */
export interface Choice extends Sleeps {
  units: number
  totalPoisha: number
}

/** Of so many choices so many rooms can be made up in twenty thousand ways: all of them are looked at in no time. */
const MOST_CHOICES = 16
const MOST_ROOMS = 5

/**
 * The fewest rooms that together take a party, an adult in each, and of those the cheapest; and who sleeps where. Null
 * if there are none. Of many choices the largest are looked at.
 */
export function roomsTogether<C extends Choice>(party: Party, choices: readonly C[]): { choice: C; party: Party }[] | null {
  const cheapestFirst = choices
    .toSorted((one, other) => other.max_guests - one.max_guests)
    .slice(0, MOST_CHOICES)
    .toSorted((one, other) => one.totalPoisha - other.totalPoisha)
  const most = (name: keyof Sleeps) => Math.max(0, ...cheapestFirst.map((each) => each[name]))
  const largest = { max_adults: most('max_adults'), max_children: most('max_children'), max_guests: most('max_guests') }
  for (let count = 2; count <= Math.min(MOST_ROOMS, party.adults); count++) {
    const rooms = takes(party, Array.from({ length: count }, () => largest)) && cheapest(count, party, cheapestFirst)
    if (rooms) return spread(party, rooms)
  }
  return null
}

function cheapest<C extends Choice>(count: number, party: Party, cheapestFirst: readonly C[]): C[] | null {
  let best: { rooms: C[]; cost: number } | null = null
  const taken: C[] = []
  add(0, 0)
  return best && (best as { rooms: C[] }).rooms

  /** Goes on from one of the choices, so that no set of rooms is looked at twice. */
  function add(first: number, cost: number): void {
    const missing = count - taken.length
    if (missing === 0) {
      if (takes(party, taken)) best = { rooms: [...taken], cost }
      return
    }
    for (let at = first; at < cheapestFirst.length; at++) {
      const room = cheapestFirst[at]!
      if (best && cost + missing * room.totalPoisha >= best.cost) return
      if (taken.filter((each) => each === room).length === room.units) continue
      taken.push(room)
      add(at, cost + room.totalPoisha)
      taken.pop()
    }
  }
}

/** What a room takes beside the one adult that is in it. */
function besideOne({ max_adults, max_children, max_guests }: Sleeps) {
  const all = max_guests - 1
  const [adults, children] = [Math.min(max_adults - 1, all), Math.min(max_children, all)]
  return { adults, children, all: Math.min(all, adults + children) }
}

/** Sums are enough: where they hold, everybody finds a place. */
function takes({ adults, children }: Party, rooms: readonly Sleeps[]): boolean {
  const left = { adults: adults - rooms.length, children, all: adults - rooms.length + children }
  for (const each of rooms.map(besideOne)) {
    left.adults -= each.adults
    left.children -= each.children
    left.all -= each.all
  }
  return left.adults <= 0 && left.children <= 0 && left.all <= 0
}

/** An adult in each; children first where no other adult can be; then children and adults wherever there is place. */
function spread<C extends Choice>(party: Party, rooms: readonly C[]): { choice: C; party: Party }[] {
  const beds = rooms.map((choice) => ({ choice, free: besideOne(choice), party: { adults: 1, children: 0 } }))
  const left = { adults: party.adults - rooms.length, children: party.children }
  for (const each of beds) put('children', each, each.free.all - each.free.adults)
  for (const each of beds) put('children', each)
  for (const each of beds) put('adults', each)
  return beds.map(({ choice, party: here }) => ({ choice, party: here }))

  function put(kind: keyof Party, { free, party: here }: (typeof beds)[number], most = Infinity): void {
    const number = Math.min(left[kind], most, free[kind], free.all)
    left[kind] -= number
    free[kind] -= number
    free.all -= number
    here[kind] += number
  }
}
