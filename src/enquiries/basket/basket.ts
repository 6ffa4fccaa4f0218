import { useSyncExternalStore } from 'react'
import { keep, storage } from '../../platform/storage.ts'
import { most } from '../limits.ts'

/** One product that a visitor asks about, called as it was where they chose it. */
export interface Line {
  slug: string
  name: string
  quantity: string
  notes: string
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
    const lines = (JSON.parse(text ?? '[]') as unknown[]).filter(isLine)
    return [...new Map(lines.map((line) => [line.slug, line])).values()].slice(0, most.lines)
  } catch {
    return []
  }
}

function isLine(found: unknown): found is Line {
  const line = found as Record<string, unknown> | null
  return ['slug', 'name', 'quantity', 'notes'].every((name) => typeof line?.[name] === 'string')
}
