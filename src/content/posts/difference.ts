import { plainText } from '../excerpt.ts'

/** A part of a text that is unchanged, added or removed. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}
/** A paragraph, either unchanged or as a list of changes. */
export interface Passage {
  same: boolean
  pieces: Piece[]
}

/** Compares two HTML texts: by paragraph, and by word within similar paragraphs. */
export function difference(then: string, now: string): Passage[] {
  const passages: Passage[] = []
  const steps = stepsBetween(paragraphsOf(then), paragraphsOf(now))
  for (let at = 0; at < steps.length; at++) {
    const [step, next] = [steps[at]!, steps[at + 1]]
    if (step.kind === 'same') passages.push({ same: true, pieces: [step] })
    else if (step.kind === 'removed' && next?.kind === 'added' && areAlike(step.text, next.text)) {
      passages.push({ same: false, pieces: joined(stepsBetween(wordsOf(step.text), wordsOf(next.text))) })
      at++
    } else passages.push({ same: false, pieces: [step] })
  }
  return passages
}

/** Splits HTML into paragraphs, headings, list items and table rows. A picture is represented by its description. */
export function paragraphsOf(html: string): string[] {
  const paragraphs: string[] = []
  let [text, cells]: [string, string[]] = ['', []]
  const endCell = () => {
    cells.push(plainText(text))
    text = ''
  }
  const end = () => {
    endCell()
    paragraphs.push(cells.filter(Boolean).join(' · '))
    cells = []
  }
  for (const part of html.split(tags)) {
    const name = nameOfTag.exec(part)?.[1]
    if (name === 'img') {
      end()
      paragraphs.push(`[${altOf(part) ?? ''}]`)
    } else if (name === 'td' || name === 'th') endCell()
    else if (name !== undefined && blocks.has(name)) end()
    else text += part
  }
  end()
  return paragraphs.filter(Boolean)
}

const tags = /(<[^<>]*>)/
const nameOfTag = /^<\/?([a-z][a-z0-9]*)/
const blocks = new Set(
  'p h2 h3 h4 li ul ol blockquote tr table thead tbody tfoot caption figure figcaption br hr'.split(' '),
)

/** Returns the description of each picture in a text. */
export const altsIn = (html: string): (string | undefined)[] =>
  html
    .split(tags)
    .filter((part) => nameOfTag.exec(part)?.[1] === 'img')
    .map(altOf)

const altOf = (tag: string): string | undefined => / alt="([^"]*)"/.exec(tag)?.[1]

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** Two paragraphs with hardly any common words are different paragraphs. */
function areAlike(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((text) => new Set(wordsOf(text).filter((word) => word.trim())))
  const shared = [...ours!].filter((word) => theirs!.has(word)).length
  return shared * 3 >= Math.min(ours!.size, theirs!.size)
}

/** Compares longer texts only at the beginning and the end, because the table would have millions of cells. */
const MAX_STEPS = 4_000_000

/** Returns the shortest list of removals and additions in text order. Removals precede additions. */
function stepsBetween(then: readonly string[], now: readonly string[]): Piece[] {
  let start = 0
  while (start < then.length && start < now.length && then[start] === now[start]) start++
  let end = 0
  while (
    end < then.length - start &&
    end < now.length - start &&
    then[then.length - 1 - end] === now[now.length - 1 - end]
  )
    end++
  const same = (text: string): Piece => ({ kind: 'same', text })
  return [
    ...then.slice(0, start).map(same),
    ...middle(then.slice(start, then.length - end), now.slice(start, now.length - end)),
    ...then.slice(then.length - end).map(same),
  ]
}

function middle(then: readonly string[], now: readonly string[]): Piece[] {
  const removed = (text: string): Piece => ({ kind: 'removed', text })
  const added = (text: string): Piece => ({ kind: 'added', text })
  if (then.length * now.length > MAX_STEPS || then.length === 0 || now.length === 0)
    return [...then.map(removed), ...now.map(added)]
  const width = now.length + 1
  /** The length of the longest common subsequence from each pair of positions on. */
  const shared = new Uint16Array((then.length + 1) * width)
  for (let one = then.length - 1; one >= 0; one--)
    for (let other = now.length - 1; other >= 0; other--)
      shared[one * width + other] =
        then[one] === now[other]
          ? shared[(one + 1) * width + other + 1]! + 1
          : Math.max(shared[(one + 1) * width + other]!, shared[one * width + other + 1]!)
  const steps: Piece[] = []
  let [one, other] = [0, 0]
  while (one < then.length && other < now.length) {
    if (then[one] === now[other]) {
      steps.push({ kind: 'same', text: then[one]! })
      one++
      other++
    } else if (shared[(one + 1) * width + other]! >= shared[one * width + other + 1]!) steps.push(removed(then[one++]!))
    else steps.push(added(now[other++]!))
  }
  return paired([...steps, ...then.slice(one).map(removed), ...now.slice(other).map(added)])
}

/** Pairs each removal in a run of changes with the addition that replaces it. */
function paired(steps: readonly Piece[]): Piece[] {
  const told: Piece[] = []
  for (let at = 0; at < steps.length;) {
    if (steps[at]!.kind === 'same') {
      told.push(steps[at++]!)
      continue
    }
    const begin = at
    while (at < steps.length && steps[at]!.kind !== 'same') at++
    const run = steps.slice(begin, at)
    const gone = run.filter(({ kind }) => kind === 'removed')
    const come = run.filter(({ kind }) => kind === 'added')
    for (let each = 0; each < Math.max(gone.length, come.length); each++)
      told.push(...[gone[each], come[each]].filter((piece) => piece !== undefined))
  }
  return told
}

/** Joins neighbours of the same kind, so that screen readers do not announce every word. */
function joined(steps: readonly Piece[]): Piece[] {
  const runs: Piece[] = []
  for (const { kind, text } of inRuns(steps)) {
    const last = runs.at(-1)
    if (last?.kind === kind) last.text += text
    else runs.push({ kind, text })
  }
  return runs.filter(({ text }) => text !== '')
}

/** Joins changes that are separated only by an unchanged space. */
function inRuns(steps: readonly Piece[]): Piece[] {
  const told: Piece[] = []
  for (let at = 0; at < steps.length;) {
    if (steps[at]!.kind === 'same') {
      told.push(steps[at++]!)
      continue
    }
    let [gone, come] = ['', '']
    while (at < steps.length) {
      const step = steps[at]!
      const isBetween =
        step.kind === 'same' && step.text.trim() === '' && steps[at + 1] && steps[at + 1]!.kind !== 'same'
      if (step.kind === 'same' && !isBetween) break
      if (step.kind !== 'added') gone += step.text
      if (step.kind !== 'removed') come += step.text
      at++
    }
    told.push({ kind: 'removed', text: gone }, { kind: 'added', text: come })
  }
  return told
}
