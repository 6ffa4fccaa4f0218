import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type CompiledQuery, type Dialect } from 'kysely'
import { buildApp, prepareDatabase } from '#app/app.ts'
import { toNodeHandler } from '#money/gateway-simulator/http.ts'
import { openSimulator } from '#money/gateway-simulator/simulator.ts'
import { settleAttempt } from '#money/payments/settling.ts'
import { createSslcommerz } from '#money/payments/sslcommerz/sslcommerz.ts'
import { settlementQueueOptions } from '#money/payments/sweep.ts'
import { dayIn, systemClock } from '#platform/clock.ts'
import { openDatabase, type DatabaseLocation, type WholeDatabase } from '#platform/database/database.ts'
import { createPostgresDialect } from '#platform/database/postgres.ts'
import { publish } from '#platform/database/publish.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import { isoDay } from '#platform/day.ts'
import { readSettings } from '#app/settings.ts'
import type { Tables } from '#schema/tables.ts'
import { endpoints } from '#routes/public.ts'
import { readReturnForm, startHttpServer } from '#testing/gateway-simulator.ts'
import { testContext } from '#testing/request-context.ts'
import { openBareOnPostgres, openBareOnSqlite, type Recipe } from './bare-bookings.ts'
import { openPostgresDatabase } from './databases.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turnCount = chooseBySize({ full: 5, smallest: 1 })
const paymentsPerTurn = chooseBySize({ full: 100, smallest: 3 })
const paymentCount = turnCount * paymentsPerTurn

/**
 * Settles the payments that gateway notices report, as the job queue does, with a gateway in this process. The bare
 * driver runs the same statements, one transaction per payment. Three copies of one database contain payments without a
 * notice: `recorded` to record the SQL, `settled` for the app, `paid` for the bare driver.
 */
export async function measureNoticesOnSqlite(folder: string): Promise<Figure[]> {
  const getLocation = (name: string) => ({ file: join(folder, `${name}.sqlite`) })
  await using gateway = await openGateway()
  const notices = await makePaymentsWithoutNotice(getLocation('paid'), gateway)
  for (const name of ['recorded', 'settled']) copyFileSync(getLocation('paid').file, getLocation(name).file)
  const recipes = await recordSettling(createSqliteDialect(getLocation('recorded').file), gateway, notices)
  using bareDatabase = openBareOnSqlite(getLocation('paid').file, recipes)
  return await measureSettling('SQLite', getLocation('settled'), gateway, notices, () => bareDatabase.commit(1))
}

export async function measureNoticesOnPostgres(): Promise<Figure[]> {
  await using paidDatabase = await openPostgresDatabase('paid')
  await using gateway = await openGateway()
  const notices = await makePaymentsWithoutNotice({ url: paidDatabase.url, file: '' }, gateway)
  await using firstDatabase = await openPostgresDatabase('recorded', paidDatabase)
  await using secondDatabase = await openPostgresDatabase('settled', paidDatabase)
  const recipes = await recordSettling(createPostgresDialect(firstDatabase.url, 10, console.error), gateway, notices)
  await using bareDatabase = await openBareOnPostgres(paidDatabase.url, 1, recipes)
  return await measureSettling('PostgreSQL', { url: secondDatabase.url, file: '' }, gateway, notices, bareDatabase.book)
}

