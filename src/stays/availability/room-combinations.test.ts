import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Party, Capacity } from './party.ts'
import { combineRooms, type RoomChoice } from './room-combinations.ts'

const createChoice = (
  max_adults: number,
  max_children: number,
  max_guests: number,
  totalPoisha: number,
  units = 1,
): RoomChoice => ({
  max_adults,
  max_children,
  max_guests,
  totalPoisha,
  units,
})
const twin = createChoice(2, 1, 2, 600, 2)
const deluxe = createChoice(2, 1, 3, 700)
const family = createChoice(3, 2, 4, 1_450)

const combine = (party: Party, choices: RoomChoice[]) =>
  combineRooms(party, choices)?.map(({ choice: { totalPoisha }, party: { adults, children } }) => [
    totalPoisha,
    adults,
    children,
  ])

const addUp = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const countGuests = (choices: { party: Party }[]) =>
  choices.reduce((sum, { party }) => ({ adults: sum.adults + party.adults, children: sum.children + party.children }), {
    adults: 0,
    children: 0,
  })

describe('room combinations for a large party (SRCH-4)', () => {
  test('have as few rooms as possible, and among these the lowest price', () => {
    assert.deepEqual(combine({ adults: 4, children: 0 }, [family, deluxe, twin]), [
      [600, 2, 0],
      [600, 2, 0],
    ])
    assert.deepEqual(combine({ adults: 5, children: 0 }, [family, deluxe, twin]), [
      [600, 2, 0],
      [1_450, 3, 0],
    ])
    assert.deepEqual(combine({ adults: 3, children: 2 }, [family, deluxe, twin]), [
      [600, 1, 1],
      [700, 2, 1],
    ])
  })

  test('contain no more units of a room type than are free', () => {
    assert.deepEqual(combine({ adults: 4, children: 0 }, [{ ...twin, units: 1 }, deluxe]), [
      [600, 2, 0],
      [700, 2, 0],
    ])
    assert.equal(combine({ adults: 6, children: 0 }, [twin]), undefined)
  })

  test('contain as many rooms as the party needs, and no more', () => {
    const roomTypes = [
      { ...twin, units: 8 },
      { ...deluxe, units: 6 },
      { ...family, units: 4 },
    ]
    for (const [party, rooms] of [
      [{ adults: 20, children: 0 }, 8],
      [{ adults: 32, children: 10 }, 14],
      [{ adults: 16, children: 20 }, 16],
      [{ adults: 41, children: 0 }, null],
      [{ adults: 6, children: 30 }, null],
    ] as const) {
      const combination = combineRooms(party, roomTypes)
      assert.equal(combination?.length ?? null, rooms, JSON.stringify(party))
      if (combination) assert.deepEqual(countGuests(combination), party)
    }
    assert.deepEqual(
      combine({ adults: 12, children: 0 }, [
        { ...twin, units: 9 },
        { ...deluxe, units: 9 },
      ]),
      Array.from({ length: 6 }, () => [600, 2, 0]),
    )
  })

  test('are few and cheap for a party that is too large for the exhaustive search', () => {
    const listTotals = (party: Party, choices: RoomChoice[]) =>
      combine(party, choices)!.map(([totalPoisha]) => totalPoisha!)
    const largeRoomTypes = [
      createChoice(2, 2, 3, 1_100, 5),
      createChoice(2, 2, 2, 200, 5),
      createChoice(3, 0, 4, 2_000, 6),
    ]
    const fewTotals = listTotals({ adults: 11, children: 7 }, largeRoomTypes)
    assert.deepEqual([fewTotals.length, addUp(fewTotals)], [6, 7_500], 'seven rooms would cost 5,000')
    const smallRoomTypes = [
      createChoice(1, 1, 2, 900, 4),
      createChoice(1, 2, 1, 900, 5),
      createChoice(1, 2, 2, 1_700, 2),
      createChoice(1, 2, 3, 2_000, 4),
    ]
    const cheapTotals = listTotals({ adults: 7, children: 7 }, smallRoomTypes)
    assert.deepEqual([cheapTotals.length, addUp(cheapTotals)], [7, 8_500], 'the most expensive room is replaced first')
  })

  test('contain the largest room type, however many small ones there are', () => {
    const singles = Array.from({ length: 16 }, () => createChoice(1, 0, 1, 100))
    assert.deepEqual(combine({ adults: 4, children: 0 }, [...singles, family]), [
      [100, 1, 0],
      [1_450, 3, 0],
    ])
  })

  test('have no room with children but without an adult', () => {
    assert.equal(combine({ adults: 1, children: 3 }, [family, family, deluxe]), undefined)
  })

  test('are null without rooms', () => assert.equal(combineRooms({ adults: 3, children: 0 }, []), null))

  test('have the same price as those of an exhaustive search, and a place for every guest', () => {
    const anyCapacity = fc
      .record({
        max_adults: fc.integer({ min: 1, max: 3 }),
        max_children: fc.integer({ min: 0, max: 2 }),
        more: fc.integer({ min: 0, max: 2 }),
      })
      .map(({ max_adults, max_children, more }) => ({ max_adults, max_children, max_guests: max_adults + more }))
    const anyChoices = fc.array(
      fc
        .tuple(anyCapacity, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3 }))
        .map(([sleeps, totalPoisha, units]) => ({ ...sleeps, totalPoisha, units })),
      { maxLength: 4 },
    )
    const anyParty = fc.record({ adults: fc.integer({ min: 1, max: 9 }), children: fc.integer({ min: 0, max: 5 }) })
    fc.assert(
      fc.property(anyParty, anyChoices, (party, choices) => {
        const combination = combineRooms(party, choices)
        const expectedCost = searchExhaustively(party, choices)
        const cost = combination && {
          rooms: combination.length,
          total: combination.reduce((sum, room) => sum + room.choice.totalPoisha, 0),
        }
        if (expectedCost) assert.deepEqual(cost, expectedCost)
        else assert.ok(!cost || cost.rooms > 5)
        for (const { choice: room, party: roomParty } of combination ?? []) {
          assert.ok(roomParty.adults >= 1 && fits(roomParty, room), JSON.stringify(roomParty))
          assert.ok(combination!.filter((item) => item.choice === room).length <= room.units)
        }
        const sumGuests = (kind: keyof Party) =>
          combination?.reduce((total, room) => total + room.party[kind], 0) ?? party[kind]
        assert.deepEqual({ adults: sumGuests('adults'), children: sumGuests('children') }, { ...party })
      }),
      { numRuns: 300 },
    )
  })

  test('are found in almost linear time for a large property', () => {
    let priceReadCount = 0
    /** Counts the reads of the price of a room. Every step of the search reads it. */
    const countReads = (room: RoomChoice): RoomChoice => ({
      ...room,
      get totalPoisha() {
        priceReadCount++
        return room.totalPoisha
      },
    })
    const createRoomTypes = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        countReads(createChoice(1 + (index % 4), index % 3, 4 + (index % 3), 100 + index, 9)),
      )
    for (const [adults, children] of [
      [100, 100],
      [18, 18],
      [18, 2],
      [6, 18],
    ] as const) {
      const [firstDurationMs, secondDurationMs] = [200, 400].map((count) => {
        priceReadCount = 0
        combineRooms({ adults, children }, createRoomTypes(count))
        return priceReadCount
      })
      assert.ok(
        secondDurationMs! < 500_000 && secondDurationMs! <= 2.5 * firstDurationMs!,
        `${firstDurationMs}, then ${secondDurationMs} reads for twice as many room types`,
      )
    }
  })
})

