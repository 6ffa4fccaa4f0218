import { mkdir, readdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { digestText } from '#platform/codes.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { recordAudit } from '#platform/audit.ts'
import { extractAddress } from '#platform/mail/mailer.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { createSandbox } from '#platform/sandbox/sandbox.ts'
import { findInfrastructureCause } from '#platform/infrastructure-error.ts'
import { quarantineReasons } from '#schema/inbox.ts'
import { enquiryRetention } from '../enquiries/retention.ts'
import { subtractMonths } from '#platform/clock.ts'
import { storeMail } from './incoming.ts'
import type { Mail, RawMail } from './mail.ts'
import { DAY_MS } from '#platform/durations.ts'

type ReadingContext = Pick<Context, 'clock' | 'isLimited' | 'mailer' | 'replyAddress'>

/** The duration of the lease, which is renewed for each email. */
const LEASE_MS = 600_000
const INTERVAL_MS = 5_000
/** The maximum number of emails per lease. */
const MAX_EMAILS_PER_LEASE = 20

/** The folder of incoming emails, and the parser that may read the email in `trying`. */
export interface MailFolder {
  path: string
  parse: (mail: RawMail) => Promise<Mail>
}

export function openMailFolder(path: string): MailFolder {
  const inputFolder = resolve(path, 'trying')
  // Enough to parse an email of 25 MB with attachments.
  return { path, parse: createSandbox<RawMail, Mail>('mail', { cpuMs: 10_000, megabytes: 224, inputFolder }) }
}

/**
 * Files the emails in a folder, in one process at a time. Filed emails move to `done`; rejected emails move to
 * `refused`, where staff see them. An email is in `trying` while it is read. An email that is found there later was
 * being read when the server stopped, so it is not read again. If the database or the disk fails, emails stay in the
 * folder for the next run.
 */
export async function processMailFolder(
  db: Database,
  context: ReadingContext,
  { path: folder, parse }: MailFolder,
): Promise<number> {
  if (!(await acquireLease(db, context.clock()))) return 0
  try {
    for (const name of ['trying', 'done', 'refused']) await mkdir(join(folder, name), { recursive: true })
    for (const name of await listFiles(join(folder, 'trying')))
      await quarantine(db, context.clock(), folder, name, 'stopped_while_reading')
    const names = (await listFiles(folder)).slice(0, MAX_EMAILS_PER_LEASE)
    for (const name of names) {
      await renewLease(db, context.clock())
      await processEmail(db, context, folder, name, parse)
    }
    return names.length
  } finally {
    await db.updateTable('mail_reader_lock').set({ until_at: 0 }).where('id', '=', 1).execute()
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

async function acquireLease(db: Database, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_reader_lock')
    .set({ until_at: now + LEASE_MS })
    .where('id', '=', 1)
    .where('until_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const renewLease = (db: Database, now: number) =>
  db
    .updateTable('mail_reader_lock')
    .set({ until_at: now + LEASE_MS })
    .where('id', '=', 1)
    .execute()

async function processEmail(
  db: Database,
  context: ReadingContext,
  folder: string,
  name: string,
  parse: MailFolder['parse'],
): Promise<void> {
  const tryingPath = join(folder, 'trying', name)
  await rename(join(folder, name), tryingPath)
  try {
    const ownAddress = extractAddress(context.mailer.from)
    const mail = await parse({ path: resolve(tryingPath), ownAddress, replyAddress: context.replyAddress })
    await storeMail(db, context, mail)
  } catch (error) {
    if (findInfrastructureCause(error)) {
      await rename(tryingPath, join(folder, name))
      throw error
    }
    // The email itself causes the failure. A retry would fail again and block all later emails.
    await quarantine(db, context.clock(), folder, name, error instanceof RejectedInputError ? error.reason : 'damaged')
    return
  }
  await rename(tryingPath, join(folder, 'done', name))
}

async function quarantine(db: Database, now: number, folder: string, name: string, reason: string): Promise<void> {
  await rename(join(folder, 'trying', name), join(folder, 'refused', name))
  const fileName = name.slice(0, 200)
  await db
    .insertInto('received_mail')
    .values({
      id: digestText(`set aside ${now} ${name}`),
      at: now,
      conversation_id: null,
      quarantined_file: fileName,
      reason: quarantineReasons.find((asideReason) => asideReason === reason) ?? 'damaged',
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await recordAudit(db, {
    at: now,
    accountId: null,
    action: 'email quarantined',
    subject: 'mail folder',
    changes: { file: [null, fileName], reason: [null, reason] },
  })
}

const WEEK_MS = 7 * DAY_MS

/** Returns the newest emails of the last week that could not be filed, at most `MAX_SHOWN_EMAILS`. */
export async function listQuarantinedEmails(db: Database, now: number) {
  const rows = await db
    .selectFrom('received_mail')
    .select(['at', 'quarantined_file', 'reason'])
    .where('at', '>', now - WEEK_MS)
    .where('quarantined_file', 'is not', null)
    .orderBy('at', 'desc')
    .limit(MAX_SHOWN_EMAILS)
    .execute()
  return rows.map(({ at, quarantined_file, reason }) => ({
    at,
    file: quarantined_file!,
    reason: reason ?? ('damaged' as const),
  }))
}
const MAX_SHOWN_EMAILS = 50

/** Checks the folder periodically. Returns a function that stops the checks. */
export function watchMailFolder(
  db: Database,
  context: ReadingContext,
  path: string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const folder = openMailFolder(path)
  let currentReading: Promise<unknown> | undefined
  const checkFolder = () => {
    currentReading ??= processMailFolder(db, context, folder)
      .catch(onError)
      .finally(() => (currentReading = undefined))
  }
  const timer = setInterval(checkFolder, INTERVAL_MS).unref()
  return async () => {
    clearInterval(timer)
    await currentReading
  }
}

export async function purgeOldIncomingMail(db: Database, now: number): Promise<void> {
  const cutoff = subtractMonths(now, enquiryRetention.months)
  await runInBatches(async (batchSize) => {
    const oldMail = db.selectFrom('received_mail').select('id').where('at', '<', cutoff).orderBy('at').limit(batchSize)
    return (await db.deleteFrom('received_mail').where('id', 'in', oldMail).executeTakeFirst()).numDeletedRows
  })
}
