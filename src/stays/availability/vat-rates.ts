import { incrementSectionVersion } from '#content/settings.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import { basisPointsToPercent, percentToBasisPoints } from '#platform/money.ts'
import { computeToday } from './stay.ts'

/** The VAT and service charge inside prices, in percent, from a day on. */
export interface FutureRate {
  from: string
  percent: number
  service: number
}

/** Loads the past and current rates, which are fixed, and the future rates. */
export async function loadVatRates(db: Database, ctx: RequestContext) {
  const rows = await db.selectFrom('vat_rate').selectAll().orderBy('from_day').execute()
  const currentDay = await loadToday(db, ctx)
  const allRates = rows.map((row) => ({
    day: row.from_day,
    percent: basisPointsToPercent(row.basis_points),
    service: basisPointsToPercent(row.service_basis_points),
  }))
  const { version } = await db
    .selectFrom('settings_section')
    .select('version')
    .where('name', '=', 'vat')
    .executeTakeFirstOrThrow()
  return {
    version,
    fixed: allRates
      .filter((rate) => rate.day <= currentDay)
      .map(({ day: from, ...rate }) => ({ from: from <= 0 ? null : isoDay(from), ...rate })),
    future: allRates
      .filter((rate) => rate.day > currentDay)
      .map(({ day: from, ...rate }) => ({ from: isoDay(from), ...rate })),
  }
}

/** Replaces the future rates. Past and current rates stay unchanged. */
export async function saveVatRates(
  db: WholeDatabase,
  ctx: RequestContext,
  form: { version: number; future: FutureRate[] },
): Promise<void> {
  assertValid((await validateVatRates(db, ctx, form)).fieldErrors)
  await publish(db, async (tx) => {
    const { future: oldRates } = await loadVatRates(tx, ctx)
    await incrementSectionVersion(tx, 'vat', form.version)
    await tx
      .deleteFrom('vat_rate')
      .where('from_day', '>', await loadToday(tx, ctx))
      .execute()
    const rows = form.future.map(({ from, percent, service }) => ({
      from_day: parseDay(from)!,
      basis_points: percentToBasisPoints(percent),
      service_basis_points: percentToBasisPoints(service),
    }))
    if (rows.length > 0) await tx.insertInto('vat_rate').values(rows).execute()
    const formatRate = ({ percent, service }: FutureRate) => `${percent}%${service > 0 ? `, ${service}%` : ''}`
    const formatByDay = (rates: FutureRate[]) => Object.fromEntries(rates.map((rate) => [rate.from, formatRate(rate)]))
    const { future: newRates } = await loadVatRates(tx, ctx)
    await recordChange(tx, ctx, 'vat changed', 'settings vat', {
      before: formatByDay(oldRates),
      after: formatByDay(newRates),
    })
  })
}

/** Accepts only future days, each at most once. */
export async function validateVatRates(
  db: Database,
  ctx: RequestContext,
  { future = [] }: { future?: FutureRate[] },
): Promise<ValidationResult> {
  const currentDay = await loadToday(db, ctx)
  const fieldErrors: FieldMessages = {}
  for (const [index, { from }] of future.entries()) {
    if (parseDay(from)! <= currentDay) fieldErrors[`future.${index}.from`] = [{ key: 'error.vat_past' }]
    else if (future.findIndex((earlier) => earlier.from === from) < index)
      fieldErrors[`future.${index}.from`] = [{ key: 'error.vat_duplicate' }]
  }
  return { fieldErrors }
}

const loadToday = async (db: Database, ctx: RequestContext): Promise<number> =>
  computeToday(await loadCompany(db, ctx), ctx.now)
