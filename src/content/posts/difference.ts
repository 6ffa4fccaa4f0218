import { toPlainText } from '../excerpt.ts'

/** A part of a text that is unchanged, added or removed. */
export interface TextSegment {
  kind: 'same' | 'added' | 'removed'
  text: string
}
/** A paragraph, either unchanged or as a list of changes. */
export interface ComparedParagraph {
  isSame: boolean
  pieces: TextSegment[]
}

/** Compares two HTML texts: by paragraph, and by word within similar paragraphs. */
export function compareTexts(before: string, after: string): ComparedParagraph[] {
  const comparedParagraphs: ComparedParagraph[] = []
  const steps = diff(splitParagraphs(before), splitParagraphs(after))
  for (let index = 0; index < steps.length; index++) {
    const [step, next] = [steps[index]!, steps[index + 1]]
    if (step.kind === 'same') comparedParagraphs.push({ isSame: true, pieces: [step] })
    else if (step.kind === 'removed' && next?.kind === 'added' && areSimilar(step.text, next.text)) {
      comparedParagraphs.push({
        isSame: false,
        pieces: joinNeighbours(diff(splitWords(step.text), splitWords(next.text))),
      })
      index++
    } else comparedParagraphs.push({ isSame: false, pieces: [step] })
  }
  return comparedParagraphs
}

/** Splits HTML into paragraphs, headings, list items and table rows. A picture is represented by its description. */
export function splitParagraphs(html: string): string[] {
  const paragraphs: string[] = []
  let [text, cells]: [string, string[]] = ['', []]
  const endCell = () => {
    cells.push(toPlainText(text))
    text = ''
  }
  const endParagraph = () => {
    endCell()
    paragraphs.push(cells.filter(Boolean).join(' · '))
    cells = []
  }
  for (const part of html.split(tagPattern)) {
    const name = tagNamePattern.exec(part)?.[1]
    if (name === 'img') {
      endParagraph()
      paragraphs.push(`[${getAltOfTag(part) ?? ''}]`)
    } else if (name === 'td' || name === 'th') endCell()
    else if (name !== undefined && blockTags.has(name)) endParagraph()
    else text += part
  }
  endParagraph()
  return paragraphs.filter(Boolean)
}

const tagPattern = /(<[^<>]*>)/
const tagNamePattern = /^<\/?([a-z][a-z0-9]*)/
const blockTags = new Set(
  'p h2 h3 h4 li ul ol blockquote tr table thead tbody tfoot caption figure figcaption br hr'.split(' '),
)

/** Returns the description of each picture in a text. */
export const listAlts = (html: string): (string | undefined)[] =>
  html
    .split(tagPattern)
    .filter((part) => tagNamePattern.exec(part)?.[1] === 'img')
    .map(getAltOfTag)

const getAltOfTag = (tag: string): string | undefined => / alt="([^"]*)"/.exec(tag)?.[1]

const splitWords = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** Returns whether two paragraphs have enough words in common to be versions of the same paragraph. */
function areSimilar(left: string, right: string): boolean {
  const [leftWords, rightWords] = [left, right].map((text) => new Set(splitWords(text).filter((word) => word.trim())))
  const sharedWordCount = [...leftWords!].filter((word) => rightWords!.has(word)).length
  return sharedWordCount * 3 >= Math.min(leftWords!.size, rightWords!.size)
}

/** The maximum size of the comparison table. Longer texts are compared only at the beginning and the end. */
const MAX_TABLE_CELLS = 4_000_000

/**
 * Returns the unchanged, removed and added pieces in text order. Each removal precedes the addition that replaces it.
 */
function diff(before: readonly string[], after: readonly string[]): TextSegment[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const createUnchangedSegment = (text: string): TextSegment => ({ kind: 'same', text })
  return [
    ...before.slice(0, start).map(createUnchangedSegment),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(createUnchangedSegment),
  ]
}

function diffMiddle(before: readonly string[], after: readonly string[]): TextSegment[] {
  const createRemovedSegment = (text: string): TextSegment => ({ kind: 'removed', text })
  const createAddedSegment = (text: string): TextSegment => ({ kind: 'added', text })
  if (before.length * after.length > MAX_TABLE_CELLS || before.length === 0 || after.length === 0)
    return [...before.map(createRemovedSegment), ...after.map(createAddedSegment)]
  const width = after.length + 1
  /** The length of the longest common subsequence from each pair of positions on. */
  const sharedLengths = new Uint16Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      sharedLengths[row * width + column] =
        before[row] === after[column]
          ? sharedLengths[(row + 1) * width + column + 1]! + 1
          : Math.max(sharedLengths[(row + 1) * width + column]!, sharedLengths[row * width + column + 1]!)
  const steps: TextSegment[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      steps.push({ kind: 'same', text: before[row]! })
      row++
      column++
    } else if (sharedLengths[(row + 1) * width + column]! >= sharedLengths[row * width + column + 1]!)
      steps.push(createRemovedSegment(before[row++]!))
    else steps.push(createAddedSegment(after[column++]!))
  }
  return pairChanges([
    ...steps,
    ...before.slice(row).map(createRemovedSegment),
    ...after.slice(column).map(createAddedSegment),
  ])
}

/** Pairs each removal in a run of changes with the addition that replaces it. */
function pairChanges(steps: readonly TextSegment[]): TextSegment[] {
  const result: TextSegment[] = []
  for (let index = 0; index < steps.length;) {
    if (steps[index]!.kind === 'same') {
      result.push(steps[index++]!)
      continue
    }
    const runStart = index
    while (index < steps.length && steps[index]!.kind !== 'same') index++
    const run = steps.slice(runStart, index)
    const removals = run.filter(({ kind }) => kind === 'removed')
    const additions = run.filter(({ kind }) => kind === 'added')
    for (let position = 0; position < Math.max(removals.length, additions.length); position++)
      result.push(...[removals[position], additions[position]].filter((segment) => segment !== undefined))
  }
  return result
}

/** Joins neighbours of the same kind, so that screen readers do not announce every word. */
function joinNeighbours(steps: readonly TextSegment[]): TextSegment[] {
  const runs: TextSegment[] = []
  for (const { kind, text } of joinAcrossSpaces(steps)) {
    const lastRun = runs.at(-1)
    if (lastRun?.kind === kind) lastRun.text += text
    else runs.push({ kind, text })
  }
  return runs.filter(({ text }) => text !== '')
}

/** Joins changes that are separated only by an unchanged space. */
function joinAcrossSpaces(steps: readonly TextSegment[]): TextSegment[] {
  const result: TextSegment[] = []
  for (let index = 0; index < steps.length;) {
    if (steps[index]!.kind === 'same') {
      result.push(steps[index++]!)
      continue
    }
    let [removedText, addedText] = ['', '']
    while (index < steps.length) {
      const step = steps[index]!
      const isSpaceBetweenChanges =
        step.kind === 'same' && step.text.trim() === '' && steps[index + 1] && steps[index + 1]!.kind !== 'same'
      if (step.kind === 'same' && !isSpaceBetweenChanges) break
      if (step.kind !== 'added') removedText += step.text
      if (step.kind !== 'removed') addedText += step.text
      index++
    }
    result.push({ kind: 'removed', text: removedText }, { kind: 'added', text: addedText })
  }
  return result
}
