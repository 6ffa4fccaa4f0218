import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Certificate, Context, Installation } from '#platform/context.ts'
import { countFailed } from '#mail/emails-sent.ts'
import { readJobQueue } from '#platform/background/jobs.ts'
import { isPostgres, readEngine, type Database } from '#platform/database/database.ts'
import { systemClock } from '#platform/clock.ts'
import { isoInstant } from '#platform/day.ts'
import type { SystemStatus } from './contract.ts'
import type { PartState } from './parts.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

const BYTES_PER_GIGABYTE = 1e9

/** Picks the first state whose condition holds. */
const getPartState = (isProblem: boolean, isWarning: boolean): PartState =>
  isProblem ? 'problem' : isWarning ? 'warning' : 'ok'

/** Reads the states that the status page shows. */
export async function readSystemStatus(
  db: Database,
  now: number,
  { installation, publicUrl }: Pick<Context, 'installation' | 'publicUrl'>,
): Promise<SystemStatus> {
  const [certificate, disk] = await Promise.all([installation.readCertificate(), readDisk(installation.dataFolder)])
  return {
    checked_at: isoInstant(now),
    backup: await readBackup(db, now),
    disk,
    jobs: await readJobs(db, now),
    emails: await readEmails(db, installation),
    certificate: describeCertificate(certificate, publicUrl, now),
    clock: isPostgres(db) ? await readClock(db) : null,
    database: await readDatabase(db),
    app: {
      state: 'ok',
      version: installation.version,
      node: process.versions.node,
      started_at: isoInstant(installation.startedAt),
    },
  }
}

/** A daily backup may take some hours, so a backup is late after 30 hours. */
const BACKUP_LATE_MS = 1.25 * DAY_MS
const BACKUP_MISSING_MS = 7 * DAY_MS

async function readBackup(db: Database, now: number): Promise<SystemStatus['backup']> {
  const lastBackup = await db.selectFrom('backup').selectAll().orderBy('taken_at', 'desc').limit(1).executeTakeFirst()
  if (!lastBackup) return { state: 'warning', taken_at: null, bytes: null, is_encrypted: false }
  const ageMs = now - lastBackup.taken_at
  return {
    state: getPartState(ageMs > BACKUP_MISSING_MS, ageMs > BACKUP_LATE_MS),
    taken_at: isoInstant(lastBackup.taken_at),
    bytes: lastBackup.bytes,
    is_encrypted: lastBackup.encrypted === 1,
  }
}

async function readDisk(folder: string): Promise<SystemStatus['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
    const isBelow = (gigabytes: number, share: number) =>
      freeBytes < gigabytes * BYTES_PER_GIGABYTE || freeBytes < share * totalBytes
    return { state: getPartState(isBelow(0.5, 0.02), isBelow(2, 0.1)), free_bytes: freeBytes, total_bytes: totalBytes }
  } catch {
    return { state: 'unknown', free_bytes: null, total_bytes: null }
  }
}

async function readJobs(db: Database, now: number): Promise<SystemStatus['jobs']> {
  const queue = await readJobQueue(db)
  const failedJobCount = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', '>=', now - DAY_MS)
    .executeTakeFirstOrThrow()
  const lateMinutes = Math.floor((now - Math.min(now, ...queue.map(({ dueSince }) => dueSince))) / MINUTE_MS)
  return {
    state: getPartState(lateMinutes >= 60, lateMinutes >= 10 || Number(failedJobCount.count) > 0),
    waiting: queue.reduce((sum, { count }) => sum + count, 0),
    late_minutes: lateMinutes,
    failed_permanently: Number(failedJobCount.count),
  }
}

async function readEmails(db: Database, { hasMailServer }: Installation): Promise<SystemStatus['emails']> {
  const failedCount = await countFailed(db)
  return { state: getPartState(!hasMailServer, failedCount > 0), failed: failedCount, has_mail_server: hasMailServer }
}

function describeCertificate(certificate: Certificate, publicUrl: string, now: number): SystemStatus['certificate'] {
  const address = new URL(publicUrl).host
  if (certificate.kind !== 'found') {
    const state = certificate.kind === 'unreachable' ? 'unknown' : 'problem'
    return { state, address, problem: certificate.kind, valid_until: null }
  }
  const remainingMs = certificate.validUntil - now
  return {
    state: getPartState(remainingMs < 3 * DAY_MS || !certificate.isTrusted, remainingMs < 14 * DAY_MS),
    address,
    problem: remainingMs <= 0 ? 'expired' : certificate.isTrusted ? null : 'untrusted',
    valid_until: isoInstant(certificate.validUntil),
  }
}

/** Compares the clock of the database server with that of this server in the middle of the request. */
async function readClock(db: Database): Promise<SystemStatus['clock']> {
  const sentAt = systemClock()
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db)
  const receivedAt = systemClock()
  const differenceSeconds = Math.round((Number(rows[0]!.at) - (sentAt + receivedAt) / 2) / 100) / 10
  return {
    state: getPartState(Math.abs(differenceSeconds) >= 30, Math.abs(differenceSeconds) >= 2),
    difference_seconds: differenceSeconds,
  }
}

async function readDatabase(db: Database): Promise<SystemStatus['database']> {
  const { name, version } = await readEngine(db)
  const selectSize = isPostgres(db)
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { bytes } = (await selectSize.execute(db)).rows[0]!
  const { rows } = await sql<{ name: string }>`select max(name) as name from migration`.execute(db)
  return {
    state: 'ok',
    engine: name,
    version: version.split(' ')[0]!,
    bytes: Number(bytes),
    schema: rows[0]!.name.replace('.sql', ''),
  }
}
