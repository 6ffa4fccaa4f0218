import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Session, type Profiler } from 'node:inspector'

/*
 * Loaded into a server before its own code (`NODE_OPTIONS=--import=…`). The response to a request with the header
 * `x-measure` has the header `x-work`: the work of the thread since the last such request. `MEASURED=steps` counts
 * work, so the figure is the same on every machine. `MEASURED=ms` gives the CPU time of the thread.
 */

const startWorkCounter = process.env['MEASURED'] === 'ms' ? startTimer() : startStepCounter()

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  if ('x-measure' in request.headers) response.setHeader('x-work', String(startWorkCounter()))
})

function startTimer(): () => number {
  let lastUsage = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(lastUsage)
    lastUsage = process.threadCpuUsage()
    return (user + system) / 1000
  }
}

/** Counts executed code blocks (V8's block coverage) and characters read by built-in functions. */
function startStepCounter(): () => number {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const startCharacterCounter = countCharacters()
  return () => {
    let stepCount = startCharacterCounter()
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error
      stepCount += result
        .filter(({ url }) => url !== import.meta.url)
        .reduce((sum, script) => sum + countBlocks(script), 0)
    })
    startCharacterCounter()
    return stepCount
  }
}

const countBlocks = ({ functions }: Profiler.ScriptCoverage): number =>
  functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0)

/** Wraps built-in functions whose time grows with their text. Coverage does not count loops inside V8. */
function countCharacters(): () => number {
  let characterCount = 0
  type Method = (this: string, ...args: unknown[]) => unknown
  const wrap = (name: string, costOf: (text: string, args: unknown[], result: unknown) => number) => {
    const prototype = String.prototype as unknown as Record<string, Method>
    const originalMethod = prototype[name]!
    prototype[name] = function (...args) {
      const result = originalMethod.apply(this, args)
      characterCount += Math.max(0, costOf(String(this), args, result))
      return result
    }
  }
  const measureLength = (text: string) => text.length
  for (const name of ['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'trim', 'localeCompare', 'toWellFormed'])
    wrap(name, measureLength)
  wrap('normalize', measureNormalizationCost)
  wrap('includes', measureLength)
  wrap(
    'indexOf',
    (text, [, from = 0], match) => ((match as number) < 0 ? text.length : Number(match) + 1) - Number(from),
  )
  // Regular expressions are counted separately below.
  for (const name of ['split', 'replace', 'replaceAll'])
    wrap(name, (text, [pattern]) => (pattern instanceof RegExp ? 0 : text.length))

  const originalExec = Reflect.get(RegExp.prototype, 'exec')
  Reflect.set(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
    const startIndex = this.global || this.sticky ? this.lastIndex : 0
    const match = originalExec.call(this, text)
    const remainingLength = this.sticky ? 1 : String(text).length - startIndex
    characterCount += Math.max(0, match ? match.index + match[0].length - startIndex : remainingLength)
    return match
  })
  return () => {
    const sum = characterCount
    characterCount = 0
    return sum
  }
}

/** Sorting the n combining marks of one letter takes n² steps. */
function measureNormalizationCost(text: string): number {
  let cost = text.length
  let run = 0
  for (const character of text) {
    run = isMark(character) ? run + 1 : 0
    cost += run
  }
  return cost
}

const isMark = (character: string) => character >= '\u0300' && marks.has(character)
const marks = new Set(
  Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter((character) =>
    /\p{M}/u.test(character),
  ),
)
