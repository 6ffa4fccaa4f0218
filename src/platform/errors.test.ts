import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../words/both.ts'
import { say, type ServerWords } from '../words/words.ts'
import { busy, tooMany } from './errors.ts'

const [e, b] = [wordsIn('en'), wordsIn('bn')]

test('what can be one is refused in the singular: seconds, nights, guests, in both languages', () => {
  const refused = (words: ServerWords, count: number) => [
    say(words, tooMany(count).sentence),
    say(words, busy(count).sentence),
    say(words, { key: 'login.slowed', count }).split(';')[0]!,
    say(words, { key: 'error.stay_too_long', count }),
    say(words, { key: 'error.stay_max_nights', count, values: { day: '2027-02-28' } }),
    ...(['adults', 'children', 'guests'] as const).map((who) => say(words, { key: `error.too_many_${who}`, count })),
  ]
  assert.deepEqual(refused(e, 1), [
    'Too many attempts. Please wait 1 second and try again.',
    'Too many people are signing in at this moment. Please try again in 1 second.',
    'Too many attempts to sign in. Please wait 1 second',
    'A stay may have at most 1 night.',
    'From Sun, 28 Feb 2027 a stay has at most 1 night.',
    'This room takes at most 1 adult.',
    'This room takes at most 1 child.',
    'This room takes at most 1 guest.',
  ])
  const inTwos = ['2 seconds', '2 seconds', '2 seconds', '2 nights', '2 nights', '2 adults', '2 children', '2 guests']
  for (const [index, said] of refused(e, 2).entries()) assert.ok(said.includes(inTwos[index]!), said)
  for (const [index, said] of refused(b, 1).entries()) assert.equal(said.replace('১', '২'), refused(b, 2)[index])
  assert.equal(say(b, tooMany(1).sentence), 'অনেকবার চেষ্টা করা হয়েছে। ১ সেকেন্ড পরে আবার চেষ্টা করুন।')
  assert.deepEqual(
    [say(e, tooMany(120).sentence), say(e, tooMany(121).sentence)],
    ['120 seconds', '3 minutes'].map((wait) => `Too many attempts. Please wait ${wait} and try again.`),
  )
})
