import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '../test-app.ts'
import { scaleTimeout } from '../patience.ts'
import { findElements, serializeQuery, type ElementQuery } from './find-elements.ts'
import type { TestBrowser, Tab } from './tab.ts'
import { openErrorProxy } from './error-proxy.ts'

export interface VisitSettings {
  width?: number
  height?: number
  /** Errors that belong to the story: all of them must occur, and no others. */
  expectedErrors?: readonly string[]
}

/** Runs a story as a visitor with the given browser. Fails on errors that the story does not expect. */
export async function runVisit(
  testBrowser: TestBrowser,
  app: Pick<TestApp, 'url' | 'clock'>,
  scenario: (visitor: Visitor) => Promise<void>,
  { width = 1280, height = 900, expectedErrors: expected = [] }: VisitSettings = {},
): Promise<void> {
  const proxy = await openErrorProxy(app)
  const { browserErrors } = proxy
  try {
    const tab = await testBrowser.openTab()
    try {
      await tab.resize(width, height)
      await scenario(createVisitor(tab, proxy.url))
    } catch (error) {
      if (browserErrors.length > 0) console.error('Before that:', browserErrors)
      throw error
    } finally {
      await tab.close()
    }
  } finally {
    await proxy.close()
  }
  const unexpectedErrors = browserErrors.filter((browserError) => !expected.some((each) => browserError.includes(each)))
  const missingErrors = expected.filter((each) => !browserErrors.some((browserError) => browserError.includes(each)))
  assert.deepEqual(
    { unexpected: unexpectedErrors, missing: missingErrors },
    { unexpected: [], missing: [] },
    `the errors in ${testBrowser.name}`,
  )
}

export type Visitor = ReturnType<typeof createVisitor>

