import { join } from 'node:path'
import { buildApp, prepareDatabase } from '#app/app.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/database.ts'
import { ByteCache } from '#platform/http/page-cache.ts'
import { readSettings } from '#app/settings.ts'
import { href } from '#routes/public.ts'
import { testContext } from '#testing/request-context.ts'
import { getSearchPath } from './requests.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'

const warmUpCount = chooseBySize({ full: 200, smallest: 0 })
const measuredCount = chooseBySize({ full: 200, smallest: 1 })

/** Measures pages without a cache: each request reads from the database and renders the page. */
export async function measureRenderedPages(folder: string): Promise<Figure[]> {
  const originalPut = ByteCache.prototype.put
  ByteCache.prototype.put = () => {}
  const database = await openDatabase({ file: join(folder, 'made.sqlite') })
  await prepareDatabase(database, systemClock, true)
  const settings = readSettings({ LOG_LEVEL: 'error' })
  const { app } = await buildApp(database.db, testContext, settings)

  async function measurePage(path: string): Promise<number[]> {
    const tookMs: number[] = []
    for (let i = 0; i < warmUpCount + measuredCount; i++) {
      const startedAt = performance.now()
      const { statusCode } = await app.inject(path)
      tookMs.push(performance.now() - startedAt)
      if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}.`)
    }
    return tookMs.slice(warmUpCount)
  }
  const target = { max: 5 }
  try {
    return [
      { label: 'home page made anew', unit: 'ms', target, ours: await measurePage(href('home')) },
      {
        label: 'rooms free for a stay, made anew',
        unit: 'ms',
        target,
        ours: await measurePage(getSearchPath()),
      },
    ]
  } finally {
    await app.close()
    await database.close()
    ByteCache.prototype.put = originalPut
  }
}
