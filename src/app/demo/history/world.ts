import { loadCompany, type Company } from '#content/company.ts'
import { dayIn, startOfDay } from '#platform/clock.ts'
import type { Context } from '#platform/context.ts'
import type { CallerAccount, RequestContext } from '#platform/contract.ts'
import type { Transaction } from '#platform/database/database.ts'
import { grantablePermissions } from '#schema/permissions.ts'
import type { Language } from '#routes/public.ts'
import { createRandom, type Random } from './random.ts'
import type { HistorySeed } from './seed-file.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** The state that all parts of the history share. */
export interface World {
  db: Transaction
  seed: HistorySeed
  company: Company
  now: number
  today: number
  /** The employee of the demo, who does everything in the office. */
  staff: CallerAccount
  random: Random
  /** Whether emails of the running product would leave this machine. */
  hasMailServer: boolean
  /** The time so many minutes after the start of a day. */
  timeAt(day: number, minutes: number): number
  /** The context of a request by the employee, or of a visitor. */
  asStaff(at: number): RequestContext
  asVisitor(at: number, language: Language): RequestContext
}

export async function openWorld(
  db: Transaction,
  { context, seed, now }: { context: Context; seed: HistorySeed; now: number },
): Promise<World> {
  const staffAccount = await db
    .selectFrom('account')
    .select(['id', 'name', 'role'])
    .where('role', '=', 'staff')
    .executeTakeFirstOrThrow()
  const visit = {}
  const company = await loadCompany(db, { visit })
  const today = dayIn(company.timeZone, now)
  const base = { address: null, userAgent: '', token: null, idempotencyKey: null, visit }
  // The whole history is written within seconds, which would exceed the hourly limits.
  const unlimitedContext = { ...context, isLimited: false }
  const account = { ...staffAccount, grants: grantablePermissions }
  return {
    db,
    seed,
    company,
    now,
    today,
    staff: account,
    random: createRandom(today),
    hasMailServer: context.installation.hasMailServer,
    timeAt: (day, minutes) => startOfDay(company.timeZone, day) + minutes * MINUTE_MS,
    asStaff: (at) => ({ ...base, account, language: 'en', now: at, context: unlimitedContext }),
    asVisitor: (at, language) => ({ ...base, account: null, language, now: at, context: unlimitedContext }),
  }
}
