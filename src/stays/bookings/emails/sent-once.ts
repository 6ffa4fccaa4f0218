import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'

type Kind = Tables['stay_email']['kind']

/** SQL: whether an email of this kind was not yet sent for the booking. */
export const selectNotYetSent =
  (kind: Kind) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'booking'>) =>
    not(
      exists(
        selectFrom('stay_email')
          .select('stay_email.kind')
          .whereRef('stay_email.booking_id', '=', 'booking.id')
          .where('stay_email.kind', '=', kind),
      ),
    )

/** Claims the email for this transaction. Returns true for exactly one caller per booking and kind. */
export async function claimEmail(db: Database, bookingId: number, kind: Kind, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stay_email')
    .values({ booking_id: bookingId, kind, at: now })
    .onConflict((conflictTarget) => conflictTarget.columns(['booking_id', 'kind']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
