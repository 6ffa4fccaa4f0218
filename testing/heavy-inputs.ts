import { MAX_URL_LENGTH } from '#platform/http/guard/rejections.ts'
import { createStayFormAhead } from './crash.ts'
import type { TestEngine } from './engines.ts'
import { tier } from './tier.ts'

export const BODY_BYTES = 64 * 1024
/** The maximum URL length minus the space for the path and the other query parameters. */
export const URL_BYTES = MAX_URL_LENGTH - 1_500

/** The repeated parts of heavy texts. */
export const heavyUnits: Record<string, string> = {
  'combining marks': '\u0301\u0323',
  'marks on letters': 'e\u0301\u0323\u0345',
  'half a Hangul': '\u1100\u1161\u11a8',
  'one sign that stands for eighteen': '\ufdfa',
  'signs that stand for numbers': '\u2488\u33e0',
  spaces: ' ',
  'spaces of other kinds': '\u00a0\u3000',
  lines: '\r\n',
  'nothing to be seen': '\u200b\u2060\u00ad',
  'half a pair': '\ud83d',
  'a family': '👩‍👩‍👧‍👦',
  addresses: 'a@',
  'at signs': '@',
  'names with dots': 'a.',
  'names with lines': 'a-',
  dots: '.',
  lettersOnly: 'a',
  capitals: 'İ',
  digits: '1',
  zeros: '0',
  'Bengali digits': '১',
  'digits with spaces': '1 ',
  'digits with a sign': '(0)1',
  disguises: '4$',
  plus: '+',
  'opening brackets': '[',
  parentheses: '(',
  tags: '<a ',
  'tags without an end': '<table',
  'the way up': '../../',
  slashes: '/',
  backslashes: '\\',
  percents: '%',
  'encoded twice': '%252e',
  'not UTF-8': '%ff',
  quotes: `"'`,
  entities: '&#1;',
  equals: '=',
  semicolons: '; ',
  commas: ',',
  underscores: '_a.1.1',
  zero: '\u0000',
}
const [worstKind, ...otherKinds] = Object.keys(heavyUnits) as [string, ...string[]]

/** PostgreSQL and the forms of the office get only these kinds. The gate sends only the worst one. */
export const worstKinds: readonly string[] = [worstKind, 'one sign that stands for eighteen']

/** The kinds that are also sent longer than allowed, because a rule may process them before it checks their length. */
export const kindsReadFirst: readonly string[] = [
  ...worstKinds,
  'spaces',
  'spaces of other kinds',
  'lines',
  'nothing to be seen',
]

/**
 * Returns whether an engine gets all inputs. The work before the first statement is the same on both engines, so
 * outside the gate only SQLite gets them all.
 */
export const getsAllInputs = (engine: TestEngine): boolean => tier === 'gate' || engine.name === 'sqlite'
export const selectKinds = (engine: TestEngine): readonly string[] =>
  tier === 'gate' ? [worstKind] : getsAllInputs(engine) ? [worstKind, ...otherKinds] : worstKinds
/** Returns whether a kind suits a field that takes no text. */
export const fitsEveryField = (kind: string): boolean => kind === worstKind || kind === 'digits'

/** Hashing valid passwords costs time. So password fields get only the kinds that the password rule examines. */
export const passwordKinds = [
  worstKind,
  'one sign that stands for eighteen',
  'signs that stand for numbers',
  'digits',
  'disguises',
  'commas',
]

/** Repeats a unit up to a size. The last character makes a match fail only at the end. */
export function repeatUnit(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor((bytes - 8) / Buffer.byteLength(unit)))) + '!'
}

const nest = (open: string, close: string) =>
  open.repeat(BODY_BYTES / 2 - 500) + (close === '' ? '' : close.repeat((BODY_BYTES / 2 - 500) / open.length))

/** JSON values other than strings. */
export const jsonValues: Record<string, string> = {
  'lists in lists': nest('[', ']'),
  'objects in objects': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  'a list of nothing': `[${'{},'.repeat(20_000)}{}]`,
  'a list of numbers': `[${'0,'.repeat(30_000)}0]`,
  'a list of texts': `[${'"",'.repeat(20_000)}""]`,
  'many keys': `{${Array.from({ length: 5_500 }, (_, index) => `"k${index}":0`).join()}}`,
  'a long key': `{"${'k'.repeat(60_000)}":0}`,
  'a long number': '1'.repeat(60_000),
  'a long fraction': `0.${'1'.repeat(60_000)}`,
  'a number that is none': '1e308',
  'beyond all numbers': '1e999',
  'less than nothing': '-0',
  'fifteen digits': '999999999999999',
  nothing: 'null',
}

