// Kills the primary of a highly available installation (deploy/ha) while guests book and read through Caddy, and counts
// the lost bookings and failed reads. Start the installation first:
//   SEED=demo RATE_LIMIT=off deploy/ha/start.sh FOLDER
//   node bench/failover.ts FOLDER [KILLS]
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isoDay } from '#platform/day.ts'
import { endpoints } from '#routes/public.ts'
import { median } from './table.ts'

const SITE = 'http://127.0.0.1:8440'
const CLIENTS = 6
const READERS = 2
/** The time that a client waits for a response before it sends the same booking again. */
const ATTEMPT_MS = 10_000
/** Answers to requests that were sent this soon after the kill may still come from the dying server. */
const DYING_MS = 1_000

const [folder = '', kills = '20'] = process.argv.slice(2)
const scripts = join(import.meta.dirname, '..', 'deploy', 'ha')
const secrets = Object.fromEntries(
  readFileSync(join(folder, 'secrets'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
)

/** The references of all bookings that were answered with success, by idempotency key. */
const answered = new Map<string, string>()
let isBooking = true
/** Called for each new booking with the time at which its first attempt was sent. */
let onBooked = (_sentAt: number) => {}
const refusals = new Map<string, number>()
interface Reads {
  sent: number
  failed: number
  slowestMs: number
}
const noReads = (): Reads => ({ sent: 0, failed: 0, slowestMs: 0 })
let reads = { cached: noReads(), search: noReads(), api: noReads() }

type Nodes = { primary: number; standby: number }

async function run(): Promise<void> {
  const token = await registerGuest()
  await query('update room set capacity = 60')
  let clients = startClients(token)
  const readers = Array.from({ length: READERS }, () => readUntilStopped())
  await sleep(5_000)
  console.log('kill  what was killed          write after  reads failed of sent (slowest): cached, search, API')
  const writeTimes: Record<string, number[]> = { PostgreSQL: [], 'PostgreSQL and Patroni': [] }
  for (let kill = 1; kill <= Number(kills); kill++) {
    const what = kill % 2 ? 'PostgreSQL' : 'PostgreSQL and Patroni'
    const { primary } = await waitForBothNodes()
    await sleep(3_000)
    reads = { cached: noReads(), search: noReads(), api: noReads() }
    const writeMs = await killAndWait(primary, what === 'PostgreSQL')
    writeTimes[what]!.push(writeMs)
    console.log(`${String(kill).padStart(4)}  ${what.padEnd(23)}  ${formatSeconds(writeMs)}  ${formatReads()}`)
    // Patroni was killed as well: starts it again. The old primary becomes the standby.
    execFileSync(join(scripts, 'start.sh'), [folder], { stdio: 'pipe' })
  }
  await waitForBothNodes()
  isBooking = false
  await Promise.all([...clients, ...readers])
  for (const [what, times] of Object.entries(writeTimes)) {
    if (times.length === 0) continue
    console.log(
      `Write after a kill of ${what}: median ${formatSeconds(median(times))}, slowest ${formatSeconds(Math.max(...times))}`,
    )
  }
  await countLosses()

  await sleep(2_000)
  const [{ time }] = (await query('select now()::text as time')) as [{ time: string }]
  const before = await readCodes(5440)
  isBooking = true
  clients = startClients(token)
  await sleep(10_000)
  isBooking = false
  await Promise.all(clients)
  await countRestored(time, before)
}

/** Kills with SIGKILL, and returns the time until a new booking is answered with success. */
async function killAndWait(node: number, onlyPostgres: boolean): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const killedAt = performance.now()
  onBooked = (sentAt) => {
    if (sentAt > killedAt + DYING_MS) resolve(performance.now() - killedAt)
  }
  if (!onlyPostgres) process.kill(readPid(`pids/patroni${node}`), 'SIGKILL')
  process.kill(readPid(`node${node}/data/postmaster.pid`), 'SIGKILL')
  return promise
}

const readPid = (file: string) => Number(/^\d+/.exec(readFileSync(join(folder, file), 'utf8'))![0])

async function waitForBothNodes(): Promise<Nodes> {
  for (;;) {
    const [primary, standby] = await Promise.all([findNode('primary'), findNode('synchronous')])
    if (primary && standby) return { primary, standby }
    await sleep(500)
  }
}

/** Returns the node with a role, or undefined. */
async function findNode(role: string): Promise<number | undefined> {
  const isThere = (node: number) =>
    fetch(`http://127.0.0.1:804${node}/${role}`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const [first, second] = await Promise.all([isThere(1), isThere(2)])
  return first ? 1 : second ? 2 : undefined
}

const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }

async function registerGuest(): Promise<string> {
  const response = await post(endpoints.guestRegister[1], guest, {})
  return ((await response.json()) as { access_token: string }).access_token
}

const startClients = (token: string) => Array.from({ length: CLIENTS }, () => bookUntilStopped(token))

/**
 * Books one stay after the other. Repeats a booking with the same key until it succeeds, or a repetition gets a 4xx.
 */
async function bookUntilStopped(token: string): Promise<void> {
  while (isBooking) {
    const key = randomUUID()
    const body = { ...guest, ...randomStay(), paymenttype: 2, adult: 1, child: 0, message: key, again: 1 }
    const sentAt = performance.now()
    for (let attempt = 0; ; attempt++) {
      const answer = await post(endpoints.requestGuestBooking[1], body, {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: '' }))
      if (answer.status === 200) {
        answered.set(key, (JSON.parse(answer.text) as { booking_id: string }).booking_id)
        onBooked(sentAt)
        break
      }
      const isFinal = answer.status >= 400 && answer.status < 500 && attempt > 0
      if (isFinal) {
        const reason = `${answer.status} ${answer.text.slice(0, 100)}`
        refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
        break
      }
      await sleep(200)
    }
    await sleep(100)
  }
}

