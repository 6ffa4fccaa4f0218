import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextRoom, severalIn } from './several-rooms.ts'

const asked = (query: string) => severalIn(new URLSearchParams(query))

describe('SRCH-4 several rooms in the address', () => {
  const rooms = [
    { slug: 'twin', adult: 2, child: 0 },
    { slug: 'family.suite', adult: 3, child: 1 },
  ]

  test('are read as they were written', () => {
    const days = { checkIn: '2027-02-26', checkOut: '2027-03-01' }
    for (const booked of [0, 1]) {
      const { pathname, searchParams } = new URL(nextRoom({ rooms, booked }, days), 'https://selvage.example')
      assert.ok(pathname.endsWith(rooms[booked]!.slug))
      assert.equal(searchParams.get('adult'), String(rooms[booked]!.adult))
      assert.deepEqual(severalIn(searchParams), { rooms, booked })
    }
  })

  test('one room, or what makes no sense, is none', () => {
    for (const query of [
      '',
      'rooms=',
      'rooms=twin.2.0',
      'rooms=twin_twin',
      'rooms=twin.2.0_.1.0',
      'rooms=twin.2.0_twin.2.0&booked=2',
      'rooms=twin.2.0_twin.2.0&booked=-1',
      'rooms=twin.2.0_twin.2.0&booked=x',
    ]) {
      assert.equal(asked(query), null, query)
    }
  })
})
