import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'

type Kind = Tables['stay_email']['kind']

/** SQL: whether an email of this kind was not yet sent for the booking. An email before `validSince` does not count. */
export const selectNotYetSent =
  (kind: Kind, validSince: RawBuilder<number> = sql`0`) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'booking'>) =>
    not(
      exists(
        selectFrom('stay_email')
          .select('stay_email.kind')
          .whereRef('stay_email.booking_id', '=', 'booking.id')
          .where('stay_email.kind', '=', kind)
          .where('stay_email.at', '>=', validSince),
      ),
    )

/**
 * Claims the email for this transaction. Returns true for exactly one caller per booking and kind. An email before
 * `validSince` does not count.
 */
export async function claimEmail(
  db: Database,
  bookingId: number,
  kind: Kind,
  { now, validSince = 0 }: { now: number; validSince?: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stay_email')
    .values({ booking_id: bookingId, kind, at: now })
    .onConflict((conflictTarget) =>
      conflictTarget.columns(['booking_id', 'kind']).doUpdateSet({ at: now }).where('stay_email.at', '<', validSince),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
