import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { RandomDeskError, openRandomDesk, type Schedule } from '#testing/random-desk.ts'
import { bothEngines, type TestEngine } from '#testing/engines.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { onlySeed, selectSeeds } from '#testing/seeds.ts'
import { valueForTier } from '#testing/tier.ts'
import type { WholeDatabase } from '#platform/database/database.ts'

/**
 * Random desk operations during bookings on the site, some of them concurrent. A failing round prints its seed and the
 * order of its responses. A run with that `SEED` and `ORDER` repeats the operations one after the other.
 */
const seeds = selectSeeds({ gate: 8, all: 60, soak: 75 })
const mode: Schedule = onlySeed === null ? 'at once' : { order: process.env['ORDER']?.split(',') ?? [] }

for (const engine of bothEngines) {
  describe(`the desk with random operations on ${engine.name}`, () => {
    let desk: Awaited<ReturnType<typeof openRandomDesk>>
    before(async () => {
      desk = await openRandomDesk(engine)
    })
    after(() => desk.close())

    const runAndFindError = (seed: number, schedule: Schedule) =>
      desk.round(seed, schedule).then(
        () => null,
        (error: unknown) => error as RandomDeskError,
      )

    const timeoutMs = scaleTimeout(600_000 + seeds.length * 10_000)
    test(
      'never sells a night twice, assigns a unit twice, loses money, changes a closed day, or stores wrong daily figures (BOOK-8, CHK-7, OFF-108, OFF-117, PAY-1, CLOSE-5, PERF-16)',
      { timeout: timeoutMs },
      async () => {
        for (const seed of seeds) {
          const fault = await runAndFindError(seed, mode)
          if (fault) throw await describeFault(seed, fault)
        }
      },
    )

    /** Describes a fault and how to reproduce it, or states that only concurrent operations cause it. */
    async function describeFault(seed: number, fault: RandomDeskError): Promise<Error> {
      const { order, turns } = fault.history
      const repeatedError = await runAndFindError(seed, { order })
      const settingsText = `SEED=${seed} ORDER=${order.join()}`
      return new Error(
        [
          repeatedError
            ? `${settingsText} fails: ${fault.message}`
            : `SEED=${seed} fails with concurrent operations: ${fault.message}`,
          ...turns.map((turn, at) => `  ${at + 1}. ${turn}`),
        ].join('\n'),
        { cause: fault },
      )
    }

    test('gives the same result and responses when a round is repeated in the same order (OFF-318)', async () => {
      for (const seed of valueForTier({ gate: [3], all: [3, 11, 29], soak: [3, 11, 29, 41, 57] })) {
        const firstRound = await desk.round(seed, { order: [] })
        assert.deepEqual(await desk.round(seed, { order: [] }), firstRound)
        // Concurrent operations are repeated in the order in which they finished.
        const { order } = await desk.round(seed, 'at once')
        assert.deepEqual((await desk.round(seed, { order })).order, order)
      }
    })

    test('reproduces an injected bug from the seed of its round (OFF-318)', async () => {
      const removeBug = await injectBug(desk.app.db, engine)
      try {
        let failure: { seed: number; fault: RandomDeskError } | null = null
        for (let seed = 1; !failure && seed <= 200; seed++) {
          const fault = await runAndFindError(seed, { order: [] })
          if (fault) failure = { seed, fault }
        }
        assert.ok(failure, 'finds a fault')
        const repeatedError = await runAndFindError(failure.seed, { order: [] })
        assert.deepEqual(
          [repeatedError?.message, repeatedError?.history],
          [failure.fault.message, failure.fault.history],
        )
        // A fault of concurrent operations is reproduced from the order of their responses.
        let reproducedSeed = 0
        for (let seed = 1; reproducedSeed === 0 && seed <= 200; seed++) {
          const fault = await runAndFindError(seed, 'at once')
          if (fault && (await runAndFindError(seed, { order: fault.history.order }))?.message === fault.message)
            reproducedSeed = seed
        }
        assert.ok(reproducedSeed > 0, 'reproduces a fault of concurrent operations')
      } finally {
        await removeBug()
      }
      assert.equal(await runAndFindError(1, { order: [] }), null)
    })
  })
}

/** Injects a realistic bug: a no-show counts its first night as sold once more. */
async function injectBug(db: WholeDatabase, { name }: TestEngine): Promise<() => Promise<void>> {
  const corruption = sql`update inventory set sold = sold + 1
    where room_id = new.room_id and night = new.check_in and sold < capacity;`
  const condition = sql`new.status = 'no_show' and old.status <> 'no_show'`
  if (name === 'sqlite') {
    await sql`create trigger slip after update of status on booking when ${condition} begin ${corruption} end`.execute(
      db,
    )
    return async () => void (await sql`drop trigger slip`.execute(db))
  }
  await sql`create function slip() returns trigger language plpgsql as $$ begin ${corruption} return new; end $$`.execute(
    db,
  )
  await sql`create trigger slip after update of status on booking for each row when (${condition})
    execute function slip()`.execute(db)
  return async () => {
    await sql`drop trigger slip on booking`.execute(db)
    await sql`drop function slip()`.execute(db)
  }
}