/** Complete request bodies. */
export const requestBodies: Record<string, string> = {
  ...jsonValues,
  'keys of the prototype': `{"\\u005f_proto__" ${' '.repeat(60_000)}:1}`,
  'keys that may be of the prototype': `{"a":"${'\\"__proto__\\" '.repeat(4_000)}"}`,
  'keys of the prototype, deep': `${'{"a":'.repeat(9_000)}{"__proto__":1}${'}'.repeat(9_000)}`,
  'no end': '['.repeat(65_000),
  'an open text': `"${'\\'.repeat(65_000)}`,
  escapes: `"${'\\u0301'.repeat(10_000)}"`,
  'only spaces': ' '.repeat(65_000),
}

const createFormPart = (name: string, value = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
export const formBodies: Record<string, string> = {
  'many fields': createFormPart('a').repeat(1_100) + '--b--\r\n',
  'many names': Array.from({ length: 1_000 }, (_, index) => createFormPart(`k${index}`)).join('') + '--b--\r\n',
  'a long name': createFormPart('%22'.repeat(20_000)) + '--b--\r\n',
  marks: createFormPart('name', '\u0301\u0323'.repeat(16_000)) + '--b--\r\n',
  'marks in a name': createFormPart('\u0301\u0323'.repeat(16_000)) + '--b--\r\n',
  digits: createFormPart('adult', '1'.repeat(60_000)) + '--b--\r\n',
  dashes: createFormPart('name', '\r\n--'.repeat(15_000)) + '--b--\r\n',
  'many headers': `--b\r\nContent-Disposition: form-data; name="a"\r\n${'a:b\r\n'.repeat(12_000)}\r\n\r\n--b--\r\n`,
  'a long header': `--b\r\nContent-Disposition:${' '.repeat(60_000)}form-data; name="a"\r\n\r\n\r\n--b--\r\n`,
  files: '--b\r\nContent-Disposition: form-data; name="a"; filename="x"\r\n\r\n\r\n'.repeat(900) + '--b--\r\n',
  'no end': createFormPart('a', 'x'.repeat(60_000)),
  'empty lines': '\r\n'.repeat(32_000),
}

/** Valid values, so that requests reach the code behind the first check. The passwords are rejected before hashing. */
export const validInput = {
  ...createStayFormAhead(30, 1),
  check_in: createStayFormAhead(30, 1).checkin,
  check_out: createStayFormAhead(30, 1).checkout,
  from: createStayFormAhead(30, 1).checkin,
  nights: 7,
  username: 'nobody.yet',
  password: 'short',
  password_confirmation: 'short',
  old_password: 'short',
  new_password: 'short',
  new_password_confirmation: 'short',
  purpose: 'reset-password',
  token: 'x'.repeat(43),
  captcha_token: `x.${'9'.repeat(13)}.y`,
  captcha: 7,
  company: 'Becker & Söhne',
  subject: 'Trims',
  lines: [{ product: 'zipper', quantity: '500 pcs' }],
  post_category_id: 4,
  page: 'home',
  fee: 0,
}

export const toStrings = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

export const fillUrl = (unit: string) => repeatUnit(unit, URL_BYTES / 3)
/**
 * Repeats a unit up to `max` characters. Texts longer than a usual body are also limited in bytes by their endpoint.
 */
export function fillLength(unit: string, max: number): string {
  const unitSize = max > BODY_BYTES ? Buffer.byteLength(JSON.stringify(unit)) - 2 : unit.length
  return unit.repeat(Math.ceil(max / unitSize)).slice(0, max)
}

/** Returns a JSON string that fills a body, with 2,000 bytes left for the other fields. */
export function fillBody(unit: string): string {
  const availableBytes = BODY_BYTES - 2_000
  const unitSize = Buffer.byteLength(JSON.stringify(unit)) - 2
  return JSON.stringify(unit.repeat(Math.floor(availableBytes / unitSize)) + '!')
}

/** Percent-encodes a text. Lone surrogates become the replacement character, because they have no encoding. */
export const encodeForm = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, BODY_BYTES - 1_000)
