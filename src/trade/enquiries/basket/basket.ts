import { useSyncExternalStore } from 'react'
import { parseDay } from '#platform/day.ts'
import { keep, storage } from '#platform/storage.ts'
import { most, type ChoiceName } from '../limits.ts'

/** One product that a visitor asks about, called as it was where they chose it. All else is as typed so far. */
export interface Line extends Partial<Record<ChoiceName, readonly string[]>> {
  slug: string
  name: string
  quantity: string
  notes: string
  unit?: string
  neededBy?: string
  purposes?: readonly string[]
}

/** What the visitor asks about: kept in this browser, the same in all its tabs. Null until the page runs. */
export const useBasket = () => useSyncExternalStore<readonly Line[] | null>(subscribe, readBasket, () => null)

export function readBasket(): readonly Line[] {
  const text = isShut ? undefined : storage('localStorage')?.getItem(KEY)
  if (text !== undefined && text !== last.text) last = { text, lines: linesIn(text) }
  return last.lines
}

export function keepBasket(lines: readonly Line[]): void {
  const text = JSON.stringify(lines)
  last = { text, lines }
  if (!keep('localStorage', KEY, text)) isShut = true
  dispatchEvent(new Event(KEY))
}

const KEY = 'enquiry'

/** The same list until what is kept changes; and all there is where nothing can be kept. */
let last: { text: string | null; lines: readonly Line[] } = { text: null, lines: [] }
let isShut = false

/** A page that comes back from the browser's own cache was told of nothing meanwhile. */
const events = ['storage', 'pageshow', KEY]

function subscribe(tell: () => void): () => void {
  for (const event of events) addEventListener(event, tell)
  return () => events.forEach((event) => removeEventListener(event, tell))
}

/** Other versions of this code may have written it, or other hands. */
export function linesIn(text: string | null): readonly Line[] {
  try {
    const lines = (JSON.parse(text ?? '[]') as unknown[]).filter(isLine).map(withDay)
    return [...new Map(lines.map((line) => [line.slug, line])).values()].slice(0, most.lines)
  } catch {
    return []
  }
}

/** A field of a day takes no other text. */
const withDay = ({ neededBy = '', ...line }: Line): Line => ({ ...line, ...(parseDay(neededBy) && { neededBy }) })

function isLine(found: unknown): found is Line {
  const line = found as Record<string, unknown> | null
  const isText = (value: unknown) => typeof value === 'string'
  const isList = (value: unknown) => Array.isArray(value) && value.every(isText)
  return (
    ['slug', 'name', 'quantity', 'notes'].every((name) => isText(line?.[name])) &&
    ['unit', 'neededBy'].every((name) => isText(line![name] ?? '')) &&
    ['purposes', 'sizes', 'finishes', 'shades'].every((name) => isList(line![name] ?? []))
  )
}
