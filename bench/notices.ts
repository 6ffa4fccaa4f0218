import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type CompiledQuery, type Dialect } from 'kysely'
import { buildApp, prepareDatabase } from '#app/app.ts'
import { answering } from '#money/gateway-simulator/http.ts'
import { openSimulator } from '#money/gateway-simulator/simulator.ts'
import { atTheHouse } from '#money/payments/house.ts'
import { settle } from '#money/payments/settling.ts'
import { sslcommerz } from '#money/payments/sslcommerz/sslcommerz.ts'
import { lane } from '#money/payments/sweep.ts'
import { dayIn, systemClock } from '#platform/clock.ts'
import { openDatabase, type DatabasePlace, type WholeDatabase } from '#platform/database/database.ts'
import { postgresDialect } from '#platform/database/postgres.ts'
import { publish } from '#platform/database/publish.ts'
import { sqliteDialect } from '#platform/database/sqlite.ts'
import { isoDay } from '#platform/day.ts'
import { readSettings } from '#platform/settings.ts'
import type { Tables } from '#schema/tables.ts'
import { endpoints } from '#routes/public.ts'
import { backIn, listening } from '#testing/simulator.ts'
import { unlimited } from '#testing/request-context.ts'
import { bareOnPostgres, bareOnSqlite, type Recipe } from './bare-bookings.ts'
import { openPostgresDatabase } from './databases.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = bySize({ full: 5, smallest: 1 })
const ofTurn = bySize({ full: 100, smallest: 3 })
const payments = turns * ofTurn

/**
 * Settles the payments that gateway notices report, as the job queue does, with a gateway in this process. The bare driver
 * runs the same statements, one transaction per payment. Three copies of one database hold payments without a notice: the
 * statements are recorded on one, and each side works on one of the others.
 */
export async function noticesOnSqlite(folder: string): Promise<Figure[]> {
  const place = (name: string) => ({ file: join(folder, `${name}.sqlite`) })
  await using gateway = await openGateway()
  const notices = await payUntold(place('paid'), gateway)
  for (const name of ['heard', 'told']) copyFileSync(place('paid').file, place(name).file)
  const recipes = await heard(sqliteDialect(place('heard').file), gateway, notices)
  using bare = bareOnSqlite(place('paid').file, recipes)
  return await measured('SQLite', place('told'), gateway, notices, () => bare.commit(1))
}

export async function noticesOnPostgres(): Promise<Figure[]> {
  await using paid = await openPostgresDatabase('paid')
  await using gateway = await openGateway()
  const notices = await payUntold({ url: paid.url, file: '' }, gateway)
  await using first = await openPostgresDatabase('heard', paid)
  await using second = await openPostgresDatabase('told', paid)
  const recipes = await heard(postgresDialect(first.url, 10, console.error), gateway, notices)
  await using bare = await bareOnPostgres(paid.url, 1, recipes)
  return await measured('PostgreSQL', { url: second.url, file: '' }, gateway, notices, bare.book)
}

