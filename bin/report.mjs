// How a run of the tests is told: as Node does, and at the end which files took longest.
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'

const LONGEST = 10

export default async function* report(events) {
  yield* Readable.from(withSlowest(events)).pipe(new spec())
}

async function* withSlowest(events) {
  const took = new Map()
  for await (const event of events) {
    const { type, data } = event
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file) {
      took.set(data.file, (took.get(data.file) ?? 0) + data.details.duration_ms)
    }
    if (type === 'test:summary' && data.file === undefined) yield slowest(took)
    yield event
  }
}

function slowest(took) {
  const files = [...took].sort(([, one], [, other]) => other - one).slice(0, LONGEST)
  const lines = files.map(([file, ms]) => `\n${(ms / 1000).toFixed(1).padStart(8)} s ${relative(process.cwd(), file)}`)
  return { type: 'test:diagnostic', data: { nesting: 0, message: `the slowest files:${lines.join('')}` } }
}
