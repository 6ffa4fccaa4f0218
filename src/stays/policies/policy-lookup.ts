import { sql, type Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { Rules } from './policy.ts'

/** A cancellation policy with its names. */
export interface Policy {
  id: number
  name_en: string
  name_bn: string | null
  rules: Rules
}

/**
 * Loads the policy of each room for an arrival day: the policy of the arrival night, else of the room, else the default
 * policy. The policy applies to the whole stay. Without a day, policies of single nights are ignored.
 */
export async function loadPolicies(
  db: Database,
  roomIds: readonly number[],
  arrival: number = NO_DAY,
): Promise<Map<number, Policy>> {
  const { rows } = await policiesStatement(db, { roomIds, arrival })
  return new Map(rows.map(({ room_id, ...row }) => [room_id, toPolicy(row)]))
}

const NO_DAY = -1

interface Night {
  night: number
  roomId: number
}

/** Returns a function that finds the rules for a night: those of its own policy, or else of the policy of its room. */
export async function loadNightPolicies(db: Database, nights: readonly Night[]): Promise<(night: Night) => Rules> {
  const roomIds = [...new Set(nights.map(({ roomId }) => roomId))]
  const roomPolicies = await loadPolicies(db, roomIds)
  const rows = await db
    .selectFrom('rate')
    .innerJoin('policy', 'policy.id', 'rate.policy_id')
    .select(['rate.room_id', 'rate.day', 'policy.rules'])
    .where('rate.room_id', 'in', roomIds)
    .where('rate.day', '>=', Math.min(...nights.map(({ night }) => night)))
    .where('rate.day', '<=', Math.max(...nights.map(({ night }) => night)))
    .execute()
  const nightPolicies = new Map(
    rows.map(({ room_id, day, rules }) => [`${day} ${room_id}`, JSON.parse(rules) as Rules]),
  )
  return ({ night, roomId }) => nightPolicies.get(`${night} ${roomId}`) ?? roomPolicies.get(roomId)!.rules
}

const policiesStatement = statement((db, { roomIds, arrival }: { roomIds: readonly number[]; arrival: number }) =>
  db
    .selectFrom('room')
    .leftJoin('rate', (join) => join.onRef('rate.room_id', '=', 'room.id').on('rate.day', '=', arrival))
    .innerJoin('policy', (join) =>
      join.on(
        sql<boolean>`policy.id = coalesce(rate.policy_id, room.policy_id, (select id from policy where is_default = 1))`,
      ),
    )
    .select(['room.id as room_id', 'policy.id', 'policy.name_en', 'policy.name_bn', 'policy.rules'])
    .where('room.id', 'in', roomIds)
    .compile(),
)

const toPolicy = ({
  id,
  name_en,
  name_bn,
  rules,
}: Pick<Selectable<Tables['policy']>, 'id' | 'name_en' | 'name_bn' | 'rules'>): Policy => ({
  id,
  name_en,
  name_bn,
  rules: JSON.parse(rules) as Rules,
})

/** Lists the selectable policies by name. The default policy comes first. */
export const listPolicies = (db: Database): Promise<Selectable<Tables['policy']>[]> =>
  db
    .selectFrom('policy')
    .selectAll()
    .where('removed', '=', 0)
    .orderBy('is_default', 'desc')
    .orderBy('name_en')
    .orderBy('id')
    .execute()

/** Loads the names of all policies, including removed ones. */
export async function loadPolicyNames(db: Database, language: Language): Promise<Map<number, string>> {
  const rows = await db.selectFrom('policy').select(['id', 'name_en', 'name_bn']).execute()
  return new Map(rows.map((row) => [row.id, pickLocalizedName(language, row)]))
}

/** Returns whether the policy exists and can be selected. */
export async function isKnownPolicy(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('policy')
    .select('id')
    .where('id', '=', id)
    .where('removed', '=', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a night of the room has its own policy, on the given day or later. */
export async function hasNightPolicies(db: Database, roomId: number, from: number): Promise<boolean> {
  const night = await db
    .selectFrom('rate')
    .select('day')
    .where('room_id', '=', roomId)
    .where('day', '>=', from)
    .where('policy_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return night !== undefined
}