async function measured(
  engine: string,
  place: DatabasePlace,
  gateway: Gateway,
  notices: readonly string[],
  bareOne: () => unknown,
): Promise<Figure[]> {
  const database = await openDatabase(place)
  let [ours, theirs] = [0, 0]
  const settled = await inTurns(turns, {
    ours: () =>
      timed(async () => {
        const waiting = notices.slice(ours, (ours += ofTurn))
        const settleOn = async () => {
          for (let notice = waiting.pop(); notice; notice = waiting.pop()) await gateway.settle(database.db, notice)
        }
        await Promise.all(Array.from({ length: lane.atOnce }, settleOn))
      }),
    bare: () =>
      timed(async () => {
        for (const until = theirs + ofTurn; theirs < until; theirs++) await bareOne()
      }),
  })
  const { paid } = await database.db
    .selectFrom('payment_attempt')
    .select(({ fn }) => fn.countAll<number | string>().as('paid'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  if (Number(paid) !== payments) throw new Error(`${paid} of ${payments} payments were settled`)
  await database.close()
  return [
    {
      what: `${engine}: payments settled that a notice told of, ${lane.atOnce} at once`,
      unit: '/s',
      ours: settled.ours,
      bare: settled.bare,
      against: 'their SQL alone, a transaction for each',
      target: { ratioAtLeast: 0.4 },
    },
  ]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return ofTurn / ((performance.now() - started) / 1000)
}

type Gateway = Awaited<ReturnType<typeof openGateway>>
async function openGateway() {
  const store = { storeId: 'selvage', password: 'of the bench' }
  let answer: ReturnType<typeof answering> | undefined
  const served = await listening((asked, answered) => answer!(asked, answered))
  const simulator = await openSimulator({
    file: null,
    baseUrl: served.url,
    clock: systemClock,
    deliver: async () => {},
    ...store,
  })
  answer = answering(simulator)
  const gateways = { house: atTheHouse, sslcommerz: sslcommerz(simulator.store) }
  const doors = { gateways, context: unlimited }
  return {
    async settle(db: WholeDatabase, notice: string) {
      const { tranId, valId } = gateways.sslcommerz.readNotice(new URLSearchParams(notice))!
      await settle(db, doors, tranId, { valId })
    },
    settings: {
      SSLCOMMERZ_URL: served.url,
      SSLCOMMERZ_STORE_ID: store.storeId,
      SSLCOMMERZ_STORE_PASSWORD: store.password,
    },
    async [Symbol.asyncDispose]() {
      await simulator.close()
      await served.close()
    },
  }
}

async function startTestApp(db: WholeDatabase, { settings: ofGateway }: Gateway) {
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...ofGateway })
  const { app, worker } = await buildApp(db, { ...unlimited, paidOnline: 'yes' }, settings, '0.0.0')
  await app.ready()
  const send = async (path: string, payload: object | string, token?: string) => {
    const type = typeof payload === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await app.inject({ method: 'POST', url: path, headers, payload })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
    return answer
  }
  return { send, worker, close: () => app.close() }
}

/** Makes payments at the gateway whose notices are not sent, and returns these notices. */
async function payUntold(place: DatabasePlace, gateway: Gateway): Promise<string[]> {
  const database = await openDatabase(place)
  await prepareDatabase(database, systemClock, true)
  await publish(database.db, (tx) => tx.updateTable('room').set({ capacity: 1_000_000 }).execute())
  const house = await startTestApp(database.db, gateway)
  const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
  const from = dayIn('Asia/Dhaka', systemClock()) + 10
  const nights = { checkin: isoDay(from), checkout: isoDay(from + 2) }
  const registered = await house.send(endpoints.guestRegister[1], guest)
  const { access_token: token } = registered.json<{ access_token: string }>()
  const notices: string[] = []
  for (let each = 0; each < payments; each++) {
    const form = {
      ...guest,
      ...nights,
      slug: 'twin',
      adult: 1,
      child: 0,
      paymenttype: 1,
      again: 1,
      message: String(each),
    }
    const booked = await house.send(endpoints.requestGuestBooking[1], form, token)
    const { booking_id: id } = booked.json<{ booking_id: string }>()
    const opened = await house.send(endpoints.startPayment[1], { id }, token)
    const body = new URLSearchParams({ act: 'pay', notice: 'never' })
    const pressed = await fetch(opened.json<{ url: string }>().url, { method: 'POST', body })
    notices.push(backIn(await pressed.text())!.fields.toString())
  }
  await house.worker.runDue()
  await house.close()
  await database.close()
  return notices
}

/** Records the SQL statements of the product for each notice, one notice after the other. */
async function heard(dialect: Dialect, gateway: Gateway, notices: readonly string[]): Promise<Recipe[]> {
  let queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) })
  const recipes: Recipe[] = []
  for (const notice of notices) {
    queries = []
    await gateway.settle(db as WholeDatabase, notice)
    const said = queries.filter(({ sql }) => !/^(begin|commit|rollback|savepoint|release)/.test(sql))
    const nothingNew = { codeAt: [], bookingIdAt: [], keyAt: [], hashAt: [], givesBookingId: false }
    recipes.push(said.map(({ sql, parameters }) => ({ sql, parameters, ...nothingNew })))
  }
  await db.destroy()
  return recipes
}
