import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTestGateway } from '#testing/simulator.ts'
import { openStore, type Session } from './store.ts'

describe('the state file of the simulator', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gateway-'))))
  after(() => rm(folder, { recursive: true }))

  test('restores payments, refunds and pending notices after a restart (PAY-52)', async () => {
    const file = join(folder, 'gateway.json')
    const before = await openTestGateway({ file, lateMs: 1_000 })
    const order = before.order()
    const { redirectUrl } = await before.gateway.open(order)
    const { back } = await before.press(redirectUrl, 'pay', { notice: 'late' })
    const bankTranId = back!.fields.get('bank_tran_id')!
    const refund = { refundTransId: 'R-1', bankTranId, amountPoisha: 100, remarks: 'x', reference: '' }
    const begun = await before.gateway.refund(refund)
    assert.ok(!(await readFile(file, 'utf8')).includes(before.password))
    assert.equal(before.notices.length, 0)
    await before.close()

    // The pending notice has the URL of the old app. It is changed to the URL of the new one.
    const state = JSON.parse(await readFile(file, 'utf8')) as { due: { url: string; at: number }[] }
    assert.equal(state.due.length, 1)
    const anew = await openTestGateway()
    await writeFile(
      file,
      JSON.stringify({ ...state, due: state.due.map((each) => ({ ...each, url: `${anew.house}/n` })) }),
    )
    const later = await openTestGateway({ file })
    later.clock.advance(60_000)
    assert.equal((await later.gateway.query(order.tranId)).outcome, 'paid')
    assert.deepEqual(await later.gateway.refund(refund), begun)
    const [notice] = await anew.told(1)
    assert.equal(notice!.get('tran_id'), order.tranId)
    await Promise.all([later.close(), anew.close()])
  })

  test('limits the number of entries and drops the oldest (PAY-52)', async () => {
    const { state, keep } = await openStore(null)
    for (let at = 0; at < 1_200; at++) state.sessions.push({ tranId: `T-${at}` } as Session)
    await keep()
    assert.equal(state.sessions.length, 1_000)
    assert.equal(state.sessions[0]!.tranId, 'T-200')
  })

  test('reports a corrupt file and does not overwrite it (PAY-52)', async () => {
    const file = join(folder, 'broken.json')
    await writeFile(file, '{"sessions":')
    await assert.rejects(openStore(file), SyntaxError)
    assert.equal(await readFile(file, 'utf8'), '{"sessions":')
  })
})
