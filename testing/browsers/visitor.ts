import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '../test-app.ts'
import { patience } from '../patience.ts'
import { seek, written, type Sought } from './seek.ts'
import type { Make, Tab } from './tab.ts'
import { openWitness } from './witness.ts'

export interface Stay {
  width?: number
  height?: number
  /** Errors that belong to the story: all of them must occur, and no others. */
  troubles?: readonly string[]
}

/** Runs a story as a visitor with the given browser. Fails on errors that the story does not expect. */
export async function visitBy(
  make: Make,
  app: Pick<TestApp, 'url' | 'clock'>,
  story: (visitor: Visitor) => Promise<void>,
  { width = 1280, height = 900, troubles: expected = [] }: Stay = {},
): Promise<void> {
  const witness = await openWitness(app)
  const { troubles } = witness
  try {
    const tab = await make.openTab()
    try {
      await tab.resize(width, height)
      await story(visitorAt(tab, witness.url))
    } catch (error) {
      if (troubles.length > 0) console.error('Before that:', troubles)
      throw error
    } finally {
      await tab.close()
    }
  } finally {
    await witness.close()
  }
  const unexpected = troubles.filter((trouble) => !expected.some((each) => trouble.includes(each)))
  const missing = expected.filter((each) => !troubles.some((trouble) => trouble.includes(each)))
  assert.deepEqual({ unexpected, missing }, { unexpected: [], missing: [] }, `the errors in ${make.name}`)
}

export type Visitor = ReturnType<typeof visitorAt>

/** The actions of a user. Each action waits until it is possible. */
function visitorAt(tab: Tab, home: string) {
  /** Runs a function in the page, with an argument and with `seek` to find elements. */
  const ask = async <Given, Found>(
    look: (given: Given, find: typeof seek) => Found,
    given: Given,
  ): Promise<Awaited<Found>> => {
    const call = `(${look})(${written(given as Sought)}, ${seek})`
    const answer = await tab.evaluate(`(async () => JSON.stringify({ it: await ${call} }))()`)
    return (JSON.parse(answer) as { it: Awaited<Found> }).it
  }

  /** Repeats a function in the page until its result is truthy. During a navigation the page does not respond. */
  const until = async <Given, Found>(
    what: string,
    look: (given: Given, find: typeof seek) => Found,
    given: Given,
  ): Promise<NonNullable<Awaited<Found>>> => {
    let last: unknown
    for (const began = performance.now(); performance.now() - began < LIMIT_MS; await sleep(40)) {
      try {
        last = await ask(look, given)
        if (last) return last as NonNullable<Awaited<Found>>
      } catch (error) {
        last = error
      }
    }
    const where = await ask(() => location.href, null).catch(String)
    throw new Error(`${what} did not happen at ${where.replace(home, '')}: ${String(last)}`)
  }

  const awake = () => until('a hydrated page', isAwake, null)

  const visitor = {
    ask,
    until,
    async open(path: string): Promise<void> {
      await tab.goTo(home + path)
      await awake()
    },
    /** Waits for a navigation to end at a path, and for the page to be hydrated. */
    async arrivesAt(path: string): Promise<void> {
      await until(`to be at ${path}`, (there) => location.pathname + location.search === there, path)
      await awake()
    },
    back: () => tab.back(),
    sees: async (sought: Sought): Promise<void> => void (await until(`to see ${written(sought)}`, count, sought)),
    misses: async (sought: Sought): Promise<void> =>
      void (await until(`to see no ${written(sought)}`, (what, find) => find(what).length === 0, sought)),
    counts: (sought: Sought): Promise<number> => ask(count, sought),
    reads: (sought: Sought): Promise<string> =>
      until(`to read ${written(sought)}`, (what, find) => find(what)[0]?.innerText, sought),
    hasFocus: async (sought: Sought): Promise<void> =>
      void (await until(`the focus on ${written(sought)}`, holdsFocus, sought)),
    valueOf: (field: Sought): Promise<string> => ask(value, field),

    async click(sought: Sought): Promise<void> {
      const [x, y] = await until(`to click ${written(sought)}`, pointOf, sought)
      await tab.click(x, y)
    },
    async fill(field: Sought, text: string): Promise<void> {
      await until(`to fill ${written(field)}`, takeWhole, field)
      await tab.type(text)
      await until(`${text} in ${written(field)}`, holds, { field, text })
    },
    /** Types month, day and year, the order of an American browser. */
    async fillDay(field: Sought, iso: string): Promise<void> {
      await until(`to fill ${written(field)}`, takeWhole, field)
      await visitor.typeDay(iso)
      await until(`${iso} in ${written(field)}`, holds, { field, text: iso })
    },
    typeDay(iso: string): Promise<void> {
      const [year, month, day] = iso.split('-') as [string, string, string]
      return tab.typeDay(month, day, year)
    },
    /** Chooses an option of a select by script, because browsers draw the list natively and it cannot be clicked. */
    choose: (field: Sought, option: string): Promise<unknown> =>
      until(`to choose ${option} in ${written(field)}`, pick, { field, option }),
    async attach(field: Sought, files: readonly string[]): Promise<void> {
      await until(`to attach to ${written(field)}`, mark, { ...field, unseen: true })
      await tab.attach(`[${MARK}]`, files)
    },

    press: (combination: string): Promise<void> => tab.press(combination.split('+')),
    type: (text: string): Promise<void> => tab.type(text),
    async tabTo(sought: Sought): Promise<void> {
      for (let presses = 0; presses < 100; presses++) {
        if (await ask(holdsFocus, sought)) return
        await tab.press(['Tab'])
      }
      assert.fail(`${written(sought)} cannot be reached by Tab`)
    },
    resize: (width: number, height = 900): Promise<void> => tab.resize(width, height),
    picture: (): Promise<Buffer> => tab.picture(),
  }
  return visitor
}