const fits = ({ adults, children }: Party, { max_adults, max_children, max_guests }: Capacity) =>
  adults <= max_adults && children <= max_children && adults + children <= max_guests

/** Tries every set of two to five rooms and every distribution of the party. */
function searchExhaustively(party: Party, choices: readonly RoomChoice[]): { rooms: number; total: number } | null {
  const units = choices.flatMap((room) => Array.from({ length: room.units }, () => room))
  for (let count = 2; count <= 5; count++) {
    const totals = listSubsets(units, count)
      .filter((rooms) => canSpread(party, rooms))
      .map((rooms) => rooms.reduce((sum, { totalPoisha }) => sum + totalPoisha, 0))
    if (totals.length > 0) return { rooms: count, total: Math.min(...totals) }
  }
  return null
}

function listSubsets<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return items.flatMap((first, at) => listSubsets(items.slice(at + 1), count - 1).map((rest) => [first, ...rest]))
}

function canSpread({ adults, children }: Party, [room, ...otherRooms]: readonly RoomChoice[]): boolean {
  if (!room) return adults === 0 && children === 0
  for (let a = 1; a <= adults; a++) {
    for (let c = 0; c <= children; c++) {
      if (
        fits({ adults: a, children: c }, room) &&
        canSpread({ adults: adults - a, children: children - c }, otherRooms)
      )
        return true
    }
  }
  return false
}
