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
  'src/desk/live.test.ts',
  'src/main-times.test.ts',
  'src/messages/outbox.test.ts',
  'src/office/list-times.test.ts',
  'src/platform/http/fields.test.ts',
  'src/platform/http/front-times.test.ts',
  'src/platform/http/front-unread.test.ts',
  'src/platform/http/front.test.ts',
  'src/platform/trouble-postgres.test.ts',
  'src/platform/trouble-sqlite.test.ts',
  'src/site/kept.test.ts',
  'src/webhooks/load.test.ts',
]
const mostProcesses = 8
/** Short files that take as long as one so many times their length. */
const longer = {
  'journeys/every-office-page.test.ts': 3,
  'journeys/every-page.test.ts': 11,
  'journeys/member-way.test.ts': 3,
  'journeys/office-pictures.test.ts': 6,
  'journeys/weight.test.ts': 2,
  'src/access.test.ts': 5,
  'src/crash.test.ts': 18,
  'src/bookings/edge-days.test.ts': 5,
  'src/bookings/open-requests.test.ts': 3,
  'src/main.test.ts': 6,
  'src/media/pictures.test.ts': 3,
  'src/platform/http/heavy-pages.test.ts': 6,
  'src/platform/http/heavy.test.ts': 6,
  'src/webhooks/kills.test.ts': 12,
  'src/webhooks/telling.test.ts': 3,
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
 * One stage after the other; in each, how many processes run at once, and the files of one after the other of them.
 * Journeys are kept from the rest, so that not every process needs a browser; and there are as many processes as processors:
 * each brings databases, servers or browsers that work beside it. Who begins first has most to do, so that all end at
 * about the same time.
 */
export function stagesOf(tests, processors) {
  const isAlone = ({ file }) => alone.includes(file)
  const isJourney = ({ file }) => file.startsWith('journeys/')
  const beside = tests.filter((test) => !isAlone(test))
  const each = Math.min(processors, mostProcesses)
  const shares = turns.flatMap((share) => Array(each).fill(share))
  const halves = [beside.filter(isJourney), beside.filter((test) => !isJourney(test))].map((half) =>
    shared(half, shares),
  )
  return [
    { processes: each, portions: filled(shares.flatMap((_, at) => halves.map((half) => half[at]))) },
    { processes: 1, portions: filled(shared(tests.filter(isAlone), [1])) },
  ]
}
const turns = [4, 2, 1]
const filled = (portions) => portions.filter((files) => files.length > 0)

/** Each with about its share of what there is; a long file is taken for one that takes long. */
function shared(tests, shares) {
  const made = shares.map((share) => ({ share, files: [], bytes: 0 }))
  const fill = ({ bytes, share }) => bytes / share
  for (const { file, bytes } of tests.toSorted((one, other) => other.bytes - one.bytes)) {
    const least = made.reduce((one, other) => (fill(other) < fill(one) ? other : one))
    least.files.push(file)
    least.bytes += bytes
  }
  return made.map(({ files }) => files.sort())
}
