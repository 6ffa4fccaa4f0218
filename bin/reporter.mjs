// Node's spec reporter, followed by the slowest test files.
import { relative } from 'node:path'
import { Readable } from 'node:stream'
import { spec } from 'node:test/reporters'

const MAX_LISTED_FILES = 10

export default async function* report(events) {
  yield* Readable.from(addSlowestFiles(events)).pipe(new spec())
}

async function* addSlowestFiles(events) {
  const msByFile = new Map()
  for await (const event of events) {
    const { type, data } = event
    if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.file) {
      msByFile.set(data.file, (msByFile.get(data.file) ?? 0) + data.details.duration_ms)
    }
    if (type === 'test:summary' && data.file === undefined) yield createSlowestFilesEvent(msByFile)
    yield event
  }
}

function createSlowestFilesEvent(msByFile) {
  const slowestFiles = [...msByFile].sort(([, a], [, b]) => b - a).slice(0, MAX_LISTED_FILES)
  const lines = slowestFiles.map(
    ([file, ms]) => `\n${(ms / 1000).toFixed(1).padStart(8)} s ${relative(process.cwd(), file)}`,
  )
  return { type: 'test:diagnostic', data: { nesting: 0, message: `slowest files:${lines.join('')}` } }
}
