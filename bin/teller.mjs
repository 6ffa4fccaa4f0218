// How one process of several tells what becomes of its tests: to the one that began it, which tells it to people.
import { inspect } from 'node:util'

const wanted = [
  'test:start',
  'test:pass',
  'test:fail',
  'test:diagnostic',
  'test:log',
  'test:summary',
  'test:interrupted',
]
const colors = process.stdout.hasColors?.() ?? false

process.once('disconnect', () => process.exit(1)) // nobody is there to hear it
process.channel.unref()

export default async function tell(events) {
  for await (const event of events) {
    if (!wanted.includes(event.type) || isSum(event)) continue
    await new Promise((sent) => process.send(plain(event), sent))
  }
}

/** What Node counts at the end of a process, in words: it is in the summary as well. */
const isSum = ({ type, data }) =>
  type === 'test:diagnostic' &&
  data.nesting === 0 &&
  /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/.test(data.message)

function plain({ type, data }) {
  const { error } = data.details ?? {}
  if (!error) return { type, data }
  const text = inspect(error.code === 'ERR_TEST_FAILURE' ? error.cause : error, { colors, breakLength: Infinity })
  return { type, data: { ...data, details: { ...data.details, error: { failureType: error.failureType, text } } } }
}
