import type { Kysely } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'

/** The query builder as it comes, for tests of what lies below the house's own doors. Content is written by `publish` here too. */
export const bare = (db: Database): Kysely<Tables> => db as unknown as Kysely<Tables>
