import type { Party, Capacity } from './party.ts'

/** A room type that is free for a stay, with its number of free units and its price. */
export interface RoomChoice extends Capacity {
  units: number
  totalPoisha: number
}

/** These limits allow about 20,000 combinations, few enough to try all of them. */
const MAX_CHOICES = 16
const MAX_EXACT_ROOMS = 5

/**
 * Finds at least two rooms that hold a party with an adult in each, and divides the guests among them. Null if none
 * fit. Tries up to `MAX_EXACT_ROOMS` rooms of the largest room types: the fewest rooms, and of these the cheapest. For
 * more rooms it searches greedily.
 */
export function combineRooms<C extends RoomChoice>(
  party: Party,
  choices: readonly C[],
): { choice: C; party: Party }[] | null {
  const choicesByPrice = choices
    .toSorted((a, b) => b.max_guests - a.max_guests)
    .slice(0, MAX_CHOICES)
    .toSorted((a, b) => a.totalPoisha - b.totalPoisha)
  const findMax = (name: keyof Capacity) => Math.max(0, ...choicesByPrice.map((choice) => choice[name]))
  const largestRoom = {
    max_adults: findMax('max_adults'),
    max_children: findMax('max_children'),
    max_guests: findMax('max_guests'),
  }
  for (let count = 2; count <= Math.min(MAX_EXACT_ROOMS, party.adults); count++) {
    const rooms =
      canHost(
        party,
        Array.from({ length: count }, () => largestRoom),
      ) && findCheapest(count, party, choicesByPrice)
    if (rooms) return assignGuests(party, rooms)
  }
  const rooms = party.adults > MAX_EXACT_ROOMS ? combineManyRooms(party, choices) : null
  return rooms && assignGuests(party, rooms)
}

/**
 * Finds many rooms quickly, but not always the cheapest. Tries several weights, because either the adults or the
 * children can be hard to place.
 */
function combineManyRooms<C extends RoomChoice>(party: Party, choices: readonly C[]): C[] | null {
  const combinations = [1, 4, 0].flatMap((childWeight) => {
    const rooms = gatherRooms(party, choices, childWeight)
    return rooms ? [replaceWithCheaper(party, rooms, choices)] : []
  })
  return combinations.toSorted((a, b) => a.length - b.length || sumPrices(a) - sumPrices(b))[0] ?? null
}

/** Repeatedly picks the room that takes most of the remaining guests. `childWeight` is the weight of a child. */
function gatherRooms<C extends RoomChoice>(party: Party, choices: readonly C[], childWeight: number): C[] | null {
  const rooms: C[] = []
  for (
    let unplacedCounts = countUnplaced(party, rooms);
    !isEmpty(unplacedCounts);
    unplacedCounts = countUnplaced(party, rooms)
  ) {
    const countPlacedGuests = ({ adults, children, all }: GuestCount) =>
      Math.min(adults, unplacedCounts.adults) +
      childWeight * Math.min(children, unplacedCounts.children) +
      Math.min(all, unplacedCounts.all)
    const [bestChoice] = choices
      .filter((choice) => isAvailable(choice, rooms))
      .map((room) => ({ room, placed: countPlacedGuests(countFreePlaces(room)) }))
      .toSorted((a, b) => b.placed - a.placed || a.room.totalPoisha - b.room.totalPoisha)
    if (!bestChoice || rooms.length === party.adults) return null
    rooms.push(bestChoice.room)
  }
  return rooms
}

/** Removes rooms or replaces them with cheaper ones, as long as the party still fits. */
function replaceWithCheaper<C extends RoomChoice>(
  party: Party,
  selectedRooms: readonly C[],
  choices: readonly C[],
): C[] {
  return selectedRooms.toSorted(compareByPriceDescending).reduce<C[]>(
    (rooms, room) => {
      const otherRooms = rooms.toSpliced(rooms.indexOf(room), 1)
      if (canHost(party, otherRooms)) return otherRooms
      const cheaperRoom = choices
        .filter(
          (choice) =>
            choice.totalPoisha < room.totalPoisha &&
            isAvailable(choice, otherRooms) &&
            canHost(party, [...otherRooms, choice]),
        )
        .toSorted(compareByPriceDescending)
        .at(-1)
      return cheaperRoom ? [...otherRooms, cheaperRoom] : rooms
    },
    [...selectedRooms],
  )
}

