import { createSandbox } from '#platform/sandbox/sandbox.ts'
import type { ReadOptions, ReadCalendar } from './reading.ts'

const calendarSandbox = createSandbox<{ text: string; options: ReadOptions }, ReadCalendar>('calendar', {
  cpuMs: 10_000,
  megabytes: 192,
})

/**
 * Reads a calendar in a sandboxed parser process, because the ical.js library never returns for some recurrence rules.
 */
export const readInSandbox = (text: string, options: ReadOptions): Promise<ReadCalendar> =>
  calendarSandbox({ text, options })
