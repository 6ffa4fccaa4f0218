import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { answering } from '#money/gateway-simulator/http.ts'
import { openSimulator } from '#money/gateway-simulator/simulator.ts'
import { writeCompany } from '#content/company.ts'
import type { DatabasePlace } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { proveBooks } from './books.ts'
import { startChild, type Child } from './child.ts'
import type { TestEngine } from './engines.ts'
import { callOver, MONDAY_MORNING_IN_DHAKA, withTheDemo } from './test-app.ts'
import { proveMoney } from './money.ts'
import { chance, type Chance } from './random.ts'
import { listening, pressed } from './simulator.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STORE = { storeId: 'selvage', password: 'a secret' }
const childUrl = new URL('paying-child.ts', import.meta.url).href
/** The number of statements in all steps of a payment and its refund. */
const MAX_STATEMENTS = 160

/**
 * Kills a server after each of its statements in turn, while guests book, pay, cancel and get refunds. After each kill the
 * books and the ledger must be consistent. In the end every payment at the gateway must be recorded, and each guest who paid
 * has a room or a refund. Returns the number of payments.
 */
export async function killWhilePaying(
  engine: TestEngine,
  { kills, seed }: { kills: number; seed: number },
): Promise<{ paid: number; kills: number }> {
  const database = await engine.filled(withTheDemo)
  const { db, at } = database
  await writeCompany(db, { takesOnlinePayments: true })
  const clock = { now: MONDAY_MORNING_IN_DHAKA }
  let answer: RequestListener | undefined
  const served = await listening((asked, answered) => void answer!(asked, answered))
  let url = ''
  const simulator = await openSimulator({
    file: null,
    baseUrl: served.url,
    clock: () => clock.now,
    lateMs: 20,
    ...STORE,
    deliver: async (to, body) => {
      await fetch(url + new URL(to).pathname, { method: 'POST', headers: { 'content-type': formType }, body })
    },
  })
  answer = answering(simulator)
  const environment = {
    SSLCOMMERZ_URL: served.url,
    SSLCOMMERZ_STORE_ID: STORE.storeId,
    SSLCOMMERZ_STORE_PASSWORD: STORE.password,
  }
  const start = async (): Promise<Child> => {
    const config = JSON.stringify({ at: named(at), now: clock.now, environment })
    const child = startChild(`import { serveUntilKilled } from '${childUrl}'; await serveUntilKilled(${config})`)
    url = (await child.line())!
    return child
  }
  const paid = new Set<string>()
  let child: Child | undefined
  const by = chance(seed)
  try {
    for (let kill = 0; kill < kills; kill++) {
      child = await start()
      child.say(`left ${1 + Math.floor(((kill + 0.5) * MAX_STATEMENTS) / kills)}`)
      await payUntilItIsGone(url, by, kill, paid, child)
      await connectionsAreGone()
      clock.now += 3 * MINUTE_MS
      await prove()
    }
    const last = (child = await start())
    // Wait until the product stops querying the gateway about payments that it may never have received.
    for (const pause of [...Array<number>(12).fill(HOUR_MS / 4), ...Array<number>(36).fill(2 * HOUR_MS)]) {
      clock.now += pause
      last.say(`now ${clock.now}`)
      last.say('due')
      assert.equal(await last.line(), 'done')
    }
    await prove()
    await proveAllIsFound()
    return { paid: paid.size, kills }
  } finally {
    await child?.kill()
    await simulator.close()
    await served.close()
    await database.close()
  }

  /** Waits for PostgreSQL to finish the last statements of the killed server, because the checks use several queries. */
  async function connectionsAreGone() {
    if (engine.name !== 'postgres') return
    const still = sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and application_name = ${MORTAL}`
    while ((await still.execute(db)).rows.length > 0) await sleep(20)
  }

  async function prove() {
    await proveBooks(db)
    await proveMoney(db)
  }

  /** Asserts that each payment confirmed to a guest is recorded, and that the stay is confirmed or refunded. */
  async function proveAllIsFound() {
    const receipts = await db
      .selectFrom('payment_receipt')
      .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
      .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
      .select(['tran_id', 'payment_receipt.state', 'booking.status', 'booking.code', 'booking.payment_status'])
      .execute()
    const found = new Set(receipts.map(({ tran_id }) => tran_id))
    assert.deepEqual(
      [...paid].filter((tranId) => !found.has(tranId)),
      [],
      'paid, but not recorded',
    )
    const refunds = await db.selectFrom('refund').selectAll().execute()
    for (const { code, status, payment_status } of receipts) {
      const goesBack = refunds.some(({ stay_code, state }) => stay_code === code && state !== 'dismissed')
      assert.ok(status === 'confirmed' || goesBack, `${code} is ${status}, ${payment_status}`)
    }
    const open = await db.selectFrom('payment_attempt').select('id').where('state', '=', 'opened').execute()
    assert.deepEqual(open, [], 'attempts without a result')
  }
}

/** Names the connections of the killed server, so that the database can list them. */
function named(at: DatabasePlace): DatabasePlace {
  if (!at.url) return at
  const url = new URL(at.url)
  url.searchParams.set('application_name', MORTAL)
  return { ...at, url: url.href }
}
const MORTAL = 'a house that dies'

const formType = 'application/x-www-form-urlencoded'

/** Books and pays until the server is dead, and retries after failed requests. */
async function payUntilItIsGone(url: string, by: Chance, kill: number, paid: Set<string>, child: Child): Promise<void> {
  let isGone = false
  const gone = child.ended.then(() => void (isGone = true))
  while (!isGone) {
    await payUntilNobodyAnswers(url, by, kill, paid, child)
    await Promise.race([gone, sleep(50)])
  }
}

/** Lets one guest after the other book, pay and sometimes cancel, until a request fails. */
async function payUntilNobodyAnswers(
  url: string,
  by: Chance,
  kill: number,
  paid: Set<string>,
  child: Child,
): Promise<void> {
  const post = (path: string, body: string) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': formType }, body, redirect: 'manual' })
  try {
    for (let turn = 0; ; turn++) {
      const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
      const { body: session } = await callOver(url, 'guestRegister', guest)
      const token = session.access_token
      const from = Math.floor(MONDAY_MORNING_IN_DHAKA / 86_400_000) + 2 + ((kill * 7 + turn * 3) % 480)
      const stay = { checkin: isoDay(from), checkout: isoDay(from + 2), slug: by.oneOf(['single', 'twin', 'family']) }
      const form = { ...guest, ...stay, paymenttype: 1, adult: 1, child: 0, message: '', again: 1 }
      const { status, body: booked } = await callOver(url, 'requestGuestBooking', form, { token })
      if (status !== 200) continue
      const { body: opened } = await callOver(url, 'startPayment', { id: booked.booking_id }, { token })
      if (!opened.url) continue
      const notice = by.oneOf(['now', 'first', 'twice', 'never'])
      const { back } = await pressed(opened.url, 'pay', { notice })
      if (!back) continue
      paid.add(back.fields.get('tran_id')!)
      if (by.isTrue(0.6)) await post(new URL(back.url).pathname, back.fields.toString())
      child.say('due')
      if ((await child.line()) === undefined) return
      if (by.isTrue(0.4)) {
        await callOver(url, 'cancelBooking', { id: booked.booking_id, fee: 0 }, { token })
        child.say('due')
        if ((await child.line()) === undefined) return
      }
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
  }
}
