import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startHttpServer } from '#testing/gateway-simulator.ts'
import { createSslcommerz } from '../payments/sslcommerz/sslcommerz.ts'
import { projectRoot } from '#platform/project-root.ts'

describe('npm run gateway', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'gateway-'))))
  after(() => rm(folder, { recursive: true }))

  const startCommand = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [join(projectRoot, 'src/money/gateway-simulator/command.ts')], {
      env: { ...process.env, GATEWAY_FILE: join(folder, 'in', 'gateway.json'), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    const exitPromise = once(child, 'close').then(([code]) => code as number | null)
    const waitFor = async (pattern: RegExp) => {
      for (;;) {
        const match = pattern.exec(output)
        if (match) return match
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exitPromise])
        if (child.exitCode !== null && !pattern.test(output)) throw new Error(output)
      }
    }
    return { child, ended: exitPromise, until: waitFor, output: () => output }
  }

  /** Returns a port that was free a moment ago. */
  const findFreePort = async () => {
    const { url, close } = await startHttpServer(() => {})
    await close()
    return new URL(url).port
  }

  test('prints its address and the settings to start the app with, and they work (PAY-52)', async () => {
    const port = await findFreePort()
    const { child, until: waitFor, ended: exitCode, output: getOutput } = startCommand({ GATEWAY_PORT: port })
    const [, url, storeId, password] = await waitFor(
      /SSLCOMMERZ_URL=(\S+) SSLCOMMERZ_STORE_ID=(\S+) SSLCOMMERZ_STORE_PASSWORD=(\S+) npm start/,
    )
    assert.equal(url, `http://127.0.0.1:${port}`)
    const gateway = createSslcommerz({ url: url!, storeId: storeId!, password: password!, fetch })
    assert.deepEqual(await gateway.query('T-of-nobody'), { outcome: 'unknown' })
    assert.equal((await fetch(`${url}//`)).status, 200)
    child.kill('SIGTERM')
    assert.equal(await exitCode, 0)
    assert.doesNotMatch(getOutput(), /Error|\n\s+at /)
  })

  test('explains that a port is in use or invalid, and how to choose another one (PAY-52)', async () => {
    const occupyingServer = await startHttpServer(() => {})
    const { port } = new URL(occupyingServer.url)
    const commandOnTakenPort = startCommand({ GATEWAY_PORT: port })
    assert.equal(await commandOnTakenPort.ended, 1)
    assert.match(commandOnTakenPort.output(), new RegExp(`^Port ${port} is taken: .*GATEWAY_PORT=`))
    await occupyingServer.close()
    const commandOnInvalidPort = startCommand({ GATEWAY_PORT: 'http' })
    assert.equal(await commandOnInvalidPort.ended, 1)
    assert.match(commandOnInvalidPort.output(), /^GATEWAY_PORT must be/)
  })
})