const compareByPriceDescending = (a: RoomChoice, b: RoomChoice) => b.totalPoisha - a.totalPoisha
const sumPrices = (rooms: readonly RoomChoice[]) => rooms.reduce((sum, { totalPoisha }) => sum + totalPoisha, 0)
const isAvailable = (choice: RoomChoice, chosenRooms: readonly RoomChoice[]) =>
  chosenRooms.filter((room) => room === choice).length < choice.units

function findCheapest<C extends RoomChoice>(count: number, party: Party, cheapestFirst: readonly C[]): C[] | null {
  let bestCombination: { rooms: C[]; cost: number } | null = null
  const chosenRooms: C[] = []
  tryFrom(0, 0)
  return bestCombination && (bestCombination as { rooms: C[] }).rooms

  /** Continues from the given choice, so that no set of rooms is tried twice. */
  function tryFrom(firstIndex: number, cost: number): void {
    const missingCount = count - chosenRooms.length
    if (missingCount === 0) {
      if (canHost(party, chosenRooms)) bestCombination = { rooms: [...chosenRooms], cost }
      return
    }
    for (let index = firstIndex; index < cheapestFirst.length; index++) {
      const room = cheapestFirst[index]!
      if (bestCombination && cost + missingCount * room.totalPoisha >= bestCombination.cost) return
      if (!isAvailable(room, chosenRooms)) continue
      chosenRooms.push(room)
      tryFrom(index, cost + room.totalPoisha)
      chosenRooms.pop()
    }
  }
}

/** The number of guests or places. */
interface GuestCount {
  adults: number
  children: number
  all: number
}

/** The guest places of a room. One of them is reserved for an adult. */
function countFreePlaces({ max_adults, max_children, max_guests }: Capacity): GuestCount {
  const [adults, children] = [Math.min(max_adults, max_guests), Math.min(max_children, max_guests - 1)]
  return { adults, children, all: Math.min(max_guests, adults + children) }
}

/**
 * Counts the guests who do not fit into the rooms. Comparing the sums is enough: if nobody is left over, each guest has
 * a place.
 */
function countUnplaced({ adults, children }: Party, rooms: readonly Capacity[]): GuestCount {
  const remainingGuests = { adults, children, all: adults + children }
  for (const places of rooms.map(countFreePlaces)) {
    remainingGuests.adults -= places.adults
    remainingGuests.children -= places.children
    remainingGuests.all -= places.all
  }
  return {
    adults: Math.max(0, remainingGuests.adults),
    children: Math.max(0, remainingGuests.children),
    all: Math.max(0, remainingGuests.all),
  }
}

const isEmpty = ({ adults, children, all }: GuestCount) => adults + children + all === 0
const canHost = (party: Party, rooms: readonly Capacity[]) =>
  rooms.length <= party.adults && isEmpty(countUnplaced(party, rooms))

const removeOneAdult = ({ adults, children, all }: GuestCount): GuestCount => ({
  adults: adults - 1,
  children,
  all: all - 1,
})

/** Puts an adult in each room, then children into places that no adult can take, then the other children and adults. */
function assignGuests<C extends RoomChoice>(party: Party, rooms: readonly C[]): { choice: C; party: Party }[] {
  const assignments = rooms.map((choice) => ({
    choice,
    free: removeOneAdult(countFreePlaces(choice)),
    party: { adults: 1, children: 0 },
  }))
  const remainingGuests = { adults: party.adults - rooms.length, children: party.children }
  for (const assignment of assignments) assign('children', assignment, assignment.free.all - assignment.free.adults)
  for (const assignment of assignments) assign('children', assignment)
  for (const assignment of assignments) assign('adults', assignment)
  return assignments.map(({ choice, party: roomParty }) => ({ choice, party: roomParty }))

  function assign(kind: keyof Party, { free, party: roomParty }: (typeof assignments)[number], max = Infinity): void {
    const assignedCount = Math.min(remainingGuests[kind], max, free[kind], free.all)
    remainingGuests[kind] -= assignedCount
    free[kind] -= assignedCount
    free.all -= assignedCount
    roomParty[kind] += assignedCount
  }
}
