import type { Selectable } from 'kysely'
import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, notFound, assertValid, UserError, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import { translatorFor } from '#locales/both.ts'
import { sortTiers, isLowerFee, type Rules } from './policy.ts'
import { formatFee, describePolicy } from './describe-terms.ts'

/** A policy as it is edited. A missing translation is an empty string. */
export interface PolicyForm extends Rules {
  name_en: string
  name_bn: string
}

export type PolicyRow = Selectable<Tables['policy']>

/** Adds a policy. Returns its ID. */
export async function addPolicy(db: WholeDatabase, ctx: RequestContext, form: PolicyForm): Promise<number> {
  assertValid(validatePolicy(db, ctx, form).fieldErrors)
  return publish(db, async (tx) => {
    const { id } = await tx.insertInto('policy').values(toRow(form)).returning('id').executeTakeFirstOrThrow()
    await recordChange(tx, ctx, 'policy added', `policy ${id}`, { after: toLogEntry(form) })
    return id
  })
}

/** Replaces a policy. Rejects a stale version. Existing bookings keep their agreed terms. */
export async function savePolicy(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: PolicyForm & { id: number; version: number },
): Promise<void> {
  assertValid(validatePolicy(db, ctx, form).fieldErrors)
  await publish(db, async (tx) => {
    const oldPolicy = await loadPolicy(tx, id)
    await updatePolicy(tx, id, version, toRow(form))
    await recordChange(tx, ctx, 'policy changed', `policy ${id}`, {
      before: toLogEntry(toForm(oldPolicy)),
      after: toLogEntry(form),
    })
  })
}

/** Makes a policy the default for all rooms and nights without their own policy. */
export async function setDefaultPolicy(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const oldDefault = await tx.selectFrom('policy').selectAll().where('is_default', '=', 1).executeTakeFirstOrThrow()
    const newDefault = await loadPolicy(tx, id)
    if (oldDefault.id === id) return
    // Updates the previous default first, as a lock. Of two concurrent changes, the second finds the default replaced.
    const { numUpdatedRows } = await tx
      .updateTable('policy')
      .set({ is_default: 0 })
      .where('id', '=', oldDefault.id)
      .where('is_default', '=', 1)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await updatePolicy(tx, id, version, { is_default: 1 })
    await recordChange(tx, ctx, 'default policy changed', `policy ${id}`, {
      before: { policy: oldDefault.name_en },
      after: { policy: newDefault.name_en },
    })
  })
}

/** Removes a policy that no room and no future night uses. Terms that were agreed before remain. */
export async function removePolicy(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  await publish(db, async (tx) => {
    const removedPolicy = await loadPolicy(tx, id)
    if (removedPolicy.is_default === 1) throw conflict('error.policy_is_default')
    // Removes the policy before checking its uses. A concurrent request that wants to use it waits and then finds it
    // removed.
    await updatePolicy(tx, id, version, { removed: 1 })
    const { rooms, nights } = await findPolicyUses(tx, ctx, id)
    if (rooms.length > 0) throw new UserError(409, { key: 'error.policy_used_by_rooms', count: rooms.length })
    if (nights > 0) throw new UserError(409, { key: 'error.policy_used_by_nights', count: nights })
    await recordChange(tx, ctx, 'policy removed', `policy ${id}`, { before: toLogEntry(toForm(removedPolicy)) })
  })
}

async function updatePolicy(
  tx: PublishTransaction,
  id: number,
  version: number,
  row: Partial<Pick<PolicyRow, 'name_en' | 'name_bn' | 'rules' | 'is_default' | 'removed'>>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('policy')
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('removed', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('error.conflict')
}

/**
 * Locks a policy before another row refers to it, so that it cannot be removed meanwhile. Returns false if it does not
 * exist.
 */
export async function lockPolicy(tx: PublishTransaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('policy')
    .set(({ ref }) => ({ removed: ref('removed') }))
    .where('id', '=', id)
    .where('removed', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function loadPolicy(db: Database, id: number): Promise<PolicyRow> {
  const row = await db.selectFrom('policy').selectAll().where('id', '=', id).where('removed', '=', 0).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Finds the rooms that use a policy, and counts the nights that use it, from today. */
export async function findPolicyUses(db: Database, ctx: RequestContext, id: number) {
  const rooms = await db
    .selectFrom('room')
    .select(['id', 'name_en', 'name_bn'])
    .where('policy_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const today = dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)
  const { nights, first, last } = await db
    .selectFrom('rate')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('nights'),
      fn.min('day').as('first'),
      fn.max('day').as('last'),
    ])
    .where('policy_id', '=', id)
    .where('day', '>=', today)
    .executeTakeFirstOrThrow()
  return {
    rooms,
    nights: Number(nights),
    first: first === null ? null : isoDay(first),
    last: last === null ? null : isoDay(last),
  }
}

/**
 * Validates that each step begins at a different time and costs no less than the previous one. The no-show fee must
 * cost no less than the last step.
 */
export function validatePolicy(_: Database, __: RequestContext, form: Partial<PolicyForm>): ValidationResult {
  const { tiers = [], noShow, deposit } = form
  const fieldErrors: FieldMessages = {}
  const fees = { ...Object.fromEntries(tiers.map((tier, index) => [`tiers.${index}`, tier])), no_show: noShow, deposit }
  for (const [name, fee] of Object.entries(fees)) {
    if (!fee || fee.kind === 'none') continue
    if (fee.amount < 1) fieldErrors[`${name}.amount`] = [{ key: 'error.policy_fee_empty' }]
    else if (fee.kind === 'nights' && fee.amount > MAX_NIGHTS)
      fieldErrors[`${name}.amount`] = [{ key: 'error.too_big', values: { max: MAX_NIGHTS } }]
  }
  if (Object.keys(fieldErrors).length > 0) return { fieldErrors }
  const orderedTiers = sortTiers(tiers)
  for (const [index, tier] of tiers.entries()) {
    const previousTier = orderedTiers[orderedTiers.indexOf(tier) - 1]
    if (tiers.findIndex(({ hours }) => hours === tier.hours) < index)
      fieldErrors[`tiers.${index}.hours`] = [{ key: 'error.policy_duplicate' }]
    else if (previousTier && isLowerFee(tier, previousTier))
      fieldErrors[`tiers.${index}.amount`] = [{ key: 'error.policy_fee_decreases' }]
  }
  const lastTier = orderedTiers.at(-1)
  if (lastTier && noShow && isLowerFee(noShow, lastTier))
    fieldErrors['no_show.amount'] = [{ key: 'error.policy_no_show' }]
  return { fieldErrors }
}

const MAX_NIGHTS = 30

const toRow = ({ name_en, name_bn, tiers, noShow, deposit }: PolicyForm) => ({
  name_en,
  name_bn: name_bn || null,
  rules: JSON.stringify({ tiers: sortTiers(tiers), noShow, deposit } satisfies Rules),
})

export const toForm = ({ name_en, name_bn, rules }: Pick<PolicyRow, 'name_en' | 'name_bn' | 'rules'>): PolicyForm => ({
  name_en,
  name_bn: name_bn ?? '',
  ...(JSON.parse(rules) as Rules),
})

function toLogEntry({ name_en, name_bn, ...rules }: PolicyForm) {
  const translator = translatorFor('en')
  const description = describePolicy(
    { name: name_en, rules: { ...rules, tiers: sortTiers(rules.tiers) }, hasNightPolicies: false },
    translator,
    'asked',
  )
  return { name_en, name_bn, terms: description.terms, deposit: formatFee(rules.deposit, translator) }
}