/** Stops a story that hangs. */
const LIMIT_MS = patience(120_000)
const MARK = 'data-marked'

// The following functions run in the page.

/** Whether React has hydrated the page (browser.ts). */
async function isAwake(): Promise<boolean> {
  const lastElement = document.getElementById('announcer')
  if (!lastElement || !Object.keys(lastElement).some((key) => key.startsWith('__react'))) return false
  await new Promise((done) => setTimeout(done))
  return true
}

const count = (sought: Sought, find: typeof seek) => find(sought).length
const holdsFocus = (sought: Sought, find: typeof seek) => find(sought).includes(document.activeElement as HTMLElement)
const value = (sought: Sought, find: typeof seek) => (find(sought)[0] as HTMLInputElement).value
const holds = ({ field, text }: { field: Sought; text: string }, find: typeof seek) =>
  (find(field)[0] as HTMLInputElement).value === text
const mark = (sought: Sought, find: typeof seek) => {
  for (const each of document.querySelectorAll('[data-marked]')) each.removeAttribute('data-marked')
  find(sought)[0]?.setAttribute('data-marked', '')
  return find(sought).length
}

/** Returns the middle of the only matching element, once the element has stopped moving and nothing covers it. */
async function pointOf(sought: Sought, find: typeof seek): Promise<[number, number] | undefined> {
  const [element, ...others] = find(sought)
  if (!element) return undefined
  if (others.length > 0) throw new Error(`${others.length + 1} elements match`)
  if (element.matches(':disabled')) return undefined
  const middle = () => {
    const { x, y, width, height } = element.getClientRects()[0]!
    return [Math.round(x + width / 2), Math.round(y + height / 2)] as [number, number]
  }
  const [, before] = middle()
  if (before < 80 || before > innerHeight - 80) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const first = middle()
  await new Promise((later) => setTimeout(later, 40))
  const point = middle()
  const hit = document.elementFromPoint(...point)
  const isFree = hit && (element.contains(hit) || hit.closest('label')?.control === element)
  return isFree && String(first) === String(point) ? point : undefined
}

/** Focuses the field and selects its content, so that typing replaces the content. */
function takeWhole(sought: Sought, find: typeof seek): boolean {
  const [field, ...others] = find(sought) as HTMLInputElement[]
  if (!field || others.length > 0 || field.matches(':disabled')) return false
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  field.focus()
  if (field.type !== 'date') field.select()
  return document.activeElement === field
}

function pick({ field, option }: { field: Sought; option: string }, find: typeof seek): boolean {
  const select = find(field)[0] as HTMLSelectElement | undefined
  const chosen = [...(select?.options ?? [])].find(({ label }) => label === option)
  if (!select || !chosen) return false
  select.focus()
  select.value = chosen.value
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}
