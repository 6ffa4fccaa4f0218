import { join } from 'node:path'
import { test } from 'node:test'
import { createEmptyLocation, createFolder } from '#testing/admin-site.ts'
import { assertConfirmed } from '#testing/assert-confirmed.ts'
import { bothEngines, enginesFor } from '#testing/engines.ts'
import { LOAD_CLIENT_COUNT, openLoad } from '#testing/load.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { openServerData, startServer } from '#testing/process.ts'
import { valueForTier } from '#testing/tier.ts'
import { writeCompany } from '#content/company.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrationsFolder } from '#platform/project-root.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

/** The number of backups per engine. Each is restored into both engines, in the gate into one of them. */
const ROUNDS = valueForTier({ gate: 1, all: 2, soak: 5 })
const targetEngines = valueForTier({ gate: enginesFor(import.meta.url), all: bothEngines, soak: bothEngines })
const bookedDays = { first: 2, count: 400 }
const key = '5e'.repeat(32)

for (const engine of enginesFor(import.meta.url)) {
  test(
    `a backup under load contains everything acknowledged before it began, and is consistent, on ${engine.name} (OPS-19)`,
    { timeout: scaleTimeout(600_000 + ROUNDS * 60_000) },
    async (t) => {
      const [data, load] = await Promise.all([openServerData(engine), openLoad()])
      const server = await startServer({ ...data.environment, ...load.environment })
      await writeCompany(data.db, { takesOnlinePayments: true })
      t.after(async () => {
        await server.stop()
        await load.close()
        await data.close()
      })
      const source = { url: data.environment['DATABASE_URL'] || undefined, file: join(data.folder, 'selvage.sqlite') }
      const archiveFolder = await createFolder(t)
      const { all: allConfirmed, ...idsByKind } = load.confirmed
      let countDuringBackups = 0
      for (let round = 0; round < ROUNDS; round++) {
        const stopController = new AbortController()
        const clients = load.start(server.url, bookedDays, stopController.signal)
        await Promise.race([allConfirmed.waitForMore(LOAD_CLIENT_COUNT), clients])
        const countsBefore = {
          bookings: new Set(idsByKind.bookings),
          payments: new Set(idsByKind.payments),
          tillMovements: new Set(idsByKind.tillMovements),
        }
        const file = join(archiveFolder, `${round}.backup`)
        const sizeBefore = allConfirmed.size
        await backUp({ from: source, to: { file, key, force: false }, takenAt: 0, migrationsFolder })
        countDuringBackups += allConfirmed.size - sizeBefore
        stopController.abort()
        await clients
        for (const target of targetEngines) {
          const targetLocation = await createEmptyLocation(t, target)
          await restore({ file, key, to: targetLocation, force: false, migrationsFolder })
          const restoredDatabase = await openDatabase({ ...targetLocation, statementsLastMs: scaleTimeout(60_000) })
          try {
            await assertConfirmed(restoredDatabase.db, countsBefore)
          } finally {
            await restoredDatabase.close()
          }
        }
      }
      const { bookings, payments } = idsByKind
      t.diagnostic(
        `${ROUNDS} backups, ${countDuringBackups} requests acknowledged during them, ${bookings.size} bookings and ${payments.size} payments in all`,
      )
    },
  )
}
