import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDay } from '#platform/day.ts'
import { parseStay, getLastSellableDay, computeToday, validateStay } from './stay.ts'

const rules = { timeZone: 'Asia/Dhaka', maxNights: 30, horizonDays: 365 }
/** Half past midnight in Dhaka, when it is still the day before in UTC. */
const now = Date.parse('2027-03-04T18:30:00Z')

test('validateStay accepts stays up to each limit, and names the wrong date beyond it (SRCH-4, BOOK-6)', () => {
  const validate = (checkIn: string, checkOut: string) => {
    const error = validateStay(parseStay(checkIn, checkOut), rules, now)
    return error && [error.date, error.message.key]
  }
  assert.deepEqual(
    [computeToday(rules, now), getLastSellableDay(rules, now)],
    [parseDay('2027-03-05'), parseDay('2028-03-04')],
  )
  assert.equal(validate('2027-03-05', '2027-03-06'), null, 'today, for one night')
  assert.deepEqual(validate('2027-03-04', '2027-03-06'), ['checkIn', 'error.check_in_past'])
  assert.deepEqual(validate('2027-03-05', '2027-03-05'), ['checkOut', 'error.check_out_order'])
  assert.deepEqual(validate('2027-03-06', '2027-03-05'), ['checkOut', 'error.check_out_order'])
  assert.equal(validate('2028-03-03', '2028-03-04'), null, 'the last departure')
  assert.deepEqual(validate('2028-03-03', '2028-03-05'), ['checkOut', 'error.stay_too_far_ahead'])
  assert.equal(validate('2027-03-05', '2027-04-04'), null, 'thirty nights')
  assert.deepEqual(validate('2027-03-05', '2027-04-05'), ['checkOut', 'error.stay_too_long'])
})