const post = (path: string, body: object, headers: Record<string, string>) =>
  fetch(SITE + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ATTEMPT_MS),
  })

function randomStay() {
  const from = Math.floor(Date.now() / 86_400_000) + 2 + randomBelow(500)
  const slug = ['single', 'twin', 'family'][randomBelow(3)]
  return { checkin: isoDay(from), checkout: isoDay(from + 1 + randomBelow(3)), slug }
}

const randomBelow = (max: number) => Math.floor(Math.random() * max)

async function readUntilStopped(): Promise<void> {
  while (isBooking) {
    const { checkin, checkout } = randomStay()
    await read('cached', '/')
    await read('search', `/rooms?check_in=${checkin}&check_out=${checkout}&adult=1&child=0`)
    await read('api', endpoints.activeRooms[1])
    await sleep(100)
  }
}

async function read(kind: keyof typeof reads, path: string): Promise<void> {
  const counts = reads[kind]
  const sentAt = performance.now()
  const isServed = await fetch(SITE + path, { signal: AbortSignal.timeout(ATTEMPT_MS) })
    .then(async (response) => Boolean(await response.text()) && response.ok)
    .catch(() => false)
  counts.sent++
  if (!isServed) counts.failed++
  counts.slowestMs = Math.max(counts.slowestMs, performance.now() - sentAt)
}

const formatReads = () =>
  Object.values(reads)
    .map(({ sent, failed, slowestMs }) => `${failed} of ${sent} (${formatSeconds(slowestMs).trim()})`)
    .join(', ')

const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(5)} s`

async function countLosses(): Promise<void> {
  const stored = new Set(await readCodes(5440))
  const lost = [...answered.values()].filter((code) => !stored.has(code))
  const [{ twice }] = (await query(`select count(*)::integer as twice from (
    select message from booking group by message having count(*) > 1 and message like '________-____-%') as repeated`)) as [
    { twice: number },
  ]
  const [{ oversold, miscounted }] = (await query(`
    with live as (
      select booking_night.room_id, night, count(*) as nights from booking_night join booking on booking.id = booking_id
      where status not in ('cancelled', 'declined', 'expired', 'no_show') group by booking_night.room_id, night)
    select count(*) filter (where coalesce(nights, 0) > capacity)::integer as oversold,
      count(*) filter (where coalesce(nights, 0) <> sold)::integer as miscounted
    from inventory left join live using (room_id, night)`)) as [{ oversold: number; miscounted: number }]
  console.log(`Bookings answered with success: ${answered.size}, of these lost: ${lost.length}`)
  console.log(`Bookings stored twice for one key: ${twice}`)
  console.log(`Room nights sold more often than there are rooms: ${oversold}; with a wrong counter: ${miscounted}`)
  for (const [reason, count] of refusals) console.log(`Refused ${count} times: ${reason}`)
  if (lost.length + twice + oversold + miscounted > 0) process.exitCode = 1
}

/** Restores the state of `time` beside the running database, and compares its bookings with those of that time. */
async function countRestored(time: string, before: string[]): Promise<void> {
  const after = await readCodes(5440)
  // The segment that is being written is archived now instead of within a minute.
  await query('select pg_switch_wal()', 'postgres')
  const startedAt = performance.now()
  execFileSync(join(scripts, 'restore.sh'), [folder, time], { stdio: 'pipe' })
  const restored = new Set(await readCodes(5448))
  const missing = before.filter((code) => !restored.has(code))
  console.log(
    `Restored to ${time} in ${formatSeconds(performance.now() - startedAt).trim()}: ${before.length} bookings at that time, ` +
      `${missing.length} missing, ${restored.size - before.length + missing.length} too many. ` +
      `${after.length - before.length} were booked later.`,
  )
  if (missing.length > 0 || restored.size !== before.length) process.exitCode = 1
}

async function readCodes(port: number): Promise<string[]> {
  return (await query('select code from booking', 'selvage', port)).map((row) => (row as { code: string }).code)
}

async function query(text: string, database = 'selvage', port = 5440): Promise<unknown[]> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: secrets.SUPERUSER_PASSWORD,
    database,
  })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

await run()
