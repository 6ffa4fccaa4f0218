import { z } from 'zod'
import type { MessageKey } from '#locales/translator.ts'
import { parseDay } from '../day.ts'
import { slugPattern } from '../slug.ts'
import { looksLikeEmail } from './contact-details.ts'
import { toE164 } from './phone.ts'

/*
 * The kinds of form fields. Text is trimmed and Unicode-normalized. A number sent as text is rejected, except in
 * multipart and query strings, which only have text. The length is checked first: a text that is too long gets no other
 * error and is not processed further.
 */

const controlPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const messageKey = (key: MessageKey) => key

/**
 * More marks on one letter than any script needs (Unicode's Stream-Safe Text Format). Sorting n marks takes n² steps.
 */
const tooManyMarksPattern = /\p{M}{31}/u
/** Normalization composes at most this many characters into one. */
const MAX_COMPOSED_CHARACTERS = 4

const text = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((input) =>
      input.length > max * MAX_COMPOSED_CHARACTERS || tooManyMarksPattern.test(input) ? input : input.normalize('NFC'),
    )
    .max(max, { abort: true })
    .refine((input) => !controlPattern.test(input) && !tooManyMarksPattern.test(input), {
      error: messageKey('error.unsafe_text'),
      abort: true,
    })

/** One line: a name, a subject. */
export const line = (max: number) =>
  text(max).refine((input) => !/[\r\n\t]/.test(input), { error: messageKey('error.unsafe_text'), abort: true })
export const requiredLine = (max: number) => line(max).min(1)

/** The last part of a URL path. */
export const slugLine = (max = 80) => requiredLine(max).regex(slugPattern, messageKey('error.slug'))

/** Several lines: a message. */
export const paragraphs = text

export const email = () => requiredLine(254).refine(looksLikeEmail, messageKey('error.email'))

const isPhone = (input: string) => toE164(input) !== null

/** A phone number, stored as E.164. */
export const phone = () =>
  requiredLine(30)
    .overwrite((input) => toE164(input) ?? input)
    .refine(isPhone, messageKey('error.phone'))

/** A phone number that the site shows as it was typed. */
export const publicPhone = () => requiredLine(30).refine(isPhone, messageKey('error.phone'))

/** An existing calendar day, YYYY-MM-DD. */
export const day = () =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, { error: messageKey('error.date'), abort: true })
    .refine((iso) => parseDay(iso) !== undefined, messageKey('error.date'))

export const count = (min: number, max: number) => z.int().min(min).max(max)

/** An additional field that existing clients send. The server accepts and ignores it. */
export const ignored = () => z.unknown().optional()