async function measureSettling(
  engine: string,
  location: DatabaseLocation,
  gateway: Gateway,
  notices: readonly string[],
  settleBaseline: () => unknown,
): Promise<Figure[]> {
  const database = await openDatabase(location)
  let [settledCount, bareCount] = [0, 0]
  const settlementRates = await runInTurns(turnCount, {
    ours: () =>
      measureRate(async () => {
        const pendingNotices = notices.slice(settledCount, (settledCount += paymentsPerTurn))
        const settleNext = async () => {
          for (let notice = pendingNotices.pop(); notice; notice = pendingNotices.pop())
            await gateway.settle(database.db, notice)
        }
        await Promise.all(Array.from({ length: settlementQueueOptions.concurrency }, settleNext))
      }),
    bare: () =>
      measureRate(async () => {
        for (const targetCount = bareCount + paymentsPerTurn; bareCount < targetCount; bareCount++)
          await settleBaseline()
      }),
  })
  const { paid: paidCount } = await database.db
    .selectFrom('payment_attempt')
    .select(({ fn }) => fn.countAll<number | string>().as('paid'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow()
  if (Number(paidCount) !== paymentCount) throw new Error(`${paidCount} of ${paymentCount} payments were settled`)
  await database.close()
  return [
    {
      label: `${engine}: payments settled after a notice, ${settlementQueueOptions.concurrency} at once`,
      unit: '/s',
      ours: settlementRates.ours,
      bare: settlementRates.bare,
      against: 'their SQL alone, a transaction for each',
      target: { minRatio: 0.4 },
    },
  ]
}

async function measureRate(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return paymentsPerTurn / ((performance.now() - startedAt) / 1000)
}

type Gateway = Awaited<ReturnType<typeof openGateway>>
async function openGateway() {
  const storeCredentials = { storeId: 'selvage', password: 'of the bench' }
  let handler: ReturnType<typeof toNodeHandler> | undefined
  const gatewayServer = await startHttpServer((request, response) => handler!(request, response))
  const simulator = await openSimulator({
    file: null,
    baseUrl: gatewayServer.url,
    clock: systemClock,
    deliver: async () => {},
    ...storeCredentials,
  })
  handler = toNodeHandler(simulator)
  const gateway = createSslcommerz(simulator.store)
  const deps = { gateways: [gateway], context: testContext }
  return {
    async settle(db: WholeDatabase, notice: string) {
      const { tranId, valId } = gateway.readNotice(new URLSearchParams(notice))!
      await settleAttempt(db, deps, tranId, { valId })
    },
    settings: {
      SSLCOMMERZ_URL: gatewayServer.url,
      SSLCOMMERZ_STORE_ID: storeCredentials.storeId,
      SSLCOMMERZ_STORE_PASSWORD: storeCredentials.password,
    },
    async [Symbol.asyncDispose]() {
      await simulator.close()
      await gatewayServer.close()
    },
  }
}

async function startTestApp(db: WholeDatabase, { settings: gatewaySettings }: Gateway) {
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...gatewaySettings })
  const { app, worker } = await buildApp(db, { ...testContext, onlinePayments: 'live' }, settings)
  await app.ready()
  const send = async (path: string, payload: object | string, token?: string) => {
    const type = typeof payload === 'string' ? 'application/x-www-form-urlencoded' : 'application/json'
    const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) }
    const response = await app.inject({ method: 'POST', url: path, headers, payload })
    if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}: ${response.body}`)
    return response
  }
  return { send, worker, close: () => app.close() }
}

/** Makes payments at the gateway without sending their notices, and returns the notices. */
async function makePaymentsWithoutNotice(location: DatabaseLocation, gateway: Gateway): Promise<string[]> {
  const database = await openDatabase(location)
  await prepareDatabase(database, systemClock, true)
  await publish(database.db, (tx) => tx.updateTable('room').set({ capacity: 1_000_000 }).execute())
  const testApp = await startTestApp(database.db, gateway)
  const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
  const arrival = dayIn('Asia/Dhaka', systemClock()) + 10
  const dates = { checkin: isoDay(arrival), checkout: isoDay(arrival + 2) }
  const registration = await testApp.send(endpoints.guestRegister[1], guest)
  const { access_token: token } = registration.json<{ access_token: string }>()
  const notices: string[] = []
  for (let number = 0; number < paymentCount; number++) {
    const form = {
      ...guest,
      ...dates,
      slug: 'twin',
      adult: 1,
      child: 0,
      paymenttype: 1,
      again: 1,
      message: String(number),
    }
    const bookingResponse = await testApp.send(endpoints.requestGuestBooking[1], form, token)
    const { booking_id: id } = bookingResponse.json<{ booking_id: string }>()
    const paymentResponse = await testApp.send(endpoints.startPayment[1], { id }, token)
    const body = new URLSearchParams({ act: 'pay', notice: 'never' })
    const gatewayResponse = await fetch(paymentResponse.json<{ url: string }>().url, { method: 'POST', body })
    notices.push(readReturnForm(await gatewayResponse.text())!.fields.toString())
  }
  await testApp.worker.runDue()
  await testApp.close()
  await database.close()
  return notices
}

/** Records the SQL statements of the app for each notice, one notice after the other. */
async function recordSettling(dialect: Dialect, gateway: Gateway, notices: readonly string[]): Promise<Recipe[]> {
  let queries: CompiledQuery[] = []
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) })
  const recipes: Recipe[] = []
  for (const notice of notices) {
    queries = []
    await gateway.settle(db as WholeDatabase, notice)
    const statements = queries.filter(({ sql }) => !/^(begin|commit|rollback|savepoint|release)/.test(sql))
    const noPositions = {
      codePositions: [],
      bookingIdPositions: [],
      keyPositions: [],
      hashPositions: [],
      returnsBookingId: false,
    }
    recipes.push(statements.map(({ sql, parameters }) => ({ sql, parameters, ...noPositions })))
  }
  await db.destroy()
  return recipes
}
