import { z } from 'zod'

/** A moment of the day in the house, for example 07:00 with what it brings. */
export const momentShape = z.object({ time: z.string(), text: z.string() })

const MAX_MOMENTS = 6

/** A line of the settings: a time, a space and the text. */
const momentLine = /^((?:[01]\d|2[0-3]):[0-5]\d) +(\S.*)$/

const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** Returns whether every line is a moment. */
export function areMoments(text: string): boolean {
  const lines = splitLines(text)
  return lines.length <= MAX_MOMENTS && lines.every((line) => momentLine.test(line.trim()))
}

/** Reads the moments of a day. Other lines are ignored. */
export const parseMoments = (text = ''): z.infer<typeof momentShape>[] =>
  splitLines(text).flatMap((line) => {
    const [, time, moment] = momentLine.exec(line.trim()) ?? []
    return time && moment ? [{ time, text: moment }] : []
  })
