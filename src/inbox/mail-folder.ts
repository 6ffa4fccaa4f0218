import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { constants } from 'node:fs'
import { join } from 'node:path'
import { textHash } from '../platform/codes.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { recordAudit } from '../platform/work/audit.ts'
import { troubleOf } from '../platform/trouble.ts'
import { enquiryRetention } from '../enquiries/keeping.ts'
import { monthsBefore } from '../platform/clock.ts'
import { fileMail } from './incoming.ts'
import { MOST_MAIL_BYTES, readMail, UnreadableMail } from './mail.ts'

type Reading = Pick<Context, 'clock' | 'isLimited' | 'letterbox' | 'replyAddress'>

const LASTS_MS = 60_000
const EVERY_MS = 5_000
/** As many are read under one lease. */
const MOST_AT_ONCE = 20

/**
 * Reads the mail that lies in a folder, by one process at a time. What is filed moves to `done` in it, what cannot be to
 * `refused`, and the log says so: nothing is lost, and nothing stands in the way of the next. Where the database is away, or
 * the disk, it stays, and is read later.
 */
export async function readMailFolder(db: Database, context: Reading, folder: string): Promise<number> {
  if (!(await take(db, context.clock()))) return 0
  try {
    for (const name of ['done', 'refused']) await mkdir(join(folder, name), { recursive: true })
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
    const now = names.sort().slice(0, MOST_AT_ONCE)
    for (const name of now) await readOne(db, context, folder, name)
    return now.length
  } finally {
    await db.updateTable('mail_reading').set({ until_at: 0 }).where('id', '=', 1).execute()
  }
}

async function take(db: Database, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_reading')
    .set({ until_at: now + LASTS_MS })
    .where('id', '=', 1)
    .where('until_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function readOne(db: Database, context: Reading, folder: string, name: string): Promise<void> {
  try {
    await fileMail(db, context, await readMail(await bytesOf(join(folder, name)), context))
  } catch (error) {
    // What fails for its own sake would fail again, and whoever waits behind it would wait for ever.
    if (troubleOf(error)) throw error
    await putAside(db, context.clock(), folder, name, error instanceof Error ? error.message : String(error))
    return
  }
  await rename(join(folder, name), join(folder, 'done', name))
}

/** No link is followed, and no more is read than may be. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EACCES' ? new UnreadableMail('it may not be read') : error
  })
  try {
    if ((await file.stat()).size > MOST_MAIL_BYTES) throw new UnreadableMail('too large')
    return await file.readFile()
  } finally {
    await file.close()
  }
}

async function putAside(db: Database, now: number, folder: string, name: string, why: string): Promise<void> {
  await rename(join(folder, name), join(folder, 'refused', name))
  const called = name.slice(0, 200)
  await db
    .insertInto('mail_in')
    .values({ id: textHash(`put aside ${now} ${name}`), at: now, conversation_id: null, put_aside: called })
    .onConflict((there) => there.column('id').doNothing())
    .execute()
  await recordAudit(db, {
    at: now,
    accountId: null,
    action: 'mail put aside',
    subject: 'mail folder',
    changes: { file: [null, called], reason: [null, why] },
  })
}

const WEEK_MS = 7 * 86_400_000

/** How much was put aside of late: who answers is told. */
export async function putAsideLately(db: Database, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('mail_in')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('at', '>', now - WEEK_MS)
    .where('put_aside', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Looks again and again. Returns what ends it. */
export function watchMailFolder(
  db: Database,
  context: Reading,
  folder: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let reading: Promise<unknown> | undefined
  const look = () => {
    reading ??= readMailFolder(db, context, folder)
      .catch(onError)
      .finally(() => (reading = undefined))
  }
  const timer = setInterval(look, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await reading
  }
}

export async function forgetOldMail(db: Database, now: number): Promise<void> {
  const then = monthsBefore(now, enquiryRetention.months)
  await inBatches(async (most) => {
    const old = db.selectFrom('mail_in').select('id').where('at', '<', then).orderBy('at').limit(most)
    return (await db.deleteFrom('mail_in').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
