import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'

/** Returns Kysely's own query builder, for tests of the database layer. Content is written with `publish` here too. */
export const asKysely = (db: Database): Kysely<Tables> => db as unknown as Kysely<Tables>
