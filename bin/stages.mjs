// Which tests are carried out beside one another, and which by themselves.
import { globSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** What bounds how long something takes or what is in memory, or asks two hundred things at once: nothing runs beside it. */
export const alone = [
  'bench/siege.test.ts',
  'src/accounts/password.test.ts',
  'src/accounts/sign-in.test.ts',
  'src/bookings/race.test.ts',
  'src/content/excerpt.test.ts',
  'src/main-times.test.ts',
  'src/office/list-times.test.ts',
  'src/platform/http/fields.test.ts',
  'src/platform/http/front-times.test.ts',
  'src/platform/http/front-unread.test.ts',
  'src/platform/http/front.test.ts',
]
const mostProcesses = 4
/** Short files that take as long as one so many times their length. */
const longer = {
  'journeys/every-office-page.test.ts': 8,
  'journeys/every-page.test.ts': 8,
  'src/platform/http/heavy.test.ts': 4,
  'src/platform/http/heavy-pages.test.ts': 4,
  'journeys/member-way.test.ts': 2,
  // With three browsers, two of which also have to start.
  'journeys/browsers/booking.test.ts': 4,
  'journeys/browsers/finding.test.ts': 4,
  'journeys/browsers/keys.test.ts': 4,
  'journeys/browsers/writing.test.ts': 4,
}

export const everyTestIn = (root) =>
  globSync('{src,journeys,testing,bench,seed,bin}/**/*.test.{ts,mjs}', { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .map((file) => ({ file, bytes: statSync(join(root, file)).size * (longer[file] ?? 1) }))

/**
 * One stage after the other; in each, the files of every process that runs in it. Journeys are kept from the rest, so that
 * not every process needs a browser; and there are twice as many processes as processors, because many tests only wait.
 */
export function stagesOf(tests, processors) {
  const isAlone = ({ file }) => alone.includes(file)
  const isJourney = ({ file }) => file.startsWith('journeys/')
  const beside = tests.filter((test) => !isAlone(test))
  return [
    [beside.filter(isJourney), beside.filter((test) => !isJourney(test))].flatMap((half) => portions(half, processors)),
    portions(tests.filter(isAlone), 1),
  ]
}

/** Of about the same length; a long file is taken for one that takes long. */
function portions(tests, most) {
  const made = Array.from({ length: Math.min(most, mostProcesses, tests.length) }, () => ({ files: [], bytes: 0 }))
  for (const { file, bytes } of tests.toSorted((one, other) => other.bytes - one.bytes)) {
    const least = made.reduce((one, other) => (other.bytes < one.bytes ? other : one))
    least.files.push(file)
    least.bytes += bytes
  }
  return made.map(({ files }) => files.sort())
}
