import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openTestGateway } from '#testing/gateway-simulator.ts'
import { openStore, type Session } from './store.ts'

describe('the state file of the simulator', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gateway-'))))
  after(() => rm(folder, { recursive: true }))

  test('restores payments, refunds and pending notifications after a restart (PAY-52)', async () => {
    const file = join(folder, 'gateway.json')
    const firstGateway = await openTestGateway({ file, lateMs: 1_000 })
    const order = firstGateway.order()
    const { redirectUrl } = await firstGateway.gateway.open(order)
    const { returnForm } = await firstGateway.press(redirectUrl, 'pay', { notice: 'late' })
    const bankTranId = returnForm!.fields.get('bank_tran_id')!
    const refund = { refundTransId: 'R-1', bankTranId, amountPoisha: 100, remarks: 'x', reference: '' }
    const firstRefund = await firstGateway.gateway.refund(refund)
    assert.ok(!(await readFile(file, 'utf8')).includes(firstGateway.password))
    assert.equal(firstGateway.notices.length, 0)
    await firstGateway.close()

    // The pending notice has the URL of the old app. It is changed to the URL of the new one.
    const state = JSON.parse(await readFile(file, 'utf8')) as { due: { url: string; at: number }[] }
    assert.equal(state.due.length, 1)
    const receivingGateway = await openTestGateway()
    await writeFile(
      file,
      JSON.stringify({
        ...state,
        due: state.due.map((pending) => ({ ...pending, url: `${receivingGateway.siteUrl}/n` })),
      }),
    )
    const restartedGateway = await openTestGateway({ file })
    restartedGateway.clock.advance(60_000)
    assert.equal((await restartedGateway.gateway.query(order.tranId)).outcome, 'paid')
    assert.deepEqual(await restartedGateway.gateway.refund(refund), firstRefund)
    const [notice] = await receivingGateway.waitForNotices(1)
    assert.equal(notice!.get('tran_id'), order.tranId)
    await Promise.all([restartedGateway.close(), receivingGateway.close()])
  })

  test('limits the number of entries and drops the oldest (PAY-52)', async () => {
    const { state, save } = await openStore(null)
    for (let index = 0; index < 1_200; index++) state.sessions.push({ tranId: `T-${index}` } as Session)
    await save()
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
