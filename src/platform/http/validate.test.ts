import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { translatorFor } from '#locales/both.ts'
import { say } from '#locales/translator.ts'
import { UserError, type FieldMessages } from '../errors.ts'
import { count, day, email, ignored, line, phone, requiredLine } from './fields.ts'
import { fromText, validFields, parseInput } from './validate.ts'

const shape = z.object({
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
const fine = { name: 'Anna', guests: 2 }
const lists = z.object({
  name: line(10),
  ids: z.array(count(1, 9)).max(3).optional().describe('x'),
  lines: z
    .array(z.object({ slug: line(5) }))
    .min(1)
    .max(2),
})

function errorsOf(raw: unknown, of: z.ZodObject = shape): FieldMessages {
  try {
    parseInput(of, raw)
  } catch (error) {
    assert.ok(error instanceof UserError)
    assert.equal(error.status, 422)
    return error.fields!
  }
  return assert.fail('the input was accepted')
}

describe('parseInput and validFields (API-22)', () => {
  test('return the fields of the schema and drop the others', () => {
    assert.deepEqual(parseInput(shape, { ...fine, role: 'owner', id: 1 }), fine)
    assert.deepEqual(
      Object.keys(parseInput(shape, JSON.parse('{"name":"A","guests":1,"__proto__":{"role":"owner"}}'))),
      ['name', 'guests'],
    )
  })

  test('report every invalid field at once', () => {
    assert.deepEqual(Object.keys(errorsOf({ email: 'x', guests: 0 })).sort(), ['email', 'guests', 'name'])
    assert.deepEqual(Object.keys(errorsOf(undefined)).sort(), ['guests', 'name'])
    assert.deepEqual(Object.keys(errorsOf(null)).sort(), ['guests', 'name'])
  })

  test('report a helpful message for each field', () => {
    const table: [object, string, string, object?][] = [
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
      [{ guests: 1.5 }, 'guests', 'error.not_number'],
      [{ guests: NaN }, 'guests', 'error.not_number'],
      [{ guests: 0 }, 'guests', 'error.too_small', { min: 1 }],
      [{ guests: 19 }, 'guests', 'error.too_big', { max: 18 }],
      [{ kind: 'c' }, 'kind', 'error.choice'],
    ]
    for (const [wrong, field, key, values] of table) {
      const message = errorsOf({ ...fine, ...wrong })[field]?.[0]
      assert.deepEqual(message, values ? { key, values } : { key }, JSON.stringify(wrong))
      assert.notEqual(say(translatorFor('en'), message!), undefined)
    }
  })

  test('report for an empty field only that it is required', () => {
    assert.deepEqual(errorsOf({ ...fine, email: '' }), { email: [{ key: 'error.required' }] })
  })

  test('return the valid fields if others are invalid', () => {
    assert.deepEqual(validFields(shape, { name: ' Anna ', email: 'anna', guests: 0, beds: 2, role: 'owner' }), {
      name: 'Anna',
      beds: 2,
    })
    for (const raw of [[], 'text', 7, null, undefined]) assert.deepEqual(validFields(shape, raw), {})
  })

  test('report an input that is not an object as an error of the form', () => {
    for (const raw of [[], 'text', 7, true]) assert.deepEqual(Object.keys(errorsOf(raw)), ['form'])
  })

  test('report a list that is too long, but not each of its entries', () => {
    const many = Array.from({ length: 30_000 }, () => 0)
    const fieldErrors = errorsOf({ name: 'Anna', ids: many, lines: many }, lists)
    assert.deepEqual(Object.keys(fieldErrors).sort(), ['ids', 'lines'])
    assert.deepEqual(fieldErrors['ids'], [{ key: 'error.too_many_entries', values: { max: 3 } }])
    assert.deepEqual(fieldErrors['lines'], [{ key: 'error.too_many_entries', values: { max: 2 } }])
    assert.deepEqual(validFields(lists, { name: 'Anna', ids: many, lines: many }), { name: 'Anna' })
    const right = { name: 'Anna', ids: [1, 2, 3], lines: [{ slug: 'a' }, { slug: 'b' }] }
    assert.deepEqual([parseInput(lists, right), validFields(lists, right)], [right, right])
  })

  test('handle deeply nested input', () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 30_000; depth++) deep = [deep]
    assert.deepEqual(errorsOf({ ...fine, name: deep }), { name: [{ key: 'error.not_text' }] })
    assert.deepEqual(parseInput(shape, { ...fine, unknown: deep }), fine)
  })
})

describe('fromText, for query strings and multipart (API-22)', () => {
  test('reads a number field as a number if it is written as one', () => {
    const read = fromText(shape, { name: '12', guests: '2', beds: '-1', note: '5' })
    assert.deepEqual(read, { name: '12', guests: 2, beds: -1, note: '5' })
  })

  test('leaves other texts unchanged, so that they are rejected', () => {
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
      const read = fromText(shape, { ...fine, guests })
      assert.deepEqual(read, { ...fine, guests })
      assert.deepEqual(Object.keys(errorsOf(read)), ['guests'])
    }
  })

  test('leaves input unchanged that is not an object', () => {
    for (const raw of [null, undefined, 'x', 7]) assert.equal(fromText(shape, raw), raw)
  })

  test('treats names from the prototype like any other name', () => {
    assert.deepEqual(
      parseInput(
        shape,
        fromText(shape, Object.assign(Object.create(null), { ...fine, guests: '2', constructor: '1', toString: '2' })),
      ),
      fine,
    )
  })
})
