import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invalid } from '../platform/errors.ts'
import type { RoomsApi } from '../rooms/contract.ts'
import type { BookingsApi } from './contract.ts'
import type { Search } from './last-search.ts'
import { nearby, partiesThatFit } from './nearby.ts'

const search: Search = { check_in: '2027-03-01', check_out: '2027-03-04', adult: 2, child: 1 }
const twin = { max_adults: 2, max_children: 1, max_guests: 2 }
const family = { max_adults: 3, max_children: 2, max_guests: 4 }

describe('SRCH-4 what is offered where nothing is free', () => {
  test('other days, a shorter stay, fewer guests: each only where a room is free', async () => {
    const api = house((asked) => (asked.check_in === '2027-03-02' || asked.check_out === '2027-03-03' ? 2 : 0))
    const offered = await nearby(api, search)
    assert.deepEqual(
      offered.map(({ label, search: { check_in, check_out }, found }) => [label, check_in, check_out, found]),
      [
        ['rooms.none_earlier', '2027-02-28', '2027-03-03', 2],
        ['rooms.none_later', '2027-03-02', '2027-03-05', 2],
        ['rooms.none_shorter', '2027-03-01', '2027-03-03', 2],
      ],
    )
  })

  test('of the smaller parties that find a room, the largest', async () => {
    const api = house(
      ({ check_in, adult, child }) => (check_in === search.check_in && adult + child <= 2 ? 1 : 0),
      [twin, family],
    )
    const [only, ...more] = await nearby(api, { ...search, check_out: '2027-03-02', adult: 6, child: 2 })
    assert.deepEqual([only?.label, only?.search.adult, only?.search.child], ['rooms.none_fewer', 2, 0])
    assert.deepEqual(more, [])
  })

  test('a stay that the rules refuse is not offered, and does not spoil the others', async () => {
    const api = house((asked) => {
      if (asked.check_in < search.check_in) throw invalid({ check_in: 'error.check_in_past' })
      return 1
    })
    assert.deepEqual((await nearby(api, search)).map(({ label }) => label).slice(0, 2), [
      'rooms.none_later',
      'rooms.none_week',
    ])
  })

  test('any other failure is not hidden', async () => {
    await assert.rejects(
      nearby(
        house(() => assert.fail('broken')),
        search,
      ),
      /broken/,
    )
  })
})

test('no party is empty of adults, as large as before, or offered twice', () => {
  const sizes = (adult: number, child: number) =>
    partiesThatFit({ ...search, adult, child }, [twin, family, family]).map(
      (idea) => `${idea.search.adult}+${idea.search.child}`,
    )
  assert.deepEqual(sizes(5, 2), ['5+1', '3+1', '2+0'])
  assert.deepEqual(sizes(1, 0), [])
  assert.deepEqual(sizes(1, 1), ['1+0'])
})

function house(found: (asked: Search) => number, rooms: object[] = []): RoomsApi & BookingsApi {
  return {
    activeRooms: async () => ({ data: rooms }),
    filterBooking: async (asked: Search) => ({ data: Array.from({ length: found(asked) }) }),
  } as never
}
