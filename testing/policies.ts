import type { Fee, Rules, Tier } from '#stays/policies/policy.ts'
import { serializeTerms, parseAgreedTerms } from '#stays/policies/terms.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'

export const noFee: Fee = { kind: 'none', amount: 0 }

export const freeCancellation: Rules = { tiers: [], noShow: noFee, deposit: noFee }

/**
 * Creates a policy that charges nights from a number of hours before check-in on, and for no-shows, as small hotels
 * usually do.
 */
export const createNightRules = (hours: number | null, nights: number): Rules => ({
  ...freeCancellation,
  tiers: [{ hours, kind: 'nights', amount: nights }],
  noShow: { kind: 'nights', amount: nights },
})

export const createPercentTier = (hours: number | null, percent: number): Tier => ({
  hours,
  kind: 'percent',
  amount: percent,
})

export const setDefaultPolicy = (db: WholeDatabase, rules: Rules): Promise<unknown> =>
  publish(db, (tx) =>
    tx
      .updateTable('policy')
      .set({ rules: JSON.stringify(rules) })
      .where('is_default', '=', 1)
      .execute(),
  )

/** Adds a policy and returns its id. */
export async function addPolicy(db: WholeDatabase, name: string, rules: Rules): Promise<number> {
  const { id } = await publish(db, (tx) =>
    tx
      .insertInto('policy')
      .values({ name_en: name, rules: JSON.stringify(rules) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** Moves all fee steps of a stay to `at`. Returns the fee of the last step for each room, in poisha. */
export async function moveFeeTimes(db: Database, code: string, at = 0): Promise<number[]> {
  const rooms = await db
    .selectFrom('booking')
    .select(['id', 'terms'])
    .where(({ or, eb }) => or([eb('code', '=', code), eb('stay_code', '=', code)]))
    .orderBy('id')
    .execute()
  const fees: number[] = []
  for (const { id, terms } of rooms) {
    const agreedTerms = parseAgreedTerms(terms)
    const lateTerms = { ...agreedTerms, steps: agreedTerms.steps.map((step) => ({ ...step, at })) }
    await db
      .updateTable('booking')
      .set({ terms: serializeTerms(lateTerms) })
      .where('id', '=', id)
      .execute()
    fees.push(lateTerms.steps.at(-1)?.poisha ?? 0)
  }
  return fees
}

/** Terms without fees, for stays that tests insert directly. */
export const serializedNoTerms = serializeTerms({
  arrivalAt: null,
  steps: [],
  noShowPoisha: 0,
  depositPoisha: 0,
  policy: freeCancellation,
})
