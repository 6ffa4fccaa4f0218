import { nothing, type Rules, type Tier } from '#stays/policies/policy.ts'
import { keptTerms, readAgreed } from '#stays/policies/terms.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'

export const freeToTheLast: Rules = { tiers: [], noShow: nothing, deposit: nothing }

/** So many nights from so many hours before check-in on, and for who does not come: what houses of this kind ask. */
export const nightsFrom = (hours: number | null, nights: number): Rules => ({
  ...freeToTheLast,
  tiers: [{ hours, kind: 'nights', amount: nights }],
  noShow: { kind: 'nights', amount: nights },
})

export const percentFrom = (hours: number | null, percent: number): Tier => ({
  hours,
  kind: 'percent',
  amount: percent,
})

/** From now on the house books by these rules. */
export const houseBooksBy = (db: WholeDatabase, rules: Rules): Promise<unknown> =>
  publish(db, (tx) =>
    tx
      .updateTable('policy')
      .set({ rules: JSON.stringify(rules) })
      .where('is_house', '=', 1)
      .execute(),
  )

/** Another policy, beside that of the house. */
export async function anotherPolicy(db: WholeDatabase, name: string, rules: Rules): Promise<number> {
  const { id } = await publish(db, (tx) =>
    tx
      .insertInto('policy')
      .values({ name_en: name, rules: JSON.stringify(rules) })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** From a moment on it costs what was agreed for who is late. What that is for each of its rooms, in poisha. */
export async function makeLate(db: Database, code: string, at = 0): Promise<number[]> {
  const rooms = await db
    .selectFrom('booking')
    .select(['id', 'terms'])
    .where(({ or, eb }) => or([eb('code', '=', code), eb('stay_code', '=', code)]))
    .orderBy('id')
    .execute()
  const fees: number[] = []
  for (const { id, terms } of rooms) {
    const agreed = readAgreed(terms)
    const late = { ...agreed, steps: agreed.steps.map((step) => ({ ...step, at })) }
    await db
      .updateTable('booking')
      .set({ terms: keptTerms(late) })
      .where('id', '=', id)
      .execute()
    fees.push(late.steps.at(-1)?.poisha ?? 0)
  }
  return fees
}

/** Of stays that are written into the books as they are: nothing was asked for. */
export const noTerms = keptTerms({
  arrivalAt: null,
  steps: [],
  noShowPoisha: 0,
  depositPoisha: 0,
  policy: freeToTheLast,
})
