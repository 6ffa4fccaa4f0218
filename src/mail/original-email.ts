import type { Database } from '#platform/database/database.ts'

/** Returns the ID of the first email of which this one is a copy or a rewrite, or else its own ID. */
export async function findOriginalEmail(db: Database, id: number): Promise<number> {
  const row = await db.selectFrom('mail').select('resend_of').where('id', '=', id).executeTakeFirst()
  return row?.resend_of ? findOriginalEmail(db, row.resend_of) : id
}
