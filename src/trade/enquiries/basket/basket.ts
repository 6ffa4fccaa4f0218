import { saveToStorage, getStorage } from '#platform/storage.ts'
import { choiceNames, type ChoiceName } from '../limits.ts'
import { MAX_LINES } from './max-lines.ts'

/** One product of the enquiry, with its name as shown when it was added. All other fields hold the typed text. */
export interface Line extends Partial<Record<ChoiceName, readonly string[]>> {
  slug: string
  name: string
  quantity: string
  notes: string
  unit?: string
  neededBy?: string
  pantone?: string
  purposes?: readonly string[]
}

/** Returns the enquiry basket of this browser, which all tabs share. */
export function readBasket(): readonly Line[] {
  const text = isStorageBlocked ? undefined : getStorage('localStorage')?.getItem(STORAGE_KEY)
  if (text !== undefined && text !== cachedBasket.text) cachedBasket = { text, lines: parseLines(text) }
  return cachedBasket.lines
}

export function saveBasket(lines: readonly Line[]): void {
  const text = JSON.stringify(lines)
  cachedBasket = { text, lines }
  if (!saveToStorage('localStorage', STORAGE_KEY, text)) isStorageBlocked = true
  dispatchEvent(new Event(STORAGE_KEY))
}

const STORAGE_KEY = 'enquiry'

/** Caches the parsed basket until the stored text changes. It is the only copy if the browser blocks storage. */
let cachedBasket: { text: string | null; lines: readonly Line[] } = { text: null, lines: [] }
let isStorageBlocked = false

/** Includes `pageshow`, because a page restored from the back/forward cache has missed all storage events. */
const eventNames = ['storage', 'pageshow', STORAGE_KEY]

/** Calls the listener when the basket changes. Returns a function that stops this. */
export function subscribeToBasket(notify: () => void): () => void {
  for (const event of eventNames) addEventListener(event, notify)
  return () => eventNames.forEach((event) => removeEventListener(event, notify))
}

/** Parses the stored basket. Another version of this code or the user may have written it. */
export function parseLines(text: string | null): readonly Line[] {
  try {
    const lines = (JSON.parse(text ?? '[]') as unknown[]).filter(isLine)
    return [...new Map(lines.map((line) => [line.slug, line])).values()].slice(0, MAX_LINES)
  } catch {
    return []
  }
}

/** Checks that the required fields exist, and that every value is a text, or a list of texts for the chosen options. */
function isLine(candidate: unknown): candidate is Line {
  const line = Object(candidate) as Record<string, unknown>
  const isText = (value: unknown) => typeof value === 'string'
  return (
    ['slug', 'name', 'quantity', 'notes'].every((name) => name in line) &&
    Object.entries(line).every(([name, value]) =>
      ['purposes', ...choiceNames].includes(name) ? Array.isArray(value) && value.every(isText) : isText(value),
    )
  )
}
