import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { loadMessages, initTranslator } from './browser.ts'
import { bnOffice } from './bn-office.ts'
import { bnPages } from './bn-pages.ts'
import { bnServer } from './bn-server.ts'
import { translatorFor } from './both.ts'
import { formatDateList } from './dates.ts'
import { enOffice } from './en-office.ts'
import { enPages } from './en-pages.ts'
import { enServer } from './en-server.ts'
import { createTranslator } from './translator.ts'
import { messageKeyPrefixes } from '#testing/message-key-prefixes.ts'

type Dictionary = Record<string, string>
const bundles: Record<'pages' | 'office' | 'server', [english: Dictionary, bangla: Dictionary]> = {
  pages: [enPages, bnPages],
  office: [enOffice, bnOffice],
  server: [enServer, bnServer],
}
const pairs = Object.values(bundles)
const english = Object.assign({}, ...pairs.map(([dictionary]) => dictionary)) as Dictionary
const bangla = Object.assign({}, ...pairs.map(([, dictionary]) => dictionary)) as Dictionary
const [englishFiles, banglaFiles] = await Promise.all([readFiles('en'), readFiles('bn')])

const listSlots = (text: string): string[] => [...(text.match(/\{\w+\}/g) ?? [])].sort()
const withoutSlots = (text: string) => text.replace(/\{\w+\}/g, '')