/** Creates the actions of a user. Each action waits until it is possible. */
function createVisitor(tab: Tab, siteUrl: string) {
  /** Runs a function in the page, with an argument and with `findElements`. */
  const runInPage = async <Argument, Result>(
    pageFunction: (argument: Argument, find: typeof findElements) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>> => {
    const call = `(${pageFunction})(${serializeQuery(argument as ElementQuery)}, ${findElements})`
    const json = await tab.evaluate(`(async () => JSON.stringify({ it: await ${call} }))()`)
    return (JSON.parse(json) as { it: Awaited<Result> }).it
  }

  /** Repeats a function in the page until its result is truthy. During a navigation the page does not respond. */
  const waitUntil = async <Argument, Result>(
    description: string,
    pageFunction: (argument: Argument, find: typeof findElements) => Result,
    argument: Argument,
  ): Promise<NonNullable<Awaited<Result>>> => {
    let lastResult: unknown
    for (const startedAt = performance.now(); performance.now() - startedAt < LIMIT_MS; await sleep(40)) {
      try {
        lastResult = await runInPage(pageFunction, argument)
        if (lastResult) return lastResult as NonNullable<Awaited<Result>>
      } catch (error) {
        lastResult = error
      }
    }
    const currentUrl = await runInPage(() => location.href, null).catch(String)
    throw new Error(`${description} did not happen at ${currentUrl.replace(siteUrl, '')}: ${String(lastResult)}`)
  }

  const waitUntilHydrated = () => waitUntil('a hydrated page', isHydrated, null)

  const visitor = {
    evaluate: runInPage,
    waitUntil,
    async open(path: string): Promise<void> {
      await tab.goTo(siteUrl + path)
      await waitUntilHydrated()
    },
    /** Waits for a navigation to end at a path, and for the page to be hydrated. */
    async arrivesAt(path: string): Promise<void> {
      await waitUntil(`to be at ${path}`, (expectedPath) => location.pathname + location.search === expectedPath, path)
      await waitUntilHydrated()
    },
    back: () => tab.back(),
    sees: async (query: ElementQuery): Promise<void> =>
      void (await waitUntil(`to see ${serializeQuery(query)}`, countElements, query)),
    misses: async (query: ElementQuery): Promise<void> =>
      void (await waitUntil(`to see no ${serializeQuery(query)}`, (target, find) => find(target).length === 0, query)),
    count: (query: ElementQuery): Promise<number> => runInPage(countElements, query),
    readText: (query: ElementQuery): Promise<string> =>
      waitUntil(`to read ${serializeQuery(query)}`, (target, find) => find(target)[0]?.innerText, query),
    hasFocus: async (query: ElementQuery): Promise<void> =>
      void (await waitUntil(`the focus on ${serializeQuery(query)}`, holdsFocus, query)),
    readFieldValue: (field: ElementQuery): Promise<string> => runInPage(readValue, field),

    async click(query: ElementQuery): Promise<void> {
      const [x, y] = await waitUntil(`to click ${serializeQuery(query)}`, findClickPoint, query)
      await tab.click(x, y)
    },
    async fill(field: ElementQuery, text: string): Promise<void> {
      await waitUntil(`to fill ${serializeQuery(field)}`, focusAndSelect, field)
      await tab.type(text)
      await waitUntil(`${text} in ${serializeQuery(field)}`, hasValue, { field, text })
    },
    /** Types month, day and year, the date order of the en-US locale. */
    async fillDay(field: ElementQuery, iso: string): Promise<void> {
      await waitUntil(`to fill ${serializeQuery(field)}`, focusAndSelect, field)
      await visitor.typeDay(iso)
      await waitUntil(`${iso} in ${serializeQuery(field)}`, hasValue, { field, text: iso })
    },
    typeDay(iso: string): Promise<void> {
      const [year, month, day] = iso.split('-') as [string, string, string]
      return tab.typeDay(month, day, year)
    },
    /** Chooses an option of a select by script, because browsers draw the list natively and it cannot be clicked. */
    choose: (field: ElementQuery, option: string): Promise<unknown> =>
      waitUntil(`to choose ${option} in ${serializeQuery(field)}`, chooseOption, { field, option }),
    async attach(field: ElementQuery, files: readonly string[]): Promise<void> {
      await waitUntil(`to attach to ${serializeQuery(field)}`, markElement, { ...field, isHidden: true })
      await tab.attach(`[${MARK_ATTRIBUTE}]`, files)
    },

    press: (combination: string): Promise<void> => tab.press(combination.split('+')),
    type: (text: string): Promise<void> => tab.type(text),
    async tabTo(query: ElementQuery): Promise<void> {
      for (let pressCount = 0; pressCount < 100; pressCount++) {
        if (await runInPage(holdsFocus, query)) return
        await tab.press(['Tab'])
      }
      assert.fail(`${serializeQuery(query)} cannot be reached by Tab`)
    },
    resize: (width: number, height = 900): Promise<void> => tab.resize(width, height),
    picture: (): Promise<Buffer> => tab.picture(),
  }
  return visitor
}

/** The time limit for the actions of a visitor. */
const LIMIT_MS = scaleTimeout(120_000)
const MARK_ATTRIBUTE = 'data-marked'

// The following functions run in the page.

/** Returns whether React has hydrated the page (browser.ts). */
async function isHydrated(): Promise<boolean> {
  const lastElement = document.getElementById('announcer')
  const isHydratedByReact = lastElement && Object.keys(lastElement).some((key) => key.startsWith('__react'))
  if (!isHydratedByReact && !document.querySelector('[data-empty]')) return false
  await new Promise((resolve) => setTimeout(resolve))
  return true
}

const countElements = (query: ElementQuery, find: typeof findElements) => find(query).length
const holdsFocus = (query: ElementQuery, find: typeof findElements) =>
  find(query).includes(document.activeElement as HTMLElement)
const readValue = (query: ElementQuery, find: typeof findElements) => (find(query)[0] as HTMLInputElement).value
const hasValue = ({ field, text }: { field: ElementQuery; text: string }, find: typeof findElements) =>
  (find(field)[0] as HTMLInputElement).value === text
const markElement = (query: ElementQuery, find: typeof findElements) => {
  for (const markedElement of document.querySelectorAll('[data-marked]')) markedElement.removeAttribute('data-marked')
  find(query)[0]?.setAttribute('data-marked', '')
  return find(query).length
}

/** Waits until the only matching element has stopped moving and nothing covers it. Returns its middle. */
async function findClickPoint(query: ElementQuery, find: typeof findElements): Promise<[number, number] | undefined> {
  const [element, ...otherElements] = find(query)
  if (!element) return undefined
  if (otherElements.length > 0) throw new Error(`${otherElements.length + 1} elements match`)
  if (element.matches(':disabled')) return undefined
  const getMiddle = () => {
    const { x, y, width, height } = element.getClientRects()[0]!
    return [Math.round(x + width / 2), Math.round(y + height / 2)] as [number, number]
  }
  const [, initialY] = getMiddle()
  if (initialY < 80 || initialY > innerHeight - 80) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const firstPoint = getMiddle()
  await new Promise((later) => setTimeout(later, 40))
  const point = getMiddle()
  const topElement = document.elementFromPoint(...point)
  const isFree = topElement && (element.contains(topElement) || topElement.closest('label')?.control === element)
  return isFree && String(firstPoint) === String(point) ? point : undefined
}

/** Focuses the field and selects its content, so that typing replaces the content. */
function focusAndSelect(query: ElementQuery, find: typeof findElements): boolean {
  const [field, ...otherFields] = find(query) as HTMLInputElement[]
  if (!field || otherFields.length > 0 || field.matches(':disabled')) return false
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  field.focus()
  if (field.type !== 'date') field.select()
  return document.activeElement === field
}

function chooseOption({ field, option }: { field: ElementQuery; option: string }, find: typeof findElements): boolean {
  const select = find(field)[0] as HTMLSelectElement | undefined
  const selectedOption = [...(select?.options ?? [])].find(({ label }) => label === option)
  if (!select || !selectedOption) return false
  select.focus()
  select.value = selectedOption.value
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}
