import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bn } from './bn.ts'
import { bnPages } from './bn-pages.ts'
import { bnServer } from './bn-server.ts'
import { wordsIn, wordsMentioned } from './both.ts'
import { dates } from './dates.ts'
import { en } from './en.ts'
import { enPages } from './en-pages.ts'
import { enServer } from './en-server.ts'
import { makeWords } from './words.ts'

const pairs: [Record<string, string>, Record<string, string>][] = [
  [en, bn],
  [enPages, bnPages],
  [enServer, bnServer],
]
const english = Object.assign({}, ...pairs.map(([each]) => each)) as Record<string, string>
const bangla = Object.assign({}, ...pairs.map(([, each]) => each)) as Record<string, string>
const slots = (text: string): string[] => [...(text.match(/\{\w+\}/g) ?? [])].sort()
const withoutSlots = (text: string) => text.replace(/\{\w+\}/g, '')

describe('the two dictionaries (APP-11)', () => {
  test('have the same keys, and each key once', () => {
    for (const [ours, theirs] of pairs) assert.deepEqual(Object.keys(theirs).sort(), Object.keys(ours).sort())
    assert.equal(
      Object.keys(english).length,
      pairs.reduce((sum, [each]) => sum + Object.keys(each).length, 0),
    )
  })

  test('leave the same places to be filled in', () => {
    for (const [key, text] of Object.entries(english)) assert.deepEqual(slots(bangla[key]!), slots(text), key)
  })

  test('speak each in its own script', () => {
    const latinOnPurpose = ['language.other', 'language.switch', 'error.email']
    const banglaOnPurpose = ['language.other', 'language.switch']
    for (const [key, text] of Object.entries(bangla))
      if (!latinOnPurpose.includes(key)) assert.doesNotMatch(withoutSlots(text), /[a-z]/i, key)
    for (const [key, text] of Object.entries(english))
      if (!banglaOnPurpose.includes(key)) assert.doesNotMatch(text, /[\u0980-\u09ff]/, key)
  })

  test('write numbers and full stops each in its own way', () => {
    const typedByPeople = ['error.phone', 'error.date']
    for (const [key, text] of Object.entries(bangla)) {
      if (!typedByPeople.includes(key)) assert.doesNotMatch(withoutSlots(text), /[0-9]/, key)
      assert.doesNotMatch(text, /\.$/, key)
    }
    for (const [key, text] of Object.entries({ ...english, ...bangla }))
      assert.doesNotMatch(text, /^\s|\s$|\s{2}|\{\s|\s\}/, key)
  })

  test('have a text for one wherever there is one for many', () => {
    const stems = Object.keys(english)
      .filter((key) => /_(one|other)$/.test(key))
      .map((key) => key.replace(/_(one|other)$/, ''))
    for (const stem of stems) {
      assert.ok(english[`${stem}_one`], stem)
      assert.ok(slots(english[`${stem}_other`]!).includes('{count}'), stem)
    }
  })

  test('say what the description of the product says word for word', () => {
    const { t } = wordsIn('en')
    assert.equal(t('search.dates_required'), 'Please select both Check In and Check Out dates')
    assert.equal(t('error.captcha'), 'Captcha is incorrect. Please try again.')
    assert.equal(t('login.failed'), 'Invalid username or password.')
    assert.equal(t('login.unexpected'), 'An unexpected error occurred.')
    assert.equal(t('login.submitting'), 'Processing...')
    assert.equal(t('forgot.submit'), 'Send Link')
    assert.equal(t('profile.saved'), 'Your data has been successfully saved.')
    assert.equal(t('password.done'), 'Has been successfully updated')
    assert.equal(t('booking.title'), 'Complete Your Booking')
    assert.equal(t('booking.done'), 'Successfully booked.')
    assert.equal(t('booking.invalid_title'), 'Validation Errors')
    assert.equal(t('booking.conflict_title'), 'Booking Conflict')
    assert.equal(t('room.no_facilities'), 'No facilities found')
    assert.equal(t('room.explore'), 'Explore Our Rooms')
    assert.equal(t('home.services_title'), 'Best Solutions For Your Business')
    for (const key of [
      'lvl_sing_up_name',
      'lvl_sing_up_email',
      'lvl_sing_up_username',
      'lvl_sing_up_password',
      'lvl_sing_up_repassword',
      'lvl_ref_code_op',
      'level_sign_up',
      'lvl_alreadyhaveaccount',
      'level_sign_in',
    ])
      assert.ok(english[key], key)
  })
})

