import type { Database } from '#platform/database/database.ts'
import { companySettingsPattern, subscribedEventsKey } from '#content/company.ts'
import { firstSteps, type FirstStep } from './steps.ts'

/** The setup steps that are completed. Null once guests can request a room. */
export async function readCompletedSteps(db: Database): Promise<FirstStep[] | null> {
  const bookableRoom = db.selectFrom('room').select('id').where('active', '=', 1).where('capacity', '>', 0).limit(1)
  if (await bookableRoom.executeTakeFirst()) return null
  const completedRow = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('setting')
          .select('key')
          .where('key', 'like', companySettingsPattern)
          .where('key', '<>', subscribedEventsKey),
      ).as('company'),
      exists(selectFrom('room').select('id')).as('room'),
      exists(selectFrom('unit').select('id').where('active', '=', 1)).as('units'),
      exists(selectFrom('product').select('id').where('active', '=', 1)).as('goods'),
      exists(selectFrom('passage').select('key').where('text_en', '<>', '')).as('texts'),
      exists(selectFrom('account').select('id').where('role', '=', 'staff')).as('team'),
    ])
    .executeTakeFirstOrThrow()
  return firstSteps.filter((step) => completedRow[step])
}
