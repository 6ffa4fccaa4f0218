import { languages, type Language } from '../src/urls.ts'
import { engines, type TestEngine } from './engines.ts'

interface Pair {
  engine: TestEngine
  language: Language
  /** Of a phone in Bangla, whose words are longer; of a wide screen in English. Each page is judged at both for itself (every-office-page). */
  width: number
}

const [sqlite, postgres] = engines as [TestEngine, TestEngine]
const [en, bn] = languages
const pairs = (...made: [TestEngine, Language][]): Pair[] =>
  made.map(([engine, language]) => ({ engine, language, width: language === 'bn' ? 390 : 1440 }))

const straight = pairs([sqlite, en], [postgres, bn])
const crossed = pairs([sqlite, bn], [postgres, en])
const onSqlite = pairs([sqlite, en], [sqlite, bn])
const onPostgres = pairs([postgres, en], [postgres, bn])

/**
 * On which engine, in which language journeys are made. Four pairs for each would tell little that two do not; so a journey
 * has two, and another one of its kind the two that it leaves out. Where one house does for both languages, it has one
 * engine; where it is made with several browsers, one pair. What moves is there on the whole way by mouse: the others ask for less motion (browser.ts).
 */
export const kinds = {
  'an account': { 'account-letters': straight, 'account-profile': crossed },
  'an account, from outside': { account: onSqlite, 'account-safety': onPostgres },
  'booking a stay': {
    'guest-booking': straight,
    'member-booking': crossed,
    'party-booking': straight,
    paying: crossed,
  },
  'what was booked': { history: straight, 'stay-link': crossed, 'other-dates': straight },
  'the whole way': { 'by mouse': straight, 'by keyboard': crossed, drafts: straight },
  'finding a room': { calendar: onSqlite, search: onSqlite, room: onPostgres },
  'writing to the company': { enquiry: onSqlite, contact: onPostgres },
  'the office': {
    office: straight,
    'office-inbox': crossed,
    'office-door': straight,
    'office-team': crossed,
    'office-bookings': straight,
    'office-rooms': straight,
    'office-pictures': straight,
    'office-settings': straight,
    'office-website': crossed,
    'office-menus': crossed,
    'office-chart': straight,
    'office-chart-hands': crossed,
    'office-chart-sheet': crossed,
    'office-chart-ways': straight,
    'office-group': crossed,
    'office-day': crossed,
    'office-sheet': straight,
    'office-stay': straight,
    'office-new-booking': crossed,
    'office-till': crossed,
    invoices: straight,
    'office-quotation': straight,
    'office-quotation-ends': crossed,
    'office-rates': straight,
    'office-policies': crossed,
    'office-posts': straight,
    'office-figures': straight,
    'office-figures-parts': crossed,
    'office-visits': crossed,
    'office-housekeeping': crossed,
    'office-register': straight,
    'office-calendars': crossed,
    'office-webhooks': straight,
    'office-large-chart': crossed,
  },
  'what leaves the house': { letters: straight, 'office-letters': crossed },
  'another way in': { keyboard: onSqlite, 'without-scripts': onPostgres },
  'every make of browser': {
    'browsers/finding': pairs([sqlite, en]),
    'browsers/booking': pairs([postgres, bn]),
    'browsers/writing': pairs([sqlite, bn]),
    'browsers/keys': pairs([postgres, en]),
  },
} satisfies Record<string, Record<string, Pair[]>>

type Kinds = typeof kinds
type Journey = { [Kind in keyof Kinds]: keyof Kinds[Kind] }[keyof Kinds]

export const pairsOf = (journey: Journey): Pair[] =>
  Object.values<Record<string, Pair[]>>(kinds).find((kind) => journey in kind)![journey]!

export const engineOf = (journey: Journey): TestEngine => pairsOf(journey)[0]!.engine
