import type { Kysely } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'
import type { Tables } from '../src/tables/tables.ts'

/** The query builder as it comes, for tests of what lies below the house's own doors. Content is written by `publish` here too. */
export const bare = (db: Database): Kysely<Tables> => db as unknown as Kysely<Tables>
