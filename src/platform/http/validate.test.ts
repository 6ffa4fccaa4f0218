import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { translatorFor } from '#locales/both.ts'
import { formatMessageRef } from '#locales/translator.ts'
import { UserError, type FieldMessages } from '../errors.ts'
import { count, day, email, ignored, line, phone, requiredLine } from './fields.ts'
import { parseText, parseValidFields, parseInput } from './validate.ts'

const schema = z.object({
  name: requiredLine(10),
  email: email().optional(),
  phone: phone().or(z.literal('')).optional(),
  day: day().optional(),
  guests: count(1, 18),
  beds: count(0, 4).optional(),
  note: line(5).optional(),
  kind: z.enum(['a', 'b']).optional(),
  extra: ignored(),
})
const validInput = { name: 'Anna', guests: 2 }
const listSchema = z.object({
  name: line(10),
  ids: z.array(count(1, 9)).max(3).optional().describe('x'),
  lines: z
    .array(z.object({ slug: line(5) }))
    .min(1)
    .max(2),
})

function findErrors(raw: unknown, shape: z.ZodObject = schema): FieldMessages {
  try {
    parseInput(shape, raw)
  } catch (error) {
    assert.ok(error instanceof UserError)
    assert.equal(error.status, 422)
    return error.fields!
  }
  return assert.fail('the input was accepted')
}

describe('parseInput and parseValidFields (API-22)', () => {
  test('return the fields of the schema and drop the others', () => {
    assert.deepEqual(parseInput(schema, { ...validInput, role: 'owner', id: 1 }), validInput)
    assert.deepEqual(
      Object.keys(parseInput(schema, JSON.parse('{"name":"A","guests":1,"__proto__":{"role":"owner"}}'))),
      ['name', 'guests'],
    )
  })

  test('report every invalid field together', () => {
    assert.deepEqual(Object.keys(findErrors({ email: 'x', guests: 0 })).sort(), ['email', 'guests', 'name'])
    assert.deepEqual(Object.keys(findErrors(undefined)).sort(), ['guests', 'name'])
    assert.deepEqual(Object.keys(findErrors(null)).sort(), ['guests', 'name'])
  })

  test('report a helpful message for each field', () => {
    const invalidCases: [object, string, string, object?][] = [
      [{ name: undefined }, 'name', 'error.required'],
      [{ name: null }, 'name', 'error.required'],
      [{ name: '' }, 'name', 'error.required'],
      [{ name: '  ' }, 'name', 'error.required'],
      [{ name: 7 }, 'name', 'error.not_text'],
      [{ name: ['Anna'] }, 'name', 'error.not_text'],
      [{ name: 'x'.repeat(11) }, 'name', 'error.too_long', { max: 10 }],
      [{ name: 'a\u0000' }, 'name', 'error.unsafe_text'],
      [{ email: 'anna' }, 'email', 'error.email'],
      [{ phone: 'call me' }, 'phone', 'error.phone'],
      [{ day: '2027-02-30' }, 'day', 'error.date'],
      [{ day: 20_877 }, 'day', 'error.not_text'],
      [{ guests: undefined }, 'guests', 'error.required'],
      [{ guests: '2' }, 'guests', 'error.not_number'],
      [{ guests: 1.5 }, 'guests', 'error.not_whole'],
      [{ guests: NaN }, 'guests', 'error.not_number'],
      [{ guests: 0 }, 'guests', 'error.too_small', { min: 1 }],
      [{ guests: 19 }, 'guests', 'error.too_big', { max: 18 }],
      [{ kind: 'c' }, 'kind', 'error.choice'],
    ]
    for (const [invalidInput, field, key, values] of invalidCases) {
      const message = findErrors({ ...validInput, ...invalidInput })[field]?.[0]
      assert.deepEqual(message, values ? { key, values } : { key }, JSON.stringify(invalidInput))
      assert.notEqual(formatMessageRef(translatorFor('en'), message!), undefined)
    }
  })

  test('report for an empty field only that it is required', () => {
    assert.deepEqual(findErrors({ ...validInput, email: '' }), { email: [{ key: 'error.required' }] })
  })

  test('parseValidFields returns the valid fields if others are invalid', () => {
    assert.deepEqual(parseValidFields(schema, { name: ' Anna ', email: 'anna', guests: 0, beds: 2, role: 'owner' }), {
      name: 'Anna',
      beds: 2,
    })
    for (const rawInput of [[], 'text', 7, null, undefined]) assert.deepEqual(parseValidFields(schema, rawInput), {})
  })

  test('report an input that is not an object as an error of the form', () => {
    for (const rawInput of [[], 'text', 7, true]) assert.deepEqual(Object.keys(findErrors(rawInput)), ['form'])
  })

  test('report a list that is too long, but not each of its entries', () => {
    const longList = Array.from({ length: 30_000 }, () => 0)
    const fieldErrors = findErrors({ name: 'Anna', ids: longList, lines: longList }, listSchema)
    assert.deepEqual(Object.keys(fieldErrors).sort(), ['ids', 'lines'])
    assert.deepEqual(fieldErrors['ids'], [{ key: 'error.too_many_entries', values: { max: 3 } }])
    assert.deepEqual(fieldErrors['lines'], [{ key: 'error.too_many_entries', values: { max: 2 } }])
    assert.deepEqual(parseValidFields(listSchema, { name: 'Anna', ids: longList, lines: longList }), { name: 'Anna' })
    const validLists = { name: 'Anna', ids: [1, 2, 3], lines: [{ slug: 'a' }, { slug: 'b' }] }
    assert.deepEqual(
      [parseInput(listSchema, validLists), parseValidFields(listSchema, validLists)],
      [validLists, validLists],
    )
  })

  test('handle deeply nested input', () => {
    let deepValue: unknown = 'x'
    for (let depth = 0; depth < 30_000; depth++) deepValue = [deepValue]
    assert.deepEqual(findErrors({ ...validInput, name: deepValue }), { name: [{ key: 'error.not_text' }] })
    assert.deepEqual(parseInput(schema, { ...validInput, unknown: deepValue }), validInput)
  })
})

describe('parseText, for query strings and multipart (API-22)', () => {
  test('reads a number field as a number if it is written as one', () => {
    const parsedInput = parseText(schema, { name: '12', guests: '2', beds: '-1', note: '5' })
    assert.deepEqual(parsedInput, { name: '12', guests: 2, beds: -1, note: '5' })
  })

  test('returns other texts unchanged, so that validation rejects them', () => {
    for (const guests of [
      '',
      ' 2',
      '2 ',
      '+2',
      '0x2',
      '1e1',
      '2.0',
      '২',
      'NaN',
      'null',
      'true',
      '9'.repeat(16),
      ['1', '2'],
    ]) {
      const parsedInput = parseText(schema, { ...validInput, guests })
      assert.deepEqual(parsedInput, { ...validInput, guests })
      assert.deepEqual(Object.keys(findErrors(parsedInput)), ['guests'])
    }
  })

  test('returns input that is not an object unchanged', () => {
    for (const rawInput of [null, undefined, 'x', 7]) assert.equal(parseText(schema, rawInput), rawInput)
  })

  test('treats names from the prototype like any other name', () => {
    assert.deepEqual(
      parseInput(
        schema,
        parseText(
          schema,
          Object.assign(Object.create(null), { ...validInput, guests: '2', constructor: '1', toString: '2' }),
        ),
      ),
      validInput,
    )
  })
})
