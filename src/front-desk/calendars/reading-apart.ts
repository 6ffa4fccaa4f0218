import { sandboxed } from '#platform/sandbox/sandbox.ts'
import type { HowToRead, ReadCalendar } from './reading.ts'

const read = sandboxed<{ text: string; how: HowToRead }, ReadCalendar>('calendar', { cpuMs: 10_000, megabytes: 192 })

/** Reads a calendar in a parser process: the library that expands recurrence rules does not come back from some of them. */
export const readApart = (text: string, how: HowToRead): Promise<ReadCalendar> => read({ text, how })
