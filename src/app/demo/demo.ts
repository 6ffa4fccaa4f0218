import { sql } from 'kysely'
import { categories } from '#content/categories.ts'
import { fixedPassageIds } from '#content/fixed-passages.ts'
import { dayIn, type Clock } from '#platform/clock.ts'
import { isPostgres, type Database } from '#platform/database/database.ts'
import { publish, type Publisher } from '#platform/database/publish.ts'
import { seedBookings, seedExtras } from './bookings.ts'
import { seedCompany } from './company.ts'
import { seedContent } from './content.ts'
import { readPeople, seedPeople } from './people.ts'
import { seedProducts } from './products.ts'
import { seedRooms } from './rooms.ts'

/** Fills an empty database with the demo company and returns true. Changes nothing if the database has content. */
export async function seedDemo(db: Publisher, clock: Clock, folder: string): Promise<boolean> {
  if (!(await canSeedDemo(db))) return false
  const people = await readPeople(folder)
  const now = clock()
  const today = dayIn('Asia/Dhaka', now)
  return publish(db, async (tx) => {
    // A second server that starts at the same time waits here until the first one has filled the database.
    if (isPostgres(tx)) await sql`set local statement_timeout = '1h'`.execute(tx)
    const insertedRows = await tx
      .insertInto('setting')
      .values({ key: 'seeded', value: String(now) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (Number(insertedRows.numInsertedOrUpdatedRows) === 0) return false
    await seedCompany(tx, folder)
    await seedPeople(tx, people, now)
    await seedRooms(tx, folder, today)
    await seedExtras(tx, folder)
    await seedContent(tx, folder, now)
    await seedProducts(tx, folder, today)
    await seedBookings(tx, folder, now, today)
    return true
  })
}

/**
 * Tables in which people enter data. All other tables depend on one of these or on the default content, or only the
 * code writes to them.
 */
const userTables = [
  'setting',
  'account',
  'room',
  'facility_group',
  'vat_rate',
  'post',
  'slide',
  'wording',
  'product',
  'certificate',
  'contact_message',
  'enquiry',
] as const

/** Returns whether the demo company can be seeded. */
export async function canSeedDemo(db: Database): Promise<boolean> {
  for (const table of userTables) {
    if (await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) return false
  }
  return !(await isDefaultContentEdited(db))
}

/**
 * Returns whether staff have changed the default content. An edited row has a higher version, and an added row has a
 * new key.
 */
async function isDefaultContentEdited(db: Database): Promise<boolean> {
  const category = await db
    .selectFrom('category')
    .select('id')
    .where(({ eb, or }) => or([eb('version', '>', 1), eb('id', 'not in', Object.values(categories))]))
    .executeTakeFirst()
  const passage = await db
    .selectFrom('passage')
    .select('key')
    .where(({ eb, or }) => or([eb('version', '>', 1), eb(sql<string>`page || '.' || key`, 'not in', fixedPassageIds)]))
    .executeTakeFirst()
  const policy = await db
    .selectFrom('policy')
    .select('id')
    .where(({ eb, or }) => or([eb('version', '>', 1), eb('is_default', '=', 0)]))
    .executeTakeFirst()
  return [category, passage, policy].some((row) => row !== undefined)
}
