import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { everybodyIn, partyPath, roomsIn } from './rooms-of-party.ts'

const asked = (query: string) => roomsIn(new URLSearchParams(query))

describe('the rooms of a party in the query string (SRCH-4)', () => {
  const rooms = [
    { slug: 'twin', adult: 2, child: 0 },
    { slug: 'family.suite', adult: 3, child: 1 },
  ]

  test('are parsed as they were written, with the dates', () => {
    const path = partyPath(rooms, { checkIn: '2027-02-26', checkOut: '2027-03-01' })
    const { searchParams } = new URL(path, 'https://selvage.example')
    assert.deepEqual(roomsIn(searchParams), rooms)
    assert.equal(searchParams.get('check_out'), '2027-03-01')
    assert.deepEqual(everybodyIn(rooms), { adult: 5, child: 1 })
  })

  test('are null for a single room, more rooms than the maximum, or invalid values', () => {
    const eleven = Array.from({ length: 11 }, () => 'twin.2.0').join('_')
    assert.equal(asked(`rooms=${eleven.slice(9)}`)?.length, 10)
    for (const query of ['', 'rooms=', 'rooms=twin.2.0', 'rooms=twin_twin', 'rooms=twin.2.0_.1.0', `rooms=${eleven}`])
      assert.equal(asked(query), null, query)
  })
})
