import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { toNodeHandler } from '#money/gateway-simulator/http.ts'
import { openSimulator } from '#money/gateway-simulator/simulator.ts'
import { writeCompany } from '#content/company.ts'
import type { DatabaseLocation } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { assertBooksConsistent } from './assert-books.ts'
import { startChild, type Child } from './child.ts'
import type { TestEngine } from './engines.ts'
import { callEndpoint, MONDAY_MORNING_IN_DHAKA, demoContent } from './test-app.ts'
import { assertMoneyConsistent } from './assert-money.ts'
import { createRandom, type Random } from './random.ts'
import { startHttpServer, pressButton } from './gateway-simulator.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

const STORE = { storeId: 'selvage', password: 'a secret' }
const childUrl = new URL('paying-child.ts', import.meta.url).href
/** The number of statements in all steps of a payment and its refund. */
const MAX_STATEMENTS = 160

/**
 * Kills a server repeatedly, each time after a different number of statements, while guests book, pay, cancel and get
 * refunds. After each kill the books and the ledger must be consistent. In the end every payment at the gateway must be
 * recorded, and each guest who paid has a room or a refund. Returns the number of paid attempts and of kills.
 */
export async function killWhilePaying(
  engine: TestEngine,
  { kills, seed }: { kills: number; seed: number },
): Promise<{ paidAttempts: number; kills: number }> {
  const database = await engine.filled(demoContent)
  const { db, at } = database
  await writeCompany(db, { takesOnlinePayments: true })
  const clock = { now: MONDAY_MORNING_IN_DHAKA }
  let handler: RequestListener | undefined
  const gatewayServer = await startHttpServer((request, response) => void handler!(request, response))
  let url = ''
  const simulator = await openSimulator({
    file: null,
    baseUrl: gatewayServer.url,
    clock: () => clock.now,
    lateMs: 20,
    ...STORE,
    deliver: async (to, body) => {
      await fetch(url + new URL(to).pathname, { method: 'POST', headers: { 'content-type': formType }, body })
    },
  })
  handler = toNodeHandler(simulator)
  const environment = {
    SSLCOMMERZ_URL: gatewayServer.url,
    SSLCOMMERZ_STORE_ID: STORE.storeId,
    SSLCOMMERZ_STORE_PASSWORD: STORE.password,
  }
  const startChildServer = async (): Promise<Child> => {
    const config = JSON.stringify({ at: nameConnections(at), now: clock.now, environment })
    const child = startChild(`import { serveUntilKilled } from '${childUrl}'; await serveUntilKilled(${config})`)
    url = (await child.readLine())!
    return child
  }
  const paidAttempts = new Set<string>()
  let child: Child | undefined
  const random = createRandom(seed)
  try {
    for (let kill = 0; kill < kills; kill++) {
      child = await startChildServer()
      child.writeLine(`left ${1 + Math.floor(((kill + 0.5) * MAX_STATEMENTS) / kills)}`)
      await payUntilServerIsGone(url, random, kill, paidAttempts, child)
      await waitForConnectionsToEnd()
      clock.now += 3 * MINUTE_MS
      await assertConsistent()
    }
    const lastChild = (child = await startChildServer())
    // Wait until the app stops querying the gateway about payments that it may never have received.
    for (const pauseMs of [...Array<number>(12).fill(HOUR_MS / 4), ...Array<number>(36).fill(2 * HOUR_MS)]) {
      clock.now += pauseMs
      lastChild.writeLine(`now ${clock.now}`)
      lastChild.writeLine('due')
      assert.equal(await lastChild.readLine(), 'done')
    }
    await assertConsistent()
    await assertAllPaymentsRecorded()
    return { paidAttempts: paidAttempts.size, kills }
  } finally {
    await child?.kill()
    await simulator.close()
    await gatewayServer.close()
    await database.close()
  }

  /** Waits for PostgreSQL to finish the last statements of the killed server: the checks use several queries. */
  async function waitForConnectionsToEnd() {
    if (engine.name !== 'postgres') return
    const openConnections = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and application_name = ${KILLED_APP}`
    while ((await openConnections.execute(db)).rows.length > 0) await sleep(20)
  }

  async function assertConsistent() {
    await assertBooksConsistent(db)
    await assertMoneyConsistent(db)
  }

  /** Asserts that each payment confirmed to a guest is recorded, and that the stay is confirmed or refunded. */
  async function assertAllPaymentsRecorded() {
    const receipts = await db
      .selectFrom('payment_receipt')
      .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
      .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
      .select(['tran_id', 'payment_receipt.state', 'booking.status', 'booking.code', 'booking.payment_status'])
      .execute()
    const recordedIds = new Set(receipts.map(({ tran_id }) => tran_id))
    assert.deepEqual(
      [...paidAttempts].filter((tranId) => !recordedIds.has(tranId)),
      [],
      'paid, but not recorded',
    )
    const refunds = await db.selectFrom('refund').selectAll().execute()
    for (const { code, status, payment_status } of receipts) {
      const isReturned = refunds.some(({ stay_code, state }) => stay_code === code && state !== 'dismissed')
      assert.ok(status === 'confirmed' || isReturned, `${code} is ${status}, ${payment_status}`)
    }
    const openAttempts = await db.selectFrom('payment_attempt').select('id').where('state', '=', 'opened').execute()
    assert.deepEqual(openAttempts, [], 'attempts without a result')
  }
}

/** Names the connections of the killed server, so that the database can list them. */
function nameConnections(location: DatabaseLocation): DatabaseLocation {
  if (!location.url) return location
  const url = new URL(location.url)
  url.searchParams.set('application_name', KILLED_APP)
  return { ...location, url: url.href }
}
const KILLED_APP = 'a house that dies'

const formType = 'application/x-www-form-urlencoded'

/** Books and pays until the server is dead, and retries after failed requests. */
async function payUntilServerIsGone(
  url: string,
  random: Random,
  kill: number,
  paidAttempts: Set<string>,
  child: Child,
): Promise<void> {
  let isGone = false
  const exitEvent = child.exitCode.then(() => void (isGone = true))
  while (!isGone) {
    await payUntilRequestFails(url, random, kill, paidAttempts, child)
    await Promise.race([exitEvent, sleep(50)])
  }
}

/** Lets one guest after the other book, pay and sometimes cancel, until a request fails. */
async function payUntilRequestFails(
  url: string,
  random: Random,
  kill: number,
  paidAttempts: Set<string>,
  child: Child,
): Promise<void> {
  const postForm = (path: string, body: string) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': formType }, body, redirect: 'manual' })
  try {
    for (let turn = 0; ; turn++) {
      const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
      const { body: session } = await callEndpoint(url, 'guestRegister', guest)
      const token = session.access_token
      const from = Math.floor(MONDAY_MORNING_IN_DHAKA / DAY_MS) + 2 + ((kill * 7 + turn * 3) % 480)
      const stay = {
        checkin: isoDay(from),
        checkout: isoDay(from + 2),
        slug: random.oneOf(['single', 'twin', 'family']),
      }
      const form = { ...guest, ...stay, paymenttype: 1, adult: 1, child: 0, message: '', again: 1 }
      const { status, body: booking } = await callEndpoint(url, 'requestGuestBooking', form, { token })
      if (status !== 200) continue
      const { body: payment } = await callEndpoint(url, 'startPayment', { id: booking.booking_id }, { token })
      if (!payment.url) continue
      const notice = random.oneOf(['now', 'first', 'twice', 'never'])
      const { returnForm } = await pressButton(payment.url, 'pay', { notice })
      if (!returnForm) continue
      paidAttempts.add(returnForm.fields.get('tran_id')!)
      if (random.isTrue(0.6)) await postForm(new URL(returnForm.url).pathname, returnForm.fields.toString())
      child.writeLine('due')
      if ((await child.readLine()) === undefined) return
      if (random.isTrue(0.4)) {
        await callEndpoint(url, 'cancelBooking', { id: booking.booking_id, fee: 0 }, { token })
        child.writeLine('due')
        if ((await child.readLine()) === undefined) return
      }
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
  }
}
