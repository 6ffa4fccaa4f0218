import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { isoDay } from '#platform/day.ts'
import { openSealer } from '#platform/files/seal.ts'
import { createAddressCheck } from '#platform/external/fetch.ts'
import { addEndpoint } from '#insight/webhooks/endpoints.ts'
import { startChild, type Child } from './child.ts'
import type { TestEngine } from './engines.ts'
import { callEndpoint, MONDAY_MORNING_IN_DHAKA, demoContent } from './test-app.ts'
import { openWebhookServer } from './webhook-server.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

const childUrl = new URL('paying-child.ts', import.meta.url).href
/** The number of statements of a booking, and of its webhook deliveries. */
const [BOOKING_STATEMENTS, DELIVERY_STATEMENTS] = [45, 110]
const ALLOWED_ADDRESSES = '127.0.0.1'

/**
 * Kills a server repeatedly, each time after a different number of statements, during bookings and webhook deliveries.
 * In the end both endpoints must know each existing stay under one event id, and no other stay.
 */
export async function killDuringDelivery(
  engine: TestEngine,
  { kills }: { kills: number },
): Promise<{ bookingCount: number; receivedCount: number; duplicateCount: number }> {
  const database = await engine.filled(demoContent)
  const { db, at } = database
  const servers = [await openWebhookServer(), await openWebhookServer()]
  const sealKey = randomBytes(32).toString('hex')
  const clock = { now: MONDAY_MORNING_IN_DHAKA }
  const context = {
    sealer: openSealer({ key: sealKey, folder: null }),
    isAllowedAddress: createAddressCheck(ALLOWED_ADDRESSES),
    publicUrl: 'https://selvage.example',
  }
  const owner = await db.selectFrom('account').select('id').where('role', '=', 'owner').executeTakeFirstOrThrow()
  for (const { url } of servers) {
    const ctx = { now: clock.now, account: owner, address: null, context } as unknown as Parameters<
      typeof addEndpoint
    >[1]
    await addEndpoint(db, ctx, { address: url, description: '', events: ['stay.requested'] })
  }
  const startChildServer = async (): Promise<{ child: Child; url: string }> => {
    const config = JSON.stringify({ at, now: clock.now, environment: {}, sealKey, reaches: ALLOWED_ADDRESSES })
    const child = startChild(`import { serveUntilKilled } from '${childUrl}'; await serveUntilKilled(${config})`)
    return { child, url: (await child.readLine())! }
  }
  const acknowledgedIds = new Set<string>()
  let child: Child | undefined
  try {
    for (let kill = 0; kill < kills; kill++) {
      const { url, child: startedChild } = await startChildServer()
      child = startedChild
      const share = (Math.floor(kill / 2) + 0.5) / Math.ceil(kills / 2)
      const isAtBooking = kill % 2 === 0
      if (isAtBooking) child.writeLine(`left ${1 + Math.floor(share * BOOKING_STATEMENTS)}`)
      for (let turn = 0; ; turn++) {
        const from = Math.floor(MONDAY_MORNING_IN_DHAKA / DAY_MS) + 2 + ((kill * 5 + turn) % 500)
        const code = await book(url, from)
        if (code === undefined) break
        acknowledgedIds.add(code)
        if (!isAtBooking && turn === 0) child.writeLine(`left ${1 + Math.floor(share * DELIVERY_STATEMENTS)}`)
        child.writeLine('due')
        if ((await child.readLine()) === undefined) break
      }
      await child.kill()
      clock.now += MINUTE_MS + 1
    }
    const { child: lastChild } = await startChildServer()
    child = lastChild
    for (let minute = 0; minute < 5; minute++) {
      clock.now += MINUTE_MS + 1
      lastChild.writeLine(`now ${clock.now}`)
      lastChild.writeLine('due')
      assert.equal(await lastChild.readLine(), 'done')
    }
    await lastChild.kill()
    return await assertDelivered()
  } finally {
    await child?.kill()
    for (const server of servers) await server.close()
    await database.close()
  }

  async function assertDelivered() {
    const stays = await db
      .selectFrom('booking')
      .select('code')
      .where('created_at', '>=', MONDAY_MORNING_IN_DHAKA)
      .where('email', '=', GUEST_EMAIL)
      .execute()
    const codes = stays.map((stay) => stay.code).toSorted()
    for (const code of acknowledgedIds) assert.ok(codes.includes(code), `${code} was acknowledged`)
    const waitingDeliveries = await db
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('state', '<>', 'delivered')
      .execute()
    assert.deepEqual(waitingDeliveries, [], 'no delivery is pending')
    let duplicateCount = 0
    for (const server of servers) {
      const stayCodesById = new Map(server.events().map(({ id, data }) => [id, String(data['booking_id'])]))
      assert.deepEqual([...stayCodesById.values()].toSorted(), codes, 'each stay has one event id')
      duplicateCount += server.receivedRequests.length - stayCodesById.size
    }
    return {
      bookingCount: codes.length,
      receivedCount: servers[0]!.receivedRequests.length,
      duplicateCount,
    }
  }
}

const GUEST_EMAIL = 'rafiq@dies.example'

/** Books a stay and returns its reference, or undefined if the server was killed. */
async function book(url: string, from: number): Promise<string | undefined> {
  const guest = { name: 'Rafiq Islam', email: GUEST_EMAIL, phone: '+8801700000004' }
  try {
    const { body: session } = await callEndpoint(url, 'guestRegister', guest)
    const dates = { checkin: isoDay(from), checkout: isoDay(from + 1) }
    const form = { ...guest, ...dates, slug: 'twin', paymenttype: 2, adult: 1, child: 0, message: '', again: 1 }
    const { status, body } = await callEndpoint(url, 'requestGuestBooking', form, { token: session.access_token })
    assert.equal(status, 200, JSON.stringify(body))
    return body.booking_id
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error
    return undefined
  }
}