describe('the two dictionaries (APP-11)', () => {
  test('have the same keys, and each key once', () => {
    for (const [englishMessages, banglaMessages] of pairs)
      assert.deepEqual(Object.keys(banglaMessages).sort(), Object.keys(englishMessages).sort())
    for (const [name, messages] of englishFiles)
      assert.deepEqual(Object.keys(banglaFiles.get(name)!).sort(), Object.keys(messages).sort(), name)
    assert.deepEqual([...banglaFiles.keys()], [...englishFiles.keys()])
    assert.equal(
      Object.keys(english).length,
      [...englishFiles.values()].reduce((sum, messages) => sum + Object.keys(messages).length, 0),
    )
  })

  test('store each message in the file that owns the prefix of its key', () => {
    const allPrefixes = Object.values(messageKeyPrefixes).flatMap((prefixes) => prefixes.split(' '))
    assert.equal(new Set(allPrefixes).size, allPrefixes.length)
    for (const [name, messages] of englishFiles) {
      const ownPrefixes = messageKeyPrefixes[name.replace(/-(server|office)$/, '')]?.split(' ') ?? []
      const foreignKeys = Object.keys(messages).filter(
        (key) => !ownPrefixes.includes(key.match(/^[a-z_]+(?=\.)|^[a-z]+/)![0]),
      )
      assert.deepEqual(foreignKeys, [], `${name}.ts`)
    }
  })

  test('put each file into the bundle of its readers: pages, office or server', () => {
    for (const [bundle, [englishMessages]] of Object.entries(bundles)) {
      const ownFiles = [...englishFiles].filter(
        ([name]) => (name.match(/-(server|office)$/)?.[1] ?? 'pages') === bundle,
      )
      assert.deepEqual(
        Object.keys(englishMessages).sort(),
        ownFiles.flatMap(([, messages]) => Object.keys(messages)).sort(),
        bundle,
      )
    }
  })

  test('have the same placeholders for each key', () => {
    for (const [key, text] of Object.entries(english)) assert.deepEqual(listSlots(bangla[key]!), listSlots(text), key)
  })

  test('use only letters of their own script', () => {
    const latinOnPurpose = ['language.other', 'language.switch', 'error.email']
    const banglaOnPurpose = ['language.other', 'language.switch']
    for (const [key, text] of Object.entries(bangla))
      if (!latinOnPurpose.includes(key)) assert.doesNotMatch(withoutSlots(text), /[a-z]/i, key)
    for (const [key, text] of Object.entries(english))
      if (!banglaOnPurpose.includes(key)) assert.doesNotMatch(text, /[\u0980-\u09ff]/, key)
  })

  test('use the digits and full stops of their language', () => {
    const typedByPeople = ['error.phone', 'error.date']
    for (const [key, text] of Object.entries(bangla)) {
      if (!typedByPeople.includes(key)) assert.doesNotMatch(withoutSlots(text), /[0-9]/, key)
      assert.doesNotMatch(text, /\.$/, key)
    }
    for (const [key, text] of Object.entries({ ...english, ...bangla }))
      assert.doesNotMatch(text, /^\s|\s$|\s{2}|\{\s|\s\}/, key)
  })

  test('have a singular for every plural', () => {
    const stems = Object.keys(english).flatMap((key) => /^(.+)_(?:one|other)$/.exec(key)?.[1] ?? [])
    for (const stem of stems) {
      assert.ok(english[`${stem}_one`], stem)
      assert.ok(listSlots(english[`${stem}_other`]!).includes('{count}'), stem)
    }
  })

  test('contain the exact texts that the product description requires', () => {
    const { t } = translatorFor('en')
    assert.equal(t('search.dates_required'), 'Please select both Check In and Check Out dates')
    assert.equal(t('error.captcha'), 'Captcha is incorrect. Please try again.')
    assert.equal(t('login.failed'), 'Invalid username or password.')
    assert.equal(t('login.unexpected'), 'An unexpected error occurred.')
    assert.equal(t('form.submitting'), 'Processing...')
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

describe('a translator', () => {
  const [e, b] = [translatorFor('en'), translatorFor('bn')]

  test('writes numbers, amounts and dates in the digits of the language (NUM)', () => {
    for (const value of [0, 7, 999, 1000, -1, 0.5]) {
      const numberTexts = ['en-GB', 'bn-BD'].map((locale) => new Intl.NumberFormat(locale).format(value))
      assert.deepEqual([e.number(value), b.number(value)], numberTexts)
    }
    assert.deepEqual([e.digits('1995'), b.digits('1995')], ['1995', '১৯৯৫'])
    assert.deepEqual(
      [e.t('room.arrive_from', { time: '14:00' }), b.t('room.arrive_from', { time: '14:00' })],
      ['from 14:00, Dhaka time', 'ঢাকার সময় দুপুর ২টা থেকে'],
    )
    assert.deepEqual([e.number(1234567.891), b.number(1234567.891)], ['1,234,567.89', '১২,৩৪,৫৬৭.৮৯'])
    assert.deepEqual([e.money(4500), b.money(4500)], ['BDT\u00a04,500', '৳\u00a0৪,৫০০'])
    assert.deepEqual([e.money(4500.5), b.money(100_000)], ['BDT\u00a04,500.50', '৳\u00a0১,০০,০০০'])
    for (const messages of [e, b])
      for (const style of ['short', 'long', 'weekday', 'month'] as const)
        assert.doesNotMatch(messages.day('2027-12-31', style), messages === b ? /[0-9a-z]/i : /[\u0980-\u09ff]/)
  })

  test('writes dates as 4 January 2027, and as 4 Jan in short', () => {
    const dateTexts = ['short', undefined, 'long', 'weekday', 'month'] as const
    assert.deepEqual(
      dateTexts.map((style) => e.day('2027-01-04', style)),
      ['4 Jan', '4 January 2027', '4 January 2027', 'Monday, 4 January 2027', 'January'],
    )
    assert.deepEqual(
      dateTexts.map((style) => b.day('2027-01-04', style)),
      ['৪ জানুয়ারি', '৪ জানুয়ারি ২০২৭', '৪ জানুয়ারি ২০২৭', 'সোমবার, ৪ জানুয়ারি ২০২৭', 'জানুয়ারি'],
    )
  })

  test('writes Bangla times with the part of the day, and English times in 24 hours', () => {
    const times = {
      '00:00': 'রাত ১২টা',
      '03:59': 'রাত ৩টা ৫৯',
      '05:30': 'ভোর ৫টা ৩০',
      '06:05': 'সকাল ৬টা ০৫',
      '11:59': 'সকাল ১১টা ৫৯',
      '12:00': 'দুপুর ১২টা',
      '14:00': 'দুপুর ২টা',
      '16:30': 'বিকেল ৪টা ৩০',
      '18:00': 'সন্ধ্যা ৬টা',
      '23:15': 'রাত ১১টা ১৫',
    }
    for (const [time, expected] of Object.entries(times)) {
      assert.equal(b.t('room.arrive_from', { time }), `ঢাকার সময় ${expected} থেকে`)
      assert.equal(e.t('room.leave_until', { time }), `by ${time}`)
    }
    assert.deepEqual(
      ['12:00', '10:30'].map((time) => b.t('room.leave_until', { time })),
      ['দুপুর ১২টার মধ্যে', 'সকাল ১০টা ৩০-এর মধ্যে'],
    )
  })

  test('writes a time in the time zone of Dhaka by default', () => {
    const newYear = new Date('2026-12-31T18:30:00Z')
    assert.equal(e.moment(newYear), '1 January 2027, 00:30, Dhaka time')
    assert.equal(b.moment(newYear), '১ জানুয়ারি ২০২৭, ঢাকার সময় রাত ১২টা ৩০')
    const londonTranslator = createTranslator('en', { 'clock.zone': 'Europe/London' })
    assert.deepEqual(londonTranslator.clock(newYear), ['2026-12-31', '18:30'])
  })

  test('chooses between singular and plural', () => {
    assert.deepEqual(
      [1, 2, 0].map((count) => e.count('rooms.nights', count)),
      ['1 night', '2 nights', '0 nights'],
    )
    assert.deepEqual(
      [1, 12].map((count) => b.count('rooms.nights', count)),
      ['১ রাত', '১২ রাত'],
    )
  })

  test('fills placeholders once, and adds no second full stop after a value that ends with one', () => {
    assert.equal(e.t('enquiry.added', { name: 'Meghna Trims Ltd.' }), 'Added: Meghna Trims Ltd.')
    assert.equal(
      e.t('mail.contact_subject', { name: '{subject}', subject: '$& {name}' }),
      'Message from {subject}: $& {name}',
    )
    assert.equal(e.t('mail.contact_subject', { name: 'Rafiq' }), 'Message from Rafiq: {subject}')
    assert.equal(e.t('error.too_long', { max: 1000 }), 'This may have at most 1,000 characters.')
    assert.equal(b.t('error.too_long', { max: 1000 }), 'সর্বোচ্চ ১,০০০টি অক্ষর লেখা যাবে।')
  })

  test('formats values as dates because of their placeholder name, not because they look like dates', () => {
    assert.equal(e.t('error.stay_too_far_ahead', { day: '2028-02-29' }), 'Rooms can be booked until 29 February 2028.')
    assert.equal(
      e.t('mail.cancelled_text', { room: 'Suite', from: '2027-02-28', to: '2027-03-01' }),
      'As you requested, your stay in Suite, 28 February 2027 to 1 March 2027, has been cancelled.',
    )
    assert.equal(e.t('dashboard.view_of', { room: 'Suite', from: 'Sunday' }), 'View Detail: Suite, Sunday')
    for (const name of ['2027-02-28', '2027-99-99']) assert.equal(e.t('mail.greeting', { name }), `Dear ${name},`)
  })

  test('formats a date range without breaking a date', () => {
    const ranges = [
      ['2026-12-01', '2026-12-04'],
      ['2026-11-28', '2026-12-04'],
      ['2026-12-30', '2027-01-02'],
    ] as const
    const toPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '')
    assert.deepEqual(
      ranges.map(([from, to]) => toPlainSpaces(formatDateList(e, from, to))),
      ['1–4 December 2026', '28 November – 4 December 2026', '30 December 2026 – 2 January 2027'],
    )
    assert.deepEqual(
      ranges.map(([from, to]) => toPlainSpaces(formatDateList(b, from, to))),
      ['১–৪ ডিসেম্বর ২০২৬', '২৮ নভেম্বর – ৪ ডিসেম্বর ২০২৬', '৩০ ডিসেম্বর ২০২৬ – ২ জানুয়ারি ২০২৭'],
    )
    for (const [from, to] of ranges)
      assert.equal(formatDateList(e, from, to).replaceAll(/– /g, '').includes(' '), false)
  })

  test('returns the messages that a script mentions, by key or by the stem of a plural', () => {
    const script = ['home.title', 'rooms.nights', 'mail.greeting', 'no.such']
    const mentions = (text: string) => script.includes(text)
    const englishKeys = Object.keys(translatorFor('en').mentioned(mentions))
    assert.deepEqual(englishKeys.sort(), ['home.title', 'rooms.nights_one', 'rooms.nights_other'])
    const banglaMessages = translatorFor('bn').mentioned(mentions)
    assert.equal(banglaMessages['home.title'], bnPages['home.title'])
    assert.deepEqual(Object.keys(banglaMessages).sort(), ['home.title', 'rooms.nights_other'], 'one text for both')
    const pageTranslator = createTranslator('bn', banglaMessages)
    for (const nights of [1, 2])
      assert.equal(pageTranslator.count('rooms.nights', nights), translatorFor('bn').count('rooms.nights', nights))
  })

  test('falls back to English, and then to the key itself', () => {
    const incompleteTranslator = createTranslator('bn', {}, { 'shell.home': 'Home' })
    assert.equal(incompleteTranslator.t('shell.home'), 'Home')
    assert.equal(incompleteTranslator.t('shell.about'), 'shell.about')
  })

  test('loads messages in a browser on demand: first those of the page, then all public and additional bundles', async () => {
    const translator = initTranslator('bn', { 'shell.home': 'শুরু' })
    assert.deepEqual([translator.t('shell.home'), translator.t('shell.about')], ['শুরু', 'shell.about'])
    await loadMessages('bn')
    for (const key of ['shell.home', 'booking.title'] as const) assert.equal(translator.t(key), b.t(key))
    assert.equal((translator as typeof b).t('mail.regards'), 'mail.regards', 'only the server has this message')
    const loadLedger = (text: string) => () => Promise.resolve({ ledger: { 'shell.home': text } })
    initTranslator('bn', {}, {}, { en: loadLedger('Ledger'), bn: loadLedger('খাতা') })
    assert.notEqual(translator.t('shell.home'), 'খাতা')
    await loadMessages('bn')
    assert.equal(translator.t('shell.home'), 'খাতা')
  })
})

/** Returns the messages of each file by name. `emails.ts` has the messages of two bundles: `emails-server` and `emails-office`. */
async function readFiles(language: string): Promise<Map<string, Dictionary>> {
  const files = readdirSync(new URL(language, import.meta.url)).sort()
  const bundlesOfFiles = await Promise.all(
    files.map(async (file) => {
      const exportedDictionaries = Object.entries((await import(`./${language}/${file}`)) as Record<string, Dictionary>)
      const namedDictionaries = exportedDictionaries.map(
        ([name, messages]) => [name.replace(/(?=[A-Z])/, '-').toLowerCase(), messages] as const,
      )
      for (const [name] of namedDictionaries) assert.ok(`${name}.ts` === file || file === 'emails.ts', file)
      return namedDictionaries
    }),
  )
  return new Map(bundlesOfFiles.flat())
}
