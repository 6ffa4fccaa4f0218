import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaleTimeout } from './patience.ts'
import { sendRequest } from './send-request.ts'
import type { TestApp } from './test-app.ts'
import { startServer } from './process.ts'

/** Starts a second server process on the same PostgreSQL database. */
export async function startSecondProcess(app: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), 'second-'))
  const environment = { DATABASE_URL: app.at.url!, SEED: 'none', DATA_DIR: folder, LOG_LEVEL: 'error' }
  const server = await startServer(environment)
  const readText = async (path: string) => (await sendRequest(server.url, path)).body.toString()
  return {
    url: server.url,
    text: readText,
    /** Waits until a page contains the text. The limit only stops a hang. */
    async untilShown(path: string, expected: string): Promise<void> {
      const deadline = performance.now() + scaleTimeout(120_000)
      while (!(await readText(path)).includes(expected)) {
        if (performance.now() > deadline) throw new Error(`${path} does not show "${expected}"`)
        await sleep(20)
      }
    },
    async close() {
      await server.kill()
      await rm(folder, { recursive: true })
    },
  }
}

/** Grants the front desk role exactly these permissions. */
export const grantToDesk = (app: TestApp, grants: readonly string[]) =>
  app.db
    .updateTable('staff_role')
    .set({ grants: JSON.stringify(grants) })
    .where('id', '=', 1)
    .execute()
