import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countGuests, buildPartyPath, parsePartyRooms } from './rooms-of-party.ts'

const parse = (query: string) => parsePartyRooms(new URLSearchParams(query))

describe('the rooms of a party in the query string (SRCH-4)', () => {
  const rooms = [
    { slug: 'twin', adult: 2, child: 0 },
    { slug: 'family.suite', adult: 3, child: 1 },
  ]

  test('are written with the dates, and parsed in their order', () => {
    const path = buildPartyPath(rooms, { checkIn: '2027-02-26', checkOut: '2027-03-01' })
    const { searchParams } = new URL(path, 'https://selvage.example')
    assert.deepEqual(parsePartyRooms(searchParams), rooms)
    assert.equal(searchParams.get('check_out'), '2027-03-01')
    assert.deepEqual(countGuests(rooms), { adult: 5, child: 1 })
  })

  test('are null for a single room, more rooms than the maximum, or invalid values', () => {
    const elevenRooms = Array.from({ length: 11 }, () => 'twin.2.0').join('_')
    assert.equal(parse(`rooms=${elevenRooms.slice(9)}`)?.length, 10)
    for (const query of [
      '',
      'rooms=',
      'rooms=twin.2.0',
      'rooms=twin_twin',
      'rooms=twin.2.0_.1.0',
      `rooms=${elevenRooms}`,
    ])
      assert.equal(parse(query), null, query)
  })
})
