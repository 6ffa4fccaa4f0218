import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp, prepareDatabase } from '../src/app.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database.ts'
import { dayIn, isoDay } from '../src/platform/day.ts'
import { openLetterbox } from '../src/platform/mail.ts'
import { readSettings } from '../src/platform/settings.ts'
import { href } from '../src/urls.ts'
import type { Figure } from './table.ts'

/** Pages that are in no cache: fetched from the database, rendered, and packed as for the first reader. */
export async function pagesMade(folder: string): Promise<Figure[]> {
  const database = await openDatabase({ file: join(folder, 'renders.sqlite') })
  await prepareDatabase(database, systemClock, true)
  const settings = readSettings({ LOG_LEVEL: 'error', RATE_LIMIT: 'off' })
  const letterbox = openLetterbox({ smtpUrl: undefined, folder: join(folder, 'mail'), from: settings.MAIL_FROM })
  const { app, content } = await buildApp({ db: database.db, clock: systemClock, letterbox, settings, publicUrl: 'https://selvage.example', version: '0.0.0' })
  const forgetPages = () => content.change(async () => {})
  const today = dayIn('Asia/Dhaka', systemClock())
  const search = href('rooms', null, { check_in: isoDay(today + 10), check_out: isoDay(today + 13), adult: 1, child: 0 })

  async function timesMs(path: string, before: () => Promise<void>): Promise<number[]> {
    const times: number[] = []
    for (let round = -warmUps; round < rounds; round++) {
      await before()
      const started = performance.now()
      const { statusCode } = await app.inject(path)
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}`)
      if (round >= 0) times.push(performance.now() - started)
    }
    return times
  }
  try {
    return [
      { what: 'home page made anew, gzip included', unit: 'ms', ours: await timesMs(href('home'), async () => { await forgetPages(); await sleep(brotliMs) }), target: { atMost: 5 } },
      { what: 'rooms free for three nights, made anew', unit: 'ms', ours: await timesMs(search, async () => {}), target: { atMost: 5 } },
    ]
  } finally {
    await app.close()
    letterbox.close()
    await database.close()
  }
}

const warmUps = 20
const rounds = 60
/** So long the page before is still being packed on another thread. */
const brotliMs = 120
