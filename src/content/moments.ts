import { z } from 'zod'
import { toLatinDigits } from '#locales/digits.ts'

/** A moment of the day in the house: a time such as 07:00, and what happens then. */
export const momentShape = z.object({ time: z.string(), text: z.string() })

const MAX_MOMENTS = 6

/** Matches the time of a line, in Latin digits. */
const TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/

const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** Reads a line of the settings: a time, a space and the text. */
function parseMoment(line: string): z.infer<typeof momentShape> | null {
  const [, typedTime, text] = /^(\S+) +(\S.*)$/.exec(line.trim()) ?? []
  const time = typedTime && toLatinDigits(typedTime)
  return time && text && TIME_PATTERN.test(time) ? { time, text } : null
}

/** Returns whether every line is a moment, and there are at most `MAX_MOMENTS`. */
export function areMoments(text: string): boolean {
  const lines = splitLines(text)
  return lines.length <= MAX_MOMENTS && lines.every((line) => parseMoment(line) !== null)
}

/** Reads the moments of a day. Other lines are ignored. */
export const parseMoments = (text = ''): z.infer<typeof momentShape>[] =>
  splitLines(text).flatMap((line) => parseMoment(line) ?? [])
