import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Command } from '#testing/hostile-parser.ts'
import { InfrastructureError } from '../infrastructure-error.ts'
import { RejectedInputError } from './rejected-input.ts'
import { createSandbox } from './sandbox.ts'
import { readUsage } from './usage.ts'

const program = fileURLToPath(new URL('../../../testing/hostile-parser.ts', import.meta.url))
/** The CPU limit is high, so that the tests pass on a slow machine. Only the test of the limit lowers it. */
const openSandbox = (limits: Partial<Parameters<typeof createSandbox>[1]> = {}) =>
  createSandbox<Command, unknown>('hostile', { cpuMs: 600_000, megabytes: 64, ...limits }, program)

const readReason = async (parsePromise: Promise<unknown>) => {
  const error = await parsePromise.then(
    () => assert.fail('the input was accepted'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof RejectedInputError, String(error))
  return error.reason
}

describe('a parser process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  after(() => rmSync(folder, { recursive: true }))

  test('answers inputs one after the other, without the environment of the server', async () => {
    const parse = openSandbox()
    const [firstReply, secondReply] = (await Promise.all([parse({ kind: 'answer' }), parse({ kind: 'answer' })])) as {
      pid: number
      environment: object
    }[]
    assert.notEqual(firstReply!.pid, process.pid)
    assert.equal(secondReply!.pid, firstReply!.pid, 'the process is reused')
    assert.deepEqual(
      Object.keys(firstReply!.environment).filter((name) => /URL|KEY|PASSWORD|PATH/.test(name)),
      [],
    )
  })

  test('returns the reason why its parser rejected an input', async () => {
    const parse = openSandbox()
    assert.equal(await readReason(parse({ kind: 'reject' })), 'too_many')
    assert.equal(await readReason(parse({ kind: 'throw' })), 'damaged')
  })

  test('is killed if an input takes too long, and then answers the next input', async () => {
    const parse = openSandbox({ cpuMs: 3_000 })
    assert.equal(await readReason(parse({ kind: 'loop' })), 'too_long')
    assert.equal(await readReason(parse({ kind: 'exit' })), 'crashed')
    assert.ok(await parse({ kind: 'answer' }))
  })

  test('is killed if an input needs too much memory, on or off the heap', async () => {
    const parse = openSandbox()
    for (const kind of ['heap', 'buffers'] as const)
      assert.ok(['too_much_memory', 'crashed'].includes(await readReason(parse({ kind }))), kind)
    assert.ok(await parse({ kind: 'answer' }))
  })

  test('is replaced after it exits while idle, and no input is lost', async () => {
    const parse = openSandbox({ idleMs: 0 })
    const pids = new Set<number>()
    for (let inputCount = 0; inputCount < 4; inputCount++) {
      const { pid } = (await parse({ kind: 'answer' })) as { pid: number }
      pids.add(pid)
      await new Promise((resolve) => setTimeout(resolve, 1)) // the idle timer has asked the process to end
    }
    assert.equal(pids.size, 4)
  })

  test('may end while it is idle, without an error in the server', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const parse = openSandbox()
    const pid = (await parse({ kind: 'answer, then exit' })) as number
    while (readUsage(pid)) await new Promise(setImmediate)
    t.mock.timers.tick(300_000) // an error event of the ended process would fail this test
    assert.ok(await parse({ kind: 'answer' }))
  })

  test('that cannot be started rejects its input, and the server continues', async () => {
    const { execPath } = process
    const parse = openSandbox()
    try {
      process.execPath = join(folder, 'missing')
      assert.equal(await readReason(parse({ kind: 'answer' })), 'crashed')
    } finally {
      process.execPath = execPath
    }
    assert.ok(await parse({ kind: 'answer' }))
  })

  test('reports a disk failure as a disk failure, not as rejected input', async () => {
    await assert.rejects(
      openSandbox()({ kind: 'disk' }),
      (error) => error instanceof InfrastructureError && error.infrastructureCause === 'input/output error',
    )
  })

  test('reads its input folder and no other', async () => {
    const inputFolder = join(folder, 'inputs')
    mkdirSync(inputFolder)
    const parse = openSandbox({ inputFolder })
    for (const targetFolder of [folder, inputFolder]) writeFileSync(join(targetFolder, 'a.eml'), 'an email')
    assert.equal(await parse({ kind: 'read', path: join(inputFolder, 'a.eml') }), 'an email')
    assert.equal(await readReason(parse({ kind: 'read', path: join(folder, 'a.eml') })), 'damaged')
    assert.equal(await readReason(parse({ kind: 'write', path: join(inputFolder, 'b.eml') })), 'damaged')
  })

  test('cannot write, read outside of the code, start programs, or connect', async () => {
    const parse = openSandbox()
    const secretFile = join(folder, 'secret')
    writeFileSync(secretFile, 'the database')
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    try {
      const { port } = server.address() as AddressInfo
      for (const action of [
        { kind: 'read', path: secretFile },
        { kind: 'write', path: join(folder, 'written') },
        { kind: 'run', path: join(folder, 'touched') },
        { kind: 'connect', port },
      ] as const)
        assert.equal(await readReason(parse(action)), 'damaged', action.kind)
      for (const name of ['written', 'touched']) assert.ok(!existsSync(join(folder, name)))
    } finally {
      server.close()
    }
  })
})