describe('the words of a reader', () => {
  const [e, b] = [wordsIn('en'), wordsIn('bn')]

  test('have numbers, amounts and days in the digits of the language (NUM)', () => {
    for (const value of [0, 7, 999, 1000, -1, 0.5]) {
      const written = ['en-GB', 'bn-BD'].map((locale) => new Intl.NumberFormat(locale).format(value))
      assert.deepEqual([e.number(value), b.number(value)], written)
    }
    assert.deepEqual([e.digits('1995'), b.digits('1995')], ['1995', '১৯৯৫'])
    assert.deepEqual(
      [e.t('room.arrive_from', { time: '14:00' }), b.t('room.arrive_from', { time: '14:00' })],
      ['from 14:00', '১৪:০০ থেকে'],
    )
    assert.deepEqual([e.number(1234567.891), b.number(1234567.891)], ['1,234,567.89', '১২,৩৪,৫৬৭.৮৯'])
    assert.deepEqual([e.money(4500), b.money(4500)], ['BDT\u00a04,500', '৳\u00a0৪,৫০০'])
    assert.deepEqual([e.money(4500.5), b.money(100_000)], ['BDT\u00a04,500.5', '৳\u00a0১,০০,০০০'])
    assert.equal(e.day('2027-02-28'), 'Sun, 28 Feb 2027')
    assert.equal(e.day('2027-02-28', 'short'), '28 Feb')
    assert.match(e.day('2028-02-29', 'long'), /^Tuesday,? 29 February 2028$/)
    for (const style of ['short', 'medium', 'long'] as const) assert.match(b.day('2027-02-28', style), /২৮/)
    for (const words of [e, b])
      assert.doesNotMatch(words.day('2027-12-31'), words === b ? /[0-9a-z]/i : /[\u0980-\u09ff]/)
  })

  test('show a moment as the clocks of Dhaka do', () => {
    const newYear = new Date('2026-12-31T18:30:00Z')
    assert.match(e.moment(newYear), /1 January 2027.*00:30/)
    assert.match(b.moment(newYear), /২০২৭.*০০:৩০/)
    assert.doesNotMatch(b.moment(newYear), /[a-z]/i)
  })

  test('count one and many', () => {
    assert.deepEqual(
      [1, 2, 0].map((count) => e.count('rooms.nights', count)),
      ['1 night', '2 nights', '0 nights'],
    )
    assert.deepEqual(
      [1, 12].map((count) => b.count('rooms.nights', count)),
      ['১ রাত', '১২ রাত'],
    )
  })

  test('are filled in once, as they are given', () => {
    assert.equal(
      e.t('mail.contact_subject', { name: '{subject}', subject: '$& {name}' }),
      'Message from {subject}: $& {name}',
    )
    assert.equal(e.t('mail.contact_subject', { name: 'Rafiq' }), 'Message from Rafiq: {subject}')
    assert.equal(e.t('error.too_long', { max: 1000 }), 'This may have at most 1,000 characters.')
    assert.equal(b.t('error.too_long', { max: 1000 }), 'সর্বোচ্চ ১,০০০টি অক্ষর লেখা যাবে।')
  })

  test('write the days among them, and no text that merely looks like one', () => {
    assert.equal(e.t('error.stay_too_far', { day: '2028-02-29' }), 'Rooms can be booked until Tue, 29 Feb 2028.')
    assert.equal(
      e.t('mail.cancelled_text', { room: 'Suite', from: '2027-02-28', to: '2027-03-01' }),
      'As you wished, your stay in Suite, Sun, 28 Feb 2027 to Mon, 1 Mar 2027, is cancelled.',
    )
    assert.equal(e.t('dashboard.view_of', { room: 'Suite', from: 'Sunday' }), 'View Detail: Suite, Sunday')
    for (const name of ['2027-02-28', '2027-99-99']) assert.equal(e.t('mail.greeting', { name }), `Dear ${name},`)
  })

  test('write a range of days in one piece, and break no date', () => {
    const ranges = [
      ['2026-12-01', '2026-12-04'],
      ['2026-11-28', '2026-12-04'],
      ['2026-12-30', '2027-01-02'],
    ] as const
    const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')
    assert.deepEqual(
      ranges.map(([from, to]) => plain(dates(e, from, to))),
      ['1–4 December 2026', '28 November – 4 December 2026', '30 December 2026 – 2 January 2027'],
    )
    assert.deepEqual(
      ranges.map(([from, to]) => plain(dates(b, from, to))),
      ['১–৪ ডিসেম্বর ২০২৬', '২৮ নভেম্বর – ৪ ডিসেম্বর ২০২৬', '৩০ ডিসেম্বর ২০২৬ – ২ জানুয়ারি ২০২৭'],
    )
    for (const [from, to] of ranges) assert.equal(dates(e, from, to).replaceAll(/– /g, '').includes(' '), false)
  })

  test('are those that a script mentions: by their keys, and by the stem of what is counted', () => {
    const script = ['home.title', 'rooms.nights', 'mail.greeting', 'no.such']
    const said = wordsMentioned('bn', (text) => script.includes(text))
    assert.deepEqual(Object.keys(said).sort(), ['home.title', 'rooms.nights_one', 'rooms.nights_other'])
    assert.equal(said['home.title'], bn['home.title'])
  })

  test('fall back to English, and to the name of what is missing', () => {
    const poor = makeWords('bn', {}, { 'shell.home': 'Home' })
    assert.equal(poor.t('shell.home'), 'Home')
    assert.equal(poor.t('shell.about'), 'shell.about')
  })
})
