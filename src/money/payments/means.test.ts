import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translatorFor } from '#locales/both.ts'
import { formatMeans } from './means.ts'

const english = translatorFor('en')

test('cards and wallets have the names that people write (OFF-355)', () => {
  assert.equal(formatMeans('VISA-Dutch Bangla', english), 'Visa')
  assert.equal(formatMeans('MASTER-Dutch Bangla', english), 'Mastercard')
  assert.equal(formatMeans('AMEX-City Bank', english), 'American Express')
  assert.equal(formatMeans('BKASH-BKash', english), 'bKash')
  assert.equal(formatMeans('NAGAD-Nagad', english), 'Nagad')
  assert.equal(formatMeans('VISA', english), 'Visa')
  assert.equal(formatMeans('BKASH-BKash', translatorFor('bn')), 'বিকাশ')
})

test('other means are named by their bank, or by the text of the gateway (OFF-355)', () => {
  assert.equal(formatMeans('DBBLMOBILEB-Dbbl Mobile Banking', english), 'Dbbl Mobile Banking')
  assert.equal(formatMeans('INTERNETBANK', english), 'INTERNETBANK')
  assert.equal(formatMeans('Islami Bank - mCash', english), 'Islami Bank - mCash')
  assert.equal(formatMeans('', english), '')
})
