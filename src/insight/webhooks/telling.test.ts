import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { emailsTo } from '#testing/emails.ts'
import { stayForm } from '#testing/stay.ts'
import { answers, openWebhookServer, signaturesOf, takes, type Told } from '#testing/webhook-server.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhooks.ts'
import { ASKING_LASTS_MS, pausesMs } from './limits.ts'
import { tryDelivery, type Telling } from './trying.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

for (const engine of bothEngines) {
  describe(`telling programs outside, on ${engine.name}`, () => {
    let at: WebhookApp
    let id: number
    let secret: string
    let from = 10
    before(async () => {
      at = await startWebhookApp(engine)
    })
    after(() => at.close())
    afterEach(async () => {
      for (const { id: each } of (await at.done('getWebhooks')).data) await at.done('removeWebhook', { id: each })
      await at.tell()
      at.server.told.length = 0
      at.server.manner = takes
    })
    const add = async (server = at.server) => {
      ;({ id, secret } = await at.add(server, ['stay.requested', 'stay.cancelled']))
    }
    async function happen(times = 1): Promise<void> {
      const token = await at.house.newGuest()
      for (let time = 0; time < times; time++) {
        const dates = { checkin: at.house.day(from), checkout: at.house.day(++from) }
        if (from > 400) from = 10
        const { status, body } = await at.house.call(
          'requestGuestBooking',
          stayForm(at.house, { slug: 'twin', ...dates }),
          { token, key: randomUUID() },
        )
        assert.equal(status, 200, JSON.stringify(body))
      }
    }
    const mailOfOwner = async () => {
      const owners = at.house.db.selectFrom('account').select('email').where('username', '=', 'owner')
      return (await owners.executeTakeFirstOrThrow()).email!
    }
    /** The deliveries that wait, which the worker leaves alone for an hour. */
    async function leftForUs() {
      const busy = { busy_until: at.house.clock.now + HOUR_MS }
      await at.house.db.updateTable('webhook_endpoint').set(busy).execute()
      await at.tell()
      return at.house.db.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
    }
    const contextWith = (more: Pick<Telling, 'mayReach' | 'timeLimits'>): Telling => {
      const open = (_: unknown, about: string) => Buffer.from(about.endsWith('address') ? at.server.url : 'whsec_AAAA')
      const sealer = { seal: () => new Uint8Array(), open }
      return { clock: () => at.house.clock.now, sealer, publicUrl: at.house.publicUrl, ...more }
    }
    const webhook = () => at.done('getWebhook', { id })
    const last = async () => (await at.deliveries(id))[0]
    const whole = async () => at.done('getWebhookDelivery', { id: (await last()).id })

    test('what is taken is told once: signed, under its own number, and how it was answered is seen (HOOK-6, HOOK-7, HOOK-10)', async () => {
      await add()
      at.server.manner = answers(204)
      await happen()
      await at.tell()
      await at.tell()
      assert.equal(at.server.told.length, 1)
      const [told] = at.server.told as [Told]
      const { right, given } = signaturesOf(told, secret)
      assert.deepEqual(given, [right])
      const said = JSON.parse(told.body)
      assert.deepEqual(
        [told.headers['webhook-id'], told.headers['content-type'], told.headers['user-agent'], told.path],
        [said.id, 'application/json; charset=utf-8', 'Selvage', '/hook'],
      )
      assert.equal(told.headers['webhook-timestamp'], String(Math.floor(at.house.clock.now / 1000)))
      const delivery = await whole()
      assert.deepEqual(
        [
          delivery.state,
          delivery.tries,
          delivery.status,
          delivery.fault,
          delivery.next_at,
          delivery.body,
          delivery.answer,
        ],
        ['delivered', 1, 204, null, null, told.body, ''],
      )
      assert.ok((await webhook()).good_at)
    })

    test('of an answer 500 letters are kept, as text; one without end is cut off and was taken all the same (HOOK-7, HOOK-8)', async () => {
      await add()
      at.server.manner = answers(200, `<script>alert(1)</script>\u0000${'ক'.repeat(2_000)}`)
      await happen()
      await at.tell()
      const { answer } = await whole()
      assert.deepEqual([[...answer].length, answer.slice(0, 8), answer.includes('\u0000')], [500, '<script>', false])
      let sent = 0
      at.server.manner = (response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        const more = () => {
          if (response.destroyed) return
          sent += 65_536
          if (response.write('x'.repeat(65_536))) setImmediate(more)
          else response.once('drain', more)
        }
        more()
      }
      await happen()
      await at.tell()
      const endless = await whole()
      assert.deepEqual([endless.state, endless.answer], ['delivered', 'x'.repeat(500)])
      assert.ok(sent < 50_000_000)
    })

    test('what is not taken is tried after pauses that grow, for about three days, and then given up (HOOK-8)', async () => {
      await add()
      at.server.manner = answers(500, 'no')
      await happen()
      await at.tell()
      for (const [index, pause] of pausesMs.entries()) {
        const { state, tries, next_at, status } = await last()
        assert.deepEqual([state, tries, status], ['waiting', index + 1, 500])
        assert.equal(Date.parse(next_at) - at.house.clock.now, pause)
        // Not a moment before.
        at.house.clock.advance(pause - 1)
        await at.tell()
        assert.equal(at.server.told.length, index + 1)
        at.house.clock.advance(1)
        await at.tell()
        assert.equal(at.server.told.length, index + 2)
      }
      const { state, tries, next_at } = await last()
      assert.deepEqual([state, tries, next_at], ['failed', pausesMs.length + 1, null])
      const all = pausesMs.reduce((sum, each) => sum + each)
      assert.ok(all > 3 * DAY_MS && all < 3.5 * DAY_MS)
      assert.equal(new Set(at.server.told.map(({ headers }) => headers['webhook-id'])).size, 1, 'always the same id')
      const { failing_since, failed, waiting } = await webhook()
      assert.deepEqual([Boolean(failing_since), failed, waiting], [true, 1, 0])
      at.server.manner = takes
      await happen()
      await at.tell()
      assert.deepEqual([(await webhook()).failing_since, (await last()).state], [null, 'delivered'])
    })

    test('who refuses the line, and who leads on, has taken nothing; whither it leads nobody is told (HOOK-8, HOOK-9)', async () => {
      const gone = await openWebhookServer()
      await gone.close()
      await add(gone)
      await happen()
      await at.tell()
      assert.deepEqual(
        [(await last()).state, (await last()).fault, (await last()).status],
        ['waiting', 'unreachable', null],
      )
      await at.done('removeWebhook', { id })
      const other = await openWebhookServer('127.0.0.3')
      await add()
      at.server.manner = answers(307, '', { location: other.url })
      await happen()
      await at.tell()
      assert.deepEqual([(await last()).state, (await last()).status], ['waiting', 307])
      assert.equal(other.told.length, 0)
      await other.close()
    })

    test('gives up a request after ten seconds without an answer, also within the response head (HOOK-8)', async () => {
      await add()
      let requests = 0
      at.server.manner = (response) => {
        if (requests++ === 1) response.socket!.write('HTTP/1.1 200 OK\r\ncontent-le')
      }
      await happen(2)
      const timeLimits = { webhookAnswer: 500 }
      for (const delivery of await leftForUs())
        await tryDelivery(at.house.db, contextWith({ timeLimits, mayReach: () => true }), delivery)
      const failed = await at.deliveries(id)
      assert.equal(failed.length, 2)
      for (const { state, fault, took_ms } of failed) {
        assert.deepEqual([state, fault], ['waiting', 'timeout'])
        assert.ok(took_ms >= 490, `${took_ms} ms`)
      }
      assert.equal(ASKING_LASTS_MS, 10_000, 'the limit outside of tests')
    })

    test('410 pauses it at once, and its owner is written to (HOOK-8, HOOK-11)', async () => {
      await add()
      at.server.manner = answers(410)
      await happen()
      await at.tell()
      const { paused_at, paused_why, host } = await webhook()
      assert.deepEqual([Boolean(paused_at), paused_why, (await last()).state], [true, 'gone', 'failed'])
      await happen()
      await at.tell()
      assert.equal(at.server.told.length, 1, 'it is told nothing more')
      const email = (await emailsTo(at.house, await mailOfOwner())).at(-1)!
      assert.match(email.text, /has answered that nobody is there any more \(410\)/)
      assert.ok(email.text.includes(`/office/webhooks/${id}`) && email.header('subject').includes(host))
      const [log] = (await at.done('getLog', { subject: `webhook ${id}` })).data
      assert.equal(log.action, 'webhook paused')
    })

    test('what has taken nothing for five days is paused, and its owner is written to, once (HOOK-11)', async () => {
      await add()
      at.server.manner = answers(503)
      const before = (await emailsTo(at.house, await mailOfOwner())).filter(({ text }) =>
        text.includes('has taken nothing since'),
      ).length
      await happen()
      await at.tell()
      for (let day = 0; day < 5; day++) {
        assert.equal((await webhook()).paused_at, null, `on day ${day}`)
        at.house.clock.advance(DAY_MS)
        await happen(2)
        await at.tell()
      }
      const { paused_why, waiting } = await webhook()
      assert.equal(paused_why, 'dead')
      assert.ok(waiting > 0, 'what was not taken waits')
      const told = at.server.told.length
      at.house.clock.advance(DAY_MS)
      await at.tell()
      assert.equal(at.server.told.length, told)
      const emails = (await emailsTo(at.house, await mailOfOwner())).filter(({ text }) =>
        text.includes('has taken nothing since'),
      )
      assert.equal(emails.length, before + 1)
    })

    test('an address that leads inside by now is told nothing (HOOK-9)', async () => {
      await add()
      await happen()
      const [delivery] = await leftForUs()
      await tryDelivery(at.house.db, contextWith({ mayReach: () => false }), delivery!)
      assert.deepEqual([(await last()).fault, at.server.told.length], ['inner', 0])
    })

    test('a secret that is exchanged signs beside the new one for a day; neither is to be had again (HOOK-2)', async () => {
      await add()
      const { secret: another } = await at.done('exchangeWebhookSecret', { id })
      assert.notEqual(another, secret)
      await happen()
      await at.tell()
      const [told] = at.server.told as [Told]
      const { given } = signaturesOf(told, secret)
      assert.deepEqual(given, [signaturesOf(told, another).right, signaturesOf(told, secret).right])
      assert.ok((await webhook()).old_until)
      at.house.clock.advance(DAY_MS)
      await happen()
      await at.tell()
      const later = at.server.told[1]!
      assert.deepEqual(signaturesOf(later, another).given, [signaturesOf(later, another).right])
      assert.equal((await webhook()).old_until, null)
      const rows = await at.house.db.selectFrom('webhook_endpoint').selectAll().execute()
      const audit = await at.house.db.selectFrom('audit').select(['changes', 'details']).execute()
      const seen = JSON.stringify([
        await webhook(),
        await at.done('getWebhooks'),
        rows.map((row) => ({ ...row, secret: Buffer.from(row.secret).toString('latin1') })),
        audit,
      ])
      for (const each of [secret, another]) assert.ok(!seen.includes(each.slice(6)))
      assert.ok(
        !JSON.stringify([rows.map((row) => Buffer.from(row.address).toString()), audit]).includes('/hook'),
        'nor is the address',
      )
    })

    test('a try that nobody wrote down is done again; the same is not written down twice (HOOK-7)', async () => {
      await add()
      await happen()
      const { length } = at.server.told
      await at.tell()
      const delivery = await at.house.db.selectFrom('webhook_delivery').selectAll().executeTakeFirstOrThrow()
      assert.deepEqual([delivery.state, at.server.told.length - length], ['delivered', 1])
      // As if whoever told it had died before it was written down, with what it had.
      const dead = { state: 'waiting', tries: 0, next_at: at.house.clock.now + 60_000 } as const
      await at.house.db.updateTable('webhook_delivery').set(dead).execute()
      const endpoint = { busy_until: at.house.clock.now + 55_000, retry_at: null }
      await at.house.db.updateTable('webhook_endpoint').set(endpoint).execute()
      const job = { run_at: at.house.clock.now + 60_000, done_at: null, attempts: 1 }
      await at.house.db.updateTable('job').set(job).where('kind', '=', 'tell-endpoint').execute()
      await at.tell()
      assert.equal(at.server.told.length - length, 1, 'somebody may still be at it')
      at.house.clock.advance(60_000)
      await at.tell()
      assert.equal(at.server.told.length - length, 2)
      assert.deepEqual([(await last()).state, (await last()).tries], ['delivered', 1])
    })
  })
}
