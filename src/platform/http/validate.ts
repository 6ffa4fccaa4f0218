import type { z } from 'zod'
import { enPages } from '#locales/en-pages.ts'
import { enServer } from '#locales/en-server.ts'
import type { MessageRef, MessageKey } from '#locales/translator.ts'
import { invalidFields, type FieldMessages } from '../errors.ts'

/** Validates the input by its schema. Throws a 422 that names every invalid field. Unknown fields are dropped. */
export function parseInput<Shape extends z.ZodObject>(shape: Shape, raw: unknown): z.output<Shape> {
  const result = shape.safeParse(raw ?? {}, { reportInput: true })
  if (result.success) return result.data
  const fieldErrors: FieldMessages = {}
  for (const issue of result.error.issues) (fieldErrors[issue.path.join('.') || 'form'] ??= []).push(getMessage(issue))
  for (const [name, [firstMessage]] of Object.entries(fieldErrors))
    if (firstMessage!.key === 'error.required') fieldErrors[name] = [firstMessage!]
  throw invalidFields(fieldErrors)
}

/** Returns the valid fields of an input that is invalid as a whole. */
export function parseValidFields<Shape extends z.ZodObject>(shape: Shape, raw: unknown): Partial<z.output<Shape>> {
  const rawFields = Object(raw) as object
  const presentFields = Object.entries(shape.shape).filter(([name]) => Object.hasOwn(rawFields, name))
  const results = presentFields.map(
    ([name, field]) => [name, (field as z.ZodType).safeParse(rawFields[name as never])] as const,
  )
  return Object.fromEntries(results.flatMap(([name, { success, data }]) => (success ? [[name, data]] : []))) as Partial<
    z.output<Shape>
  >
}

/**
 * Converts query strings and multipart forms, which only contain text. A number field is read as a plain decimal, and a
 * list field as JSON. A text that is not a valid number or list stays unchanged, and fails validation as a wrong type.
 */
export function parseText(shape: z.ZodObject, raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw
  const presentFields = Object.entries(shape.shape).filter(([name]) => Object.hasOwn(raw, name))
  return Object.fromEntries(
    presentFields.map(([name, field]) => {
      const value: unknown = raw[name as never]
      if (typeof value !== 'string') return [name, value]
      const { type } = unwrap(field as z.ZodType).def
      if (type === 'array') return [name, parseList(value)]
      return [name, type === 'number' && /^-?\d{1,15}$/.test(value) ? Number(value) : value]
    }),
  )
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function unwrap(field: z.ZodType): z.ZodType {
  const { innerType, in: inputType } = field.def as { innerType?: z.ZodType; in?: z.ZodType }
  const innerField = innerType ?? inputType
  return innerField ? unwrap(innerField) : field
}

/** The rules of our own fields use these keys as messages. `getMessage` maps the other issues of Zod to a key. */
const messages = { ...enPages, ...enServer }

function getMessage(issue: z.core.$ZodIssue): MessageRef {
  if (issue.message in messages) return { key: issue.message as MessageKey }
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return { key: 'error.required' }
      return {
        key:
          issue.expected === 'string'
            ? 'error.not_text'
            : issue.expected === 'int'
              ? 'error.not_whole'
              : issue.expected === 'number'
                ? 'error.not_number'
                : 'error.choice',
      }
    case 'too_small':
      if (issue.origin !== 'string') return { key: 'error.too_small', values: { min: Number(issue.minimum) } }
      return issue.input === ''
        ? { key: 'error.required' }
        : { key: 'error.too_short', values: { min: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'array') return { key: 'error.too_many_entries', values: { max: Number(issue.maximum) } }
      return {
        key: issue.origin === 'string' ? 'error.too_long' : 'error.too_big',
        values: { max: Number(issue.maximum) },
      }
    default:
      return { key: 'error.choice' }
  }
}
